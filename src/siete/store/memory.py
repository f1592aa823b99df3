"""The store that forgets: everything in memory, for practice tables and tests."""

from __future__ import annotations

from siete.store.chain import chained
from siete.store.port import (
    EMPTY_DIGEST,
    Answer,
    AnswerExists,
    Batch,
    Entry,
    Head,
    LeaseLost,
    Movement,
    NewEvents,
    R,
    Snapshot,
    VersionConflict,
)
from siete.store.records import Record, key_of


class MemoryStore:
    """An event store that lasts as long as the process. `append` never waits, so no two batches can mix."""

    def __init__(self) -> None:
        self._streams: dict[str, list[Entry]] = {}
        self._answers: dict[tuple[str, str], Answer] = {}
        self._moves: dict[str, list[Movement]] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._records: dict[tuple[type[object], str], Record] = {}
        self._tokens: dict[str, int] = {}

    async def append(self, batch: Batch) -> tuple[int, ...]:
        self._check(batch)
        made = [chained(new, self._head(new.stream).digest, batch.recorded_at) for new in batch.appends]
        for new, entries in zip(batch.appends, made, strict=True):
            if entries:
                self._streams.setdefault(new.stream, []).extend(entries)
        if batch.answer is not None:
            self._answers[batch.answer.scope, batch.answer.command_id] = batch.answer
        for move in batch.moves:
            self._moves.setdefault(move.stream, []).append(move)
        self._snapshots.update({snapshot.stream: snapshot for snapshot in batch.snapshots})
        self._records.update({(type(record), key_of(record)): record for record in batch.records})
        return tuple(new.expected + len(new.events) for new in batch.appends)

    def _check(self, batch: Batch) -> None:
        if batch.answer is not None:
            before = self._answers.get((batch.answer.scope, batch.answer.command_id))
            if before is not None:
                raise AnswerExists(before)
        if batch.fence is not None and self._tokens.get(batch.fence.name) != batch.fence.token:
            raise LeaseLost(batch.fence.name, batch.fence.token)
        for new in batch.appends:
            self._check_version(new)

    def _check_version(self, new: NewEvents) -> None:
        found = self._head(new.stream).version
        if found != new.expected:
            raise VersionConflict(new.stream, new.expected, found)

    def _head(self, stream: str) -> Head:
        entries = self._streams.get(stream)
        return Head(stream, entries[-1].version, entries[-1].digest) if entries else Head(stream, 0, EMPTY_DIGEST)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        return self._streams.get(stream, [])[after : None if limit is None else after + limit]

    async def find(self, stream: str, kind: str) -> list[tuple[int, str]]:
        return [(each.version, each.recorded_at) for each in self._streams.get(stream, []) if each.kind == kind]

    async def head(self, stream: str) -> Head:
        return self._head(stream)

    async def heads(self, prefix: str = "") -> list[Head]:
        return [self._head(stream) for stream in await self.streams(prefix)]

    async def streams(self, prefix: str = "") -> list[str]:
        return sorted(stream for stream in self._streams if stream.startswith(prefix))

    async def answer(self, scope: str, command_id: str) -> Answer | None:
        return self._answers.get((scope, command_id))

    async def moves(self, stream: str, after: int = 0, limit: int | None = None) -> list[Movement]:
        return [move for move in self._moves.get(stream, []) if move.version > after][:limit]

    async def snapshot(self, stream: str) -> Snapshot | None:
        return self._snapshots.get(stream)

    async def record(self, kind: type[R], key: str) -> R | None:
        found = self._records.get((kind, key))
        return found if isinstance(found, kind) else None

    async def records(self, kind: type[R]) -> list[R]:
        return sorted((each for each in self._records.values() if isinstance(each, kind)), key=key_of)

    async def close(self) -> None:
        """Nothing to let go of."""
