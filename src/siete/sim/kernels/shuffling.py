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
    """Give the places from first to last (an even number of them, or one too many) a random card of those behind.

    The generator's state is kept in locals: with it in the array the loop takes twice as long.
    """
    s0, s1, s2, s3 = rng[0], rng[1], rng[2], rng[3]
    cards = _U(shoe.size)
    place, end = _U(first), _U(last)
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
        other = place + (((word & _LOW) * (cards - place)) >> _U(32))
        shoe[place], shoe[other] = shoe[other], shoe[place]
        place += _U(1)
        if place < cards:
            other = place + (((word >> _U(32)) * (cards - place)) >> _U(32))
            shoe[place], shoe[other] = shoe[other], shoe[place]
            place += _U(1)
    rng[0], rng[1], rng[2], rng[3] = s0, s1, s2, s3
