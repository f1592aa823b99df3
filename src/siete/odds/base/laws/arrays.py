"""Laws on whole numbers: chances of results, added up and put side by side."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from siete.odds.base.jit import Floats, Ints


class Array(NamedTuple):
    """A law on whole numbers: chances from `low` on."""

    low: int
    parts: Floats

    def plus(self, other: Array) -> Array:
        """The law of the sum of two independent results."""
        return Array(self.low + other.low, np.convolve(self.parts, other.parts))

    def shifted(self, by: int) -> Array:
        """The same results, all larger by so much."""
        return Array(self.low + by, self.parts)


NOTHING = Array(0, np.ones(1))


def array_of(parts: Floats, results: Ints) -> Array:
    """The law of results with these chances."""
    low, high = int(results.min()), int(results.max())
    found = np.bincount(results - low, weights=parts, minlength=high - low + 1)
    return Array(low, found.astype(np.float64))


def side_by_side(one: Array, two: Array) -> Array:
    """Two laws side by side."""
    low = min(one.low, two.low)
    high = max(one.low + one.parts.size, two.low + two.parts.size)
    found = np.zeros(high - low)
    found[one.low - low : one.low - low + one.parts.size] += one.parts
    found[two.low - low : two.low - low + two.parts.size] += two.parts
    return Array(low, found)
