"""A store and the archives of what left it, read as one: as if nothing had ever left."""

from __future__ import annotations

from collections.abc import Sequence

from siete.errors import SieteError
from siete.store.archive.file import ArchiveFile
from siete.store.codec import event_from_bytes
from siete.store.forks import Fork
from siete.store.port import Answer, Batch, Entry, EventStore, Head, Movement, R, Snapshot
from siete.store.record_log import ARCHIVED_LOG
from siete.store.records import StreamArchived


async def archived_parts(store: EventStore) -> list[StreamArchived]:
    """All that left a store, in order."""
    found = (event_from_bytes(entry.data) for entry in await store.read(ARCHIVED_LOG))
    return [event for event in found if isinstance(event, StreamArchived)]


class JoinedStore:
    """An event store together with its archives. Writes go to the store; a file that is not its own is refused."""

    def __init__(self, store: EventStore, parts: Sequence[tuple[StreamArchived, ArchiveFile]]) -> None:
        self.store = store
        self._parts: dict[str, list[tuple[StreamArchived, ArchiveFile]]] = {}
        for part, file in sorted(parts, key=lambda each: each[0].first):
            self._parts.setdefault(part.stream, []).append((part, file))
        self._files = list({id(file): file for _, file in parts}.values())

    @staticmethod
    async def of(store: EventStore, files: Sequence[ArchiveFile]) -> JoinedStore:
        """The store with those of its archives that are given."""
        known: dict[str, list[StreamArchived]] = {}
        for part in await archived_parts(store):
            known.setdefault(part.file_digest, []).append(part)
        for file in files:
            if file.digest not in known:
                sentence = f"{file.path} is no archive of this house, or was changed since it was written."
                raise SieteError("archive/foreign", sentence, facts={"digest": file.digest})
        return JoinedStore(store, [(part, file) for file in files for part in known[file.digest]])

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        found: list[Entry] = []
        for part, file in self._parts.get(stream, ()):
            if part.last <= after or (limit is not None and len(found) >= limit):
                continue
            if part.first > after + 1:  # what is before it is in the store, or in an archive that is not given
                found += await self._before(stream, after, part.first, limit, found)
            left = None if limit is None else limit - len(found)
            if left != 0:
                found += file.events(stream, max(after, part.first - 1), part.last, left)
            after = part.last
        if limit is None or len(found) < limit:
            after = max(after, found[-1].version if found else 0)
            found += await self.store.read(stream, after, None if limit is None else limit - len(found))
        return found

    async def _before(
        self, stream: str, after: int, first: int, limit: int | None, found: Sequence[Entry]
    ) -> list[Entry]:
        most = first - 1 - after if limit is None else min(first - 1 - after, limit - len(found))
        return [entry for entry in await self.store.read(stream, after, most) if entry.version < first]

    async def forks(self) -> list[Fork]:
        return await self.store.forks()

    async def lineage(self, stream: str) -> list[Fork]:
        return await self.store.lineage(stream)

    async def answer(self, scope: str, command_id: str) -> Answer | None:
        known = await self.store.answer(scope, command_id)
        found = (file.answer(scope, command_id) for file in self._files)
        return known or next((each for each in found if each is not None), None)

    async def answers(self, after: tuple[str, str] = ("", ""), limit: int | None = None) -> list[Answer]:
        found = await self.store.answers(after, limit)
        for file in self._files:
            found += file.answers(after, limit)
        # Somebody may have put a value of another type into the database, and an audit must still read it.
        return sorted(found, key=lambda each: (str(each.scope), str(each.command_id)))[:limit] if self._files else found

    async def moves(self, stream: str, after: int = 0, limit: int | None = None) -> list[Movement]:
        found: list[Movement] = []
        for part, file in self._parts.get(stream, ()):
            if part.last > after and (limit is None or len(found) < limit):
                found += file.moves(stream, after, None if limit is None else limit - len(found))
        if limit is None or len(found) < limit:
            found += await self.store.moves(stream, after, None if limit is None else limit - len(found))
        return found

    # --- as the store has it ---------------------------------------------------------------------------------------

    async def append(self, batch: Batch) -> tuple[int, ...]:
        return await self.store.append(batch)

    async def find(self, stream: str, kind: str, after: int = 0) -> list[tuple[int, str]]:
        return await self.store.find(stream, kind, after)

    async def head(self, stream: str) -> Head:
        return await self.store.head(stream)

    async def heads(self, prefix: str = "") -> list[Head]:
        return await self.store.heads(prefix)

    async def streams(self, prefix: str = "") -> list[str]:
        return await self.store.streams(prefix)

    async def count(self) -> int:
        return await self.store.count()

    async def size(self, stream: str) -> int:
        return await self.store.size(stream)

    async def stray_moves(self, limit: int | None = None) -> list[Movement]:
        return await self.store.stray_moves(limit)

    async def snapshot(self, stream: str) -> Snapshot | None:
        return await self.store.snapshot(stream)

    async def snapshots(self, stream: str) -> list[Snapshot]:
        return await self.store.snapshots(stream)

    async def record(self, kind: type[R], key: str) -> R | None:
        return await self.store.record(kind, key)

    async def records(self, kind: type[R]) -> list[R]:
        return await self.store.records(kind)

    async def integrity(self, seconds: float | None = None) -> str:
        return await self.store.integrity(seconds)

    async def compact(self) -> None:
        await self.store.compact()

    async def close(self) -> None:
        for file in self._files:
            file.close()
        await self.store.close()
