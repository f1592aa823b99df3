"""How much a guest's practice may store: bytes of events, counted by owner over all their practice tables.

Over the limit there is no new round, seat, stacked shoe or taken-back decision until a table is closed, which deletes
its streams. Tables that the house opened for everybody are not counted. Decision: 0214.
"""

from __future__ import annotations

from collections import Counter

from siete.errors import SieteError
from siete.host.streams import PRACTICE_PREFIX, PracticeStreams, TableStreams
from siete.store.forks import FORKED
from siete.store.port import TABLES, Batch, EventStore
from siete.store.records import TableRecord
from siete.table.due import HOUSE

BYTES_PER_OWNER = 16_000_000
"""Some fifty thousand events, or thousands of rounds."""
BRANCH_BYTES = 1_500
"""What a branch takes beside its table's settings: the rest of the record, rows of its streams, and the answer."""


class QuotaExceededError(SieteError):
    """The owner's practice tables hold as much as they may."""

    def __init__(self) -> None:
        sentence = "Your practice tables have stored as much as they may. Close one and open a new one."
        super().__init__("practice/quota", sentence)


class Quota:
    """What is stored of each owner's practice, as this process knows it."""

    def __init__(self, most: int = BYTES_PER_OWNER) -> None:
        self._most = most
        self._stored: dict[str, Counter[str]] = {}
        """Bytes by owner, and by the table they belong to."""

    async def load(self, store: EventStore, record: TableRecord, streams: TableStreams) -> None:
        """Count what a table has stored."""
        if _is_counted(streams):
            names = await streams_under(store, record.id)
            branches = sum(FORKED in name for name in names if name.startswith(TABLES)) * _branch_size(record)
            sizes = [await store.size(stream) for stream in names]
            self._stored.setdefault(record.owner, Counter())[record.id] = sum(sizes) + branches

    def check(self, record: TableRecord, streams: TableStreams) -> None:
        """Refuse what would store more, where the owner has no room left."""
        if _is_counted(streams) and sum(self._stored.get(record.owner, Counter()).values()) >= self._most:
            raise QuotaExceededError

    def add(self, record: TableRecord, streams: TableStreams, batch: Batch) -> None:
        """A batch of the table was stored."""
        if _is_counted(streams):
            size = sum(len(data) for new in batch.appends for _, data in new.events)
            size += _branch_size(record) if batch.forks else 0
            self._stored.setdefault(record.owner, Counter())[record.id] += size

    def forget(self, record: TableRecord) -> None:
        """The table's streams were deleted."""
        self._stored.get(record.owner, Counter()).pop(record.id, None)


def _branch_size(record: TableRecord) -> int:
    """What each branch stores: the table's record is kept and logged again, with its settings."""
    return BRANCH_BYTES + len(record.settings)


def _is_counted(streams: TableStreams) -> bool:
    return isinstance(streams, PracticeStreams) and streams.owner != HOUSE


async def streams_under(store: EventStore, table: str) -> list[str]:
    """The names of all streams that belong to one practice table: its branches, own meters and wallets."""
    found: list[str] = []
    for kind in ("table", "meter", "wallet"):
        prefix = f"{PRACTICE_PREFIX}{kind}/{table}"
        names = await store.streams(prefix)
        found += [name for name in names if name[len(prefix) :][:1] in ("", "/", "~")]
    return found
