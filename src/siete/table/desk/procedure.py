"""The steps of an opening and of a shuffle in order, with their clauses: found by taking them with sorted cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from siete.cards import Card
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.automatic import next_due
from siete.table.due import HOUSE, Approval, Due, Next, Question, Waiting
from siete.table.money.table_meters import meters_of
from siete.table.stages.shuffling import cut_limits
from siete.table.state.cards import Pack
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.stepping import drive, take
from siete.table.words import step_in_words


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """One step: what it is, the clause that orders it, and its words; the dealer's, the floor's or a player's."""

    command: c.HouseCommand | c.FloorCommand | c.PlayerCommand
    clause: str
    words: str


class _Sorted:
    """No randomness: which steps are due depends on no order of cards."""

    def order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(sorted(cards, key=str))

    def depth(self, least: int, most: int) -> int:
        return (least + most) // 2

    def symbols(self, wager: Wager, current: Round, rules: TableRules) -> tuple[str, ...]:
        raise AssertionError("no wheel is spun before a round")


def opening_steps(rules: TableRules) -> tuple[ProcedureStep, ...]:
    """From the closed table to the first wagers, at a table where nobody sits yet."""
    return _opened(rules)[0]


def shuffle_steps(rules: TableRules) -> tuple[ProcedureStep, ...]:
    """From the shoe whose cover card has come to the next wagers; none where no cards are shuffled by procedure."""
    state = _opened(rules)[1]
    if state.pack is None:
        return ()
    return _steps(replace(state, pack=replace(state.pack, cover_came_at=1)), rules)[0]


PLAYER = "player"
"""Who stands for the player who looks the cards over and cuts them."""


def _opened(rules: TableRules) -> tuple[tuple[ProcedureStep, ...], TableState]:
    state = TableState()
    come = (c.BringChips(player=PLAYER, amount=rules.table_min), c.TakeSeat(player=PLAYER, box=1))
    for command in (c.PrepareTable(by=HOUSE, at=0), *come):
        state = take(state, rules, meters_of(rules), command).state
    return _steps(state, rules)


def _steps(state: TableState, rules: TableRules) -> tuple[tuple[ProcedureStep, ...], TableState]:
    """The steps up to the next wagers, and the table then."""

    def choice(_: TableState, due: Due | Approval) -> c.Command | None:
        return None if isinstance(due.command, c.StartRound) else due.command

    found: list[ProcedureStep] = []
    while True:
        for step in drive(state, rules, meters_of(rules), choice, _Sorted()):
            state, ordered = step.state, step.ordered
            if isinstance(ordered, c.HouseCommand | c.FloorCommand):
                found.append(ProcedureStep(ordered, step.clause, _capital(step_in_words(ordered))))
        due = next_due(state, rules)
        if not isinstance(due, Waiting):
            return tuple(found), state
        answer, words = _answer(state, rules, due)
        found.append(ProcedureStep(answer, due.clause, words))
        state = take(state, rules, meters_of(rules), answer).state


def _answer(state: TableState, rules: TableRules, due: Waiting) -> tuple[c.PlayerCommand, str]:
    """What the player does before a round: look, or cut."""
    ask, pack = due.asks[0], state.pack
    if ask.question is not Question.CUT:
        return c.LookOver(player=ask.player, box=ask.box), "A player looks the cards over"
    assert pack is not None and pack.order is not None, "shuffled cards are cut"
    return c.CutCards(player=ask.player, box=ask.box, at=sum(cut_limits(rules, len(pack.order))) // 2), "A player cuts"


def _capital(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"


_FOUND: dict[tuple[str, str], tuple[ProcedureStep, ...]] = {}
"""Steps that were found before, by phase and rules: finding them takes some hundredths of a second."""
MOST_FOUND = 64


class TablePhase(StrEnum):
    """What the table is about."""

    OPENING = "opening"
    SHUFFLE = "shuffle"
    ROUND = "round"

    def steps(self, rules: TableRules) -> tuple[ProcedureStep, ...]:
        """The steps of the phase in order; a round has no fixed ones."""
        if self is TablePhase.ROUND:
            return ()
        key = (self.value, rules.rules_hash)
        if key not in _FOUND:
            if len(_FOUND) >= MOST_FOUND:
                _FOUND.clear()
            _FOUND[key] = opening_steps(rules) if self is TablePhase.OPENING else shuffle_steps(rules)
        return _FOUND[key]

    def place(self, state: TableState, rules: TableRules, due: Next) -> int | None:
        """The place of what is due among the steps; None where it is none of them."""
        steps = self.steps(rules)
        wanted = _wanted(due)
        found = [at for at, each in enumerate(steps) if wanted is not None and _is_same(each.command, wanted)]
        if not found:
            return None
        if isinstance(wanted, c.DoShuffleStep) and state.pack is not None:
            first = next(at for at, each in enumerate(steps) if isinstance(each.command, c.DoShuffleStep))
            return first + len(state.pack.steps)
        return found[0]


def phase_of(state: TableState) -> TablePhase:
    """Opening until the first shoe is loaded and burned, shuffle while later cards are out of it, else round."""
    pack = state.pack
    if state.round is not None and (pack is None or pack.is_loaded):
        return TablePhase.ROUND
    if state.opening is not None and (pack is None or (state.rounds == 0 and (not pack.is_loaded or pack.burns_due))):
        return TablePhase.OPENING
    return TablePhase.ROUND if pack is None or _is_in_use(pack) else TablePhase.SHUFFLE


def _is_in_use(pack: Pack) -> bool:
    """Whether the cards are in a shoe that has not had its last round."""
    is_over = pack.cover_came_at is not None or pack.is_reshuffle_ordered
    return pack.is_loaded and not pack.burns_due and not is_over


def _wanted(due: Next) -> c.Command | type[c.Command] | None:
    """What the steps name for what is due: a cut and a look, whoever does them."""
    if isinstance(due, Waiting):
        questions = {Question.CUT: c.CutCards, Question.LOOK: c.LookOver}
        return next((questions[ask.question] for ask in due.asks if ask.question in questions), None)
    if isinstance(due, Due | Approval):
        return c.CutCards if isinstance(due.command, c.CutForHouse) else due.command
    return None


def _is_same(step: c.Command, wanted: c.Command | type[c.Command]) -> bool:
    return isinstance(step, wanted) if isinstance(wanted, type) else step == wanted
