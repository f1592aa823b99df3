"""A guest stores as much as they can: by taking back again and again, and by opening and closing tables."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from siete.errors import SieteError
from siete.host.audit.forks import own_events
from siete.host.audit.heads import HeadsFile, signing_key
from siete.host.audit.house import audit
from siete.host.house import House
from siete.host.practice import quota
from siete.host.settings import PRACTICE, Settings
from siete.host.table.actor import TableActor
from siete.store.connect import open_store
from siete.store.port import Batch, EventStore
from siete.store.records import TableRecord
from tests.host.guests import Guest, come, is_betting, until, wager

pytestmark = pytest.mark.anyio

NOON = "2026-01-02T12:00:00.000Z"


async def _practice(house: House, table_id: str = "p", link: str = "") -> TableActor:
    submission = 'rule_set = "wa"\n' + (f'meter_link = "{link}"\n' if link else "")
    settings = Settings(submission=submission, seed="7", has_timers=False)
    return await house.open_table(table_id, table_id, PRACTICE, "guest:Ana", settings)


async def _to_a_decision(table: TableActor, ana: Guest) -> None:
    for _ in range(30):
        await until(table, [ana], is_betting)
        await wager(ana, 2)
        if any(each["command"]["command"] == "Hit" for each in ana.legal):
            return


async def _back_and_forth(ana: Guest, times: int) -> None:
    for _ in range(times):
        await ana.do("Hit")
        await ana.ask("TakeBack")


async def _stored(store: EventStore) -> int:
    return sum([await store.size(stream) for stream in await store.streams("practice/")])


async def test_taking_back_cannot_fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "BYTES_PER_OWNER", 100_000)
    monkeypatch.setattr(quota.Quota.__init__, "__defaults__", (100_000,))
    house = House(await open_store("memory:"))
    table = await _practice(house)
    ana = await come(house, table, "Ana", 2)
    await _to_a_decision(table, ana)
    with pytest.raises(SieteError) as refused:
        await _back_and_forth(ana, 200)
    assert refused.value.code == "practice/quota"
    branches = len(await house.store.streams("practice/table/p~"))
    logged = await house.store.size("record/table")
    assert 10 < branches < 100
    assert 50_000 < await _stored(house.store) + logged < 100_000  # the rest are rows beside the events
    again = House(house.store)  # what was stored is counted again after a restart
    await again.start()
    with pytest.raises(SieteError, match="Close one"):
        await Guest(again.table("p"), ana.person).ask("TakeBack")


async def test_forty_decisions_taken_back_share_their_past(tmp_path: Path) -> None:
    """The attack: each copied the whole history, 0.86 MB after an hour of play."""
    path = tmp_path / "house.db"
    store = await open_store(f"sqlite:///{path}")
    house = House(store)
    table = await _practice(house)
    ana = await come(house, table, "Ana", 2)
    await _to_a_decision(table, ana)
    before, history = _on_disk(path), await store.size(table.loaded.streams.events)
    await _back_and_forth(ana, 40)
    grown = (_on_disk(path) - before) / 40
    assert grown < 8_000 < history
    assert await store.count() == own_events(await store.heads(), await store.forks())
    await ana.do("Stand")
    await until(table, [ana], is_betting)
    state = table.state
    await house.close()
    again = House(store)
    await again.start()
    assert again.table("p").state == state
    report = await audit(store)
    assert report.is_sound, report.findings
    await Guest(again.table("p"), ana.person).ask("CloseTable")
    assert (await store.streams("practice/"), await store.forks()) == ([], [])
    await again.close()
    await store.close()


def _on_disk(path: Path) -> int:
    """Bytes of the database, with all that was written to its log brought into it."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.stat().st_size


@pytest.mark.parametrize("link", ["", "shared"])
async def test_what_a_closed_practice_table_stored_is_deleted(tmp_path: Path, link: str) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/house.db")
    house = House(store)
    file = HeadsFile(tmp_path / "heads.jsonl", signing_key(tmp_path / "audit.key"))
    other = await _practice(house, "p-other")
    table = await _practice(house, link=link)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    await wager(ana, 2, is_ready=False)
    await ana.do("PlaceWager", box=2, wager="jackpot-1")
    await ana.ask("Ready", f"{table.state.rounds + 1}.wager")
    await until(table, [ana], is_betting)
    signed = [await file.sign(store, NOON)]
    before = await _stored(store)
    await ana.ask("CloseTable")
    assert await _stored(store) < before
    left = await store.streams("practice/")
    assert not [name for name in left if name.split("/")[2].startswith("p") and "p-other" not in name]
    assert other.loaded.streams.events in left
    signed.append(await file.sign(store, NOON))
    report = await audit(store, [each for each in signed if each is not None])
    assert report.is_sound, report.findings
    await house.close()
    await store.close()


async def test_nothing_but_practice_can_be_deleted() -> None:
    with pytest.raises(AssertionError, match="only practice"):
        Batch(recorded_at=NOON, prunes=("table/t",))


async def test_two_processes_together_open_no_more_tables_than_a_guest_may_have(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/house.db")
    houses = [House(store), House(store)]
    settings = Settings(submission='rule_set = "wa"\n', seed="7", has_timers=False)
    tries = await asyncio.gather(
        *(houses[n % 2].open_table(f"p{n}", "p", PRACTICE, "guest:Ana", settings, most=3) for n in range(8)),
        return_exceptions=True,
    )
    refused = [each.code for each in tries if isinstance(each, SieteError)]
    open_now = [each for each in await store.records(TableRecord) if not each.is_closed]
    assert set(refused) == {"limit/too-many"}
    assert len(open_now) == len(tries) - len(refused) <= 3
    await _refused_for_good(houses[1], settings, len(open_now))
    for house in houses:
        await house.close()
    assert (report := await audit(store)).is_sound, report.findings
    await store.close()


async def _refused_for_good(house: House, settings: Settings, count: int) -> None:
    """Fill up what is left, one by one; then there is no more."""
    for number in range(count, 3):
        await house.open_table(f"q{number}", "q", PRACTICE, "guest:Ana", settings, most=3)
    with pytest.raises(SieteError, match="as many open tables"):
        await house.open_table("q3", "q", PRACTICE, "guest:Ana", settings, most=3)
