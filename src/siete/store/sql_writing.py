"""One transaction for a group of batches: lock, look, plan, insert, commit; and what happens when one of them fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, Table, insert, select, tuple_
from sqlalchemy.exc import DBAPIError

from siete.errors import SieteError
from siete.store.planning import Plan, key
from siete.store.port import Answer, Batch, Entry, Head, StoreError
from siete.store.schema import ANSWERS, EVENTS, LEASES, MOVES, RECORDS, SNAPSHOTS, STREAMS, row_of
from siete.store.writer import Result

AtPoint = Callable[[str], None]
"""Told where a write has come to: `before append`, `before commit`, `after commit`. For tests that crash there."""

PAUSE = 0.1
"""Seconds between two attempts to reach a database that went away."""


def nowhere(point: str) -> None:
    """What stands at every point of a write unless a test puts something else there."""


class Upsert(Protocol):
    """`INSERT … ON CONFLICT DO UPDATE` as the database spells it."""

    def __call__(self, table: Table) -> Any: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Backend:
    """What SQLite and PostgreSQL do differently."""

    engine: Engine
    """Its transactions may write from their first statement on."""
    lock: Callable[[Connection, Sequence[str]], None]
    """Keep others from these streams until the transaction ends."""
    upsert: Upsert
    refusal: Callable[[DBAPIError], StoreError]
    """What the database's own error means, in words."""
    fence: Callable[[Any], Any]
    """Keeps the leases of a query from being taken over until the transaction ends."""
    tell: Callable[[Connection, Sequence[Head]], None] = lambda connection, heads: None
    """Let other processes know what the transaction appends, once it is committed."""
    patience: float = 0.0
    """For how many seconds to try again after the database went away."""
    at: AtPoint = nowhere


class SqlWriting:
    """Writes groups, until the database can no longer be relied on."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._broken: StoreError | None = None

    def write(self, group: Sequence[Batch]) -> list[Result]:
        """What became of each batch of the group, once that is durable."""
        if self._broken is not None:
            return [self._broken] * len(group)
        try:
            return self._write_in_time(group)
        except DBAPIError as error:
            refusal = self._backend.refusal(error)
            if refusal.code == "store/failed":
                # After a failed sync nobody knows what is on the disk; only opening the file anew can tell.
                self._broken = refusal
            if len(group) > 1 and refusal.code == "store/unstorable":
                return [result for batch in group for result in self.write([batch])]
            return [refusal] * len(group)

    def _write_in_time(self, group: Sequence[Batch]) -> list[Result]:
        """Write the group; when the database went away, wait for it, see what was kept, and go on from there."""
        deadline = time.monotonic() + self._backend.patience
        attempt = _Attempt(self._backend, group)
        while True:
            try:
                return attempt.kept_before() or attempt.write()
            except DBAPIError as error:
                if self._backend.refusal(error).code != "store/unavailable" or time.monotonic() > deadline:
                    raise
            time.sleep(PAUSE)


class _Attempt:
    """One group on its way into the database, perhaps more than once."""

    def __init__(self, backend: Backend, group: Sequence[Batch]) -> None:
        self._backend = backend
        self._group = group
        self._doubtful: tuple[Plan, list[Result]] | None = None
        """What was being committed when the database went away."""

    def kept_before(self) -> list[Result] | None:
        """The results of the attempt before this one, if it was kept although nobody could say so."""
        if self._doubtful is None:
            return None
        plan, results = self._doubtful
        with self._backend.engine.begin() as connection:
            self._lock(connection)
            is_kept = _is_kept(connection, plan)
        return results if is_kept else None

    def write(self) -> list[Result]:
        self._doubtful = None
        with self._backend.engine.connect() as connection, connection.begin() as transaction:
            self._lock(connection)
            plan = _known(connection, self._group, self._backend)
            results = [_taken(plan, batch) for batch in self._group]
            self._backend.at("before append")
            _insert(connection, plan, self._backend.upsert)
            self._backend.tell(connection, plan.changed_heads())
            self._backend.at("before commit")
            self._doubtful = (plan, results)
            transaction.commit()
        self._backend.at("after commit")
        return results

    def _lock(self, connection: Connection) -> None:
        self._backend.lock(connection, sorted({new.stream for batch in self._group for new in batch.appends}))


def _taken(plan: Plan, batch: Batch) -> Result:
    try:
        return plan.take(batch)
    except SieteError as refusal:
        return refusal


def _known(connection: Connection, group: Sequence[Batch], backend: Backend) -> Plan:
    """What the database knows of the streams, answers and leases that the group is about."""
    streams = {new.stream for batch in group for new in batch.appends}
    answers = {key(batch.answer) for batch in group if batch.answer is not None}
    fences = {batch.fence.name for batch in group if batch.fence is not None}
    plan = Plan()
    if streams:
        rows = connection.execute(select(STREAMS).where(STREAMS.c.name.in_(streams)))
        plan.heads.update({row.name: Head(*row) for row in rows})
    if answers:
        rows = connection.execute(select(ANSWERS).where(tuple_(ANSWERS.c.scope, ANSWERS.c.command_id).in_(answers)))
        plan.answers.update({(row.scope, row.command_id): Answer(*row) for row in rows})
    if fences:
        query = select(LEASES.c.name, LEASES.c.token).where(LEASES.c.name.in_(fences))
        plan.tokens.update({row.name: row.token for row in connection.execute(backend.fence(query))})
    return plan


def _insert(connection: Connection, plan: Plan, upsert: Upsert) -> None:
    taken = plan.batches
    _insert_all(connection, EVENTS, map(_event_row, plan.entries))
    _insert_all(connection, ANSWERS, (_answer_row(batch.answer) for batch in taken if batch.answer is not None))
    _insert_all(connection, MOVES, ({**_fields(move), "place": place} for move, place in plan.moves))
    heads = [{"name": head.stream, "version": head.version, "digest": head.digest} for head in plan.changed_heads()]
    _replace_all(connection, STREAMS, heads, upsert)
    snapshots = {each.stream: _fields(each) for batch in taken for each in batch.snapshots}
    _replace_all(connection, SNAPSHOTS, list(snapshots.values()), upsert)
    for (kind, _), record in plan.records().items():
        _replace_all(connection, RECORDS[kind], [row_of(record)], upsert)


def _insert_all(connection: Connection, table: Table, rows: Iterable[dict[str, Any]]) -> None:
    every = list(rows)
    if every:
        connection.execute(insert(table), every)


def _replace_all(connection: Connection, table: Table, rows: list[dict[str, Any]], upsert: Upsert) -> None:
    if rows:
        statement = upsert(table)
        keys = [column.name for column in table.primary_key.columns]
        changes = {name: statement.excluded[name] for name in rows[0] if name not in keys}
        connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=changes), rows)


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}


def _event_row(entry: Entry) -> dict[str, Any]:
    return _fields(entry)


def _answer_row(answer: Answer) -> dict[str, Any]:
    return _fields(answer)


def _is_kept(connection: Connection, plan: Plan) -> bool:
    """Whether the transaction of a plan was committed: one thing of it in its place means all of it."""
    if plan.entries:
        entry = plan.entries[0]
        query = select(EVENTS.c.digest).where(EVENTS.c.stream == entry.stream, EVENTS.c.version == entry.version)
        return connection.scalar(query) == entry.digest
    answer = next((batch.answer for batch in plan.batches if batch.answer is not None), None)
    if answer is not None:
        query = select(ANSWERS.c.answer).where(
            ANSWERS.c.scope == answer.scope, ANSWERS.c.command_id == answer.command_id
        )
        return connection.scalar(query) == answer.answer
    return False  # records alone may be written twice
