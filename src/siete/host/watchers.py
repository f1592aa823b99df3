"""Who watches a table, and telling them: a message is put together once for a role, and ends with what is personal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from siete.host.people import Person, Rank
from siete.host.showing import encode, joined
from siete.table.view import Role

Plain = dict[str, Any]


class Watcher(Protocol):
    """Somebody's open line to the table. `send` never waits: a line that does not keep up is cut by its owner."""

    @property
    def person(self) -> Person:
        """Whose line it is."""
        ...

    def send(self, data: bytes) -> None:
        """Put a message on the line."""
        ...


class Watchers:
    """The open lines of one table."""

    def __init__(self) -> None:
        self._lines: set[Watcher] = set()

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, line: Watcher) -> None:
        self._lines.add(line)

    def remove(self, line: Watcher) -> None:
        self._lines.discard(line)

    def each(self, work: Callable[[Watcher], None]) -> None:
        """Do something for every open line."""
        for line in tuple(self._lines):
            work(line)

    def is_here(self, name: str) -> bool:
        """Whether a guest of this name has an open line."""
        return any(line.person.name == name and line.person.rank is Rank.GUEST for line in self._lines)

    def tell(self, shared: Callable[[Role], Plain], own: Callable[[Person], bytes]) -> None:
        """Tell everybody: what their role sees, and what is theirs."""
        by_role: dict[Role, bytes] = {}
        for line in tuple(self._lines):
            role = line.person.view
            told = by_role.get(role)
            if told is None:
                told = by_role[role] = encode(shared(role))
            line.send(joined(told, own(line.person)))
