"""Backups of a house in one file: a tar archive of its database, heads and keys that only its owner can read.

The heads are copied before the database: heads that name events which the copy lacks look like a database cut short.
"""

from __future__ import annotations

import io
import os
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from siete.errors import SieteError
from siete.host.audit.heads import HEADS_FILE, KEY_FILE
from siete.server.data_directory import SESSION_KEY, STORE, data_directory

BESIDE = (HEADS_FILE, KEY_FILE, SESSION_KEY)
"""What is kept with the database, in the order in which it is copied."""


def back_up(data: Path, into: Path) -> int:
    """Copy a house, which may be open, into a new file; its size in bytes."""
    house = data / STORE
    if not house.is_file():
        raise SieteError("backup/no-house", f"There is no {house}. A house in PostgreSQL is copied with pg_dump.")
    with _new_file(into) as file, TemporaryDirectory(dir=into.absolute().parent, prefix=".siete-") as folder:
        beside = {name: (data / name).read_bytes() for name in BESIDE if (data / name).is_file()}
        copy = Path(folder) / STORE
        _copy_database(house, copy)
        with tarfile.open(fileobj=file, mode="w") as archive:
            for name, content in beside.items():
                archive.addfile(_member(name, len(content)), io.BytesIO(content))
            with copy.open("rb") as database:
                archive.addfile(_member(STORE, copy.stat().st_size), database)
    return into.stat().st_size


@contextmanager
def _new_file(path: Path) -> Iterator[io.BufferedWriter]:
    """A file that only its owner can read, durable once it is written; gone again where that fails."""
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise SieteError("backup/unwritable", f"{path} cannot be written: {error.strerror}.") from None
    try:
        with os.fdopen(made, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _copy_database(house: Path, copy: Path) -> None:
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # SQLite takes an empty file as it is
    try:
        with closing(sqlite3.connect(house, timeout=30)) as database:
            database.execute("VACUUM INTO ?", (str(copy),))
    except sqlite3.Error as error:
        raise SieteError("backup/failed", f"{house} cannot be copied: {error}.") from None


def _member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    return member


def restore(file: Path, data: Path) -> None:
    """Put the house of a backup where there is none; its files are readable by their owner only."""
    if (data / STORE).exists():
        raise SieteError("backup/house-exists", f"There is a house in {data}. Restore into another directory.")
    try:
        with tarfile.open(file) as archive:
            found = {member.name: member for member in archive if member.isfile()}
            if STORE not in found or not found.keys() <= {STORE, *BESIDE}:
                raise SieteError("backup/unreadable", f"{file} is no backup of a house.")
            data_directory(data)
            for name in (*BESIDE, STORE):  # the database last: without it there is no house
                if name in found:
                    _put(archive, found[name], data / name)
    except (OSError, tarfile.TarError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or error
        raise SieteError("backup/unreadable", f"{file} cannot be restored: {reason}.") from None


def _put(archive: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> None:
    """Write one file of a backup whole, under its name only once it is checked."""
    source, whole = archive.extractfile(member), path.with_name(f"{path.name}.new")
    assert source is not None, "only files are restored"
    whole.unlink(missing_ok=True)
    with _new_file(whole) as file:
        while part := source.read(1 << 20):
            file.write(part)
    if path.name == STORE:
        _check_database(whole)
    whole.replace(path)


def _check_database(path: Path) -> None:
    try:
        with closing(sqlite3.connect(path)) as database:
            found = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        found = str(error)
    if found != "ok":
        path.unlink(missing_ok=True)
        raise SieteError("backup/damaged", f"The database in this backup is damaged: {found}.")
