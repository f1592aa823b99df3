"""A loop that does nothing but shuffle: what a round costs is told in its terms, so that machines can be compared."""

from __future__ import annotations

from siete.sim.encoding import Bytes
from siete.sim.jit import compiled
from siete.sim.shuffling import Words, shuffle


@compiled
def shuffle_many(shoe: Bytes, rng: Words, times: int, cards: int) -> None:
    """Shuffle so many cards of a shoe, so many times."""
    for _ in range(times):
        shuffle(shoe, rng, 0, cards)
