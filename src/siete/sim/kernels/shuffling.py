"""Random numbers and shuffles: xoshiro256++, seeded by splitmix64 from a seed and a stream's number.

A shuffle is a prefix of Fisher and Yates' in a tight loop: two draws from each 64-bit word by multiply and shift. With
n cards left a card's chance is off by less than n / 2^32, which no run will ever see.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from siete.sim.compiler.encoding import Bytes
from siete.sim.kernels.jit import compiled, whole

Words = NDArray[np.uint64]

_U = np.uint64
_MASK = (1 << 64) - 1
_LOW = _U(0xFFFFFFFF)
_1 = _U(1)


def stream(seed: int, number: int, use: int = 0) -> Words:
    """The generator of a chunk: the same for the same seed, chunk and use, and unlike any other."""
    state = seed & _MASK
    for word in (seed >> 64, number, use):
        state, mixed = _splitmix(state)
        state = (mixed ^ (word & _MASK)) & _MASK
    words = []
    for _ in range(4):
        state, mixed = _splitmix(state)
        words.append(mixed)
    return np.array(words, dtype=np.uint64)


def _splitmix(state: int) -> tuple[int, int]:
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, mixed ^ (mixed >> 31)


@compiled
def next_word(rng: Words) -> np.uint64:
    """The next 64 random bits."""
    s0, s1, s2, s3 = rng[0], rng[1], rng[2], rng[3]
    mixed = s0 + s3
    word: np.uint64 = ((mixed << _U(23)) | (mixed >> _U(41))) + s0
    shifted = s1 << _U(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    rng[0], rng[1], rng[2] = s0, s1, s2
    rng[3] = (s3 << _U(45)) | (s3 >> _U(19))
    return word


@compiled
def below(rng: Words, most: int) -> int:
    """A random number from 0 up to, and not including, this one."""
    return whole(((next_word(rng) >> _U(32)) * _U(most)) >> _U(32))


@compiled
def shuffle(shoe: Bytes, rng: Words, first: int, last: int) -> None:
    """Give the places from first to last (an even number of them, or one too many) a random card of those behind."""
    shuffle_each(shoe, rng, 1, shoe.size, first, last)


@compiled
def shuffle_each(shoes: Bytes, rng: Words, count: int, cards: int, first: int, last: int) -> None:
    """Shuffle the same places of so many shoes that lie one behind the other.

    The generator's state is kept in locals: with it in the array the loop takes twice as long.
    """
    s0, s1, s2, s3 = rng[0], rng[1], rng[2], rng[3]
    for number in range(count):
        place, end = _U(number * cards + first), _U(number * cards + last)
        left = _U(cards - first)
        while place < end:
            mixed = s0 + s3
            word = ((mixed << _U(23)) | (mixed >> _U(41))) + s0
            shifted = s1 << _U(17)
            s2 ^= s0
            s3 ^= s1
            s1 ^= s2
            s0 ^= s3
            s2 ^= shifted
            s3 = (s3 << _U(45)) | (s3 >> _U(19))
            other = place + (((word & _LOW) * left) >> _U(32))
            shoes[place], shoes[other] = shoes[other], shoes[place]
            place += min(_1, left - _1)  # behind the last card of a shoe there is no other: it changes with itself
            left -= _1
            other = place + (((word >> _U(32)) * left) >> _U(32))
            shoes[place], shoes[other] = shoes[other], shoes[place]
            place += _1
            left -= _1
    rng[0], rng[1], rng[2], rng[3] = s0, s1, s2, s3
