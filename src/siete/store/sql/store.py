"""The event store in SQL, for SQLite and PostgreSQL alike: SQLAlchemy Core in threads, one transaction for a group.

Threads and the drivers' plain interfaces, not their asynchronous ones: a group of batches then costs one hop to a
thread rather than one for every statement. Decision: 0140.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

from sqlalchemy import ColumnElement, Connection, Engine, Table, and_, exists, func, or_, select
from sqlalchemy.exc import DBAPIError

from siete.store.forks import FORKED, Fork, Part, lineage, parts_after
from siete.store.group_commit import BatchWriter, GroupWriter, InThread
from siete.store.port import EMPTY_DIGEST, Answer, Batch, Entry, Head, Movement, R, Snapshot
from siete.store.sql.schema import ANSWERS, EVENTS, FORKS, MOVES, RECORDS, SNAPSHOTS, STREAMS, key_column
from siete.store.sql.transaction import Backend, SqlWriting

READERS = 4

_MOVED = (MOVES.c.stream, MOVES.c.version, MOVES.c.source, MOVES.c.target, MOVES.c.cents)

T = TypeVar("T")


class SqlStore:
    """An event store in a database. Opened by `open_sqlite` and `open_postgresql`."""

    def __init__(
        self, backend: Backend, readers: Engine, *, on_close: Callable[[], None], writing: BatchWriter | None = None
    ) -> None:
        self.backend = backend
        self._engine = readers
        self._writer = GroupWriter(writing or InThread(SqlWriting(backend).write))
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="siete-reader")
        self._on_close = on_close
        self._is_closed = False

    async def append(self, batch: Batch) -> tuple[int, ...]:
        return await self._writer.append(batch)

    async def _read(self, query: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read_now, query)

    def _read_now(self, query: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                return query(connection)
        except DBAPIError as error:
            raise self.backend.refusal(error) from error

    async def _rows(self, query: Any) -> Sequence[tuple[Any, ...]]:
        return await self._read(lambda connection: cast("Sequence[tuple[Any, ...]]", connection.execute(query).all()))

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        return await self._read(lambda connection: _entries(connection, stream, after, limit))

    async def find(self, stream: str, kind: str, after: int = 0) -> list[tuple[int, str]]:
        return await self._read(lambda connection: _found(connection, stream, kind, after))

    async def head(self, stream: str) -> Head:
        rows = await self._rows(select(STREAMS).where(STREAMS.c.name == stream))
        return Head(*rows[0]) if rows else Head(stream, 0, EMPTY_DIGEST)

    async def heads(self, prefix: str = "") -> list[Head]:
        query = select(STREAMS).order_by(STREAMS.c.name)
        if prefix:
            # Names sort byte by byte, so names with one prefix are a range; LIKE would need escapes.
            query = query.where(STREAMS.c.name >= prefix, STREAMS.c.name < prefix + chr(0x10FFFF))
        return [Head(*row) for row in await self._rows(query)]

    async def streams(self, prefix: str = "") -> list[str]:
        return [head.stream for head in await self.heads(prefix)]

    async def count(self) -> int:
        return int((await self._rows(select(func.count()).select_from(EVENTS)))[0][0])

    async def size(self, stream: str) -> int:
        query = select(func.sum(func.length(EVENTS.c.data))).where(EVENTS.c.stream == stream)
        return int((await self._rows(query))[0][0] or 0)

    async def forks(self) -> list[Fork]:
        return [Fork(*row) for row in await self._rows(select(FORKS).order_by(FORKS.c.stream))]

    async def lineage(self, stream: str) -> list[Fork]:
        return await self._read(lambda connection: _lineage(connection, stream)) if FORKED in stream else []

    async def answer(self, scope: str, command_id: str) -> Answer | None:
        rows = await self._rows(select(ANSWERS).where(ANSWERS.c.scope == scope, ANSWERS.c.command_id == command_id))
        return Answer(*rows[0]) if rows else None

    async def answers(self, after: tuple[str, str] = ("", ""), limit: int | None = None) -> list[Answer]:
        scope, command_id = ANSWERS.c.scope, ANSWERS.c.command_id
        later = or_(scope > after[0], and_(scope == after[0], command_id > after[1]))
        query = select(ANSWERS).where(later).order_by(scope, command_id).limit(limit)
        return [Answer(*row) for row in await self._rows(query)]

    async def moves(self, stream: str, after: int = 0, limit: int | None = None) -> list[Movement]:
        query = select(*_MOVED).where(MOVES.c.stream == stream, MOVES.c.version > after)
        ordered = query.order_by(MOVES.c.version, MOVES.c.place).limit(limit)
        return [Movement(*row) for row in await self._rows(ordered)]

    async def stray_moves(self, limit: int | None = None) -> list[Movement]:
        place = and_(EVENTS.c.stream == MOVES.c.stream, EVENTS.c.version == MOVES.c.version)
        query = select(*_MOVED).where(~exists().where(place))
        ordered = query.order_by(MOVES.c.stream, MOVES.c.version, MOVES.c.place).limit(limit)
        return [Movement(*row) for row in await self._rows(ordered)]

    async def snapshot(self, stream: str) -> Snapshot | None:
        rows = await self._rows(select(SNAPSHOTS).where(SNAPSHOTS.c.stream == stream))
        return Snapshot(*rows[0]) if rows else None

    async def snapshots(self, stream: str) -> list[Snapshot]:
        name = SNAPSHOTS.c.stream
        # Names sort byte by byte, and "A" comes after "@".
        query = select(SNAPSHOTS).where(or_(name == stream, and_(name > f"{stream}@", name < f"{stream}A")))
        return [Snapshot(*row) for row in await self._rows(query.order_by(name))]

    async def record(self, kind: type[R], key: str) -> R | None:
        table = RECORDS[kind]
        rows = await self._rows(select(table).where(key_column(table) == key))
        return kind(**_named(table, rows[0])) if rows else None

    async def records(self, kind: type[R]) -> list[R]:
        table = RECORDS[kind]
        rows = await self._rows(select(table).order_by(key_column(table)))
        return [kind(**_named(table, row)) for row in rows]

    async def integrity(self, seconds: float | None = None) -> str:
        return await self._read(lambda connection: self.backend.integrity(connection, seconds))

    async def compact(self) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(None, self.backend.compact, self.backend.engine)
        except DBAPIError as error:
            raise self.backend.refusal(error) from error

    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        await self._writer.close()
        await asyncio.get_running_loop().run_in_executor(None, self._close_now)

    def _close_now(self) -> None:
        self._readers.shutdown(wait=True)
        self._engine.dispose()
        self.backend.engine.dispose()
        self._on_close()


def _named(table: Table, row: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(table.columns.keys(), row, strict=True))


def _entries(connection: Connection, stream: str, after: int, limit: int | None) -> list[Entry]:
    """The events of a stream, part by part."""
    found: list[Entry] = []
    for part in parts_after(stream, _lineage(connection, stream), after):
        query = select(EVENTS).where(*_within(part)).order_by(EVENTS.c.version)
        rest = None if limit is None else limit - len(found)
        found += [Entry(*row) for row in connection.execute(query.limit(rest))] if rest != 0 else ()
    return found


def _found(connection: Connection, stream: str, kind: str, after: int) -> list[tuple[int, str]]:
    """Where events of one kind stand, part by part."""
    found: list[tuple[int, str]] = []
    for part in parts_after(stream, _lineage(connection, stream), after):
        query = select(EVENTS.c.version, EVENTS.c.recorded_at).where(*_within(part), EVENTS.c.kind == kind)
        found += [(version, at) for version, at in connection.execute(query.order_by(EVENTS.c.version))]
    return found


def _within(part: Part) -> list[ColumnElement[bool]]:
    held = [EVENTS.c.stream == part.stream, EVENTS.c.version > part.after]
    return held if part.until is None else [*held, EVENTS.c.version <= part.until]


def _lineage(connection: Connection, stream: str) -> list[Fork]:
    """The forks that lead to a stream; most streams cannot have any, and nothing is asked for them."""
    if FORKED not in stream:
        return []
    line = select(FORKS).where(FORKS.c.stream == stream).cte("line", recursive=True)
    whole = line.union(select(FORKS).join(line, FORKS.c.stream == line.c.parent))
    return lineage(stream, [Fork(*row) for row in connection.execute(select(whole))])
