"""One transaction for a group of batches: lock, read, plan, insert, commit; and what happens when a step fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, and_, delete, or_, select
from sqlalchemy.exc import DBAPIError

from siete.errors import SieteError
from siete.plain import Plain
from siete.store.batch_plan import BatchPlan, key, streams_of
from siete.store.faultpoints import AtPoint, nowhere
from siete.store.group_commit import Result
from siete.store.port import Batch, StoreError
from siete.store.sql.archived_rows import delete_archived
from siete.store.sql.prepared import Put, Statements, Wanted
from siete.store.sql.schema import ANSWERS, EVENTS, FORKS, GUEST_NAMES, MOVES, RECORDS, SNAPSHOTS, STREAMS, row_of

PAUSE = 0.1
"""Seconds between two attempts to reach the database."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backend:
    """What SQLite and PostgreSQL do differently."""

    engine: Engine
    """Connections whose transactions may write from the first statement on."""
    begin: Callable[[Connection, Sequence[str]], None]
    """Keep others from these streams until the transaction ends; begins it where the engine's connections do not."""
    statements: Statements
    refusal: Callable[[DBAPIError], StoreError]
    """The database's own error as a refusal with a sentence."""
    integrity: Callable[[Connection, float | None], str] = lambda connection, seconds: ""
    """What the database finds wrong with its own structures, within so many seconds. PostgreSQL has checksums."""
    compact: Callable[[Engine], None] = lambda engine: None
    """Rewrite where erased names may have left bytes."""
    patience: float = 0.0
    """For how many seconds to retry after the connection is lost."""
    is_own_disk: bool = True
    """Whether this process syncs the disk itself, so that after a failure only opening the file anew can be trusted."""
    at: AtPoint = nowhere


class SqlWriting:
    """Writes groups until a failure leaves the state of the database in doubt."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._broken: StoreError | None = None

    def write(self, group: Sequence[Batch]) -> list[Result]:
        """The result of each batch of the group, once it is durable."""
        if self._broken is not None:
            return [self._broken] * len(group)
        try:
            return self._write_in_time(group)
        except DBAPIError as error:
            refusal = self._backend.refusal(error)
            if refusal.code == "store/failed" and self._backend.is_own_disk:
                # After a failed sync nobody knows what is on the disk; only opening the file anew can tell.
                self._broken = refusal
            if len(group) > 1 and refusal.code == "store/unstorable":
                return [result for batch in group for result in self.write([batch])]
            return [refusal] * len(group)

    def _write_in_time(self, group: Sequence[Batch]) -> list[Result]:
        """Write the group; if the connection is lost, reconnect, read what was stored, and continue from there."""
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
    """One group being written, perhaps in several attempts."""

    def __init__(self, backend: Backend, group: Sequence[Batch]) -> None:
        self._backend = backend
        self._group = group
        self._doubtful: tuple[BatchPlan, list[Result]] | None = None
        """The plan that was being committed when the connection was lost."""

    def kept_before(self) -> list[Result] | None:
        """The results of the previous attempt, if it was committed although the confirmation was lost."""
        if self._doubtful is None:
            return None
        plan, results = self._doubtful
        with self._backend.engine.begin() as connection:
            self._begin(connection)
            is_kept = _is_kept(connection, plan)
        return results if is_kept else None

    def write(self) -> list[Result]:
        self._doubtful = None
        with self._backend.engine.connect() as connection, connection.begin() as transaction:
            self._begin(connection)
            plan = _known(connection, self._group, self._backend)
            results = [_taken(plan, batch) for batch in self._group]
            self._backend.at("before append")
            _insert(connection, plan, self._backend.statements)
            self._backend.at("before commit")
            self._doubtful = (plan, results)
            transaction.commit()
        self._backend.at("after commit")
        return results

    def _begin(self, connection: Connection) -> None:
        self._backend.begin(connection, sorted(set[str]().union(*map(streams_of, self._group))))


def _taken(plan: BatchPlan, batch: Batch) -> Result:
    try:
        return plan.take(batch)
    except SieteError as refusal:
        return refusal


def _known(connection: Connection, group: Sequence[Batch], backend: Backend) -> BatchPlan:
    """What the database knows of the streams, answers and leases that the group is about."""
    said, plan = backend.statements, BatchPlan()
    streams = set[str]().union(*map(streams_of, group))
    answers = {key(batch.answer) for batch in group if batch.answer is not None}
    fences = {batch.fence.name for batch in group if batch.fence is not None}
    known = said.known(connection, Wanted(streams, answers, fences))
    plan.heads.update({head.stream: head for head in known.heads})
    plan.answers.update({key(answer): answer for answer in known.answers})
    plan.tokens.update(known.tokens)
    for fork in (each for batch in group for each in batch.forks):
        query = select(EVENTS.c.digest).where(EVENTS.c.stream == fork.parent, EVENTS.c.version == fork.version)
        if (digest := connection.scalar(query)) is not None:
            plan.digests[fork.parent, fork.version] = digest
    wanted = [each.key for batch in group for each in batch.names]
    if wanted:
        taken = select(GUEST_NAMES.c.key, GUEST_NAMES.c.id).where(GUEST_NAMES.c.key.in_(wanted))
        plan.names.update({row.key: row.id for row in connection.execute(taken)})
    return plan


def _insert(connection: Connection, plan: BatchPlan, said: Statements) -> None:
    taken, changed = plan.batches, plan.changed_heads()
    heads = [{"name": head.stream, "version": head.version, "digest": head.digest} for head in changed]
    snapshots = {each.stream: _fields(each) for batch in taken for each in batch.snapshots}
    records: dict[type[object], list[Plain]] = {}
    for (kind, _), record in plan.records().items():
        records.setdefault(kind, []).append(row_of(record))
    puts = (
        Put(EVENTS, list(map(_fields, plan.entries))),
        Put(ANSWERS, [_fields(batch.answer) for batch in taken if batch.answer is not None]),
        Put(MOVES, [{**_fields(move), "place": place} for move, place in plan.moves]),
        Put(STREAMS, heads, is_replacing=True),
        Put(FORKS, list(map(_fields, plan.forks))),
        Put(SNAPSHOTS, list(snapshots.values()), is_replacing=True),
        *(Put(RECORDS[kind], rows, is_replacing=True) for kind, rows in records.items()),
    )
    if gone := sorted(plan.erased()):  # first: somebody else may take the name in the same transaction
        connection.execute(delete(GUEST_NAMES).where(GUEST_NAMES.c.id.in_(gone)))
    said.put(connection, puts, changed)
    for batch in taken:
        for each in batch.archives:
            delete_archived(connection, each)
    for stream in plan.pruned:
        for column in (EVENTS.c.stream, MOVES.c.stream, STREAMS.c.name, FORKS.c.stream):
            connection.execute(delete(column.table).where(column == stream))
        marks = and_(SNAPSHOTS.c.stream > f"{stream}@", SNAPSHOTS.c.stream < f"{stream}A")
        connection.execute(delete(SNAPSHOTS).where(or_(SNAPSHOTS.c.stream == stream, marks)))


def _fields(value: Any) -> Plain:
    return {name: getattr(value, name) for name in value.__slots__}


def _is_kept(connection: Connection, plan: BatchPlan) -> bool:
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
