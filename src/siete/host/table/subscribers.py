"""Who subscribes to a table: open lines, sending to them, and who is here at this process or at another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from siete.host.access.roles import HouseRole, Person
from siete.host.clock import Clock
from siete.host.presence import Presence
from siete.host.table.messages import encode, joined
from siete.plain import Plain
from siete.table.view import Role


class Subscriber(Protocol):
    """An open line to the table. `send` never waits: a line that does not keep up is cut by its owner."""

    @property
    def person(self) -> Person:
        """Whose line it is."""
        ...

    def send(self, data: bytes) -> None:
        """Put a message on the line."""
        ...


class Subscribers:
    """The open lines of one table."""

    def __init__(self, outward: Callable[[bytes], bytes] = lambda data: data) -> None:
        self._lines: set[Subscriber] = set()
        self._outward = outward
        """Names guests as people know them: here once for all lines, which leaves little for each to do."""

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, line: Subscriber) -> None:
        self._lines.add(line)

    def remove(self, line: Subscriber) -> None:
        self._lines.discard(line)

    def each(self, work: Callable[[Subscriber], None]) -> None:
        """Do something for every open line."""
        for line in tuple(self._lines):
            work(line)

    def is_here(self, name: str) -> bool:
        """Whether a guest of this name has an open line."""
        return any(line.person.name == name and line.person.role is HouseRole.GUEST for line in self._lines)

    def has(self, test: Callable[[Person], bool]) -> bool:
        """Whether somebody of whom this is true has an open line."""
        return any(test(line.person) for line in self._lines)

    def send(
        self, shared: Callable[[Role], Plain], own: Callable[[Person], bytes], role_of: Callable[[Person], Role]
    ) -> None:
        """Send everybody what their role sees, encoded once for each role, and what is their own."""
        by_role: dict[Role, bytes] = {}
        for line in tuple(self._lines):
            role = role_of(line.person)
            data = by_role.get(role)
            if data is None:
                data = by_role[role] = self._outward(encode(shared(role)))
            line.send(joined(data, self._outward(own(line.person))))


class Attendance:
    """The guests connected to one table, through this process or, by their heartbeats, through others."""

    def __init__(self, subscribers: Subscribers, clock: Clock) -> None:
        self._subscribers, self._clock = subscribers, clock
        self._presence = Presence()

    def is_here(self, name: str) -> bool:
        """Whether a guest has an open line to the table."""
        return self._subscribers.is_here(name) or name in self.elsewhere()

    def hear(self, process: str, names: Iterable[str]) -> None:
        """Note who is connected through another process."""
        self._presence.hear(process, names, self._clock.monotonic())

    def elsewhere(self) -> frozenset[str]:
        """Everybody who has a line at another process."""
        return self._presence.names(self._clock.monotonic())

    def connected(self, names: Iterable[str]) -> list[str]:
        """Those of these guests who have an open line at this process."""
        return sorted({name for name in names if self._subscribers.is_here(name)})
