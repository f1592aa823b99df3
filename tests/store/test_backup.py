"""A backup taken while the store is written to has everything that was kept before it, and nothing by halves."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from siete.store.chain import is_linked
from siete.store.connect import open_store
from siete.store.port import EMPTY_DIGEST
from tests.store.batches import batch, events, told

pytestmark = pytest.mark.anyio


async def test_a_backup_of_a_store_in_use_is_whole(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/house.db")
    kept = 0

    async def write() -> None:
        nonlocal kept
        while kept < 300:
            both = (events("table/1", 2 * kept, b"a", b"b"), events("wallet/1", kept, b"c"))
            await store.append(batch(*both, answer=told(str(kept))))
            kept += 1

    writing = asyncio.create_task(write())
    for number in range(5):
        await asyncio.sleep(0.02)
        before = kept
        await asyncio.to_thread(_back_up, tmp_path / "house.db", tmp_path / f"{number}.db")
        await _check(tmp_path / f"{number}.db", before)
    await writing
    await store.close()


def _back_up(path: Path, into: Path) -> None:
    """What the page on operations tells to do."""
    database = sqlite3.connect(path, timeout=30)
    database.execute("VACUUM INTO ?", (str(into),))
    database.close()


async def _check(path: Path, before: int) -> None:
    backup = await open_store(f"sqlite:///{path}")
    table, wallet = await backup.read("table/1"), await backup.read("wallet/1")
    assert len(table) == 2 * len(wallet) >= 2 * before
    assert (await backup.head("table/1")).version == len(table)
    digests = [EMPTY_DIGEST, *(entry.digest for entry in table)]
    assert all(is_linked(entry, last) for entry, last in zip(table, digests, strict=False))
    if wallet:
        assert await backup.answer("ana", str(len(wallet) - 1)) is not None
    assert await backup.answer("ana", str(len(wallet))) is None
    await backup.append(batch(events("table/1", len(table), b"it goes on")))
    await backup.close()
