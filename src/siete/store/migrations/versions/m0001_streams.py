"""Streams of events, answers, money moved, snapshots, leases, and the small records beside them.

Typed here in full, not taken from today's schema: an old database must always get the tables it was promised.
"""

from __future__ import annotations

from typing import Any

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, DateTime, Integer, LargeBinary, Text

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NAME = Text().with_variant(Text(collation="C"), "postgresql")
NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    """Make the first tables."""
    _streams()
    _records()


def _streams() -> None:
    op.create_table("streams", _key("name"), _number("version"), _bytes("digest"), sqlite_with_rowid=False)
    op.create_table(
        "events",
        _key("stream"),
        Column("version", NUMBER, primary_key=True, autoincrement=False),
        _text("kind"),
        _bytes("data"),
        _text("recorded_at"),
        _bytes("digest"),
        _text("batch"),
        sqlite_with_rowid=False,
    )
    op.create_index("events_by_kind", "events", ["stream", "kind", "version"])
    op.create_table(
        "answers", _key("scope"), _key("command_id"), _bytes("body_digest"), _bytes("answer"), sqlite_with_rowid=False
    )
    op.create_table(
        "moves",
        _key("stream"),
        Column("version", NUMBER, primary_key=True, autoincrement=False),
        Column("place", Integer, primary_key=True, autoincrement=False),
        _text("source"),
        _text("target"),
        _number("cents"),
        sqlite_with_rowid=False,
    )
    op.create_table("snapshots", _key("stream"), _number("version"), _bytes("data"))
    expires = Column("expires_at", DateTime(timezone=True), nullable=False)
    op.create_table("leases", _key("name"), _text("owner"), _number("token"), expires)


def _records() -> None:
    op.create_table(
        "accounts", _key("name"), _text("password_hash"), _text("role"), _text("created_at"), _flag("is_active")
    )
    op.create_table("guests", _key("id"), _text("display_name"), _text("wallet"), _text("created_at"))
    op.create_table(
        "sessions",
        _key("id"),
        _text("subject"),
        _text("role"),
        _text("created_at"),
        _text("expires_at"),
        _flag("is_revoked"),
    )
    op.create_table(
        "tables",
        _key("id"),
        _text("name"),
        _text("mode"),
        _text("owner"),
        _text("rules"),
        _text("created_at"),
        _flag("is_closed"),
    )
    op.create_table(
        "shoes",
        _key("shoe"),
        _text("table"),
        _bytes("commitment"),
        _bytes("salt"),
        _text("order"),
        _text("created_at"),
        _flag("is_retired"),
    )


def _key(name: str) -> Column[Any]:
    return Column(name, NAME, primary_key=True, nullable=False)


def _text(name: str) -> Column[Any]:
    return Column(name, NAME, nullable=False)


def _bytes(name: str) -> Column[Any]:
    return Column(name, LargeBinary, nullable=False)


def _number(name: str) -> Column[Any]:
    return Column(name, NUMBER, nullable=False)


def _flag(name: str) -> Column[Any]:
    return Column(name, Boolean, nullable=False)
