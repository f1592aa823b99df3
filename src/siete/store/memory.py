"""The store in memory: keeps nothing after the process ends. For practice tables and tests."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from siete.store.batch_plan import BatchPlan
from siete.store.forks import Fork, lineage, parts_after
from siete.store.port import KEPT_BARE, KEPT_WHOLE, Answer, Archived, Batch, Entry, Head, Movement, R, Snapshot
from siete.store.records import GuestName, Record, key_of


class MemoryStore:
    """An event store that lasts as long as the process. `append` never waits, so no two batches can mix."""

    def __init__(self) -> None:
        self._plan = BatchPlan()
        self._streams: dict[str, list[Entry]] = {}
        """What every stream holds itself."""
        self._forks: dict[str, Fork] = {}
        self._moves: dict[str, list[Movement]] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._records: dict[tuple[type[object], str], Record] = {}

    async def append(self, batch: Batch) -> tuple[int, ...]:
        plan = BatchPlan(heads=self._plan.heads, answers=self._plan.answers, tokens=self._plan.tokens)
        for fork in batch.forks:
            plan.digests.update(
                {(at.stream, at.version): at.digest for at in self._held(fork.parent, fork.version - 1)[:1]}
            )
        if batch.names:
            plan.names.update({each.key: each.id for each in await self.records(GuestName)})
        versions = plan.take(batch)
        for fork in batch.forks:
            self._forks[fork.stream] = fork
            self._streams[fork.stream] = []
        for entry in plan.entries:
            self._streams.setdefault(entry.stream, []).append(entry)
        for move in batch.moves:
            self._moves.setdefault(move.stream, []).append(move)
        self._snapshots.update({snapshot.stream: snapshot for snapshot in batch.snapshots})
        self._records.update(plan.records())
        for guest in batch.erases:
            self._records.pop((GuestName, guest), None)
        for stream in plan.pruned:
            self._streams.pop(stream, None)
            self._moves.pop(stream, None)
            self._forks.pop(stream, None)
            for snapshot in await self.snapshots(stream):
                del self._snapshots[snapshot.stream]
        for each in batch.archives:
            await self._archive(each)
        return versions

    async def _archive(self, archived: Archived) -> None:
        """Forget what is in a file."""
        stream, last = archived.part.stream, archived.part.last
        kept = [
            each
            for each in self._streams[stream]
            if each.version >= last or each.kind in KEPT_WHOLE or each.kind in KEPT_BARE
        ]
        is_bare = {each.version: each.version <= last and each.kind not in KEPT_WHOLE for each in kept}
        self._streams[stream] = [replace(each, data=b"") if is_bare[each.version] else each for each in kept]
        self._moves[stream] = [move for move in self._moves.get(stream, []) if move.version > last]
        for snapshot in await self.snapshots(stream):
            if snapshot.stream != stream and snapshot.version < last:
                del self._snapshots[snapshot.stream]
        for key in archived.answers:
            self._plan.answers.pop(key, None)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        every: list[Entry] = []
        for part in parts_after(stream, await self.lineage(stream), after):
            every += self._held(part.stream, part.after, part.until)
        return every[:limit]

    def _held(self, stream: str, after: int, until: int | None = None) -> list[Entry]:
        """The events that a stream holds itself above a version, up to another."""
        entries, before = self._streams.get(stream, []), self._forks[stream].version if stream in self._forks else 0
        if before + len(entries) == self._plan.head(stream).version:
            return entries[max(0, after - before) : None if until is None else until - before]
        place = bisect_right(entries, after, key=lambda entry: entry.version)  # some are in an archive
        return [each for each in entries[place:] if until is None or each.version <= until]

    async def find(self, stream: str, kind: str, after: int = 0) -> list[tuple[int, str]]:
        return [(each.version, each.recorded_at) for each in await self.read(stream, after) if each.kind == kind]

    async def head(self, stream: str) -> Head:
        return self._plan.head(stream)

    async def heads(self, prefix: str = "") -> list[Head]:
        return [self._plan.head(stream) for stream in await self.streams(prefix)]

    async def streams(self, prefix: str = "") -> list[str]:
        return sorted(stream for stream in self._streams if stream.startswith(prefix))

    async def count(self) -> int:
        return sum(map(len, self._streams.values()))

    async def size(self, stream: str) -> int:
        return sum(len(entry.data) for entry in self._streams.get(stream, []))

    async def forks(self) -> list[Fork]:
        return [self._forks[stream] for stream in sorted(self._forks)]

    async def lineage(self, stream: str) -> list[Fork]:
        return lineage(stream, self._forks.values()) if stream in self._forks else []

    async def answer(self, scope: str, command_id: str) -> Answer | None:
        return self._plan.answers.get((scope, command_id))

    async def answers(self, after: tuple[str, str] = ("", ""), limit: int | None = None) -> list[Answer]:
        return [self._plan.answers[each] for each in sorted(self._plan.answers) if each > after][:limit]

    async def moves(self, stream: str, after: int = 0, limit: int | None = None) -> list[Movement]:
        return [move for move in self._moves.get(stream, []) if move.version > after][:limit]

    async def stray_moves(self, limit: int | None = None) -> list[Movement]:
        every = (move for stream in sorted(self._moves) for move in self._moves[stream])
        return [move for move in every if not self._is_listed(move)][:limit]

    def _is_listed(self, move: Movement) -> bool:
        before = self._forks[move.stream].version if move.stream in self._forks else 0
        return before < move.version <= self._plan.head(move.stream).version

    async def snapshot(self, stream: str) -> Snapshot | None:
        return self._snapshots.get(stream)

    async def snapshots(self, stream: str) -> list[Snapshot]:
        named = [name for name in self._snapshots if name == stream or name.startswith(f"{stream}@")]
        return [self._snapshots[name] for name in sorted(named)]

    async def record(self, kind: type[R], key: str) -> R | None:
        found = self._records.get((kind, key))
        return found if isinstance(found, kind) else None

    async def records(self, kind: type[R]) -> list[R]:
        return sorted((each for each in self._records.values() if isinstance(each, kind)), key=key_of)

    async def integrity(self, seconds: float | None = None) -> str:
        return ""

    async def compact(self) -> None:
        """Nothing is left of what was deleted."""

    async def close(self) -> None:
        """Nothing to release."""
