"""Playing a written round again: the engine against the page, and where the two part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from siete.errors import SieteError
from siete.money import Cents, cents_to_text
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.due import Ask, Due, Question, Waiting
from siete.table.money.meter import Meter
from siete.table.notation.model import Decision, MeterReading, Word, WrittenResult, WrittenRound, WrittenWager
from siete.table.notation.record import result_of
from siete.table.position.line import position_to_text
from siete.table.practice import PracticeTable
from siete.table.stages.play import double_limits
from siete.table.state.table import TableState
from siete.table.stepping import StepTaken
from siete.table.wagers import insurance

Key = tuple[int, int, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """Where page and engine part: at which step, what the page says, and what the engine does."""

    step: str
    expected: str
    got: str
    code: str
    clause: str = ""
    other: str = "the engine"
    """Who says otherwise."""
    position: str = ""
    """The round where they part, as anybody at the table sees it; none where a whole round was compared."""

    def __str__(self) -> str:
        clause = f" [{self.clause}]" if self.clause else ""
        return f"{self.step}: written {self.expected}, {self.other} {self.got}{clause}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """What became of a written round when the engine played it."""

    steps: tuple[StepTaken, ...]
    results: tuple[WrittenResult, ...]
    partings: tuple[Parting, ...]

    @property
    def agrees(self) -> bool:
        """Whether the engine's results are those written."""
        return not self.partings


def replayed(written: WrittenRound, rules: TableRules) -> Replay:
    """The round played again; it stops at the first step that the engine will not take."""
    table = ReplayTable(written, rules)
    try:
        table.play()
    except _Parted as parted:
        return Replay(steps=tuple(table.steps), results=(), partings=(parted.parting,))
    results = tuple(map(result_of, table.results()))
    partings = [*table.leftovers()]
    if written.results is not None:
        clauses = {result_of(result).key: result.clause for result in table.results()}
        partings += compared(written.results, results, clauses)
    return Replay(steps=tuple(table.steps), results=results, partings=tuple(partings))


class _Parted(Exception):  # noqa: N818  # not an error: it ends a replay
    def __init__(self, parting: Parting) -> None:
        super().__init__(parting)
        self.parting = parting


class ReplayTable(PracticeTable):
    """A practice table that is fed from a page."""

    def __init__(self, written: WrittenRound, rules: TableRules) -> None:
        super().__init__(rules, shoe=(), chips={}, wheels=written.wheels)
        self.steps: list[StepTaken] = []
        self._written = written
        self._decisions = list(written.decisions)
        self.load(written.cards)
        for player, chips in written.players.items():
            self._take(e.ChipsBrought(player=player, amount=chips))
        for box, player in written.seats.items():
            self._take(e.PlayerSeated(box=box, player=player))

    def _read_meter(self, name: str, reading: MeterReading) -> None:
        if name not in self.meters:
            known = ", ".join(self.meters) or "none"
            self._part(f"meter {name}", "a meter", f"has {known}", "replay/no-such-meter")
        self.meters = {**self.meters, name: meter_at(self.meters[name], reading)}

    def play(self) -> None:
        """Play the round to its end, or to where page and engine part."""
        for name, reading in self._written.meters.items():
            self._read_meter(name, reading)
        self._step(c.StartRound())
        for wager in self._written.wagers:
            self._wager(wager)
        while True:
            self._go_on()
            due = next_due(self.state, self.rules)
            if isinstance(due, Waiting):
                self._answer(due)
            elif self.state.round is None:
                return
            else:
                self._part("wagers", "a round", "has no wager to deal for", "replay/no-wagers")

    def play_out(self) -> None:
        """Play the round as far as page and engine go together."""
        with suppress(_Parted):
            self.play()

    def _wager(self, written: WrittenWager) -> None:
        current = self.state.round
        box = current.box(written.box) if current else None
        if box is not None and box.originals[0][0] != written.player:
            self._step(c.AdmitBettor(player=box.originals[0][0], box=written.box, bettor=written.player))
        for command in written.commands():
            self._step(command)

    def _keep(self, step: StepTaken) -> StepTaken:
        self.steps.append(step)
        return super()._keep(step)

    def _step(self, command: c.Command) -> None:
        try:
            self._carry_out(command)
        except SieteError as error:
            self._part_at(command, error)

    def _go_on(self) -> None:
        """Let the house go on to the next question or to the end of the round."""
        try:
            self.deal()
        except SieteError as error:
            due = next_due(self.state, self.rules)
            assert isinstance(due, Due), "the step that was refused is still due"
            self._part_at(due.command, error)

    def _part_at(self, command: c.Command, error: SieteError) -> None:
        got = f"refuses ({error.code}): {error.sentence}"
        self._part(words(command), "as a step", got, error.code, error.clause)

    def _answer(self, due: Waiting) -> None:
        """Give the next decision on the page to whom it is due."""
        wanted = ", ".join(f"box {ask.box} ({ask.player}, {ask.question.value})" for ask in due.asks)
        if not self._decisions:
            self._part("decisions", "no further decision", f"asks {wanted}", "replay/decision-missing", due.clause)
        decision = self._decisions.pop(0)
        ask = next((each for each in due.asks if _is_for(each, decision)), None)
        if ask is None:
            step = f"decision {len(self._written.decisions) - len(self._decisions)}"
            self._part(step, repr(str(decision)), f"asks {wanted}", "replay/other-question", due.clause)
            return
        self._step(decision.command(ask.player, most_meant(self.state, self.rules, ask, decision)))

    def _part(self, step: str, expected: str, got: str, code: str, clause: str = "") -> None:
        position = position_to_text(self.state, self.rules)
        raise _Parted(Parting(step=step, expected=expected, got=got, code=code, clause=clause, position=position))

    def leftovers(self) -> Iterator[Parting]:
        """What stands on the page and was never needed."""
        left = {
            "card": [str(card) for card in self._written.cards[self.state.dealt :]],
            "decision": [repr(str(decision)) for decision in self._decisions],
            "wheel": [" ".join(symbols) for symbols in self._wheels],
        }
        for what, rest in left.items():
            if rest:
                yield Parting(
                    step=f"{what}s",
                    expected=f"{' '.join(rest)} more",
                    got="ends the round without",
                    code=f"replay/{what}-left-over",
                )


def _is_for(ask: Ask, decision: Decision) -> bool:
    return ask.box == decision.box and decision.player in ("", ask.player)


def meter_at(meter: Meter, reading: MeterReading | None) -> Meter:
    """The meter as it was read before the round; at its seed where nobody read it."""
    if reading is None:
        return meter
    shows, reserve = reading.shows * 100, reading.reserve * 100
    return replace(
        meter,
        amount=Cents(int(shows)),
        fraction=Fraction(shows - int(shows)),
        reserve=Cents(int(reserve)),
        reserve_fraction=Fraction(reserve - int(reserve)),
    )


def most_meant(state: TableState, rules: TableRules, ask: Ask, decision: Decision) -> Cents:
    """The most that a decision without an amount can mean."""
    box = state.round.box(ask.box) if state.round else None
    assert box is not None, "questions are asked about boxes in play"
    if decision.word is Word.INSURE:
        return insurance.most(box.original(ask.player), rules)
    if decision.word is not Word.DOUBLE or ask.question in (Question.INSURANCE, Question.BLACKJACK):
        return Cents(0)
    hand = box.hands[ask.hand]
    stake = next(each for each in hand.stakes if each.player == ask.player and each.is_open)
    return double_limits(hand, stake, rules)[1]


def words(command: c.Command) -> str:
    """A command in words: `place wager ana box 1 base $25`."""
    name = type(command).__name__
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
    parts: list[str] = []
    for field in command.__dataclass_fields__:
        value = getattr(command, field)
        if value is None or (value in ("", False, ()) and field != "box"):
            continue
        parts.append(_part_in_words(field, value))
    return " ".join([spaced, *parts])


def _part_in_words(field: str, value: object) -> str:
    if field in ("amount", "before") and isinstance(value, int):
        return cents_to_text(Cents(value))
    if field == "box":
        return f"box {value}" if value else "the dealer"
    if field == "hand":
        return f"hand {int(str(value)) + 1}"
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return field.replace("is_", "") if value is True else str(value)


def compared(
    written: Sequence[WrittenResult], results: Sequence[WrittenResult], clauses: Mapping[Key, str] | None = None
) -> Iterator[Parting]:
    """Where results differ, wager by wager; a clause is compared where one is written."""
    ours, theirs = ({result.key: result for result in each} for each in (results, written))
    for key in dict.fromkeys((*theirs, *ours)):
        mine, wanted = ours.get(key), theirs.get(key)
        if mine is not None and wanted is not None and wanted.clause:
            mine = replace(mine, clause=(clauses or {}).get(key, wanted.clause))
        if mine == wanted:
            continue
        box, hand, player, wager = key
        step = f"result of box {box}{f' hand {hand}' if hand > 1 else ''} {player} {wager}"
        yield Parting(step=step, expected=_outcome(wanted), got=_outcome(mine), code="replay/result-differs")


def _outcome(result: WrittenResult | None) -> str:
    """A result in words: `777-spades, paid $75, returned $25`."""
    if result is None:
        return "nothing"
    money = (("paid", result.paid), ("returned", result.returned), ("collected", result.collected))
    parts = [result.line, *(f"{word} {cents_to_text(cents)}" for word, cents in money if cents)]
    return ", ".join(part for part in (*parts, result.clause and f"by {result.clause}") if part) or "nothing moved"
