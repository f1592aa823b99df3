"""Records held against their logs: a row that was changed, added or deleted by hand differs from what was logged."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import suppress

from siete.errors import SieteError
from siete.host.audit.chain import Finding
from siete.host.audit.money import Holding
from siete.host.audit.replay import Unsound
from siete.host.streams import is_practice
from siete.store.codec import AnyEvent, event_from_bytes
from siete.store.port import Entry, EventStore
from siete.store.record_log import LOGS, PRUNED_LOG, digest_of
from siete.store.records import Account, Record, RecordEvent, RecordKept, StreamPruned, TableRecord, key_of

_NOTHING = Holding(0, 0)


class RecordFold:
    """The log of one kind of record: the digest that each record has, by its key, and where it was logged."""

    def __init__(self) -> None:
        self.digests: dict[str, tuple[str, int]] = {}

    def take(self, entry: Entry, event: AnyEvent, coming: Sequence[AnyEvent]) -> tuple[Holding, Holding]:
        """Fold one event of the log."""
        if not isinstance(event, RecordEvent):
            raise Unsound(entry, "foreign-event", f"{entry.kind} is no event of a log.")
        if isinstance(event, RecordKept):
            self.digests[event.key] = (event.digest, entry.version)
        if isinstance(event, StreamPruned) and not is_practice(event.stream):
            raise Unsound(entry, "crossing", f"{event.stream} is not practice's, and only practice is ever deleted.")
        return _NOTHING, _NOTHING


async def differing(store: EventStore, kind: type[Record]) -> AsyncIterator[Finding]:
    """Every record of a kind that differs from its log; the house may go on meanwhile."""
    stream = LOGS[kind]
    for key in sorted(await _suspects(store, kind)):
        record = await store.record(kind, key)
        digest, version = (await _logged(store, stream)).get(key, ("", 0))
        if record is not None and digest_of(record) == digest:
            continue  # it was written while the two were read
        if record is None:
            problem = "it is missing"
        elif not digest:
            problem = "nobody logged that it was made"
        else:
            problem = "it is not as it was logged"
        sentence = f"the {kind.__name__} {key[:60]!r}: {problem}."
        yield Finding(check="records", stream=stream, version=version, code="audit/wrong-record", sentence=sentence)


async def _suspects(store: EventStore, kind: type[Record]) -> set[str]:
    """The keys whose row and log differ at a first look."""
    rows = {key_of(record): digest_of(record) for record in await store.records(kind)}
    logged = await _logged(store, LOGS[kind])
    return {key for key in {*rows, *logged} if rows.get(key) != logged.get(key, ("", 0))[0]}


async def _logged(store: EventStore, stream: str) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for entry in await store.read(stream):
        event = event_from_bytes(entry.data)
        if isinstance(event, RecordKept):
            found[event.key] = (event.digest, entry.version)
    return found


async def pruned_streams(store: EventStore) -> dict[str, int]:
    """The streams of practice that were deleted with their tables, and where they ended."""
    found: dict[str, int] = {}
    for entry in await store.read(PRUNED_LOG):
        with suppress(SieteError):  # the replay says what is wrong with it
            event = event_from_bytes(entry.data)
            if isinstance(event, StreamPruned) and is_practice(event.stream):
                found[event.stream] = event.version
    return found


async def check_records(store: EventStore, kinds: Iterable[type[Record]] = (TableRecord, Account)) -> None:
    """Refuse to start on a table or account that differs from its log."""
    for kind in kinds:
        async for finding in differing(store, kind):
            sentence = f"The database was changed by hand: {finding.sentence} Run `siete audit` on it."
            raise SieteError("history/wrong-record", sentence, facts={"stream": finding.stream})
