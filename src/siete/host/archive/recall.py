"""Recall of rounds that are in an archive."""

from __future__ import annotations

from siete.errors import SieteError
from siete.host.history.rounds import Recall
from siete.host.settings import LIVE, settings_of, stored_rules, streams_of
from siete.store.archive.file import ArchiveFile
from siete.store.archive.joined import JoinedStore
from siete.store.codec import event_from_bytes
from siete.store.records import TableRecord
from siete.table import events as e


async def archived_rounds(store: JoinedStore, file: ArchiveFile, table: str, number: int | None = None) -> str:
    """Rounds of a table that lie in a file, in notation: all of them, or one."""
    recall = await recall_of(store, table)
    if number is not None:
        return await recall.written(number)
    stream = streams_of(await _record(store, table)).events
    parts = [part for part in file.parts if part.stream == stream]
    places = [
        place
        for place in await recall.places()
        if any(part.first <= place.first and place.last <= part.last for part in parts)
    ]
    if not places:
        raise SieteError("archive/no-rounds", f"{file.path} has no rounds of table {table[:40]}.")
    return await recall.written(*[place.number for place in places])


async def recall_of(store: JoinedStore, table: str) -> Recall:
    """The recall of a live table, open or closed."""
    record = await _record(store, table)
    streams = streams_of(record)
    opened = event_from_bytes((await store.read(streams.events, 0, 1))[0].data)
    assert isinstance(opened, e.TableOpened), "a table's stream begins with its opening"
    return Recall(store, streams, stored_rules(opened.rules, settings_of(record).submission, record.mode))


async def _record(store: JoinedStore, table: str) -> TableRecord:
    record = await store.record(TableRecord, table[:80])
    if record is None or record.mode != LIVE:
        raise SieteError("table/unknown", f"There is no live table {table[:40]!r}.")
    return record
