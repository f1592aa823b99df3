"""Time: monotonic for timers, wall time only as data."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class Clock:
    """The machine's clocks; tests bring their own."""

    def monotonic(self) -> float:
        """Seconds that only ever go forward."""
        return time.monotonic()

    def stamp(self) -> str:
        """Wall time in UTC, as it is recorded."""
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def minute(self) -> int:
        """Minutes since a midnight long ago, as the engine counts them."""
        return int(time.time()) // 60
