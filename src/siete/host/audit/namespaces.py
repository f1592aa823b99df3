"""Practice and live apart: an event that reaches from one namespace into the other was not made by this house."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from siete.errors import SieteError
from siete.host.audit.replay import Unsound
from siete.host.streams import PRACTICE_PREFIX, is_practice, kind_of, practice_link
from siete.store.chain import named
from siete.store.codec import event_from_bytes
from siete.store.port import Entry, EventStore
from siete.store.record_log import LOG_PREFIX
from siete.store.records import TableRecord
from siete.table import events as e


class Namespaces:
    """Which streams are practice's. A batch begins in its table's stream, and what it touches is of the same side."""

    def __init__(self, practice: Iterable[str], owners: Mapping[str, str], root: Callable[[str], str]) -> None:
        self._root = root
        """The stream that a branch came from."""
        self._practice = set(practice)
        """The streams of practice; of those outside its namespace, tables that 0.1.0 opened and their meters."""
        self._owners = owners

    def check(self, entry: Entry) -> None:
        """Refuse an event that was stored together with one of the other side, or of another owner's practice."""
        origin, stream = named(entry.batch)[0], entry.stream
        if origin == stream or kind_of(origin) != "table" or stream.startswith(LOG_PREFIX):
            return
        if entry.version == 1 and kind_of(stream) == "meter" and self._is_practice(origin):
            self._practice.add(stream)  # a table of 0.1.0 begins its own meters
        if self._is_practice(origin) != self._is_practice(stream):
            sides = ("a practice" if self._is_practice(origin) else "a live", "the other")
            raise Unsound(entry, "crossing", f"{sides[0]} table, {origin}, wrote it into {sides[1]} namespace.")
        if stream.startswith(f"{PRACTICE_PREFIX}link/") and not stream.startswith(practice_link(self._owner(origin))):
            raise Unsound(entry, "crossing", f"{origin} wrote it, a practice table of another owner.")

    def _is_practice(self, stream: str) -> bool:
        return (
            is_practice(stream)
            or self._root(stream) in self._practice
            or (kind_of(stream) == "wallet" and "@" in stream)
        )

    def _owner(self, table: str) -> str:
        return self._owners.get(table.partition("~")[0], "")


async def namespaces_of(
    store: EventStore, streams: Iterable[str], records: Mapping[str, TableRecord], root: Callable[[str], str]
) -> Namespaces:
    """The namespaces of a house: what a table is says its opening, whatever its record says."""
    practice = [stream for stream in streams if kind_of(stream) == "table" and not await _is_live(store, stream)]
    return Namespaces(practice, {stream: record.owner for stream, record in records.items()}, root)


async def _is_live(store: EventStore, stream: str) -> bool:
    first = await store.read(stream, 0, 1)
    try:
        opened = event_from_bytes(first[0].data) if first else None
        return not isinstance(opened, e.TableOpened) or bool(json.loads(opened.rules)["live"])
    except (SieteError, ValueError, LookupError, TypeError):
        return True  # the replay says what is wrong with it
