"""Time: monotonic for timers, wall time only as data."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import lru_cache


@lru_cache(maxsize=2)  # many commands come within one second
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


class Clock:
    """The machine's clocks; tests bring their own."""

    def monotonic(self) -> float:
        """Seconds that only ever go forward."""
        return time.monotonic()

    def stamp(self) -> str:
        """Wall time in UTC, as it is recorded."""
        now = time.time_ns() // 1_000_000
        return f"{_second(now // 1_000)}.{now % 1_000:03}Z"

    def minute(self) -> int:
        """Minutes since a midnight long ago, as the engine counts them."""
        return int(time.time()) // 60
