"""What a kernel counts in a chunk of rounds, and the room it works in."""

from __future__ import annotations

from threading import local
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siete.sim.codes import ACTS, ENDS, METERED, SPOTS, WAGERS
from siete.sim.compiler.jackpot_tables import NO_LINE
from siete.sim.compiler.layout import LEVELS, SYMBOLS, Records

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

SPLIT_NETS = 1 << 9
"""Room for the nets of split boxes, as many different amounts."""
TOTALS = 1 << 12
"""Room for different results of a round; a chunk with more counts the rest as others."""
TRACED_ACTS = 400
MOST_BOXES = 16
MOST_HANDS = 8


AWARDS = 1 << 13
"""Awards of a chunk; with real cards there is one in some thousand rounds of a box."""


class Counts:
    """Whole numbers only, so that chunks can be added in any order; a record for the kernel, as compiled rules are."""

    ends: Ints
    """Boxes with one hand, by level, kind, doublings and dealer."""
    split_ends: Ints
    """Hands of split boxes, likewise."""
    split_sizes: Ints
    """Split boxes by number of hands."""
    split_net_keys: Ints
    split_net_counts: Ints
    """Split boxes by net: a small table of different amounts."""
    acts: Ints
    """Decisions on hands not split, then on split ones."""
    shoes: Ints
    full_shoes: Ints
    full_rounds: Ints
    """Shoes dealt from shuffle to shuffle, and the rounds they gave: a chunk ends in the middle of others."""
    dealt: Ints
    refills: Ints
    errors: Ints
    level_rounds: Ints
    sums: Ints
    """Net cents of each wager, summed over rounds without an award from a meter; the last is all wagers together."""
    squares: Ints
    insured: Ints
    matches: Ints
    """By spot and match of both cards."""
    lines: Ints
    """By jackpot game and line."""
    spins: Ints
    aces: Ints
    communities: Ints
    hots: Ints
    supers: Ints
    envies: Ints
    total_keys: Ints
    total_counts: Ints
    """Rounds by their result in cents, without those that a meter had a part in."""
    award_count: Ints
    awards: Ints
    """Round, box, wager and line of each award that waits for a meter."""
    award_rounds: Ints
    """Round, the net of each wager and of all without the awards, and the rounds that have fed each metered wager."""
    hands: Ints
    hand_counts: Ints
    firsts: Ints
    finals: Ints
    round_nets: Ints
    box_nets: Ints
    fed_rounds: Ints
    """Rounds in which each metered wager was made; kept where one of them waits for a count."""
    spin_symbols: Ints
    is_traced: Ints
    traced_acts: Bytes
    traced_length: Ints


_SIZES: dict[str, int | tuple[int, ...]] = {
    "ends": LEVELS * ENDS,
    "split_ends": LEVELS * ENDS,
    "split_sizes": MOST_HANDS + 1,
    "split_net_keys": SPLIT_NETS,
    "split_net_counts": SPLIT_NETS,
    "acts": 2 * ACTS,
    "shoes": 1,
    "full_shoes": 1,
    "full_rounds": 1,
    "dealt": 1,
    "refills": 1,
    "errors": 1,
    "level_rounds": LEVELS,
    "sums": WAGERS + 1,
    "squares": WAGERS + 1,
    "insured": LEVELS,
    "matches": SPOTS * 9,
    "lines": 2 * (NO_LINE + 1),
    "spins": SYMBOLS,
    "aces": 1,
    "communities": SYMBOLS,
    "hots": SYMBOLS,
    "supers": 1,
    "envies": 1,
    "total_keys": TOTALS,
    "total_counts": TOTALS + 1,
    "award_count": 2,
    "hands": MOST_HANDS * MOST_BOXES,
    "hand_counts": MOST_BOXES,
    "firsts": MOST_HANDS + 1,
    "finals": MOST_BOXES,
    "round_nets": WAGERS,
    "box_nets": MOST_BOXES * WAGERS,
    "fed_rounds": len(METERED),
    "spin_symbols": MOST_BOXES,
    "is_traced": 1,
    "traced_length": 1,
}
_LAYOUT = np.dtype(
    [
        *((name, np.int64, size if isinstance(size, tuple) else (size,)) for name, size in _SIZES.items()),
        ("traced_acts", np.uint8, (TRACED_ACTS,)),
        ("awards", np.int64, (AWARDS, 4)),
        ("award_rounds", np.int64, (AWARDS, WAGERS + 2 + len(METERED))),
    ],
    align=True,
)


def new_counts() -> Records:
    """Counts at zero: an array of one record."""
    return np.zeros(1, dtype=_LAYOUT)


class _Room(local):
    """Counts that a thread uses for one chunk after the other."""

    def __init__(self) -> None:
        self.counts = new_counts()
        self.bytes = self.counts.view(np.uint8)[: -self.counts["awards"].nbytes - self.counts["award_rounds"].nbytes]


_ROOM = _Room()


def cleared_counts() -> Records:
    """Counts at zero, in the same room for every chunk of a thread.

    The awards lie at the end and need not be cleared, for their number says which are meant: new pages for them cost
    as much as a fiftieth of a chunk.
    """
    _ROOM.bytes[:] = 0
    return _ROOM.counts


class Trace(NamedTuple):
    """What is kept of every single round: only for comparisons, and sessions for ruin."""

    places: Ints
    """Where the shoe stood after the round."""
    nets: NDArray[np.int64]
    """By round, box and wager, without awards from meters."""
    acts: NDArray[np.uint8]
    lengths: Ints
    wheels: NDArray[np.int64]
    """The symbol of each box's spin, then position, community and hot spot; −1 where nothing was spun."""
    sessions: NDArray[np.int64]
    """The end, the deepest drawdown and the round of ruin of each session."""


def new_trace(rounds: int, boxes: int, *, sessions: int = 0) -> Trace:
    """Space for a trace of so many rounds; none for 0."""
    rows = max(1, rounds)
    return Trace(
        places=np.zeros(rows, dtype=np.int64),
        nets=np.zeros((rows, boxes, WAGERS), dtype=np.int64),
        acts=np.zeros((rows, TRACED_ACTS if rounds else 1), dtype=np.uint8),
        lengths=np.zeros(rows, dtype=np.int64),
        wheels=np.full((rows, boxes + 3), -1, dtype=np.int64),
        sessions=np.zeros((max(1, sessions), 3), dtype=np.int64),
    )
