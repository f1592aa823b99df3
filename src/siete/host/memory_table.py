"""A whole table in memory: the terminal, the dealer's school and `siete deal` play at it.

The host proper stores what happens and serves many people; this is one process and one list of events.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping

from siete.host.chance.shuffling import Chance
from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.due import HOUSE, Approval, Due, Next
from siete.table.money import table_meters
from siete.table.money.meter import Meter
from siete.table.money.results import WagerResult, results_of
from siete.table.state.opening import DAY, HOUR
from siete.table.state.table import TableState
from siete.table.stepping import NO_STEPS, StepTaken, drive, house_steps, second_batch, take

MORNING = DAY + 9 * HOUR
"""Nine o'clock of some day, when a table without a clock opens."""


class MemoryTable:
    """One table and those who sit at it."""

    def __init__(
        self,
        rules: TableRules,
        chance: Chance,
        *,
        at: int = MORNING,
        told: Callable[[StepTaken], None] | None = None,
        is_dealer_here: bool = False,
    ) -> None:
        self.rules, self.chance, self._is_dealer_here = rules, chance, is_dealer_here
        self.state = TableState()
        self.meters: Mapping[str, Meter] = table_meters.meters_of(rules)
        self.events: list[e.Event] = []
        self._told = told
        self._round_at = 0
        self._take(e.TableOpened(rules_hash=rules.rules_hash, rules=rules.canonical_json))
        self.do(c.PrepareTable(by=HOUSE, at=at))

    def _take(self, event: e.Event) -> None:
        self.state = apply(self.state, event)
        self._keep((event,))

    def _keep(self, events: Iterable[e.Event]) -> None:
        for event in events:
            if isinstance(event, e.RoundStarted):
                self._round_at = len(self.events)
            self.events.append(event)

    def comes(self, player: str, chips: Cents, *, box: int) -> None:
        """A player comes with chips and sits down."""
        self._take(e.ChipsBrought(player=player, amount=chips))
        self._take(e.PlayerSeated(player=player, box=box))

    def buys(self, player: str, chips: Cents) -> None:
        """A player brings more chips."""
        self._take(e.ChipsBrought(player=player, amount=chips))

    def seat_dealer(self) -> None:
        """From now on a person takes the dealer's steps."""
        self._is_dealer_here = True

    def do(self, command: c.Command, due: Due | Approval | None = None) -> StepTaken:
        """Carry out any command, also one that is due; raises Refusal and changes nothing where it is not allowed."""
        step = take(self.state, self.rules, self.meters, command, self.chance, due)
        self._accept(step)
        return step

    def _accept(self, step: StepTaken) -> None:
        self.state, self.meters = step.state, step.meters
        self._keep(step.events)
        if self._told is not None:
            self._told(step)

    def go_on(self, *, holds: Container[type[c.Command]] = NO_STEPS) -> Next:
        """Let the house go on until a person must answer or a round has ended; what is due then."""
        choice = house_steps(holds=holds, is_dealer_here=self._is_dealer_here)
        for step in drive(self.state, self.rules, self.meters, choice, self.chance):
            self._accept(step)
            if isinstance(step.events[-1], e.RoundEnded):
                break
        if (stored := second_batch(self.state, self.rules, self.chance)) is not None:
            self.do(stored)
        return self.due

    @property
    def due(self) -> Next:
        """What is due."""
        return next_due(self.state, self.rules)

    @property
    def now(self) -> int:
        """The table's time, in minutes."""
        assert self.state.opening is not None, "the table was prepared when it was made"
        return self.state.opening.now

    def wait(self, minutes: int) -> None:
        """Let time pass."""
        if minutes > 0:
            self.do(c.TellTime(at=self.now + minutes))

    def last_round(self) -> tuple[e.Event, ...]:
        """What has happened since the last round began."""
        return tuple(self.events[self._round_at :])

    def results(self) -> tuple[WagerResult, ...]:
        """What every wager of the last round came to, in the order of settlement."""
        return results_of(self.last_round())

    def forget(self) -> None:
        """Drop the events so far, which a long run has written down and need not remember."""
        del self.events[:]
        self._round_at = 0
