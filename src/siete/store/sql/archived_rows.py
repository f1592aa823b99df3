"""Deletes what an archive holds, inside the transaction that logs where it is."""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, update

from siete.store.port import KEPT_BARE, KEPT_WHOLE, Archived
from siete.store.sql.schema import ANSWERS, EVENTS, MOVES, SNAPSHOTS

MOST_KEYS = 400
"""Answers that one statement deletes: older SQLite takes no more than 999 values."""


def delete_archived(connection: Connection, archived: Archived) -> None:
    """Delete events and movements up to the last that is in the file, its answers, and snapshots before it."""
    part = archived.part
    of_stream = and_(EVENTS.c.stream == part.stream, EVENTS.c.version <= part.last)
    gone = and_(of_stream, EVENTS.c.version < part.last, EVENTS.c.kind.not_in((*KEPT_WHOLE, *KEPT_BARE)))
    connection.execute(delete(EVENTS).where(gone))
    bare = and_(of_stream, EVENTS.c.version >= part.first, EVENTS.c.kind.not_in(KEPT_WHOLE))
    connection.execute(update(EVENTS).where(bare).values(data=b""))
    connection.execute(delete(MOVES).where(MOVES.c.stream == part.stream, MOVES.c.version <= part.last))
    marks = and_(SNAPSHOTS.c.stream > f"{part.stream}@", SNAPSHOTS.c.stream < f"{part.stream}A")
    connection.execute(delete(SNAPSHOTS).where(marks, SNAPSHOTS.c.version < part.last))
    for scope in sorted({scope for scope, _ in archived.answers}):
        ids = [command for own, command in archived.answers if own == scope]
        for start in range(0, len(ids), MOST_KEYS):
            some = ids[start : start + MOST_KEYS]
            connection.execute(delete(ANSWERS).where(ANSWERS.c.scope == scope, ANSWERS.c.command_id.in_(some)))
