"""Player hands by value: every multiset of the ten values whose hard total is 21 or less.

Values are 0 (ace), 1 to 8 (2 to 9) and 9 (J, Q, K); an ace counts 1 in a hard total. Hands are numbered by
rising hard total, so that every draw leads to a higher number: one pass down values them, one pass up deals them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from siete.odds.base.jit import Bytes, Ints


VALUES = 10
ACE, TEN = 0, 9
BUST = -1


class States(NamedTuple):
    """The hands, a row for each: how many of each value, hard total, softness, number of cards, and draws."""

    counts: Ints
    hard: Ints
    is_soft: Bytes
    cards: Ints
    draw: Ints
    """The hand after one more card of each value; -1 where that is over 21."""


def total_of(state: int) -> int:
    """The total a hand counts for, with an ace as 11 where it fits."""
    hands = states()
    return int(hands.hard[state]) + (10 if hands.is_soft[state] else 0)


def index_of(values: Iterable[int]) -> int:
    """The hand of these values; -1 when it is over 21."""
    draw, state = states().draw, 0
    for value in values:
        state = int(draw[state, value])
        if state == BUST:
            return BUST
    return state


def _multisets(points: int, least: int) -> Iterator[tuple[int, ...]]:
    """Sorted hands of values from `least` on with at most so many points."""
    yield ()
    for value in range(least, min(points, VALUES)):
        for rest in _multisets(points - value - 1, value):
            yield (value, *rest)


@cache
def states() -> States:
    """All hands; the first is the empty one."""
    hands = sorted(_multisets(21, 0), key=lambda hand: (sum(hand) + len(hand), hand))
    number = {hand: state for state, hand in enumerate(hands)}
    counts = np.zeros((len(hands), VALUES), dtype=np.int64)
    draw = np.full((len(hands), VALUES), BUST, dtype=np.int64)
    for state, hand in enumerate(hands):
        for value in hand:
            counts[state, value] += 1
        for value in range(min(VALUES, 21 - sum(hand) - len(hand))):
            draw[state, value] = number[tuple(sorted((*hand, value)))]
    hard = counts @ np.arange(1, VALUES + 1)
    is_soft = ((counts[:, ACE] > 0) & (hard <= 11)).astype(np.int8)
    return States(counts=counts, hard=hard, is_soft=is_soft, cards=counts.sum(axis=1), draw=draw)
