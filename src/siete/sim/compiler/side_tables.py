"""Tables of the wide kernel for what stands beside the base wager: side wagers, super bonus, counts and sessions.

The first four cards decide match the dealer, the jackpots, and whether a wheel is spun. How each of the player's two
cards matches each of the dealer's is one of 81 combinations; what most of them are worth is looked up, and the few
rounds that need more are marked and settled one by one.
"""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siete.sim.codes import ENDS, SPOTS, WagerCode
from siete.sim.compiler.encoding import ACE, CODES, FIRST_FACE, RANK_COLUMNS, RANKS, SIX, Bytes
from siete.sim.compiler.jackpot_tables import NO_LINE
from siete.sim.compiler.layout import Records

Ints = NDArray[np.int64]

LEVEL_ROOM = 1024
"""Room for the ends of hands under each level of the base wager."""
MOST_TRUE = 512
"""Beyond this true count, and below its negative, nothing changes."""
MOST_TOTALS = 1 << 16
INSURES = 128
"""Added to the level of a true count from which insurance is taken."""
COMBINATIONS = 81
WEIGHTS = (1, 3, 9, 27)
"""What each match counts for in a combination: both of the player's cards with the up card, then with the hole card."""


class SideTables(NamedTuple):
    """What the wide kernel looks up beside the hands."""

    marks: Bytes
    """By both cards' codes, one laid over the other (exclusive or): the weighted match, four times."""
    aces: Bytes
    """By the ranks of the player's cards: 1 for an ace that a spin pays for, 2 for a blackjack that spins."""
    spins: Bytes
    """By the ranks of the dealer's cards: 1 where Xtreme 16 spins."""
    ends: NDArray[np.uint32]
    """What each end of a hand is worth in units above the worst, by level."""
    levels: Bytes
    """The level of a true count, and whether it insures."""
    unit: int
    """All results of plain rounds are whole multiples of this, in cents."""
    worst: int
    """The least that a plain round can come to."""
    worst_sides: int
    totals: int
    """How many different results there may be."""
    has_firsts: int
    """Whether anything beside the base wager is decided by the first cards."""
    is_full: bool
    """Whether there is anything beside the base wager at all."""


NO_SIDES = SideTables(
    marks=np.zeros(1, dtype=np.uint8),
    aces=np.zeros(1, dtype=np.uint8),
    spins=np.zeros(1, dtype=np.uint8),
    ends=np.zeros(1, dtype=np.uint32),
    levels=np.zeros(1, dtype=np.uint8),
    unit=1,
    worst=0,
    worst_sides=0,
    totals=1,
    has_firsts=0,
    is_full=False,
)
"""For the base wager alone."""


def side_tables(tables: Records) -> SideTables | None:
    """The tables; none where a round's results are too many, or a jackpot would be judged without a hole card."""
    t = tables[0]
    side = t["side"]
    is_blind = not t["has_hole"] and any(side[each] for each in _BY_HOLE)
    thresholds = [
        *t["count_from"][1 : t["levels"]].tolist(),
        *([t["insures_from"]] if t["insures_from"] < 10**6 else []),
    ]
    if is_blind or any(abs(each) >= MOST_TRUE for each in thresholds):
        return None
    ends = np.concatenate([t["nets"][level * ENDS : (level + 1) * ENDS] for level in range(t["levels"])])
    low, high, unit = _range(t)
    unit = gcd(unit, *np.unique(ends).tolist()) or 1
    worst, totals = int(ends.min()) + low, int(ends.max() - ends.min() + high - low) // unit + 1
    if totals > MOST_TOTALS:
        return None
    units = np.zeros((int(t["levels"]), LEVEL_ROOM), dtype=np.uint32)
    units[:, :ENDS] = ((ends - ends.min()) // unit).reshape(-1, ENDS)
    return SideTables(
        marks=_marks(has_hole=bool(t["has_hole"])),
        aces=_aces(t),
        spins=_spins(t),
        ends=units.ravel(),
        levels=_levels(t),
        unit=unit,
        worst=worst,
        worst_sides=low,
        totals=totals,
        has_firsts=int(any(side)),
        is_full=True,
    )


_BY_HOLE = (WagerCode.MATCH_DOWN, WagerCode.XTREME_16, WagerCode.JACKPOT_1, WagerCode.JACKPOT_2)


def _range(t: np.void) -> tuple[int, int, int]:
    """The least and the most that side wagers come to in a plain round, and a unit of all their results."""
    side, low, high = t["side"], 0, 0
    amounts: list[int] = [int(each) for each in side]
    for spot in range(SPOTS):
        nets = t["match"][spot * 9 : spot * 9 + 9]
        low, high = low + int(nets.min()), high + int(nets.max())
        amounts += nets.tolist()
    for game in range(int(t["games"])):
        pays = t["line_pays"][game * (NO_LINE + 1) : (game + 1) * (NO_LINE + 1)]
        low, high = low - int(side[WagerCode.JACKPOT_1 + game]), high + int(pays.max())
        amounts += [pay for pay in pays.tolist() if pay > 0]
    low -= int(side[WagerCode.BONUS_SPIN] + side[WagerCode.XTREME_16])
    high += int(t["spin_ace"])
    return low, high, gcd(int(t["spin_ace"]), *amounts)


def _marks(*, has_hole: bool) -> Bytes:
    marks = np.zeros((4, CODES), dtype=np.uint8)
    for place, weight in enumerate(WEIGHTS if has_hole else WEIGHTS[:2]):
        marks[place, ::RANK_COLUMNS] = weight  # the same rank leaves no bit of it
        marks[place, 0] = 2 * weight
    return marks.ravel()


def _aces(t: np.void) -> Bytes:
    made = np.zeros((RANK_COLUMNS, RANK_COLUMNS), dtype=np.uint8)
    if t["side"][WagerCode.BONUS_SPIN]:
        if t["spin_ace"]:
            made[ACE, : len(RANKS)] = made[: len(RANKS), ACE] = 1
        made[ACE, FIRST_FACE : len(RANKS)] = made[FIRST_FACE : len(RANKS), ACE] = 2
    return made.ravel()


def _spins(t: np.void) -> Bytes:
    made = np.zeros((RANK_COLUMNS, RANK_COLUMNS), dtype=np.uint8)
    if t["side"][WagerCode.XTREME_16]:
        made[SIX, FIRST_FACE : len(RANKS)] = made[FIRST_FACE : len(RANKS), SIX] = 1
    return made.ravel()


def _levels(t: np.void) -> Bytes:
    true_counts = np.arange(-MOST_TRUE, MOST_TRUE + 1)
    levels = np.searchsorted(t["count_from"][1 : t["levels"]], true_counts, side="right")
    insures = (true_counts >= t["insures_from"]) | bool(t["insures"])
    return np.asarray(levels + INSURES * insures, dtype=np.uint8)
