"""The small records beside the streams: staff accounts, guests, sessions, tables and the secrets of shoes.

A record written again under the same key replaces the one before it; `record_log` chains what each of them was. Only
the names of guests are in no chain, so that they can be erased.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A member of the staff: argon2's own text of the password, and a role (`dealer`, `floorperson`, `auditor`)."""

    name: str
    password_hash: str
    role: str
    created_at: str
    is_active: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """A person who plays; `wallet` is the stream of their chips."""

    id: str
    display_name: str
    """The name in streams and events: a pseudonym, or the name that people see, where there is no GuestName."""
    wallet: str
    created_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestName:
    """The name that people see of a guest, whom streams and events know by a pseudonym; never logged."""

    id: str
    """The guest's."""
    key: str
    """The name as names are compared: no two guests have the same."""
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A guest's or staff member's session, valid until `expires_at`; `id` is a digest of the token, never the token."""

    id: str
    subject: str
    """A guest's id or an account's name."""
    role: str
    created_at: str
    expires_at: str
    is_revoked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRecord:
    """A table of the house: `mode` is `live` or `practice`; `owner` the guest or member of staff who opened it."""

    id: str
    name: str
    mode: str
    owner: str
    settings: str
    """The host's settings of the table, as JSON."""
    created_at: str
    is_closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeSecret:
    """What a shoe's commitment hides; sealed until the shoe is retired."""

    shoe: str
    table: str
    commitment: bytes
    salt: bytes
    order: str
    """The order before the cut, as cards in text."""
    created_at: str
    is_retired: bool = False


Record = Account | Guest | GuestName | Session | TableRecord | ShoeSecret


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordEvent:
    """Something that happened to a record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordKept(RecordEvent):
    """A record was kept under its key, in place of the one before it; `values` is empty where it holds a secret."""

    key: str
    digest: str
    values: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamPruned(RecordEvent):
    """A practice table was closed and its stream deleted, which ended here."""

    stream: str
    version: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamArchived(RecordEvent):
    """A table's events from `first` to `last` went into a file; the chain goes on from `digest`, that of the last."""

    stream: str
    first: int
    last: int
    digest: str
    removed: int
    """How many events are no longer in the database; a few stay, so that rounds keep their numbers and rules."""
    shoes: int
    """How many shoes were shuffled among them."""
    file: str
    """The file's name when it was written."""
    file_digest: str
    """SHA-256 of the whole file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRestored(RecordEvent):
    """The house was opened on an older copy of its database; `lost` names streams and events that were signed."""

    lost: tuple[str, ...]


def key_of(record: Record) -> str:
    """The key of a record among its kind."""
    match record:
        case Account(name=name):
            return name
        case Guest(id=key) | GuestName(id=key) | Session(id=key) | TableRecord(id=key):
            return key
        case ShoeSecret(shoe=shoe):
            return shoe
