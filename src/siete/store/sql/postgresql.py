"""The store in PostgreSQL: for several processes at once, each waiting until its commit is on the server's disk."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from sqlalchemy import URL, Connection, Engine, create_engine, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from siete.store.faultpoints import AtPoint, nowhere
from siete.store.port import StoreError
from siete.store.sql.arrays import ArrayStatements, begin
from siete.store.sql.migration import check_revision, migrate
from siete.store.sql.notifications import REACHING
from siete.store.sql.store import READERS, SqlStore
from siete.store.sql.transaction import Backend

PATIENCE = 15.0
"""Seconds to retry while a server restarts, before callers get an error."""

IDLE = 3.0
"""Seconds after which the server ends an idle transaction and releases its locks."""

_MIGRATION_LOCK = 7_121_212_121
_KEYED = " -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off"
"""For statements that find rows by their keys only: planned once, however small the tables were then."""


def open_postgresql(url: str, *, is_read_only: bool = False, at: AtPoint = nowhere) -> SqlStore:
    """The store in a server's database; its tables are made if there are none."""
    address = driver_url(url)
    # Making tables may take a slow machine long between two steps, and nobody waits to take over from it.
    opening = new_engine(address, size=1, idle=0, is_autocommit=False)
    try:
        with opening.begin() as connection:
            _prepare(connection, is_read_only=is_read_only)
    except DBAPIError as error:
        raise refusal(error) from error
    finally:
        opening.dispose()
    engine = new_engine(address, size=1, settings=_KEYED)
    backend = Backend(
        engine=engine,
        begin=_begin,
        statements=ArrayStatements(engine.dialect),
        refusal=refusal,
        compact=_compact,
        patience=PATIENCE,
        is_own_disk=False,  # the server restarts itself after a failed sync, and connections to it are lost then
        at=at,
    )
    return SqlStore(backend, new_engine(address, size=READERS), on_close=lambda: None)


def _prepare(connection: Connection, *, is_read_only: bool) -> None:
    if is_read_only:
        check_revision(connection)
        return
    _check_server(connection)
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
    migrate(connection)


def driver_url(url: str) -> URL:
    """A `postgresql://` address as SQLAlchemy's psycopg wants it."""
    try:
        return make_url(url).set(drivername="postgresql+psycopg")
    except ArgumentError:
        raise StoreError("store/unknown-url", "This is not the address of a PostgreSQL database.") from None


def new_engine(
    address: URL, *, size: int, idle: float | None = None, settings: str = "", is_autocommit: bool = True
) -> Engine:
    """Connections to the server, at most so many, each waiting for the disk at every commit.

    With autocommit a statement is its own transaction, unless one was begun in so many words: a query is then one round
    trip instead of three.
    """
    # A process that is suspended in the middle of a transaction must not keep its locks: others wait to take over.
    options = (
        "-c synchronous_commit=on -c timezone=UTC -c lock_timeout=30000"
        f" -c idle_in_transaction_session_timeout={int((IDLE if idle is None else idle) * 1_000)}{settings}"
    )
    return create_engine(
        address,
        pool_size=size,
        max_overflow=0,
        pool_use_lifo=True,
        isolation_level="AUTOCOMMIT" if is_autocommit else None,
        connect_args={"options": options, "application_name": "siete", **REACHING},
    )


def _check_server(connection: Connection) -> None:
    """Refuse a server that does not write to its disk what it says it has: an answered command could be lost."""
    for setting in ("fsync", "full_page_writes"):
        if connection.scalar(text(f"SHOW {setting}")) != "on":
            sentence = f"The server runs with {setting} off, and so would lose what it has confirmed when it crashes."
            raise StoreError("store/unsafe-server", sentence, facts={"setting": setting})


def _begin(connection: Connection, streams: Sequence[str]) -> None:
    """Begin, and lock streams, new ones too, always in the same order: no two processes can wait for each other."""
    begin(connection, sorted({_key(stream) for stream in streams}))


def _compact(engine: Engine) -> None:
    """Rewrite the names of guests, so that no deleted one is left in the table's files or its indexes.

    The other tables hold none and are left to the server's own cleaning: to rewrite them would stop an open house.
    """
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM (FULL) guest_names"))


def _key(stream: str) -> int:
    return int.from_bytes(sha256(stream.encode()).digest()[:8], "big", signed=True)


def refusal(error: DBAPIError) -> StoreError:
    """PostgreSQL's error as a refusal with a sentence."""
    state = getattr(error.orig, "sqlstate", None) or ""
    words = f"PostgreSQL says: {str(error.orig).strip().splitlines()[0] if str(error.orig).strip() else state}"
    if state.startswith("53"):
        return StoreError("store/disk-full", f"The server has run out of room; nothing was kept. {words}")
    if state.startswith(("22", "23")) or "NUL" in words:
        return StoreError("store/unstorable", f"The database refuses what it was given. {words}")
    if state in ("55P03", "40P01", "40001"):
        return StoreError("store/locked", f"Another process holds what was to be written. {words}")
    if error.connection_invalidated or state.startswith(("08", "57")) or not state:
        return StoreError("store/unavailable", f"The database cannot be reached. {words}")
    return StoreError("store/failed", f"The database failed. {words}")
