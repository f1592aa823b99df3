"""How long a table may keep to itself what nobody waits for, so that a full house is not kept busy with telling."""

from __future__ import annotations

QUIET, BUSY = 0.015, 0.08
"""Seconds between two tellings of a table, for each of its lines, in a quiet house and in a busy one."""
MANY = 60
"""Tellings a second, of all tables together, from which on a house is busy."""


class Crowd:
    """Counts the tellings of a house."""

    def __init__(self) -> None:
        self._second = self._count = self._before = 0

    def told(self, now: float) -> None:
        """A table has told its lines; `now` in seconds that only go forward."""
        if int(now) != self._second:
            self._before = self._count if int(now) == self._second + 1 else 0
            self._second, self._count = int(now), 0
        self._count += 1

    def pause(self, lines: int) -> float:
        """Seconds that a table with so many lines waits after telling before it tells what can wait."""
        return lines * (BUSY if max(self._count, self._before) >= MANY else QUIET)
