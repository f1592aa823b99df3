"""The log of records: whatever is kept of an account, guest, session, table or shoe is also an event in a chain.

A store adds these events by itself, in the transaction that keeps the record, so no caller can forget them. A row that
was changed, added or deleted by hand differs from its log. Secrets are logged as a digest only, and names of guests not
at all. Decisions: 0212, 0336.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from hashlib import sha256

import msgspec

from siete.plain import Plain
from siete.store.records import Account, Guest, Record, RecordKept, Session, ShoeSecret, TableRecord, key_of

LOG_PREFIX = "record/"

LOGS: dict[type[Record], str] = {
    Account: f"{LOG_PREFIX}account",
    Guest: f"{LOG_PREFIX}guest",
    Session: f"{LOG_PREFIX}session",
    TableRecord: f"{LOG_PREFIX}table",
    ShoeSecret: f"{LOG_PREFIX}shoe",
}
"""The stream that logs each kind of record."""

PRUNED_LOG = f"{LOG_PREFIX}pruned"
"""The stream that tells which streams of practice were deleted, and where they ended."""

ARCHIVED_LOG = f"{LOG_PREFIX}archived"
"""The stream that tells which events were moved into which files."""

_SHOWN: tuple[type[Record], ...] = (Guest, TableRecord)
"""Records without a secret, which are logged whole."""


def logged(record: Record) -> RecordKept:
    """The event that a record was kept as it is."""
    values = msgspec.json.encode(_plain(record)).decode() if isinstance(record, _SHOWN) else ""
    return RecordKept(key=key_of(record), digest=digest_of(record), values=values)


def digest_of(record: Record) -> str:
    """SHA-256 of all that is kept of a record."""
    return sha256(msgspec.json.encode(_plain(record))).hexdigest()


def by_log(records: Iterable[Record]) -> dict[str, list[Record]]:
    """Records by the stream that logs them; those that nothing logs are left out."""
    found: dict[str, list[Record]] = {}
    for record in records:
        if type(record) in LOGS:
            found.setdefault(LOGS[type(record)], []).append(record)
    return found


def _plain(record: Record) -> Plain:
    """The fields in their order; bytes as hexadecimal digits, and flags that SQLite gives as numbers as flags."""
    return {each.name: _text(getattr(record, each.name)) for each in fields(record)}


def _text(value: object) -> object:
    return value.hex() if isinstance(value, bytes) else value
