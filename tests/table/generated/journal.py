"""Journals of tables: what they did, what everybody might have done, and why the rest was refused, word for word.

Two kinds of tables are written down: those of `random_tables`, from their opening on, with mishaps; and rounds of
`random_play` from shoes of few ranks, in which pairs, matches and prizes come often. Beside each step stands what a
desk would show of it; beside each decision every answer with its reason, some nonsense with the refusal it gets, and
what the roles see.

`python -m tests.table.generated.journal md 3` prints a journal: to be read beside that of the version before.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from random import Random

from siete.errors import SieteError
from siete.rules.table_rules import TableRules
from siete.table import auto_player
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.decide import decide
from siete.table.desk.payment import payment_of
from siete.table.desk.procedure import phase_of
from siete.table.desk.tray import tray
from siete.table.due import Approval, Due, Next, Refusal, Waiting
from siete.table.legal import weighed
from siete.table.money.results import results_of
from siete.table.money.statement import statement_of
from siete.table.money.table_meters import MeterEvents, Meters
from siete.table.reasons import short_reason
from siete.table.state.table import TableState
from siete.table.stepping import StepTaken
from siete.table.view import DEALER, FLOORPERSON, PUBLIC, Role, event_view, view
from siete.table.words import approval_in_words, question_in_words, step_in_words
from tests.table.generated.random_play import PLAYERS, RandomTable, play_round, random_nonsense, random_rules
from tests.table.generated.random_tables import Running
from tests.table.generated.strategies import random_strategy

ROLES = (PUBLIC, *map(Role.player, PLAYERS), DEALER, FLOORPERSON)
CHART = random_strategy(Random(21))
"""What the automatic player goes by."""
NONSENSE = 6
"""Commands at each decision that are mostly refused."""


class Notes:
    """What is written down of one table."""

    def __init__(self, rules: TableRules, seed: str) -> None:
        self.lines: list[str] = [f"{seed}: {rules.rules_hash}"]
        self.rules = rules
        self._rng = Random(f"nonsense {seed}")

    def before(self, state: TableState, meters: Meters) -> None:
        """What is due, or who may do what."""
        due = next_due(state, self.rules)
        if isinstance(due, Due):
            place = phase_of(state).place(state, self.rules, due)
            self.lines.append(f"> {step_in_words(due.command)} [{due.clause}] {place}")
            self._pays(state, meters, due.command)
        elif isinstance(due, Approval):
            self.lines.append(f"> {approval_in_words(due.command, self.rules)} [{due.clause}]")
        else:
            self._questions(state, due)
            self._answers(state, due)
            for role in self._rng.sample(ROLES, 2):
                self.lines.append(f"  {words(role)} sees {words(view(state, self.rules, role))}")
        for _ in range(NONSENSE if not isinstance(due, Due) else 1):
            self._tried(state, random_nonsense(self._rng, due))

    def _pays(self, state: TableState, meters: Meters, command: c.HouseCommand) -> None:
        self._tried(state, command)
        try:
            paid = payment_of(state, self.rules, meters, command)
        except SieteError as error:
            self.lines.append(f"  not payable: {error.code}")
            return
        if paid is not None:
            self.lines.append(f"  {words(paid)} {paid.is_won} {paid.is_lost}")

    def _tried(self, state: TableState, command: c.Command) -> None:
        """A command on paper: what it would bring about, or why it is refused."""
        try:
            outcome = words(decide(state, self.rules, command))
        except Refusal as why:
            outcome = refused(why)
        self.lines.append(f"  {words(command)}: {outcome}")

    def _questions(self, state: TableState, due: Next) -> None:
        for ask in due.asks if isinstance(due, Waiting) else ():
            self.lines.append(f"? {question_in_words(ask)} {words(ask)}")
            if state.round is not None:
                self.lines.append(f"  chart: {words(auto_player.answer(state, self.rules, ask, CHART))}")

    def _answers(self, state: TableState, due: Next) -> None:
        asks = due.asks if isinstance(due, Waiting) else ()
        for player in PLAYERS:
            ask = next((each for each in asks if each.player == player), None)
            for template, why in weighed(state, self.rules, player):
                self.lines.append(f"  {words(template)} {'may' if why is None else refused(why)}")
                if why is not None and ask is not None and state.round is not None:
                    self.lines.append(f"    {short_reason(state, self.rules, ask, why, template.command)}")

    def happened(self, ordered: c.Command, events: Iterable[e.Event], state: TableState) -> None:
        """What a command brought about."""
        self.lines.append(words(ordered))
        self.lines.extend(f"  {words(event)}" for event in events)
        self.lines.append(f"  {phase_of(state)} {tray(state.inventory, self.rules.chip_denominations)}")

    def metered(self, events: MeterEvents) -> None:
        """What became of the meters."""
        self.lines.extend(f"  {name} {words(event)}" for name, event in events)

    def ended(self, before: TableState, events: list[e.Event]) -> None:
        """What a round came to, as results and statements tell it."""
        self.lines.extend(words(result) for result in results_of(events))
        for player in PLAYERS:
            self.lines.append(f"{player} {words(statement_of(before, events, player))}")
        role = self._rng.choice(ROLES)
        self.lines.extend(f"{words(role)}: {words(event_view(event, role))}" for event in events)


class WrittenTable(Running):
    """A running table, written down."""

    mishap_rate = 0.6

    def __init__(self, rules: TableRules, seed: str) -> None:
        self.notes = Notes(rules, seed)
        self._before = self._before_round = TableState()
        super().__init__(rules, seed)

    def _told(self, step: StepTaken) -> None:
        super()._told(step)
        if any(isinstance(event, e.RoundStarted) for event in step.events):
            self._before_round = self._before
        self.notes.happened(step.ordered, step.events, step.state)
        self.notes.metered(step.meter_events)

    def _go_on(self) -> None:
        self._before = self.table.state
        self.notes.before(self.table.state, self.table.meters)
        super()._go_on()

    def play_round(self) -> None:
        """The next round, with what came of it."""
        super().play_round()
        self.notes.ended(self._before_round, list(self.table.last_round()))
        self.table.forget()


class WrittenRounds(RandomTable):
    """Rounds of a practice table, written down."""

    def __init__(self, rules: TableRules, seed: str) -> None:
        self.notes = Notes(rules, seed)
        self.rng = Random(seed)
        super().__init__(rules, self.rng)

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        """Carry a command out, and write it down."""
        self.notes.before(self.state, self.meters)
        made = super().do(command)
        self.notes.happened(command, made, self.state)
        return made

    def house_step(self, command: c.HouseCommand, rng: Random) -> tuple[e.Event, ...]:
        """Carry a step out, and write it down."""
        self.notes.before(self.state, self.meters)
        made = super().house_step(command, rng)
        self.notes.happened(command, made, self.state)
        self.notes.lines.append(f"  {words(tuple(self.meters.items()))}")
        return made

    def play_round(self) -> None:
        """The next round, with what came of it."""
        before, first = self.state, len(self.events)
        for _ in play_round(self, self.rng):
            pass
        self.notes.ended(before, self.events[first:])


def refused(why: Refusal) -> str:
    """A refusal as whoever is refused reads it."""
    return f"{why.code} [{why.clause}] {why.sentence}"


def words(value: object) -> str:
    """A value in full, and the same in every process."""
    if isinstance(value, str | int | Enum):
        return str(value.value if isinstance(value, Enum) else value)
    names = _names(type(value))  # type: ignore[arg-type]  # every class can be looked up
    if names:
        inside = " ".join(f"{name}={words(getattr(value, name))}" for name in names)
        return f"{type(value).__name__}({inside})"
    if isinstance(value, dict):
        return f"{{{' '.join(f'{key}: {words(each)}' for key, each in value.items())}}}"
    if isinstance(value, tuple | list):
        return f"({' '.join(map(words, value))})"
    return str(value)


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()


def journal(name: str, number: int) -> Iterator[str]:
    """The journal of a table, and of some rounds, with a random submission of a rule set."""
    seed = f"{name} {number}"
    rules = random_rules(Random(seed), name)
    table = WrittenTable(rules, seed)
    for _ in range(3):
        table.play_round()
    yield from table.notes.lines
    for each in range(5):
        rounds = WrittenRounds(rules, f"{seed} round {each}")
        rounds.play_round()
        yield from rounds.notes.lines


if __name__ == "__main__":
    print(*journal(sys.argv[1], int(sys.argv[2])), sep="\n")
