"""The SQLite store: who may open the file, how it is synced, and what a full or broken disk does."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import cast

import pytest

from siete.store.connect import open_store
from siete.store.port import StoreError
from siete.store.sql.store import SqlStore
from tests.patience import PATIENCE
from tests.store.batches import batch, events, told

pytestmark = pytest.mark.anyio


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that is not there yet."""
    return tmp_path / "house.db"


async def refused(url: str, *, is_read_only: bool = False) -> StoreError:
    """How opening the store is refused."""
    with pytest.raises(StoreError) as refusal:
        await open_store(url, is_read_only=is_read_only)
    return refusal.value


@pytest.mark.parametrize(("count", "statements"), [(1, 1), (2, 1), (3, 2), (64, 1), (65, 2), (200, 4)])
async def test_many_rows_go_out_in_few_statements(path: Path, count: int, statements: int) -> None:
    store = await open_store(f"sqlite:///{path}")
    assert isinstance(store, SqlStore)
    said: list[str] = []
    with closing(store.backend.engine.raw_connection()) as writer:  # there is one only
        cast("sqlite3.Connection", writer.driver_connection).set_trace_callback(said.append)
    data = [str(place).encode() for place in range(count)]
    await store.append(batch(events("table/1", 0, *data)))
    assert len([text for text in said if "INTO events" in text]) == statements
    assert [entry.data for entry in await store.read("table/1")] == data
    await store.close()


async def test_what_was_appended_is_there_when_the_file_is_opened_again(path: Path) -> None:
    store = await open_store(f"sqlite:///{path}")
    await store.append(batch(events("table/1", 0, b"a"), answer=told("1")))
    written = await store.read("table/1")
    await store.close()
    again = await open_store(f"sqlite:///{path}")
    assert await again.read("table/1") == written
    assert await again.answer("ana", "1") == told("1")
    assert await again.append(batch(events("table/1", 1, b"b"))) == (2,)
    await again.close()


async def test_every_commit_is_synced(path: Path) -> None:
    store = await open_store(f"sqlite:///{path}")
    assert isinstance(store, SqlStore)
    with store.backend.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    await store.close()


async def test_only_the_owner_may_read_the_file(path: Path) -> None:
    store = await open_store(f"sqlite:///{path}")
    await store.append(batch(events("table/1", 0, b"a")))
    files = [path, path.with_name("house.db-wal"), path.with_name("house.db.lock")]
    assert [stat.S_IMODE(each.stat().st_mode) for each in files] == [0o600] * 3
    await store.close()


async def test_a_path_may_have_any_characters(tmp_path: Path) -> None:
    path = tmp_path / "a b%20?#ñ&uri=x.db"
    store = await open_store(f"sqlite:///{path}")
    await store.append(batch(events("table/1", 0, b"a")))
    await store.close()
    assert path.exists()


async def test_a_second_process_is_refused_in_words(path: Path) -> None:
    store = await open_store(f"sqlite:///{path}")
    program = f"import asyncio; from siete.store.connect import open_store; asyncio.run(open_store('sqlite:///{path}'))"
    other = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE
    )
    assert other.returncode == 1
    assert f"store/locked: {path} is in use by another siete (process {os.getpid()})" in other.stderr
    await store.close()
    await (await open_store(f"sqlite:///{path}")).close()


async def test_a_store_may_be_read_while_another_has_it_open(path: Path) -> None:
    store = await open_store(f"sqlite:///{path}")
    await store.append(batch(events("table/1", 0, b"a")))
    reader = await open_store(f"sqlite:///{path}", is_read_only=True)
    assert await reader.read("table/1") == await store.read("table/1")
    with pytest.raises(StoreError):
        await reader.append(batch(events("table/1", 1, b"b")))
    await reader.close()
    await store.close()


async def test_a_program_that_holds_the_file_is_told_in_words(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siete.store.sql.sqlite.BUSY_SECONDS", 0.05)
    store = await open_store(f"sqlite:///{path}")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError) as refusal:
        await store.append(batch(events("table/1", 0, b"a")))
    assert refusal.value.code == "store/locked"
    other.execute("ROLLBACK")
    other.close()
    assert await store.append(batch(events("table/1", 0, b"a"))) == (1,)
    await store.close()


async def test_only_what_is_there_can_be_read(path: Path) -> None:
    assert (await refused(f"sqlite:///{path}", is_read_only=True)).code == "store/no-file"
    path.touch()
    assert (await refused(f"sqlite:///{path}", is_read_only=True)).code == "store/no-house"
    path.write_bytes(b"no database at all" * 100)
    assert (await refused(f"sqlite:///{path}")).code == "store/not-a-database"
    assert (await refused(f"sqlite:///{path.parent}/no/house.db")).code == "store/cannot-open"


@pytest.mark.parametrize("url", ["", "sqlite:", "sqlite:///", "mysql://x", "house.db"])
async def test_an_address_of_no_store_is_refused(url: str) -> None:
    assert (await refused(url)).code == "store/unknown-url"


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """Let no file grow beyond a size: to a program, a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


async def test_a_write_that_fails_is_never_acknowledged(path: Path) -> None:
    store = await open_store(f"sqlite:///{path}")
    await store.append(batch(events("table/1", 0, b"a")))
    with file_size_limit(path.with_name("house.db-wal").stat().st_size + 10_000), pytest.raises(StoreError) as refusal:
        await store.append(batch(events("table/1", 1, bytes(100_000)), answer=told("1")))
    assert refusal.value.code in ("store/failed", "store/disk-full")
    await store.close()
    again = await open_store(f"sqlite:///{path}")
    assert (await again.head("table/1")).version == 1
    assert await again.answer("ana", "1") is None
    assert await again.append(batch(events("table/1", 1, b"b"))) == (2,)
    await again.close()


async def test_after_a_failed_write_nothing_is_written_until_the_file_is_opened_again(path: Path) -> None:
    store = await open_store(f"sqlite:///{path}")
    await store.append(batch(events("table/1", 0, b"a")))
    with file_size_limit(path.with_name("house.db-wal").stat().st_size), pytest.raises(StoreError):
        await store.append(batch(events("table/1", 1, bytes(100_000))))
    with pytest.raises(StoreError) as refusal:
        await store.append(batch(events("table/1", 1, b"b")))
    assert refusal.value.code == "store/failed"
    await store.close()


async def test_a_closed_store_takes_nothing(path: Path) -> None:
    store = await open_store(f"sqlite:///{path}")
    await store.close()
    with pytest.raises(StoreError) as refusal:
        await store.append(batch(events("table/1", 0, b"a")))
    assert refusal.value.code == "store/closed"
