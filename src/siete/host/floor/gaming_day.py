"""The gaming day: from its start on one date to the same time on the next, in UTC as the engine counts.

Decision: 0247.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property, lru_cache

from siete.errors import SieteError

DEFAULT_START = "06:00"


@dataclass(frozen=True)
class GamingDay:
    """One gaming day, named by the date on which it begins."""

    date: date
    start: str = DEFAULT_START

    @cached_property
    def begins(self) -> datetime:
        """When it begins."""
        hours, minutes = map(int, self.start.split(":"))
        return datetime(self.date.year, self.date.month, self.date.day, hours, minutes, tzinfo=UTC)

    @property
    def ends(self) -> datetime:
        """When the next one begins."""
        return self.begins + timedelta(days=1)

    @cached_property
    def first(self) -> str:
        """The first moment of it, as times are recorded."""
        return stamp_of(self.begins)

    @cached_property
    def end(self) -> str:
        """The first moment after it."""
        return stamp_of(self.ends)

    def hour_of(self, stamp: str) -> int:
        """Which hour of the gaming day a moment lies in, counted from 0; it may lie outside."""
        return _hour(self.begins, stamp[:16])

    def hour_name(self, hour: int) -> str:
        """The time at which an hour of the day begins."""
        return (self.begins + timedelta(hours=hour)).strftime("%H:%M")

    def __str__(self) -> str:
        return self.date.isoformat()


@lru_cache(maxsize=4096)
def _hour(begins: datetime, minute: str) -> int:
    """Hours begin at whole minutes, so the minute of a moment tells its hour."""
    moment = datetime.fromisoformat(minute).replace(tzinfo=UTC)
    return int((moment - begins).total_seconds() // 3600)


def day_at(stamp: str, start: str = DEFAULT_START) -> GamingDay:
    """The gaming day in which a moment lies."""
    moment = moment_of(stamp)
    today = GamingDay(moment.date(), start)
    return today if moment >= today.begins else GamingDay(moment.date() - timedelta(days=1), start)


def day_from_text(text: str, start: str = DEFAULT_START) -> GamingDay:
    """The gaming day of a date."""
    try:
        return GamingDay(date.fromisoformat(text), start)
    except ValueError:
        raise SieteError("floor/bad-day", f"{text[:20]!r} is no date. Write it as 2026-11-14.") from None


def moment_of(stamp: str) -> datetime:
    """A moment as it was recorded."""
    return datetime.fromisoformat(stamp)


def stamp_of(moment: datetime) -> str:
    """A moment as it is recorded."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"
