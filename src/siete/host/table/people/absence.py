"""Who is gone, and for how long: players at their boxes, those who wait for one, and the person who deals."""

from __future__ import annotations

from siete.host.access.roles import Person
from siete.host.table.current import CurrentTable
from siete.host.table.subscribers import Attendance, Subscribers

AWAY_SECONDS = 900.0
"""How long a seat is kept for somebody without an open line and without a wager."""


def dealer_mark(name: str) -> str:
    """How processes of a house name a dealer among the guests who are here: no guest can have such a name."""
    return f"/dealer/{name}"


class AbsentGuests:
    """Since when guests of a table have no open line."""

    def __init__(self, current: CurrentTable, attendance: Attendance) -> None:
        self._current, self._attendance = current, attendance
        self._away: dict[str, float] = {}
        self._missed: frozenset[str] = frozenset()

    def gone_for_long(self, now: float) -> list[str]:
        """Who has a box here and has been away for longer than it is kept."""
        away = {name for name in self._current.state.seats.values() if not self._attendance.is_here(name)}
        self._away = {name: self._away.get(name, now) for name in away}
        return [name for name, since in self._away.items() if now - since >= AWAY_SECONDS]

    def gone_from_queue(self) -> frozenset[str]:
        """Who waits for a box and was away the last time too; not for a page that is just being loaded again."""
        before = self._missed
        waiting = self._current.settings.queue
        self._missed = frozenset(name for name in waiting if not self._attendance.is_here(name))
        return self._missed & before


class DealerWatch:
    """When the person who deals was last seen."""

    def __init__(self, current: CurrentTable, subscribers: Subscribers, attendance: Attendance) -> None:
        self._current, self._subscribers, self._attendance = current, subscribers, attendance
        self._dealer, self._seen = "", 0.0

    @property
    def is_due(self) -> bool:
        """Whether a person deals whom this process has to look for."""
        return bool(self._current.dealer) and self._current.is_owner and not self._current.stopped

    def begin(self, now: float) -> None:
        """Count from now for a dealer who has just taken the place."""
        if self._current.dealer != self._dealer:
            self._dealer, self._seen = self._current.dealer, now

    def note(self, person: Person, now: float) -> None:
        """A command of the person who deals shows that they are there."""
        if self._current.is_dealt_by(person):
            self._seen = now

    def is_here(self) -> bool:
        """Whether the person who deals has an open line at this process."""
        return self._subscribers.has(self._current.is_dealt_by)

    def is_gone(self, now: float) -> bool:
        """Whether the dealer has been away for longer than the table waits."""
        dealer = self._current.dealer
        if self.is_here() or dealer_mark(dealer) in self._attendance.elsewhere():
            self._seen = now
        return bool(dealer) and now - self._seen >= self._current.settings.pace.dealer
