"""Somebody edits where a branch of practice begins: the chain, the heads or the audit's own look at forks tells."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path

import pytest

from siete.errors import SieteError
from siete.host.audit.house import audit
from siete.host.history.rounds import Recall
from siete.host.house import House
from siete.host.settings import PRACTICE, Settings
from siete.store.connect import open_store
from siete.table.notation.reader import document_from_text
from tests.host.guests import come, is_betting, until, wager

pytestmark = pytest.mark.anyio

EDITS = {
    "a shorter past": "UPDATE forks SET version = version - 1 WHERE stream = 'practice/table/p~1'",
    "a longer past": "UPDATE forks SET version = version + 1 WHERE stream = 'practice/table/p~2'",
    "another's past": "UPDATE forks SET parent = 'practice/table/q' WHERE stream = 'practice/table/p~1'",
    "no past": "DELETE FROM forks WHERE stream = 'practice/table/p~2'",
    "no past of a wallet": "DELETE FROM forks WHERE stream = 'practice/wallet/p~2/ana'",
    "a live table behind practice": "INSERT INTO forks VALUES ('table/t~1', 'practice/table/p', 3)",
    "a circle": "UPDATE forks SET parent = 'practice/table/p~1' WHERE stream = 'practice/table/p~1'",
    "an event that is shared": "UPDATE events SET batch = 'x' WHERE stream = 'practice/table/p' AND version = 9",
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with two practice tables; at one, decisions were taken back twice, the second before the first."""
    place = tmp_path_factory.mktemp("house")
    asyncio.run(_play(place))
    return place / "house.db"


async def _play(place: Path) -> None:
    store = await open_store(f"sqlite:///{place}/house.db")
    house = House(store)
    settings = Settings(submission='rule_set = "wa"\n', seed="7", has_timers=False)
    for name, player in (("p", "ana"), ("q", "bea")):
        table = await house.open_table(name, name, PRACTICE, f"guest:{player}", settings)
        ana = await come(house, table, player, 2)
        for _ in range(30):
            await until(table, [ana], is_betting)
            await wager(ana, 2)
            if any(each["command"]["command"] == "Hit" for each in ana.legal):
                break
        await ana.do("Hit")
        if name == "p":
            await ana.ask("TakeBack")
            await ana.do("Hit")
            await ana.ask("TakeBack")
            await ana.do("Stand")
            await until(table, [ana], is_betting)
            await _recalled(table.loaded.streams.events, house)
    await house.close()
    await store.close()


async def _recalled(stream: str, house: House) -> None:
    """Rounds of the shared past and of the branch's own are recalled and written."""
    table = house.table("p")
    recall = Recall(house.store, table.loaded.streams, table.rules)
    places = await recall.places()
    assert places[-1].last > (await house.store.lineage(stream))[0].version
    written = await recall.written(*(each.number for each in places))
    assert len(document_from_text(written).rounds) == len(places)


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    """A copy of the database."""
    return Path(shutil.copy(played, tmp_path / "house.db"))


async def _findings(path: Path) -> list[str]:
    store = await open_store(f"sqlite:///{path}", is_read_only=True)
    report = await audit(store)
    await store.close()
    return [finding.code for finding in report.findings]


async def test_branches_that_nobody_edited_are_sound(path: Path) -> None:
    assert await _findings(path) == []


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
async def test_the_audit_finds_another_past(path: Path, edit: str) -> None:
    with sqlite3.connect(path) as database:
        assert database.execute(edit).rowcount
    assert await _findings(path)


async def test_a_start_refuses_another_past(path: Path) -> None:
    with sqlite3.connect(path) as database:
        assert database.execute(EDITS["a longer past"]).rowcount
    store = await open_store(f"sqlite:///{path}")
    with pytest.raises(SieteError, match="siete audit"):
        await House(store).start()
    await store.close()
