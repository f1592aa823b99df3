"""The chip tray: how many chips of each kind lie in it.

The books keep one sum for a table's chips. What lies in the tray is that sum over a fill, made into tubes always in the
same way, so that it needs no books of its own and is the same after a restart. Decision: 0234.
"""

from __future__ import annotations

from siete.money import Cents, Chips

TUBE = 40
"""Chips in a full tube; of every kind but the largest there are two in a fill."""

Tray = tuple[tuple[Cents, int], ...]
"""Kinds of chips, largest first, and how many of each."""


def tray(inventory: Cents, chips: Chips) -> Tray:
    """The tray of a table with this inventory: filled again whenever less than half a fill is left."""
    largest, *others = sorted(chips.denominations, reverse=True)
    small = sum(kind * TUBE * 2 for kind in others)
    fill = small + largest * max(TUBE, -(-small // largest))
    short = max(0, fill // 2 - inventory)
    return _laid_out(inventory + fill * -(-short // fill), largest, others)


def _laid_out(total: int, largest: Cents, others: list[Cents]) -> Tray:
    """Full tubes of the smaller kinds; the rest in the largest, and what is left of it in as few chips as possible."""
    counts = {largest: 0, **dict.fromkeys(others, TUBE * 2)}
    rest = total - sum(kind * count for kind, count in counts.items())
    for kind in counts:
        counts[kind] += rest // kind
        rest %= kind
    return tuple(counts.items())
