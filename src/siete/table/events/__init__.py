"""What has happened at a table, by stage. Events are facts: they are never refused and never changed.

Re-exports every event: `from siete.table import events as e`.
"""

from siete.table.events.approvals import *
from siete.table.events.base import *
from siete.table.events.betting import *
from siete.table.events.cards import *
from siete.table.events.coupons import *
from siete.table.events.dealing import *
from siete.table.events.idle import *
from siete.table.events.irregularities import *
from siete.table.events.opening import *
from siete.table.events.people import *
from siete.table.events.play import *
from siete.table.events.prizes import *
from siete.table.events.settlement import *
from siete.table.events.supervision import *
from siete.table.frozen.fast_init import quicken_all

quicken_all(list(globals().values()))
