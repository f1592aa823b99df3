"""A lane of the learning agents' kernel: a table with one box, and where its round stands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from siete.sim.compiler.encoding import CODES
from siete.sim.compiler.layout import Records
from siete.sim.counts import MOST_HANDS
from siete.sim.kernels.shuffling import Words

MOST_CARDS = 21
"""More cards than a hand can hold without going over 21."""


class Lane:
    """Where the round of a lane stands; a record for the kernel, as compiled rules are."""

    rng: Words
    is_given: int
    """Whether the next round is dealt from the shoe as it lies."""
    pos: int
    shuffled: int
    start: int
    is_filled: int
    """Whether the shoe was filled from the discard rack in mid-round: it is shuffled anew after it."""
    stage: int
    size: int
    """Which of the wager sizes was chosen: each has compiled rules of its own."""
    up: int
    down: int
    dealer: int
    hands: int
    index: int
    one: int
    two: int
    last: int
    cards: int
    """How many cards the hand that is decided has."""
    state: int
    phase: int
    doublings: int
    is_insured: int
    is_held: int
    has_super: int
    hand: NDArray[np.int64]
    """The cards of the hand that is decided."""
    firsts: NDArray[np.int64]
    ends: NDArray[np.int64]
    seen: NDArray[np.int64]
    """Cards seen since the shuffle, by code."""


_NUMBERS = (
    "is_given", "pos", "shuffled", "start", "is_filled", "stage", "size", "up", "down", "dealer", "hands", "index",
    "one", "two", "last", "cards", "state", "phase", "doublings", "is_insured", "is_held", "has_super",
)  # fmt: skip
_LAYOUT = np.dtype(
    [
        ("rng", np.uint64, (4,)),
        *((name, np.int64) for name in _NUMBERS),
        ("hand", np.int64, (MOST_CARDS,)),
        ("firsts", np.int64, (MOST_HANDS + 1,)),
        ("ends", np.int64, (MOST_HANDS + 1,)),
        ("seen", np.int64, (CODES,)),
    ],
    align=True,
)


def new_lanes(count: int) -> Records:
    """So many lanes whose shoes are spent, so that their first round begins with a shuffle."""
    lanes = np.zeros(count, dtype=_LAYOUT)
    lanes["pos"] = np.iinfo(np.int64).max
    return lanes
