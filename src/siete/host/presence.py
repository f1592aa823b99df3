"""Who has an open line to a table at another process of the house, as far as it was said lately."""

from __future__ import annotations

from collections.abc import Iterable

FRESH = 6.0
"""Seconds for which a process is believed that has said nothing new; they speak several times in that while."""


class Presence:
    """What other processes have said about one table."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[float, frozenset[str]]] = {}

    def hear(self, process: str, names: Iterable[str], now: float) -> None:
        """Take note of who is at another process."""
        self._said[process] = (now, frozenset(names))
        self._said = {key: each for key, each in self._said.items() if now - each[0] < FRESH}

    def names(self, now: float) -> frozenset[str]:
        """Everybody who is at some other process."""
        return frozenset(name for at, names in self._said.values() if now - at < FRESH for name in names)
