"""Who is connected to a table through another process of the house, by that process's last heartbeat."""

from __future__ import annotations

from collections.abc import Iterable

FRESH = 6.0
"""Seconds for which a heartbeat counts; processes send several in that time."""


class Presence:
    """The heartbeats of other processes for one table."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[float, frozenset[str]]] = {}

    def hear(self, process: str, names: Iterable[str], now: float) -> None:
        """Take note of who is at another process."""
        self._said[process] = (now, frozenset(names))
        self._said = {key: each for key, each in self._said.items() if now - each[0] < FRESH}

    def names(self, now: float) -> frozenset[str]:
        """Everybody who is at some other process."""
        return frozenset(name for at, names in self._said.values() if now - at < FRESH for name in names)
