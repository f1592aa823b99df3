"""A turn of a table: one command and all that the house does after it, up to the next person's decision.

A turn is computed whole before anything is stored, and changes nothing: it starts from what the table's writer has
read, and ends as the events, meter readings, wallets and shoes that go into one append. A turn that is refused or that
loses a race is thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from siete.cards import Card, cards_to_text
from siete.host.chance.commitment import SALT_BYTES, commitment
from siete.host.chance.entropy import Entropy
from siete.host.chance.shuffling import Chance
from siete.host.streams import TableStreams
from siete.rules.table_rules import TableRules
from siete.store.records import ShoeSecret
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.due import Approval, Due, Next, step_due
from siete.table.money import wallet as wallets
from siete.table.money.meter import Meter, MeterEvent
from siete.table.state.table import TableState
from siete.table.stepping import StepTaken, drive, house_steps, second_batch, take
from siete.table.supervision import rules_from


@dataclass(frozen=True, kw_only=True)
class LoadedTable:
    """A table as it was loaded and has gone on since; without slots, so that a copy is quick."""

    streams: TableStreams
    rules: TableRules
    state: TableState = field(default_factory=TableState)
    version: int = 0
    meters: Mapping[str, Meter] = field(default_factory=dict)
    shoes: int = 0
    """How many shoes have been committed to."""
    sealed: tuple[ShoeSecret, ...] = ()
    """Shoes whose order is not published yet, the one in use last."""

    @property
    def table(self) -> str:
        """The name under which its events are kept."""
        return self.streams.table


@dataclass(frozen=True, kw_only=True)
class Automation:
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

    def __init__(
        self, loaded: LoadedTable, automation: Automation, now: str, meters: Mapping[str, Meter] | None = None
    ) -> None:
        self.loaded, self.automation, self.now = loaded, automation, now
        self.rules = loaded.rules
        self.state = loaded.state
        self.events: list[e.Event] = []
        self.meters: Mapping[str, Meter] = loaded.meters if meters is None else meters
        self.meter_events: list[tuple[str, MeterEvent]] = []
        self.wallet_events: list[tuple[str, wallets.WalletEvent]] = []
        self.shoes = loaded.shoes
        self.sealed = list(loaded.sealed)
        self.records: list[ShoeSecret] = []

    def automate(self, *, is_dealing: bool | None = None, is_on_floor: bool | None = None) -> None:
        """Let the automatic dealer or floorperson work from here on, or a person."""
        now = self.automation
        self.automation = replace(
            now,
            is_dealing=now.is_dealing if is_dealing is None else is_dealing,
            is_on_floor=now.is_on_floor if is_on_floor is None else is_on_floor,
        )

    def happen(self, event: e.Event) -> None:
        """Something happened."""
        self.state = apply(self.state, event)
        self.events.append(event)
        self._mind_rules(event)

    def do(self, command: c.Command) -> None:
        """Carry a command out, with what it needs from outside; raises Refusal where the rules do not allow it."""
        self._keep(take(self.state, self.rules, self.meters, command, self.automation.chance))

    def _keep(self, step: StepTaken) -> None:
        self.state, self.meters = step.state, step.meters
        self.events += step.events
        self.meter_events += step.meter_events
        for event in step.events:
            self._mind_shoe(event)
            self._mind_rules(event)

    def _mind_rules(self, event: e.Event) -> None:
        if isinstance(event, e.RulesChanged):
            self.rules = rules_from(self.rules, event.rules)

    def run(self, holds: Callable[[TableState, Due | Approval], bool]) -> Next:
        """Let the house go on by itself until a person must decide, or until `holds` keeps a step back."""
        automation = self.automation
        automatic = house_steps(
            is_dealer_here=not automation.is_dealing, is_floorperson_here=not automation.is_on_floor
        )

        def choice(state: TableState, due: Due | Approval) -> c.Command | None:
            command = automatic(state, due)
            return None if command is None or holds(state, due) else command

        for step in drive(self.state, self.rules, self.meters, choice, automation.chance):
            self._keep(step)
        if not holds(self.state, step_due(c.ChangeBatch, "")):  # a caller without randomness holds it back
            self._store_batch()
        self._unseal()
        return next_due(self.state, self.rules)

    def _store_batch(self) -> None:
        """Put a second batch into a shuffler that works with two."""
        stored = second_batch(self.state, self.rules, self.automation.chance)
        if stored is not None:
            self.do(stored)

    # --- shoes -----------------------------------------------------------------------------------------------------

    def _mind_shoe(self, event: e.Event) -> None:
        if isinstance(event, e.CardsShuffled | e.PreshuffledStacked) or (
            isinstance(event, e.BatchChanged) and self.state.pack is not None
        ):
            self._commit(event.order)

    def _commit(self, order: tuple[Card, ...]) -> None:
        if self.automation.salts is None:
            return
        self.shoes += 1
        shoe = shoe_id(self.loaded.table, self.shoes)
        salt = self.automation.salts.take(SALT_BYTES)
        secret = ShoeSecret(
            shoe=shoe,
            table=self.loaded.table,
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
