"""Statements of a write to PostgreSQL: one to begin and lock, one for all that is read, one for all that is stored.

Rows one by one cost a round trip each, and a list of values in a statement another plan for each of its lengths.
Arrays have one statement, prepared once, whatever the number of rows. They go to the driver directly: SQLAlchemy's own
way costs as much as the server does. psycopg's pipeline is not used: while the server reads one it does not count a
suspended process as idle, so its locks would never be released. Decisions: 0205, 0360.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import psycopg
from sqlalchemy import Connection, Dialect, Table
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError

from siete.store.port import Answer, Head
from siete.store.sql.notifications import CHANNEL, payloads
from siete.store.sql.prepared import KnownRows, Put, Statements, Wanted


class ArrayStatements(Statements):
    """Reads and writes with arrays."""

    def __init__(self, dialect: Dialect) -> None:
        super().__init__(dialect, insert, run=run)
        self._puts = cache(self._puts_text)

    def known(self, connection: Connection, wanted: Wanted) -> KnownRows:
        """One statement; a takeover of a lease has to wait until the batch of the old owner is committed or gone."""
        answers = list(wanted.answers)
        values = [
            _literal(list(wanted.leases)),
            _literal(list(wanted.streams)),
            _literal([scope for scope, _ in answers]),
            _literal([command for _, command in answers]),
        ]
        rows = self._run(connection, _KNOWN, values)
        return KnownRows(
            [Head(name, version, digest) for kind, name, _, version, digest, _ in rows if kind == "head"],
            [
                Answer(scope, command, digest, told)
                for kind, scope, command, _, digest, told in rows
                if kind == "answer"
            ],
            {name: token for kind, name, _, token, _, _ in rows if kind == "lease"},
        )

    def put(self, connection: Connection, puts: Sequence[Put], changed: Sequence[Head]) -> None:
        """Store the rows of all tables, and notify every process of it once it is committed, with one statement."""
        filled = [each for each in puts if each.rows]
        if not filled:
            return
        text = self._puts(tuple((each.table, each.is_replacing) for each in filled), is_telling=bool(changed))
        values = [
            _literal([row[name] for row in each.rows])
            for each in filled
            for name in each.table.columns.keys()  # noqa: SIM118
        ]
        told = [_literal(list(payloads((head.stream, head.version) for head in changed)))] if changed else []
        self._run(connection, text, values + told)

    def _puts_text(self, puts: Sequence[tuple[Table, bool]], *, is_telling: bool) -> str:
        """One statement: all but the last are parts that PostgreSQL carries out with it."""
        texts = [self._put_text(table, is_replacing=is_replacing) for table, is_replacing in puts]
        *before, last = (*texts, _NOTIFY) if is_telling else texts
        parts = ", ".join(f"put_{place} AS ({text})" for place, text in enumerate(before))
        return f"WITH {parts} {last}" if parts else last

    def _put_text(self, table: Table, *, is_replacing: bool) -> str:
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        arrays = ", ".join(f"%s::{_kind(column.type.compile(self._dialect))}[]" for column in table.columns)
        text = f"INSERT INTO {table.name} ({names}) SELECT * FROM unnest({arrays})"
        if not is_replacing:
            return text
        keys = [column.name for column in table.primary_key.columns]
        changes = ", ".join(
            f'"{each.name}" = excluded."{each.name}"' for each in table.columns if each.name not in keys
        )
        return f"{text} ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changes}"


_KNOWN = """
    WITH held AS (SELECT name, token FROM leases WHERE name = ANY(%s::text[]) FOR SHARE)
    SELECT 'head', name, NULL::text, version, digest, NULL::bytea FROM streams WHERE name = ANY(%s::text[])
    UNION ALL
    SELECT 'answer', scope, command_id, NULL, body_digest, answer
    FROM unnest(%s::text[], %s::text[]) AS wanted (scope, command_id) JOIN answers USING (scope, command_id)
    UNION ALL
    SELECT 'lease', name, NULL, token, NULL, NULL FROM held
"""
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', payload) FROM unnest(%s::text[]) AS payload"
_BEGIN = "BEGIN; SELECT pg_advisory_xact_lock(each) FROM unnest('{%s}'::bigint[]) AS each"


def begin(connection: Connection, keys: Sequence[int]) -> None:
    """Begin a transaction and lock these keys in their order.

    What is read afterwards is as it is once they are locked: a statement sees the tables as they were when it began.
    Not prepared, since the server prepares single statements only.
    """
    execute(connection, _BEGIN % ",".join(map(str, keys)))


def _kind(column: str) -> str:
    """A column's type as that of an array's elements."""
    return column.partition(" COLLATE ")[0]


def _literal(values: Sequence[object]) -> str:
    """An array as PostgreSQL reads it; the driver takes several times as long to make one."""
    return f"{{{','.join(map(_element, values))}}}"


def _element(value: object) -> str:
    match value:
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        case bytes():
            return f'"\\\\x{value.hex()}"'
    return str(value)


def run(connection: Connection, text: str, values: Any) -> list[Any]:
    """Run a statement directly on the driver, with its errors wrapped as SQLAlchemy wraps them."""
    cursor = execute(connection, text, values)
    return cursor.fetchall() if cursor.description is not None else []


def execute(connection: Connection, text: str, values: Any = None) -> psycopg.Cursor[Any]:
    """Execute a statement with values, which is prepared, or statements without."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection), "psycopg connects to PostgreSQL"
    try:
        return driver.execute(text, values, prepare=values is not None)
    except psycopg.Error as error:
        if driver.closed:
            connection.invalidate(error)
        raise DBAPIError(text, values, error, connection_invalidated=bool(driver.closed)) from error
