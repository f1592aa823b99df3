"""What people ask of the host and not of the game: seats, chips, being ready, who deals, and the table itself.

Frozen like the engine's commands. Two have an engine command of the same name on the wire, and names of their own here.
"""

from __future__ import annotations

from dataclasses import dataclass

from siete.host.desk.run import HelpLevel
from siete.money import Cents
from siete.table import commands as c
from siete.table.desk.motions import CollectWager, LeaveWager, PayOut


@dataclass(frozen=True, slots=True, kw_only=True)
class HostCommand:
    """Something that is asked of the host."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SitDown(HostCommand):
    """Take a seat at a box, with chips from the wallet where the rack is empty."""

    box: int | None = None
    amount: Cents | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyChips(HostCommand):
    """Bring more chips from the wallet to the rack."""

    amount: Cents | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CashOut(HostCommand):
    """Leave the table; the chips of the rack go back to the wallet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinQueue(HostCommand):
    """Wait for a box at a full table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveQueue(HostCommand):
    """Wait for a box no longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SayReady(HostCommand):
    """Wait for no more wagers of one's own in this round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(HostCommand):
    """Return a practice table to before its last decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseForGood(HostCommand):
    """Close the table for good: asked by who opened it, or by a floorperson."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StackShoe(HostCommand):
    """Put named cards on top of a practice table's shoe."""

    cards: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetWheel(HostCommand):
    """Let a wheel of a practice table stop at a symbol from now on; without one, by chance."""

    wheel: str
    symbol: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeDealing(HostCommand):
    """Deal in the automatic dealer's place, with this much help."""

    help: HelpLevel = HelpLevel.GUIDED


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveDealing(HostCommand):
    """Leave the dealing to the automatic dealer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseHelp(HostCommand):
    """Begin a new run at the desk with this much help; the answer reports the run before."""

    help: HelpLevel


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFloor(HostCommand):
    """Call a floorperson to the table, and say why; with no words, the call is taken back."""

    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFloor(HostCommand):
    """Sign approvals in the automatic floorperson's place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveFloor(HostCommand):
    """Leave approvals to the automatic floorperson."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignChange(HostCommand):
    """Sign a change that somebody else has proposed, and that this table carries out."""

    number: int


AnyCommand = c.Command | HostCommand
"""A command of the game or of the host, or a dealer's motion with chips."""

HOST_COMMANDS: dict[str, type[AnyCommand]] = {
    "TakeSeat": SitDown,
    "BuyChips": BuyChips,
    "LeaveTable": CashOut,
    "JoinQueue": JoinQueue,
    "LeaveQueue": LeaveQueue,
    "Ready": SayReady,
    "TakeBack": TakeBack,
    "CloseTable": CloseForGood,
    "StackShoe": StackShoe,
    "SetWheel": SetWheel,
    "TakeDealing": TakeDealing,
    "GiveDealing": GiveDealing,
    "ChooseHelp": ChooseHelp,
    "CallFloor": CallFloor,
    "PayOut": PayOut,
    "CollectWager": CollectWager,
    "LeaveWager": LeaveWager,
    "TakeFloor": TakeFloor,
    "GiveFloor": GiveFloor,
    "SignChange": SignChange,
}
"""The host's commands and the dealer's motions by their names on the wire."""

CLOSE_TABLE = "CloseTable"
