"""Statements of a write to PostgreSQL: one for all rows of all tables, each column given as an array.

Rows one by one cost a round trip each, and a list of values in a statement another plan for each of its lengths.
Arrays have one statement, prepared once, whatever the number of rows. They go to the driver directly: SQLAlchemy's own
way costs as much as the server does. psycopg's pipeline is not used: while the server reads one it does not count a
suspended process as idle, so its locks would never be released. Decision: 0205.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import psycopg
from sqlalchemy import Connection, Dialect, Table
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError

from siete.store.port import Answer, Head
from siete.store.sql.prepared import Put, Statements


class ArrayStatements(Statements):
    """Inserts, upserts and queries with arrays."""

    def __init__(self, dialect: Dialect) -> None:
        super().__init__(dialect, insert, run=run)
        self._puts = cache(self._puts_text)

    def put(self, connection: Connection, puts: Sequence[Put]) -> None:
        """Store the rows of all tables with one statement."""
        filled = [each for each in puts if each.rows]
        if not filled:
            return
        text = self._puts(tuple((each.table, each.is_replacing) for each in filled))
        values = [
            _literal([row[name] for row in each.rows])
            for each in filled
            for name in each.table.columns.keys()  # noqa: SIM118
        ]
        self._run(connection, text, values)

    def heads(self, connection: Connection, streams: Iterable[str]) -> list[Head]:
        names = list(streams)
        return [Head(*row) for row in (self._run(connection, _HEADS, [_literal(names)]) if names else ())]

    def answers(self, connection: Connection, keys: Iterable[tuple[str, str]]) -> list[Answer]:
        pairs = list(keys)
        values = [_literal([scope for scope, _ in pairs]), _literal([command for _, command in pairs])]
        return [Answer(*row) for row in (self._run(connection, _ANSWERS, values) if pairs else ())]

    def tokens(self, connection: Connection, names: Iterable[str]) -> dict[str, int]:
        """The tokens of leases; a takeover has to wait until the batch of the old owner is committed or gone."""
        found = list(names)
        return dict(self._run(connection, _TOKENS, [_literal(found)]) if found else ())

    def _puts_text(self, puts: Sequence[tuple[Table, bool]]) -> str:
        """One statement: all but the last are parts that PostgreSQL carries out with it."""
        *before, last = (self._put_text(table, is_replacing=is_replacing) for table, is_replacing in puts)
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


_HEADS = "SELECT name, version, digest FROM streams WHERE name = ANY(%s::text[])"
_ANSWERS = (
    "SELECT scope, command_id, body_digest, answer FROM answers"
    " WHERE (scope, command_id) IN (SELECT * FROM unnest(%s::text[], %s::text[]))"
)
_TOKENS = "SELECT name, token FROM leases WHERE name = ANY(%s::text[]) FOR SHARE"


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
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection), "psycopg connects to PostgreSQL"
    try:
        cursor = driver.execute(text, values)
        return cursor.fetchall() if cursor.description is not None else []
    except psycopg.Error as error:
        if driver.closed:
            connection.invalidate(error)
        raise DBAPIError(text, values, error, connection_invalidated=bool(driver.closed)) from error
