"""Logs of records.

Records that are there already are logged as they are: from now on a row that was changed by hand differs from its log.
Typed here in full, not taken from today's code: an old database must always get the logs it was promised.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from alembic import op
from sqlalchemy import Boolean, Connection, LargeBinary, Text, column, select, table
from sqlalchemy.types import TypeEngine

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_RECORDS: dict[str, tuple[str, tuple[str, ...], bool]] = {
    "record/account": ("accounts", ("name", "password_hash", "role", "created_at", "is_active"), False),
    "record/guest": ("guests", ("id", "display_name", "wallet", "created_at"), True),
    "record/session": (
        "sessions",
        ("id", "subject", "role", "created_at", "expires_at", "is_revoked"),
        False,
    ),
    "record/table": ("tables", ("id", "name", "mode", "owner", "rules", "created_at", "is_closed"), True),
    "record/shoe": (
        "shoes",
        ("shoe", "table", "commitment", "salt", "order", "created_at", "is_retired"),
        False,
    ),
}
"""Of each log: the table of its records, their columns, the key first, and whether they are logged whole."""

_EVENTS = table(
    "events",
    *(column(name) for name in ("stream", "version", "kind", "recorded_at", "batch")),
    column("data", LargeBinary()),
    column("digest", LargeBinary()),
)
_STREAMS = table("streams", column("name"), column("version"), column("digest", LargeBinary()))


def upgrade() -> None:
    """Log every record that there is."""
    connection = op.get_bind()
    for stream in _RECORDS:
        rows = list(_logged(connection, stream))
        if rows:
            connection.execute(_EVENTS.insert(), rows)
            last = {"name": stream, "version": len(rows), "digest": rows[-1]["digest"]}
            connection.execute(_STREAMS.insert(), last)


def _logged(connection: Connection, stream: str) -> Iterator[dict[str, Any]]:
    """The log of one kind of record."""
    name, columns, is_shown = _RECORDS[stream]
    source = table(name, *(column(each, _kind(each)) for each in columns))
    digest = bytes(32)
    for version, row in enumerate(connection.execute(select(source).order_by(source.c[columns[0]])), 1):
        # The column `rules` of tables holds what the code calls settings.
        values = {("settings" if each == "rules" else each): _plain(value) for each, value in row._mapping.items()}
        text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
        fields = {
            "key": values[columns[0]],
            "digest": sha256(text.encode()).hexdigest(),
            "values": text if is_shown else "",
        }
        event = {"type": "RecordKept", "version": 1, "fields": fields}
        data = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
        at, batch = str(values["created_at"]), f"{stream}@1"
        digest = _link(digest, (stream, str(version), "RecordKept", at, batch), data)
        yield {
            "stream": stream,
            "version": version,
            "kind": "RecordKept",
            "data": data,
            "recorded_at": at,
            "digest": digest,
            "batch": batch,
        }


def _kind(name: str) -> TypeEngine[Any]:
    if name in ("commitment", "salt"):
        return LargeBinary()
    return Boolean() if name.startswith("is_") else Text()


def _plain(value: Any) -> Any:
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else value


def _link(previous: bytes, names: tuple[str, ...], data: bytes) -> bytes:
    """The digest of an event after the one before it."""
    whole = sha256(previous)
    for part in (*(name.encode() for name in names), data):
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.digest()
