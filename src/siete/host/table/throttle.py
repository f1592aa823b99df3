"""Throttles broadcasts that no player is waiting for while the house is busy."""

from __future__ import annotations

QUIET, BUSY = 0.015, 0.08
"""Seconds between two broadcasts of a table, for each of its subscribers, in a quiet house and in a busy one."""
MANY = 60
"""Broadcasts a second, of all tables together, from which on a house is busy."""


class BroadcastThrottle:
    """Counts the broadcasts of a house; one for all its tables."""

    def __init__(self) -> None:
        self._second = self._count = self._before = 0

    def count(self, now: float) -> None:
        """A table has broadcast; `now` in seconds that only go forward."""
        if int(now) != self._second:
            self._before = self._count if int(now) == self._second + 1 else 0
            self._second, self._count = int(now), 0
        self._count += 1

    def pause(self, subscribers: int) -> float:
        """Seconds that a table with so many subscribers waits after a broadcast before it sends what can wait."""
        return subscribers * (BUSY if max(self._count, self._before) >= MANY else QUIET)
