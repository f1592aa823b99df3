"""The tables of the SQL stores, as SQLAlchemy Core; `migrations/` creates them, and a test compares the two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, DateTime, Index, Integer, LargeBinary, MetaData, Table, Text

from siete.plain import Plain
from siete.store.records import Account, Guest, GuestName, Record, Session, ShoeSecret, TableRecord

REVISION = "0004"
"""The newest migration: a database must be at it."""

METADATA = MetaData()


class _Bytes(LargeBinary):
    """Bytes, also where somebody has stored text instead: SQLite allows it, and an audit must still read it."""

    def result_processor(self, dialect: Any, coltype: Any) -> Callable[[Any], Any]:
        return lambda value: value.encode() if isinstance(value, str) else value


BYTES = _Bytes()

# Names are compared and ordered byte by byte, as Python does, whatever the server's language.
NAME = Text().with_variant(Text(collation="C"), "postgresql")
NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def _name(column: str, *, is_key: bool = False, field: str | None = None) -> Column[Any]:
    return Column(column, NAME, primary_key=is_key, nullable=False, key=field)


STREAMS = Table(
    "streams",
    METADATA,
    _name("name", is_key=True),
    Column("version", NUMBER, nullable=False),
    Column("digest", BYTES, nullable=False),
    sqlite_with_rowid=False,
)
"""The head of every stream, kept beside its events so that the last event need not be searched for."""

FORKS = Table(
    "forks",
    METADATA,
    _name("stream", is_key=True),
    _name("parent"),
    Column("version", NUMBER, nullable=False),
    sqlite_with_rowid=False,
)
"""Of streams that share their past: which stream they go on from, and after which version."""

EVENTS = Table(
    "events",
    METADATA,
    _name("stream", is_key=True),
    Column("version", NUMBER, primary_key=True, autoincrement=False),
    _name("kind"),
    Column("data", BYTES, nullable=False),
    _name("recorded_at"),
    Column("digest", BYTES, nullable=False),
    _name("batch"),
    Index("events_by_kind", "stream", "kind", "version"),
    sqlite_with_rowid=False,
)

ANSWERS = Table(
    "answers",
    METADATA,
    _name("scope", is_key=True),
    _name("command_id", is_key=True),
    Column("body_digest", BYTES, nullable=False),
    Column("answer", BYTES, nullable=False),
    sqlite_with_rowid=False,
)

MOVES = Table(
    "moves",
    METADATA,
    _name("stream", is_key=True),
    Column("version", NUMBER, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    _name("source"),
    _name("target"),
    Column("cents", NUMBER, nullable=False),
    sqlite_with_rowid=False,
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    _name("stream", is_key=True),
    Column("version", NUMBER, nullable=False),
    Column("data", BYTES, nullable=False),
)

LEASES = Table(
    "leases",
    METADATA,
    _name("name", is_key=True),
    _name("owner"),
    Column("token", NUMBER, nullable=False),
    Column("expires_at", DateTime(timezone=True), nullable=False),
)

ACCOUNTS = Table(
    "accounts",
    METADATA,
    _name("name", is_key=True),
    _name("password_hash"),
    _name("role"),
    _name("created_at"),
    Column("is_active", Boolean, nullable=False),
)

GUESTS = Table(
    "guests",
    METADATA,
    _name("id", is_key=True),
    _name("display_name"),
    _name("wallet"),
    _name("created_at"),
)

GUEST_NAMES = Table(
    "guest_names",
    METADATA,
    _name("id", is_key=True),
    _name("key"),
    _name("name"),
    Index("guest_names_by_key", "key", unique=True),
)
"""The names that people see of guests, in no chain: a row can be deleted."""

SESSIONS = Table(
    "sessions",
    METADATA,
    _name("id", is_key=True),
    _name("subject"),
    _name("role"),
    _name("created_at"),
    _name("expires_at"),
    Column("is_revoked", Boolean, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    _name("id", is_key=True),
    _name("name"),
    _name("mode"),
    _name("owner"),
    _name("rules", field="settings"),  # the column keeps the name that stored databases have
    _name("created_at"),
    Column("is_closed", Boolean, nullable=False),
)

SHOES = Table(
    "shoes",
    METADATA,
    _name("shoe", is_key=True),
    _name("table"),
    Column("commitment", BYTES, nullable=False),
    Column("salt", BYTES, nullable=False),
    _name("order"),
    _name("created_at"),
    Column("is_retired", Boolean, nullable=False),
)

RECORDS: dict[type[object], Table] = {
    Account: ACCOUNTS,
    Guest: GUESTS,
    GuestName: GUEST_NAMES,
    Session: SESSIONS,
    TableRecord: TABLES,
    ShoeSecret: SHOES,
}
"""Where each kind of record is kept; columns are keyed by the names of its fields."""


def row_of(record: Record) -> Plain:
    """A record as a row of its table."""
    return {each.name: getattr(record, each.name) for each in fields(record)}


def key_column(table: Table) -> Column[Any]:
    """The one column that is a record's key."""
    (column,) = table.primary_key.columns
    return column
