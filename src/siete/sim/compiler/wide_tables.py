"""Lookup tables of the wide kernels: where each card leads and what it means, one lookup each.

A hand's place is its state and the column of the up card in one number, sixteen times the state plus the column.
Doubled hands have states of their own here, so that a double is one more step and no exception.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from siete.sim.codes import Act, Dealer, HandKind
from siete.sim.compiler.decisions import TOTALS, Phase
from siete.sim.compiler.encoding import EIGHT, RANK_COLUMNS, RANKS, SEVEN, SIX, SPADE_SEVEN_COLUMN, UP_COLUMNS
from siete.sim.compiler.hand_states import BUST, HandStates
from siete.sim.compiler.layout import Records

Shorts = NDArray[np.uint16]

ROOM = 256
GOES_ON, SPECIAL, DOUBLES, NEEDS_TOTAL = 1, 2, 1 << 12, 1 << 13
"""Bits of a place's code; the final of the hand stands from the third bit on, the last act from the tenth."""
FINAL_AT, ACT_AT = 2, 9
OVER = 128
"""Added to the dealer's state where the look under the up card ends the round."""
_LAST_COLUMN = SPADE_SEVEN_COLUMN + 1
OVER_COLUMN = UP_COLUMNS - 1
"""In place of the up card's column where the look ended the round: a blackjack stays, any other hand is lost.

All its bits are set, so that it can be laid over any other column.
"""


@dataclass(frozen=True, slots=True)
class LaneTables:
    """The lookup tables of all lanes."""

    first: NDArray[np.uint8]
    """The state of two cards."""
    steps: NDArray[np.uint8]
    """The state after another card; doubles in the second half."""
    codes: Shorts
    dealt: NDArray[np.uint8]
    """The dealer's state by both ranks, or by the up card's alone without a hole card."""
    totals: NDArray[np.uint8]
    """The total of each doubled state, 32 more where it is soft."""


def lane_tables(tables: Records, states: HandStates) -> LaneTables | None:
    """The tables; none where rules or strategy need more than the wide kernels support."""
    t = tables[0]
    plain, doubled = states.count, states.count + 1
    totals = {total: doubled + place for place, total in enumerate([0, *sorted({*_totals(states)})])}
    if not states.is_small or t["bonus_on_doubled"] or doubled + len(totals) > ROOM:
        return None
    steps = np.zeros((2, ROOM, RANK_COLUMNS), dtype=np.uint8)
    codes = np.zeros((ROOM, UP_COLUMNS), dtype=np.uint16)
    for state, cards in states.examples.items():
        number = states.numbers[state]
        for column in range(_LAST_COLUMN):
            codes[number, column] = _code(t, number, column)
        for rank in range(len(RANKS)) if number != BUST else ():
            after = int(t["after"][number * RANK_COLUMNS + rank])
            ranks = {RANKS.index(card.rank) for card in cards} | {rank}
            is_shape = ranks in ({SIX, SEVEN, EIGHT}, {SEVEN})
            is_plain = t["kinds"][after] == HandKind.THREE_CARDS and not is_shape
            steps[0, number, rank] = plain if is_plain else after
            steps[1, number, rank] = totals[int(t["totals"][after]) if after != BUST else 0]
    codes[plain] = _ended(HandKind.TWENTY_ONE, 0, Act.DONE)
    for total, number in totals.items():
        for column in range(_LAST_COLUMN):
            codes[number, column] = _doubled_code(t, total, column)
        for rank in range(len(RANKS)) if total else ():
            steps[1, number, rank] = totals[_after_total(total, rank)]
    codes[:, OVER_COLUMN] = _ended(HandKind.UNDER_17, 0, Act.DONE) & ~np.uint16(NEEDS_TOTAL)
    blackjacks = [number for number in states.numbers.values() if t["kinds"][number] == HandKind.BLACKJACK]
    codes[blackjacks, OVER_COLUMN] = _ended(HandKind.BLACKJACK, 0, Act.DONE)
    doubled_totals = np.zeros(ROOM, dtype=np.uint8)
    doubled_totals[list(totals.values())] = list(totals)
    return LaneTables(np.array(t["first"]), steps.ravel(), codes.ravel(), _dealt(t), doubled_totals)


def _totals(states: HandStates) -> list[int]:
    return [state.total + 32 * state.is_soft for state in states.numbers if state.cards >= 3]


def _after_total(total: int, rank: int) -> int:
    """A doubled hand's total after one more card; 0 for a bust."""
    points = min(rank + 1, 10)
    hard = total % 32 - (10 if total >= 32 else 0) + points
    if hard > 21:
        return 0
    is_soft = hard <= 11 and (total >= 32 or rank == 0)
    return hard + 42 if is_soft else hard


def _ended(kind: int, doublings: int, act: int) -> int:
    needs = NEEDS_TOTAL if kind <= HandKind.TWENTY else 0
    return (kind * 4 + doublings) << FINAL_AT | act << ACT_AT | needs


def _code(t: np.void, state: int, column: int) -> int:
    act = int(t["acts"][(Phase.FIRST * int(t["states"]) + state) * UP_COLUMNS + column])
    if act in (Act.HIT, Act.DOUBLE):
        return GOES_ON | (DOUBLES if act == Act.DOUBLE else 0)
    if act == Act.SURRENDER:
        rank = SEVEN if column == SPADE_SEVEN_COLUMN else column
        return _ended(HandKind.PARKED if t["parks"][rank] else HandKind.SURRENDERED, 0, act)
    kind = int(t["kinds"][state])
    if act == Act.SPLIT or kind == HandKind.THREE_CARDS:
        return SPECIAL | act << ACT_AT
    return _ended(kind, 0, act)


def _doubled_code(t: np.void, total: int, column: int) -> int:
    if not total:
        return _ended(HandKind.BUST, 1, Act.DONE)
    act = int(t["doubled"][(TOTALS + total) * UP_COLUMNS + column])
    if act == Act.DOUBLE:
        return SPECIAL | act << ACT_AT
    if act == Act.RESCUE:
        return _ended(HandKind.RESCUED, 1, act)
    number = total % 32
    return _ended(HandKind.TWENTY_ONE if number == 21 else max(0, number - 16), 1, act)


def _dealt(t: np.void) -> NDArray[np.uint8]:
    table = np.zeros(RANK_COLUMNS * RANK_COLUMNS, dtype=np.uint8)
    for up in range(len(RANKS)):
        one = int(t["dealer_one"][up])
        for down in range(len(RANKS)):
            state = int(t["dealer_next"][one * RANK_COLUMNS + down]) if t["has_hole"] else one
            is_over = t["peeks"][up] and state == Dealer.BLACKJACK
            table[up * RANK_COLUMNS + down] = state + (OVER if is_over else 0)
    return table
