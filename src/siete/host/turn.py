"""A turn of a table: one command and all that the house does after it, up to the next person's decision.

A turn is worked out whole before anything is stored, and changes nothing: it starts from what the table's writer has
read, and ends as the events, meter readings, wallets and shoes that go into one append. A turn that is refused or that
loses a race is thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from siete.cards import Card, cards_to_text
from siete.errors import SieteError
from siete.host.commitment import SALT_BYTES, commitment
from siete.host.driving import SYSTEM, Step, take, taken
from siete.host.entropy import Entropy
from siete.host.shuffling import Chance
from siete.rules.table_rules import TableRules
from siete.store.records import ShoeSecret
from siete.table import commands as c
from siete.table import events as e
from siete.table import wallet as wallets
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.due import Approval, Due, Next
from siete.table.meter import Meter, MeterEvent
from siete.table.state import TableState

MOST_STEPS = 5_000
"""More steps of the house in a row than any round or opening can have."""


@dataclass(frozen=True, kw_only=True)
class Stand:
    """Where a table stands: all that its writer has read of it; without slots, so that a copy is quick."""

    table: str
    rules: TableRules
    state: TableState = field(default_factory=TableState)
    version: int = 0
    meters: Mapping[str, Meter] = field(default_factory=dict)
    shoes: int = 0
    """How many shoes have been committed to."""
    sealed: tuple[ShoeSecret, ...] = ()
    """Shoes whose order is not told yet, the one in use last."""


@dataclass(frozen=True, kw_only=True)
class Staffing:
    """What the house does by itself at a table, and by what chance; without slots, so that a copy is quick."""

    chance: Chance
    salts: Entropy | None = None
    """Where salts come from; None at a practice table, whose shoes are not committed to."""
    is_dealing: bool = True
    """Whether the automatic dealer deals."""
    is_on_floor: bool = True
    """Whether the automatic floorperson signs."""


class Turn:
    """What one command brings about, piece by piece."""

    def __init__(self, stand: Stand, staffing: Staffing, now: str, meters: Mapping[str, Meter] | None = None) -> None:
        self.stand, self.staffing, self.now = stand, staffing, now
        self.rules = stand.rules
        self.state = stand.state
        self.events: list[e.Event] = []
        self.meters: Mapping[str, Meter] = stand.meters if meters is None else meters
        self.meter_events: list[tuple[str, MeterEvent]] = []
        self.wallet_events: list[tuple[str, wallets.WalletEvent]] = []
        self.shoes = stand.shoes
        self.sealed = list(stand.sealed)
        self.records: list[ShoeSecret] = []

    def happen(self, event: e.Event) -> None:
        """Something happened."""
        self.state = apply(self.state, event)
        self.events.append(event)

    def do(self, command: c.Command) -> None:
        """Carry a command out, with what it needs from outside; raises Refusal where the rules do not allow it."""
        self._keep(take(self.state, self.rules, self.meters, self.staffing.chance, command))

    def _keep(self, step: Step) -> None:
        self.state, self.meters = step.state, step.meters
        self.events += step.events
        self.meter_events += step.meter_events
        for event in step.events:
            self._mind_shoe(event)

    def run(self, holds: Callable[[TableState, Due | Approval], bool]) -> Next:
        """Let the house go on by itself until a person must decide, or until `holds` keeps a step back."""
        for _ in range(MOST_STEPS):
            due = next_due(self.state, self.rules)
            if not isinstance(due, Due | Approval) or not self._is_houses(due) or holds(self.state, due):
                self._unseal()
                return due
            self._keep(taken(self.state, self.rules, self.meters, self.staffing.chance, due.command, due.clause))
        raise SieteError("host/endless-house", "The house goes round in circles; the table stops.")

    def _is_houses(self, due: Due | Approval) -> bool:
        """Whether the house takes this step by itself, and no person does."""
        by_itself = self.staffing.is_dealing if isinstance(due, Due) else self.staffing.is_on_floor
        return by_itself or type(due.command) in SYSTEM

    # --- shoes -----------------------------------------------------------------------------------------------------

    def _mind_shoe(self, event: e.Event) -> None:
        if isinstance(event, e.CardsShuffled | e.PreshuffledStacked):
            self._commit(event.order)

    def _commit(self, order: tuple[Card, ...]) -> None:
        if self.staffing.salts is None:
            return
        self.shoes += 1
        shoe = shoe_id(self.stand.table, self.shoes)
        salt = self.staffing.salts.take(SALT_BYTES)
        secret = ShoeSecret(
            shoe=shoe,
            table=self.stand.table,
            commitment=commitment(salt, shoe, self.rules.rules_hash, order),
            salt=salt,
            order=cards_to_text(order),
            created_at=self.now,
        )
        self.sealed.append(secret)
        self.records.append(secret)

    def _unseal(self) -> None:
        """Tell the orders of shoes that are done, once none of their cards can still lie face down on the layout."""
        current = self.state.round
        if not self.sealed or (current is not None and current.are_wagers_closed):
            return
        pack = self.state.pack
        is_in_use = pack is not None and (pack.order is not None or pack.is_loaded)
        done = self.sealed[:-1] if is_in_use else self.sealed
        retired = {each.shoe: replace(each, is_retired=True) for each in done}
        fresh = [each for each in self.records if each.shoe not in retired]
        self.records = fresh + list(retired.values())
        self.sealed = self.sealed[len(done) :]


def shoe_id(table: str, number: int) -> str:
    """The name of a table's shoe."""
    return f"{table}/{number}"
