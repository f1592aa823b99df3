"""A SQLite file with a writer in a process of its own: what becomes of either side when the other one ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from siete.host.audit.house import audit
from siete.store import writer_process
from siete.store.connect import open_store
from siete.store.port import AnswerExists, Batch, Fence, Movement, Snapshot, StoreError, VersionConflict
from siete.store.records import Account, Guest, Session, ShoeSecret, TableRecord
from siete.store.sql import sqlite
from siete.store.sql.store import SqlStore
from siete.store.writer_process import (
    Apart,
    _Line,
    group_from_bytes,
    group_to_bytes,
    results_from_bytes,
    results_to_bytes,
)
from tests.host.guests import come, house_of, open_live, round_of, wager
from tests.patience import PATIENCE, until
from tests.store.batches import NOON, batch, events, told

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]
EVERY_RECORD = (
    Account(name="flo", password_hash="x", role="floorperson", created_at=NOON),
    Guest(id="g", display_name="Ana ñ", wallet="wallet/ana ñ", created_at=NOON),
    Session(id="s", subject="g", role="guest", created_at=NOON, expires_at=NOON, is_revoked=True),
    TableRecord(id="t", name="T", mode="live", owner="flo", settings="rule_set", created_at=NOON, is_closed=True),
    ShoeSecret(shoe="t/1", table="t", commitment=b"\x00c", salt=b"\xff", order="As 7s", created_at=NOON),
)


async def _opened(path: Path) -> tuple[SqlStore, int]:
    """A store with its writer apart, and the writer's process."""
    store = await open_store(f"sqlite:///{path}", is_apart=True)
    assert isinstance(store, SqlStore)
    await store.append(batch(events("table/a", 0, b"one")))
    return store, _writer(store)


def _writer(store: SqlStore) -> int:
    return cast("Apart", store._writer._writing).process


def _line(store: SqlStore) -> _Line:
    found = cast("Apart", store._writer._writing)._line
    assert found is not None
    return found


def _is_asked(store: SqlStore) -> bool:
    """Whether the writer has a group to write."""
    waiting = _line(store)._waiting
    return waiting is not None and not waiting.done()


def test_a_batch_with_everything_in_it_arrives_as_it_was_sent() -> None:
    whole = Batch(
        recorded_at=NOON,
        appends=(events("table/a", 3, b"\x00\xff", b""), events("wallet/ana ñ", 0)),
        answer=told("command-1", scope="guest:Ana ñ"),
        moves=(Movement("table/a", 4, "wallet/ana ñ", "layout:a", 10**15 - 1),),
        snapshots=(Snapshot("table/a", 5, b"\x80"),),
        records=EVERY_RECORD,
        authority=Fence("table/a", 2**62),
    )
    assert group_from_bytes(group_to_bytes([whole, Batch(recorded_at=NOON)])) == [whole, Batch(recorded_at=NOON)]


def test_refusals_come_back_whole() -> None:
    refused = [
        VersionConflict("table/a", 1, 2),
        AnswerExists(told("c")),
        StoreError("store/failed", "Nothing was kept."),
    ]
    kept, *found = results_from_bytes(results_to_bytes([(1, 2), *refused]))
    assert kept == (1, 2)
    for before, after in zip(refused, found, strict=True):
        assert isinstance(after, type(before))
        assert vars(after) == vars(before)


async def test_a_writer_that_dies_is_told_to_all_who_wait_and_another_takes_its_place(tmp_path: Path) -> None:
    store, writer = await _opened(tmp_path / "house.db")
    os.kill(writer, signal.SIGSTOP)
    waiting = [asyncio.create_task(store.append(batch(events(f"table/{name}", 0, b"x")))) for name in "bc"]
    await until(lambda: _is_asked(store))
    os.kill(writer, signal.SIGKILL)
    found = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), PATIENCE)
    assert [getattr(each, "code", each) for each in found] == ["store/writer-ended"] * 2
    await store.append(batch(events("table/a", 1, b"two")))
    assert _writer(store) != writer
    assert [entry.data for entry in await store.read("table/a")] == [b"one", b"two"]
    await store.close()


async def test_a_table_goes_on_when_the_writer_dies(tmp_path: Path) -> None:
    store = await _again(tmp_path / "house.db")
    house = await house_of(store)
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await round_of(table, [ana])
    writer, rounds = _writer(store), table.state.rounds
    os.kill(writer, signal.SIGSTOP)
    asking = asyncio.create_task(wager(ana, 2))
    await until(lambda: _is_asked(store))
    os.kill(writer, signal.SIGKILL)
    with pytest.raises(StoreError, match="another one takes its place"):
        await asking
    await round_of(table, [ana])
    os.kill(_writer(store), signal.SIGKILL)
    await until(lambda: _line(store).is_lost)  # nothing is on its way: nobody else notices
    await round_of(table, [ana])
    assert table.state.rounds == rounds + 2
    await house.close()
    report = await audit(store)
    assert report.is_sound, report.findings
    await store.close()


async def _again(path: Path) -> SqlStore:
    """The store, opened once more."""
    store = await open_store(f"sqlite:///{path}", is_apart=True)
    assert isinstance(store, SqlStore)
    return store


async def test_a_signal_to_stop_does_not_stop_the_writer(tmp_path: Path) -> None:
    store, writer = await _opened(tmp_path / "house.db")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(writer, number)
    await store.append(batch(events("table/a", 1, b"two")))
    await store.close()
    with pytest.raises(ProcessLookupError):
        os.kill(writer, 0)


async def test_a_writer_that_hangs_at_the_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_process, "CLOSING_SECONDS", 0.2)
    store, writer = await _opened(tmp_path / "house.db")
    os.kill(writer, signal.SIGSTOP)
    await asyncio.wait_for(store.close(), PATIENCE)
    with pytest.raises(ProcessLookupError):
        os.kill(writer, 0)


async def test_a_file_that_is_in_use_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, _ = await _opened(tmp_path / "house.db")
    monkeypatch.setattr(sqlite, "time", SimpleNamespace(monotonic=time.monotonic))  # without a sleep to wait with
    with pytest.raises(StoreError) as locked:
        await open_store(f"sqlite:///{tmp_path}/house.db")
    assert locked.value.code == "store/locked"
    assert locked.value.facts == {"process": str(os.getpid())}
    await store.close()


_LEFT = """
import asyncio, os, signal, sys
from pathlib import Path
from tests.store.test_writer_process import _opened
async def main():
    store, writer = await _opened(Path(sys.argv[1]))
    os.kill(writer, signal.SIGSTOP)  # as if it were in the midst of a long write
    print(writer, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""


def _left(path: Path) -> int:
    """The writer of a process that was killed: it stands still."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
    with subprocess.Popen(
        [sys.executable, "-c", _LEFT, str(path)], stdout=subprocess.PIPE, text=True, env=environment
    ) as killed:
        assert killed.stdout is not None
        return int(killed.stdout.readline())


async def test_what_a_killed_process_has_left_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, waits = tmp_path / "house.db", list[float]()
    writer = _left(path)

    def sleep(seconds: float) -> None:
        if not waits:
            os.kill(writer, signal.SIGCONT)
        waits.append(seconds)
        time.sleep(seconds)

    monkeypatch.setattr(sqlite, "ORPHAN_SECONDS", PATIENCE)
    monkeypatch.setattr(sqlite, "time", SimpleNamespace(monotonic=time.monotonic, sleep=sleep))
    store = await _again(path)
    assert waits, "the file belongs to the last write until it has ended"
    assert [entry.data for entry in await store.read("table/a")] == [b"one"]
    await store.close()


async def test_what_is_left_for_too_long_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "ORPHAN_SECONDS", 0.1)
    path = tmp_path / "house.db"
    writer = _left(path)
    with pytest.raises(StoreError, match="was killed, and what it has left still writes") as locked:
        await open_store(f"sqlite:///{path}")
    assert locked.value.code == "store/locked"
    os.kill(writer, signal.SIGKILL)
