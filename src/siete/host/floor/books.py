"""The books of all tables by gaming day: read from the streams when somebody asks, and read on from there."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable

from siete.host.floor.day_book import COUNTED, DayBook
from siete.host.floor.gaming_day import GamingDay
from siete.store.codec import event_from_bytes
from siete.store.port import EventStore
from siete.table import events as e

KEPT = 1_024
"""Days of tables that are kept at hand: a week of more than a hundred tables."""
PAGE = 500
"""Events that are read before others get their turn."""

Recent = Callable[[int], list[tuple[int, str, e.Event]] | None]
"""What a running table remembers after a version, with times; None where it does not go back so far."""


class Books:
    """The day books of one house."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, str, str], DayBook] = OrderedDict()
        self._lock = asyncio.Lock()

    async def day(self, stream: str, day: GamingDay, recent: Recent | None = None) -> DayBook:
        """The book of a table's stream for a gaming day, up to now or to the day's end.

        What a running table still remembers is not read again: reading an event costs more than counting it.
        """
        key = (stream, str(day), day.start)
        async with self._lock:  # two readers would count the same events twice
            book = self._kept.get(key)
            if book is None:
                book = DayBook(day, version=await self._before(stream, day))
            if recent is None or not _remembered(book, recent):
                await self._read(stream, book)
            self._kept[key] = book
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return book

    async def _before(self, stream: str, day: GamingDay) -> int:
        """The version before the last round that began before the day, which may end within it."""
        starts = await self._store.find(stream, e.RoundStarted.__name__)
        place = bisect_left([at for _, at in starts], day.first)
        return starts[place - 1][0] - 1 if place else 0

    async def _read(self, stream: str, book: DayBook) -> None:
        while page := await self._store.read(stream, book.version, PAGE):
            for entry in page:
                if entry.recorded_at >= book.day.end:
                    return
                if (
                    entry.kind not in COUNTED and entry.data
                ):  # most events move no chips, and reading one takes longer than the rest
                    book.pass_over(entry.version)
                    continue
                event = event_from_bytes(entry.data)
                assert isinstance(event, e.Event), "a table's stream holds its events"
                book.take(entry.version, entry.recorded_at, event)
            if len(page) < PAGE:
                return
            await asyncio.sleep(0)


def _remembered(book: DayBook, recent: Recent) -> bool:
    """Take in what the table remembers since the book's version; whether that was everything."""
    events = recent(book.version)
    if events is None or any(not at for _, at, _ in events):
        return False
    for version, at, event in events:
        if at >= book.day.end:
            break
        if type(event).__name__ in COUNTED:
            book.take(version, at, event)
        else:
            book.pass_over(version)
    return True
