"""The table of an environment: the engine with a seeded shoe, stepped from one decision of the agent to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from numpy.random import Generator

from siete.cards import Card
from siete.lab.environment.actions import AGENT_QUESTIONS
from siete.lab.environment.randomness import SeededRandomness
from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.strategy import never_bust
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.auto_player import answer
from siete.table.automatic import next_due
from siete.table.due import HOUSE, Ask, Waiting
from siete.table.legal import Template, legal
from siete.table.money import table_meters
from siete.table.money.meter import Meter
from siete.table.money.results import WagerResult, results_of
from siete.table.state.opening import DAY, HOUR
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.stepping import StepTaken, drive, house_steps, take

PLENTY = 100
"""A player starts every round with this many times the table maximum, so that no play fails for lack of chips."""

OPENED_AT = DAY + 9 * HOUR
"""Nine o'clock of some day: an environment has no clock."""


class DealtTable:
    """One table with a player at each box: a fresh shoe for each round, or one dealt to its cover card by procedure."""

    def __init__(self, rules: TableRules, generator: Generator, *, boxes: int, keeps_shoe: bool) -> None:
        self.rules, self.boxes, self.keeps_shoe = rules, boxes, keeps_shoe
        self.state = TableState()
        self.meters: Mapping[str, Meter] = {}
        self.seen: list[Card] = []
        """Cards that have lain face up since the last shuffle."""
        self._events: list[e.Event] = []
        self._chips = 0
        self._randomness = SeededRandomness(generator)
        self.open()

    def open(self) -> None:
        """Open the table anew, with new cards and meters at their seeds; also where a round was left unfinished."""
        self.state, self.meters = TableState(), table_meters.meters_of(self.rules)
        self._take(e.TableOpened(rules_hash=self.rules.rules_hash, rules=self.rules.canonical_json))
        if self.keeps_shoe:
            self._do(c.PrepareTable(by=HOUSE, at=OPENED_AT))
        for box in range(1, self.boxes + 1):
            self._take(e.ChipsBrought(player=player_of(box), amount=self._plenty()))
            self._take(e.PlayerSeated(player=player_of(box), box=box))

    def start_round(self) -> None:
        """Open the wagers of the next round, after a shuffle where one is due."""
        if self.keeps_shoe:
            self._go_on()
        else:
            self._take(e.ShoeLoaded(cards=self._randomness.shoe(self.rules)))
        for player, chips in tuple(self.state.racks.items()):
            if chips < self._plenty():
                self._take(e.ChipsBrought(player=player, amount=Cents(self._plenty() - chips)))
        self._chips = sum(self.state.racks.values())
        self._events.clear()
        self._do(c.StartRound())

    def wager(self, box: int, base: Cents, sides: Mapping[Wager, Cents]) -> None:
        """Put the wagers of a box on the layout; raises what the rules do not allow."""
        self._do(c.PlaceWager(player=player_of(box), box=box, amount=base))
        for wager, amount in sides.items():
            self._do(c.PlaceWager(player=player_of(box), box=box, wager=wager, amount=amount))

    def deal(self) -> Ask | None:
        """Let the house go on to the agent's next decision; None when the round is over."""
        self._go_on()
        due = next_due(self.state, self.rules)
        return due.asks[0] if self.state.round is not None and isinstance(due, Waiting) else None

    def decide(self, command: c.PlayerCommand) -> Ask | None:
        """Carry out a decision, then let the house go on."""
        self._do(command)
        return self.deal()

    def legal(self, ask: Ask) -> tuple[Template, ...]:
        """What may be answered to a question."""
        return tuple(each for each in legal(self.state, self.rules, ask.player) if each.command.box == ask.box)

    def net(self) -> Cents:
        """What the last round has brought all boxes."""
        return Cents(sum(self.state.racks.values()) - self._chips)

    def results(self) -> tuple[WagerResult, ...]:
        """What every wager of the last round came to."""
        return results_of(self._events)

    def _plenty(self) -> Cents:
        return self.rules.chip_denominations.next_payable(Cents(self.rules.table_max * PLENTY))

    def _go_on(self) -> None:
        """Take the steps of the house, and answer what is no decision of the game, until the agent must decide."""
        while True:
            self._drive()
            due = next_due(self.state, self.rules)
            if not isinstance(due, Waiting) or due.asks[0].question in AGENT_QUESTIONS:
                return
            self._do(answer(self.state, self.rules, due.asks[0], never_bust()))

    def _drive(self) -> None:
        steps = house_steps(holds={c.StartRound})
        for step in drive(self.state, self.rules, self.meters, steps, self._randomness):
            self._accept(step)
            if isinstance(step.events[-1], e.RoundEnded):
                return

    def _do(self, command: c.Command) -> None:
        self._accept(take(self.state, self.rules, self.meters, command, self._randomness))

    def _accept(self, step: StepTaken) -> None:
        self.state, self.meters = step.state, step.meters
        self._note(step.events)

    def _take(self, event: e.Event) -> None:
        self.state = apply(self.state, event)
        self._note((event,))

    def _note(self, events: Iterable[e.Event]) -> None:
        for event in events:
            self._events.append(event)
            match event:
                case e.ShoeLoaded() | e.CardsShuffled():
                    self.seen.clear()
                case e.CardDealt(is_face_up=True, card=card) | e.CardsTurned(card=card):
                    self.seen.append(card)
                case e.BonusCardsTurned(cards=cards):
                    self.seen.extend(cards)


def player_of(box: int) -> str:
    """The name of the player at a box."""
    return f"player-{box}"
