"""Two results side by side: how far apart their edges are, in standard errors."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt

from siete.sim.results import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeDifference:
    """One wager in two results."""

    wager: str
    difference: float
    """The second edge less the first."""
    standard_error: float
    z: float
    p: float
    """How likely so large a difference is by chance alone."""


def compare(one: Result, two: Result) -> tuple[EdgeDifference, ...]:
    """All wagers that both results have, and all wagers together under `total`."""
    pairs = [("total", one.house_edge, one.standard_error, two.house_edge, two.standard_error)]
    theirs = {each.wager: each for each in two.wagers}
    for mine in one.wagers:
        other = theirs.get(mine.wager)
        if other is not None:
            row = (mine.wager, mine.house_edge, mine.standard_error, other.house_edge, other.standard_error)
            pairs.append(row)
    return tuple(_difference(*row) for row in pairs)


def _difference(wager: str, one: float, error: float, two: float, other_error: float) -> EdgeDifference:
    together = sqrt(error**2 + other_error**2)
    z = (two - one) / together if together else 0.0
    return EdgeDifference(wager=wager, difference=two - one, standard_error=together, z=z, p=erfc(abs(z) / sqrt(2)))
