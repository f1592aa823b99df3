"""Work for worker processes: endless, too large, broken, or short."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator


def forever() -> None:
    while True:
        pass


def asleep() -> None:
    while True:
        time.sleep(0.01)


def much_memory() -> int:
    return len(bytearray(4 << 30))


def much_to_tell() -> bytes:
    return bytes(20_000_000)


def end() -> None:
    os._exit(9)


def nap(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def moment() -> float:
    """When this was computed."""
    time.sleep(0.05)
    return time.perf_counter()


prepared: list[str] = []


def pieces() -> Iterator[None]:
    """What a worker may do before it is asked; the last piece fails."""
    for piece in ("first", "second"):
        prepared.append(piece)
        yield
    raise OSError("no such file")


def said_to_be_prepared() -> tuple[str, ...]:
    return tuple(prepared)
