"""Long work that is kept: results written now and then, and a stop signal that ends the work instead of the program."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import Generic, TypeVar

EVERY = 60.0
"""Seconds from one checkpoint to the next."""

T = TypeVar("T")


class Checkpoints(Generic[T]):
    """Writes what it is shown, but only every so often."""

    def __init__(self, write: Callable[[T], None], *, every: float = EVERY, clock: Callable[[], float] = monotonic):
        self._write, self._every, self._clock = write, every, clock
        self._last = clock()

    def show(self, value: T) -> None:
        """Write the value if the last checkpoint is old enough."""
        now = self._clock()
        if now - self._last >= self._every:
            self._last = now
            self._write(value)


@contextmanager
def stopped_by_signal() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does: the work ends and what it has is kept."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
