"""The store in one SQLite file: write-ahead log, synced at every commit, one process at a time."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from siete.store.faultpoints import AtPoint, nowhere
from siete.store.file_lock import is_taken, open_lock
from siete.store.port import StoreError
from siete.store.sql.migration import check_revision, migrate
from siete.store.sql.prepared import Statements
from siete.store.sql.store import READERS, SqlStore
from siete.store.sql.transaction import Backend
from siete.store.writer_process import Apart

BUSY_SECONDS = 5
"""How long to wait for a program that holds the file, such as one that copies it."""
ORPHAN_SECONDS = 5.0
"""How long to wait for the last write of a process that was killed."""
WRITING = "mode=rw"
STATEMENTS = 512
"""How many statements the driver keeps prepared: those of a write come in many sizes."""


def open_sqlite(path: Path, *, is_read_only: bool = False, is_apart: bool = False, at: AtPoint = nowhere) -> SqlStore:
    """The store in a file, made if there is none; refused when another process has it open.

    With `is_apart` a separate process writes, so that a busy process does not share its interpreter with a writer.
    """
    if is_read_only:
        return _open_to_read(path)
    lock = _locked(path)
    try:
        _made_private(path)
        backend = replace(writing_backend(path), at=at)
        _first_use(backend.engine, migrate)
        writing = Apart(path, lock, at) if is_apart else None
    except BaseException:
        os.close(lock)
        raise
    readers = _engine(path, "BEGIN", size=READERS)
    return SqlStore(backend, readers, on_close=lambda: os.close(lock), writing=writing)


def writing_backend(path: Path) -> Backend:
    """The file, to write to."""
    return _backend(path, "BEGIN IMMEDIATE")


def _open_to_read(path: Path) -> SqlStore:
    if not path.exists():
        raise StoreError("store/no-file", f"There is no file {path}.")
    mode = _reading_mode(path)
    backend = _backend(path, "BEGIN", mode=mode)
    _first_use(backend.engine, check_revision)
    return SqlStore(backend, _engine(path, "BEGIN", size=READERS, mode=mode), on_close=lambda: None)


def _reading_mode(path: Path) -> str:
    """How to open a file to read it: where nothing can be written beside it, as one that cannot change.

    SQLite keeps an index of the log beside the file. On media without one there must be no log either.
    """
    log = Path(f"{path}-wal")
    if os.access(path.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        return "mode=ro"
    if log.exists() and log.stat().st_size:
        if Path(f"{path}-shm").exists():
            return "mode=ro"
        raise StoreError(
            "store/read-only-log", f"{log} cannot be read here. Copy both files to a disk and audit those."
        )
    return "mode=ro&immutable=1"


def _first_use(engine: Engine, prepare: Callable[[Connection], None]) -> None:
    try:
        with engine.begin() as connection:
            prepare(connection)
    except DBAPIError as error:
        engine.dispose()
        raise _refusal(error) from error
    except BaseException:
        engine.dispose()
        raise


def _locked(path: Path) -> int:
    """Lock the file for this process; SQLite's own locks last for one transaction only."""
    try:
        lock = open_lock(f"{path}.lock")
    except OSError as error:
        raise StoreError("store/cannot-open", f"{path} cannot be opened: {error.strerror}.") from None
    owner = _other_owner(lock)
    if owner is not None:
        os.close(lock)
        sentence = f"{path} is in use by another siete (process {owner or 'unknown'}). Stop it first."
        if not _is_alive(owner):
            sentence = f"Process {owner} was killed, and what it has left still writes to {path}: try again soon."
        raise StoreError("store/locked", sentence, facts={"process": owner})
    os.truncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    return lock


def _other_owner(lock: int) -> str | None:
    """The id of the process that has the file, as it wrote it down; None once the lock is ours.

    A killed process may have left a writer process that is finishing its last write; wait for it.
    """
    deadline = time.monotonic() + ORPHAN_SECONDS
    while True:
        if is_taken(lock):
            return None
        owner = os.pread(lock, 32, 0).decode(errors="replace").strip()
        if _is_alive(owner) or time.monotonic() > deadline:
            return owner
        time.sleep(0.02)


def _is_alive(process: str) -> bool:
    if not process.isdecimal():
        return True
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's
        pass
    return True


def _made_private(path: Path) -> None:
    """Make the file readable by its owner only: it holds the order of shoes. Its log gets the same mode."""
    made = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if os.fstat(made).st_mode & 0o077 and os.fstat(made).st_uid == os.geteuid():
        os.fchmod(made, 0o600)  # it was copied from somewhere
    os.close(made)


def _backend(path: Path, begin: str, *, mode: str = WRITING) -> Backend:
    engine = _engine(path, begin, size=1, mode=mode)
    return Backend(
        engine=engine,
        begin=_nothing_to_lock,
        statements=Statements(engine.dialect, insert, run=_run),
        refusal=_refusal,
        integrity=_integrity,
        compact=_compact,
    )


def _compact(engine: Engine) -> None:
    """Rewrite the file, and empty its log. A transaction that reads at this moment keeps the log for a while longer."""
    with closing(engine.raw_connection()) as connection:
        try:
            connection.driver_connection.execute("VACUUM")  # type: ignore[union-attr]
            connection.driver_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[union-attr]
        except sqlite3.Error as error:
            raise DBAPIError("VACUUM", None, error) from error


def _run(connection: Connection, text: str, values: Any) -> list[Any]:
    """Run a statement directly on the driver, with its errors wrapped as SQLAlchemy wraps them."""
    cursor = connection.connection.cursor()
    try:
        cursor.execute(text, values)
        return list(cursor.fetchall())
    except sqlite3.Error as error:
        raise DBAPIError(text, values, error) from error


def _integrity(connection: Connection, seconds: float | None) -> str:
    """What SQLite finds wrong: everything that it can, or as much as a quick look finds in time."""
    driver: Any = connection.connection.driver_connection
    deadline = time.monotonic() + seconds if seconds is not None else None
    if deadline is not None:
        driver.set_progress_handler(lambda: int(time.monotonic() > deadline), 10_000)
    try:
        check = "integrity_check" if seconds is None else "quick_check"
        rows = driver.execute(f"PRAGMA {check}(1)").fetchall()
    except sqlite3.DatabaseError as error:
        return "" if "interrupted" in str(error) else str(error)
    finally:
        driver.set_progress_handler(None, 0)
    return "" if rows == [("ok",)] else str(rows[0][0])


def _nothing_to_lock(connection: Connection, streams: Sequence[str]) -> None:
    """BEGIN IMMEDIATE has locked the whole file."""


def _engine(path: Path, begin: str, *, size: int, mode: str = WRITING) -> Engine:
    # The path may hold any character; in an address SQLite would take some of them for its own.
    address = f"file:{_escaped(path.absolute())}?{mode}"
    engine = create_engine(
        f"sqlite:///{address}&uri=true",
        paramstyle="named",
        poolclass=QueuePool,
        pool_size=size,
        max_overflow=0,
        connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS, "cached_statements": STATEMENTS},
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # Python would begin transactions implicitly, and too late
        if mode == WRITING:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _escaped(path: Path) -> str:
    return str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _refusal(error: DBAPIError) -> StoreError:
    name = getattr(error.orig, "sqlite_errorname", "")
    words = f"SQLite says: {error.orig}."
    if name.startswith("SQLITE_FULL"):
        return StoreError("store/disk-full", f"The disk is full; nothing was kept. {words}")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreError("store/locked", f"Another program holds the database. {words}")
    if name.startswith(("SQLITE_CONSTRAINT", "SQLITE_MISMATCH", "SQLITE_TOOBIG")):
        return StoreError("store/unstorable", f"The database refuses what it was given. {words}")
    if name.startswith("SQLITE_NOTADB"):
        return StoreError("store/not-a-database", f"The file is no database. {words}")
    return StoreError("store/failed", f"The database cannot be relied on; open it again. {words}")
