"""Prepared statements of a write: SQLAlchemy takes longer to render each of them than the database to run it.

They are rendered once from the schema, for the database's own dialect, and kept as text; a group of one command
then costs a third of what it did. Rows are given by the names of their columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol

from sqlalchemy import BindParameter, Connection, Dialect, Table, and_, bindparam, insert, or_, select

from siete.plain import Plain
from siete.store.port import Answer, Head
from siete.store.sql.schema import ANSWERS, LEASES, STREAMS

Row = Plain

Run = Callable[[Connection, str, Any], Iterable[Any]]
"""Runs a statement with its values and returns its rows."""

MOST_ROWS = 64
"""In one statement: older SQLite takes no more than 999 values."""


class Put(NamedTuple):
    """Rows to be stored in a table."""

    table: Table
    rows: Sequence[Row]
    is_replacing: bool = False
    """Whether a row with the same key is replaced."""


class Wanted(NamedTuple):
    """What a write asks for before it is planned: streams, answers by scope and command id, and leases."""

    streams: Collection[str]
    answers: Collection[tuple[str, str]]
    leases: Collection[str]


class KnownRows(NamedTuple):
    """What the database knows of it; what there is not is left out."""

    heads: Sequence[Head]
    answers: Sequence[Answer]
    tokens: Mapping[str, int]


class Upsert(Protocol):
    """`INSERT … ON CONFLICT DO UPDATE` as the database spells it."""

    def __call__(self, table: Table) -> Any: ...


class Statements:
    """Prepared inserts, upserts and queries of one database.

    Many rows go out in one statement: Python's SQLite driver releases the GIL at each step of a statement and would
    have to win it back from a busy thread at each row. `run` runs a statement through the driver; SQLAlchemy's own way
    costs as much again as SQLite does.
    """

    def __init__(self, dialect: Dialect, upsert: Upsert, *, run: Run) -> None:
        self._dialect, self._upsert, self._run = dialect, upsert, run
        self._insert = cache(self._insert_text)
        self._replace = cache(self._replace_text)
        self._heads = cache(self._heads_text)
        self._answers = cache(self._answers_text)
        self._tokens = cache(self._tokens_text)
        self._for_many = cache(_for_many)

    def known(self, connection: Connection, wanted: Wanted) -> KnownRows:
        """What the database knows of what a write is about."""
        heads, answers = self._found_heads(connection, wanted.streams), self._found_answers(connection, wanted.answers)
        return KnownRows(heads, answers, self._found_tokens(connection, wanted.leases))

    def put(self, connection: Connection, puts: Sequence[Put], changed: Sequence[Head]) -> None:
        """Store rows: add them, or replace those with the same keys. Where others listen, tell which heads changed."""
        for each in puts:
            self._put(
                connection, each.table, (self._replace if each.is_replacing else self._insert)(each.table), each.rows
            )

    def _put(self, connection: Connection, table: Table, text: str, rows: Sequence[Row]) -> None:
        names = table.columns.keys()
        for some in _in_powers_of_two(rows):
            values = tuple(row[name] for row in some for name in names)
            self._run(connection, self._for_many(text, len(names), len(some)), values)

    def _found_heads(self, connection: Connection, streams: Iterable[str]) -> list[Head]:
        names = {f"name_{place}": name for place, name in enumerate(streams)}
        if not names:
            return []
        rows = self._run(connection, self._heads(len(names)), names)
        return [Head(name, version, _bytes(digest)) for name, version, digest in rows]

    def _found_answers(self, connection: Connection, keys: Iterable[tuple[str, str]]) -> list[Answer]:
        pairs = list(enumerate(keys))
        if not pairs:
            return []
        scopes = {f"scope_{place}": scope for place, (scope, _) in pairs}
        ids = {f"id_{place}": command for place, (_, command) in pairs}
        rows = self._run(connection, self._answers(len(pairs)), {**scopes, **ids})
        return [Answer(scope, command, _bytes(digest), _bytes(told)) for scope, command, digest, told in rows]

    def _found_tokens(self, connection: Connection, names: Iterable[str]) -> dict[str, int]:
        found = {f"name_{place}": name for place, name in enumerate(names)}
        return dict(self._run(connection, self._tokens(len(found)), found)) if found else {}

    def _text(self, statement: Any, columns: Sequence[str] | None = None) -> str:
        return str(statement.compile(dialect=self._dialect, column_keys=columns))

    def _insert_text(self, table: Table) -> str:
        return self._text(insert(table), table.columns.keys())

    def _replace_text(self, table: Table) -> str:
        statement = self._upsert(table)
        keys = [column.name for column in table.primary_key.columns]
        changes = {name: statement.excluded[name] for name in table.columns.keys() if name not in keys}  # noqa: SIM118
        return self._text(statement.on_conflict_do_update(index_elements=keys, set_=changes), table.columns.keys())

    def _heads_text(self, count: int) -> str:
        names: list[BindParameter[str]] = [bindparam(f"name_{place}") for place in range(count)]
        return self._text(select(STREAMS).where(STREAMS.c.name.in_(names)))

    def _tokens_text(self, count: int) -> str:
        names: list[BindParameter[str]] = [bindparam(f"name_{place}") for place in range(count)]
        return self._text(select(LEASES.c.name, LEASES.c.token).where(LEASES.c.name.in_(names)))

    def _answers_text(self, count: int) -> str:
        # Not both databases support a list of pairs after IN.
        pairs = [
            and_(ANSWERS.c.scope == bindparam(f"scope_{place}"), ANSWERS.c.command_id == bindparam(f"id_{place}"))
            for place in range(count)
        ]
        return self._text(select(ANSWERS).where(or_(*pairs)))


def _bytes(value: Any) -> bytes:
    """Bytes, also where somebody has stored text instead, which SQLite allows."""
    return value.encode() if isinstance(value, str) else value


def _in_powers_of_two(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """The rows in chunks of few sizes, so that prepared statements are reused."""
    start = 0
    while start < len(rows):
        size = min(MOST_ROWS, 1 << (len(rows) - start).bit_length() - 1)
        yield rows[start : start + size]
        start += size


def _for_many(text: str, columns: int, rows: int) -> str:
    """A one-row insert turned into a multi-row insert, with values in the order of the columns."""
    row = f"({', '.join('?' * columns)})"
    return re.sub(r"(?<= VALUES )\([^()]*\)", ", ".join([row] * rows), text, count=1)
