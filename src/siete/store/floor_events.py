"""What the staff did, as events of the floor's log: who, about which table, and why. When is in the entry.

What a floorperson signs or orders at a table is an event of that table; here stands what concerns the house: who has
the floor, incidents, changes that two people sign, accounts, duties and audits.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from siete.table.events import LATER

FLOOR_LOG = "floor/log"
"""The stream of these events."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorEvent:
    """Something that a member of the staff did."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorTaken(FloorEvent):
    """Somebody took the floor of a table."""

    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorLeft(FloorEvent):
    """Somebody left the floor of a table to the house."""

    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentFiled(FloorEvent):
    """Something went wrong at a table: what, in which round, after which of its events, and who was there."""

    number: int
    table: str
    round: int
    kind: str
    words: str
    clause: str
    people: tuple[str, ...]
    after: int
    note: str
    request: str = field(default="", metadata=LATER)
    """The id of the request that filed it: sent again after a lost answer, it files nothing twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentClosed(FloorEvent):
    """What came of an incident, and the last event of the table that belongs to it."""

    number: int
    outcome: str
    until: int
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeProposed(FloorEvent):
    """A change that needs a second person: chips of a table, a meter, a table's rules, or what a round paid."""

    number: int
    kind: str
    table: str
    subject: str
    amount: int
    counts: tuple[tuple[int, int], ...]
    """Chips by denomination: cents of one, and how many."""
    reason: str
    expires_at: str
    round: int = field(default=0, metadata=LATER)
    """The round whose payout is corrected."""
    rules: str = field(default="", metadata=LATER)
    """The rules that the table is to play by, as canonical JSON."""
    submission: str = field(default="", metadata=LATER)
    """The submission that makes them."""
    notice: int = field(default=0, metadata=LATER)
    """Minutes between the second signature and the first round by these rules."""
    words: str = field(default="", metadata=LATER)
    """What it changes, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSigned(FloorEvent):
    """A second person signed a change, and it is in force; `expected` is what the events made of the same amount."""

    number: int
    expected: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRefused(FloorEvent):
    """A second person refused a change."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeWithdrawn(FloorEvent):
    """Who proposed a change took it back."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffChanged(FloorEvent):
    """Somebody made, changed or disabled an account, or ended its sessions."""

    account: str
    what: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondFactorSet(FloorEvent):
    """An account signs in with a code from now on, made from the key of this serial number; 0: without."""

    account: str
    serial: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DutyDone(FloorEvent):
    """A duty of the documents or of the house was done."""

    duty: str
    table: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPaySigned(FloorEvent):
    """Somebody handed a payment over that the table's event of this version flags."""

    table: str
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRun(FloorEvent):
    """The audit went through the whole house."""

    is_sound: bool
    events: int
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsColoured(FloorEvent):
    """A player changed chips at a table for others of the same worth: what the tray took, and what it gave."""

    table: str
    player: str
    taken: tuple[tuple[int, int], ...]
    given: tuple[tuple[int, int], ...]
    request: str = field(default="", metadata=LATER)
    """The id of the request that asked for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakBegan(FloorEvent):
    """A dealer went on a break, relieved at a table by this one; no table: the dealer dealt nowhere."""

    account: str
    table: str
    relief: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakEnded(FloorEvent):
    """A dealer is back from a break."""

    account: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShut(FloorEvent):
    """Somebody closed a table for good."""

    table: str
    reason: str
