"""A calibration loop that only shuffles: costs of a round are given relative to it, so that machines compare."""

from __future__ import annotations

from siete.sim.compiler.encoding import Bytes
from siete.sim.kernels.jit import compiled
from siete.sim.kernels.shuffling import Words, shuffle


@compiled
def shuffle_many(shoe: Bytes, rng: Words, times: int, cards: int) -> None:
    """Shuffle so many cards of a shoe, so many times."""
    for _ in range(times):
        shuffle(shoe, rng, 0, cards)
