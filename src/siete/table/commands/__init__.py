"""What can be asked of a table, by stage: players' decisions, the dealer's steps, and what the host brings.

Re-exports every command: `from siete.table import commands as c`.
"""

from siete.table.commands.approvals import *
from siete.table.commands.base import *
from siete.table.commands.betting import *
from siete.table.commands.cards import *
from siete.table.commands.dealing import *
from siete.table.commands.idle import *
from siete.table.commands.irregularities import *
from siete.table.commands.opening import *
from siete.table.commands.people import *
from siete.table.commands.play import *
from siete.table.commands.prizes import *
from siete.table.commands.settlement import *
from siete.table.commands.supervision import *
from siete.table.frozen.fast_init import quicken_all

quicken_all(list(globals().values()))
