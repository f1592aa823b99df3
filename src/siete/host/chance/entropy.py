"""Bytes from the operating system's generator, watched as they come; a generator that fails deals nothing."""

from __future__ import annotations

import os
from collections.abc import Callable

from siete.errors import SieteError

BLOCK = 64
"""How many bytes are read and looked at together."""


class RandomnessError(SieteError):
    """The generator failed, or what it gives cannot be random: no card may be dealt from it."""

    def __init__(self, sentence: str) -> None:
        super().__init__("host/randomness-failed", sentence)


class Entropy:
    """Random bits, a block at a time; each block must be whole, varied and unlike the block before it.

    A sound generator gives a block of one value, or the same block twice, less than once in 2**400 blocks.
    """

    def __init__(self, read: Callable[[int], bytes] = os.urandom) -> None:
        self._read = read
        self._last = b""
        self._bytes = b""
        self._used = 0

    def bits(self, count: int) -> int:
        """This many random bits, as a number."""
        wanted = -(-count // 8)
        return int.from_bytes(self._take(wanted), "big") >> (wanted * 8 - count)

    def take(self, count: int) -> bytes:
        """This many random bytes."""
        return self._take(count)

    def _take(self, count: int) -> bytes:
        while len(self._bytes) - self._used < count:
            self._bytes = self._bytes[self._used :] + self._block()
            self._used = 0
        self._used += count
        return self._bytes[self._used - count : self._used]

    def _block(self) -> bytes:
        try:
            block = self._read(BLOCK)
        except Exception as error:
            raise RandomnessError(f"The generator cannot be read: {type(error).__name__}.") from error
        if len(block) != BLOCK:
            raise RandomnessError(f"The generator gave {len(block)} bytes instead of {BLOCK}.")
        if len(set(block)) == 1 or block == self._last:
            raise RandomnessError("The generator repeats itself.")
        self._last = block
        return block


def below(limit: int, bits: Callable[[int], int]) -> int:
    """A number from 0 up to the limit, each equally likely: draws above it are thrown away, never folded back."""
    assert limit > 0, "there is a number below the limit"
    count = (limit - 1).bit_length()
    while (drawn := bits(count)) >= limit:
        pass
    return drawn
