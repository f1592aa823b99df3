"""Where a table's stream is cut: everything up to there is over, and nothing of it is needed to go on.

A closed table leaves as a whole. Of an open table those rounds leave that ended before a time and were dealt from shoes
that are retired; the state after them stays, as a snapshot to start from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from siete.host.history.loading import shoes_of
from siete.host.settings import LIVE, streams_of
from siete.store.archive.joined import archived_parts
from siete.store.port import EventStore
from siete.store.records import TableRecord
from siete.table import events as e

SHUFFLES = (e.CardsShuffled.__name__, e.PreshuffledStacked.__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """What leaves of a stream: the events from `first` to `last`."""

    stream: str
    first: int
    last: int
    is_whole: bool
    """Whether the table is closed, and all of it leaves."""


async def cuts(store: EventStore, before: str, tables: Sequence[str] = ()) -> list[Cut]:
    """What may leave of each live table, or of those that are named: what was over before this time."""
    ends: dict[str, int] = {}
    for part in await archived_parts(store):
        ends[part.stream] = max(part.last, ends.get(part.stream, 0))
    found = []
    for record in await store.records(TableRecord):
        if record.mode == LIVE and (not tables or record.id in tables):
            stream = streams_of(record).events
            last = await (_closed(store, stream, before) if record.is_closed else _open(store, record, before))
            if last > ends.get(stream, 0):
                first = ends.get(stream, 0) + 1
                found.append(Cut(stream=stream, first=first, last=last, is_whole=record.is_closed))
    return found


async def _closed(store: EventStore, stream: str, before: str) -> int:
    head = await store.head(stream)
    last = await store.read(stream, head.version - 1, 1)
    return head.version if last and last[0].recorded_at < before else 0


async def _open(store: EventStore, record: TableRecord, before: str) -> int:
    """The last event before the round that follows the newest one which may leave; 0 where there is none.

    A house stores the end of a round and the start of the next together, so a batch may be cut in two.
    """
    stream = streams_of(record).events
    until = await _retired_until(store, streams_of(record).table, stream)
    ends = await store.find(stream, e.RoundEnded.__name__)
    over = [version for version, at in ends if at < before and (until is None or version < until)]
    if not over:
        return 0
    starts = [version for version, _ in await store.find(stream, e.RoundStarted.__name__) if version > over[-1]]
    return min([*starts[:1], *([until] if until is not None else []), (await store.head(stream)).version + 1]) - 1


async def _retired_until(store: EventStore, table: str, stream: str) -> int | None:
    """The event that shuffled the first shoe which is still sealed; None where every shoe is retired."""
    sealed = len((await shoes_of(store, table))[1])
    if not sealed:
        return None
    shuffles = sorted([version for kind in SHUFFLES for version, _ in await store.find(stream, kind)])
    return shuffles[-sealed] if len(shuffles) >= sealed else 0
