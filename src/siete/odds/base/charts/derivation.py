"""The chart players know, derived from solved values: hard, soft and pairs, and a chart after doubling.

Each cell is the play that is worth most on average over all hands that meet in it, weighted by how often each is
reached in play; the marks (hit with so many cards, with a chance of 6-7-8 or 7-7-7) are tried with every play
and kept where they gain. What the chart then costs is worked out exactly by valuing it as a given strategy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from siete.odds.base.game import Game
from siete.odds.base.jit import Floats, Ints
from siete.odds.base.play import (
    DOUBLE,
    HIT,
    RESCUE,
    SPLIT,
    STAND,
    SURRENDER,
    may,
    stand_and_rescue,
)
from siete.odds.base.policy import CODES, Hand, bonus_hands, hand_of, state_of
from siete.odds.base.reach import Course, courses
from siete.odds.base.shoe import KINDS, VALUE
from siete.odds.base.states import VALUES, states
from siete.odds.base.versus_up_card import Against
from siete.strategy import COLUMNS, ROWS, Cell, Chase, Play, Situation, Strategy, StrategyRow, Table

Mask = NDArray[np.bool_]

_UNSEEN = 1e-12
"""The weight of a hand that is never reached, so that its cell is still the best."""
_GAIN = 1e-10
"""A mark or a second play must gain more than this to be printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A hand that a cell decides: how often, and what each permitted play is worth."""

    situation: Situation
    weight: float
    worth: dict[int, float]


@dataclass
class Cases:
    """The hands of every cell of one column."""

    column: int
    by_row: dict[tuple[Table, str], list[Case]] = field(default_factory=dict)

    def add(self, table: Table, name: str, case: Case) -> None:
        """Put a hand into its cell."""
        self.by_row.setdefault((table, name), []).append(case)


def chart(game: Game, name: str) -> Strategy:
    """The chart for a solved game."""
    columns = [_cases(game, course) for course in _one_for_each_value(courses(game))]
    rows = [
        StrategyRow(
            table=table, name=row, cells=tuple(_cell(table, column.by_row.get((table, row), [])) for column in columns)
        )
        for table in (Table.HARD, Table.SOFT, Table.PAIRS, *_doubled(game))
        for row in ROWS[table]
    ]
    return Strategy(name=name, rows=(*rows, *_split_rows(columns, rows)))


def _split_rows(columns: list[Cases], rows: list[StrategyRow]) -> Iterator[StrategyRow]:
    """The cells that are played otherwise on hands of a split, where those earn no bonus."""
    known = {(row.table, row.name): row.cells for row in rows}
    for table, behind in ((Table.HARD_SPLIT, Table.HARD), (Table.SOFT_SPLIT, Table.SOFT)):
        for name in ROWS[table]:
            found = [column.by_row.get((table, name), []) for column in columns]
            best = [_cell(table, cases) if cases else None for cases in found]
            cells = tuple(
                None if cell == usual else cell for cell, usual in zip(best, known[behind, name], strict=True)
            )
            if any(cells):
                yield StrategyRow(table=table, name=name, cells=cells)


def _doubled(game: Game) -> tuple[Table, ...]:
    most = game.against(game.deals[0].up).by_value.whole.terms.doublings
    return (Table.DOUBLED_1, Table.DOUBLED_2, Table.DOUBLED_3)[:most]


def _one_for_each_value(found: list[Course]) -> list[list[Course]]:
    """The courses by column; several kinds of up card may share one."""
    by_value: dict[int, list[Course]] = {}
    for course in found:
        by_value.setdefault(course.by_value.up.value, []).append(course)
    return [by_value[_value(word)] for word in COLUMNS]


def _value(word: str) -> int:
    return 0 if word == "A" else 9 if word == "X" else int(word) - 1


def _cases(game: Game, found: Sequence[Course]) -> Cases:
    cases = Cases(column=found[0].by_value.up.value)
    for course in found:
        against = next(each for each in game.seen() if each.by_value is course.by_value)
        _first_hands(game, course, cases)
        reaches = _reaches(course)
        _later_hands(against, course, reaches, cases)
        _doubled_hands(against, course, sum(reaches.values(), _never()), cases)
    return cases


def _situation(hand: Hand, up: int, *, is_split: bool = False, doublings: int = 0) -> Situation:
    cards = tuple(KINDS[kind] for kind in hand)
    return Situation(cards=cards, up=KINDS[up], is_split=is_split, doublings=doublings)


def _place(situation: Situation) -> tuple[Table, str]:
    hard, is_soft = situation.hard_total, situation.is_soft
    total = hard + 10 if is_soft else hard
    if situation.doublings:
        table = (Table.DOUBLED_1, Table.DOUBLED_2, Table.DOUBLED_3)[situation.doublings - 1]
        return table, f"s{total}" if is_soft else str(total)
    return (Table.SOFT if is_soft else Table.HARD), str(total)


def _first_hands(game: Game, course: Course, cases: Cases) -> None:
    """The two cards first dealt, with all that may be done with them."""
    for deal in game.deals:
        if game.against(deal.up).by_value is not course.by_value:
            continue
        weight = deal.chance * (1.0 - game.blackjack_chance(deal.hand, deal.up))
        worth = game.actions(deal.hand, deal.up)
        case = Case(situation=_situation(deal.hand, deal.up), weight=weight, worth=worth)
        if SPLIT in worth:
            cases.add(Table.PAIRS, _word(VALUE[deal.hand[0]]), case)
        cases.add(*_place(case.situation), case)


def _word(value: int) -> str:
    return "A" if value == 0 else "X" if value == 9 else str(value + 1)


def _later_hands(against: Against, course: Course, reaches: dict[int, Floats], cases: Cases) -> None:
    """Hands of three cards and more and hands of splits; those of one total and length together."""
    hands = states()
    for level in [course.by_value.whole, *(course.by_value.split(pair)[0] for pair in course.splits)]:
        reach = reaches.get(level.pair, _never())[0]
        least = 2 if level.terms.is_split else 3
        wanted = (hands.cards >= least) & ~np.isnan(level.values.stand)
        if level.terms.is_split:
            wanted &= reach > 0.0
        for group in _groups(wanted, by_length=True):
            some = _some_hand(int(group[0]))
            values = {STAND: level.values.stand, HIT: level.values.hit, DOUBLE: level.values.double[0]}
            worth, weight = _mean(values, np.maximum(reach[group], _UNSEEN), group, against.allowed(some, level))
            situation = _situation(some, against.up, is_split=level.terms.is_split)
            table, row = _place(situation)
            if level.terms.is_split and not course.by_value.rules.bonus_on_split:
                table = Table.SOFT_SPLIT if table is Table.SOFT else Table.HARD_SPLIT
            cases.add(table, row, Case(situation=situation, weight=weight, worth=worth))


def _groups(wanted: Mask, *, by_length: bool) -> Iterator[Ints]:
    """The wanted hands in groups of one total, alike hard or soft, and of one number of cards if asked."""
    hands = states()
    chosen = np.flatnonzero(wanted & ~np.isin(np.arange(len(hands.hard)), _told_pairs()))
    keys = hands.hard[chosen] * 2 + hands.is_soft[chosen]
    if by_length:
        keys = keys * 32 + hands.cards[chosen]
    for key in np.unique(keys):
        yield chosen[keys == key]


@cache
def _told_pairs() -> tuple[int, ...]:
    return tuple(sorted({state_of(hand) for hand in bonus_hands() if len(hand) == 2}))


def _mean(
    values: dict[int, Floats], weights: Floats, group: Ints, plays: Iterable[int]
) -> tuple[dict[int, float], float]:
    """What each play is worth on average over a group, and the weight of the group."""
    total = float(weights.sum())
    kept = [play for play in plays if play in values and not np.isnan(values[play][group]).any()]
    return {play: float((values[play][group] * weights).sum() / total) for play in kept}, total


def _some_hand(state: int) -> Hand:
    values = np.repeat(np.arange(VALUES), states().counts[state])
    return hand_of(VALUE.index(int(value)) + index % 3 for index, value in enumerate(values))


def _never() -> Floats:
    return np.zeros((4, len(states().hard)))


def _reaches(course: Course) -> dict[int, Floats]:
    """How often each hand by value is come to, by doublings: by value of its pair, all levels of a split together."""
    found: dict[int, Floats] = {}
    for stream in course.streams.values():
        total = found.setdefault(stream.level.pair, _never())
        total += stream.reach(course.by_value)
        stream.forget()
    return found


def _doubled_hands(against: Against, course: Course, total: Floats, cases: Cases) -> None:
    """Doubled hands, those of one total together, as in a hand from no split."""
    hands, by_value = states(), course.by_value
    level = by_value.whole
    for doublings in range(1, level.terms.doublings + 1):
        wanted = (hands.cards >= 3) & (hands.cards <= 8) & ~np.isnan(level.values.value[doublings])
        for group in _groups(wanted, by_length=False):
            some = _some_hand(int(group[0]))
            stand = np.full(len(hands.hard), np.nan)
            rescue = np.full(len(hands.hard), np.nan)
            stand[group], rescue[group] = stand_and_rescue(
                hands, by_value.draws, level.terms, by_value.shoe, by_value.rows, group, doublings
            )
            values = {STAND: stand, RESCUE: rescue}
            if doublings < level.terms.doublings:
                values[DOUBLE] = level.values.double[doublings]
            plays = [play for play in values if may(hands, level.terms, int(group[0]), play, doublings)]
            weights = np.maximum(total[doublings, group], _UNSEEN * 0.1 ** hands.cards[group])
            worth, weight = _mean(values, weights, group, plays)
            situation = _situation(some, against.up, doublings=doublings)
            cases.add(*_place(situation), Case(situation=situation, weight=weight, worth=worth))


def _cell(table: Table, cases: list[Case]) -> Cell | None:
    """The cell worth most over these hands; None for a pair that its total should decide."""
    if table is Table.PAIRS:
        return _best(_pair_cells(), cases, fallback=True)
    if table in (Table.HARD, Table.SOFT, Table.HARD_SPLIT, Table.SOFT_SPLIT):
        return _best(_total_cells(cases), cases, fallback=False)
    doubled = [Cell.from_text(text) for text in ("S", "X", "D/S", "D/X")]
    return _best(doubled, cases, fallback=False)


def _total_cells(cases: list[Case]) -> list[Cell]:
    plays = {play for case in cases for play in case.worth}
    texts = ["H", "S"] if HIT in plays else ["S"]
    texts += [f"D/{other}" for other in "HS"] if DOUBLE in plays else []
    texts += [f"R/{other}" for other in "HS"] if SURRENDER in plays else []
    plain = [Cell.from_text(text) for text in texts]
    lengths = sorted({len(case.situation.cards) for case in cases if 3 <= len(case.situation.cards) <= 9})
    chases = list(Chase) if any(Chase.ANY.is_on(case.situation) for case in cases) else [Chase.NONE]
    marked = [
        Cell(play=cell.play, otherwise=cell.otherwise, hit_from=length, chase=chase)
        for cell, length, chase in product(plain, [None, *lengths], chases)
        if cell.play is not Play.HIT and (length or chase)
    ]
    return plain + marked


def _pair_cells() -> list[Cell]:
    return [Cell.from_text(text) for text in ("P", "R/P", "P^", "P+", "P*")]


def _best(cells: Iterable[Cell], cases: list[Case], *, fallback: bool) -> Cell | None:
    """The first cell that no other beats by more than a tolerance."""
    if not cases:
        return None if fallback else Cell(play=Play.STAND)
    cases = _together(cases)
    weights = np.array([case.weight for case in cases])
    best: Cell | None = None
    highest = float(weights @ np.array([_without_split(case) for case in cases])) if fallback else -np.inf
    worths = _Worths(cases)
    for cell in cells:
        worth = float(weights @ worths.of(cell))
        if worth > highest + _GAIN * float(weights.sum()):
            best, highest = cell, worth
    return best


_HIT = Cell(play=Play.HIT)


@dataclass
class _Worths:
    """What cells are worth on each of some cases; what cells share is worked out once.

    Where a mark of a cell is on it hits, else it plays as it would without marks.
    """

    cases: list[Case]
    _unmarked: dict[Cell, Floats] = field(default_factory=dict)
    _lengths: dict[int, Mask] = field(default_factory=dict)
    _chases: dict[Chase, Mask] = field(default_factory=dict)

    def of(self, cell: Cell) -> Floats:
        """What the cell's play is worth on each case."""
        if not cell.has_marks:
            return self._plain(cell)
        plain = self._plain(replace(cell, hit_from=None, chase=Chase.NONE))
        found: Floats = np.where(self._is_on(cell), self._plain(_HIT), plain)
        return found

    def _plain(self, cell: Cell) -> Floats:
        """What a cell without marks is worth on each case: by the first play permitted, else by standing."""
        if cell not in self._unmarked:
            wanted = [CODES[play] for play in (cell.play, cell.otherwise, Play.STAND) if play is not None]
            worths = [next(case.worth[play] for play in wanted if play in case.worth) for case in self.cases]
            self._unmarked[cell] = np.array(worths)
        return self._unmarked[cell]

    def _is_on(self, cell: Cell) -> Mask:
        """Whether a mark of the cell is on, by case."""
        length, chase = cell.hit_from or 0, cell.chase
        if length not in self._lengths:
            least = length or np.inf
            self._lengths[length] = np.array([len(case.situation.cards) >= least for case in self.cases])
        if chase not in self._chases:
            self._chases[chase] = np.array([chase.is_on(case.situation) for case in self.cases])
        return self._lengths[length] | self._chases[chase]


def _together(cases: list[Case]) -> list[Case]:
    """Cases that no cell can tell apart made into one: alike in length, chance of a bonus, and plays permitted."""
    groups: dict[tuple[object, ...], list[Case]] = {}
    for case in cases:
        marks = tuple(chase.is_on(case.situation) for chase in Chase)
        groups.setdefault((len(case.situation.cards), marks, frozenset(case.worth)), []).append(case)
    return [_mixed(group) for group in groups.values()]


def _mixed(group: list[Case]) -> Case:
    weight = sum(case.weight for case in group)
    worth = {play: sum(case.weight * case.worth[play] for case in group) / weight for play in group[0].worth}
    return Case(situation=group[0].situation, weight=weight, worth=worth)


def _without_split(case: Case) -> float:
    return max(worth for play, worth in case.worth.items() if play != SPLIT)
