"""Taking a decision back at a practice table: the same cards again, another decision, and books that stay closed."""

from __future__ import annotations

import pytest

from siete.errors import SieteError
from siete.host.audit.house import audit
from siete.host.history import loading, marks
from siete.host.house import House
from siete.host.settings import PRACTICE, Settings
from siete.host.table import writer
from siete.host.table.actor import TableActor
from siete.table.state.table import TableState
from tests.host.guests import Guest, StillClock, come, house_of, is_betting, open_live, round_of, until, wager

pytestmark = pytest.mark.anyio


async def _practice(house: House, rules: str = "md") -> TableActor:
    settings = Settings(submission=f'rule_set = "{rules}"\n', seed="7", has_timers=False)
    return await house.open_table("p", "p", PRACTICE, "house", settings)


async def _to_a_decision(table: TableActor, ana: Guest) -> None:
    for _ in range(30):
        await until(table, [ana], is_betting)
        await wager(ana, 2)
        if any(each["command"]["command"] == "Hit" for each in ana.legal):
            return
        await until(table, [ana], is_betting)


async def test_a_decision_is_taken_back_and_made_again() -> None:
    house = await house_of(clock=StillClock())
    table = await _practice(house)
    ana = await come(house, table, "Ana", 2)
    await _to_a_decision(table, ana)
    before, legal = table.state, ana.legal
    await ana.do("Hit")
    first = table.state
    await ana.ask("TakeBack")
    assert table.state == before
    assert ana.legal == legal
    assert ana.now["type"] == "snapshot"
    await ana.do("Hit")
    assert table.state == first
    await ana.ask("TakeBack")
    await ana.do("Stand")
    await until(table, [ana], is_betting)
    report = await audit(house.store)
    assert report.is_sound, report.findings


async def test_a_finished_round_is_taken_back_to_its_last_decision() -> None:
    house = await house_of(clock=StillClock())
    table = await _practice(house, "wa")
    ana = await come(house, table, "Ana", 2)
    await _to_a_decision(table, ana)
    rounds, before = table.state.rounds, table.state
    await ana.do("Stand")
    assert table.state.rounds == rounds + 1
    await ana.ask("TakeBack")
    assert table.state == before
    again = House(house.store, clock=house.clock)
    await again.start()
    assert again.table("p").state == before
    assert set(again.tables) == {"p"}
    later = Guest(again.table("p"), ana.person)
    await round_of_rest(again.table("p"), later)
    assert (await audit(house.store)).is_sound


async def round_of_rest(table: TableActor, ana: Guest) -> None:
    await until(table, [ana], is_betting)
    await round_of(table, [ana])


async def test_nothing_is_taken_back_where_nothing_was_decided_or_at_a_live_table() -> None:
    house = await house_of(clock=StillClock())
    practice, live = await _practice(house), await open_live(house)
    ana = await come(house, practice, "Ana", 2)
    with pytest.raises(SieteError) as nothing:
        await ana.ask("TakeBack")
    assert nothing.value.code == "practice/nothing-to-take-back"
    ben = await come(house, live, "Ben", 2)
    with pytest.raises(SieteError) as refusal:
        await ben.ask("TakeBack")
    assert refusal.value.code == "command/practice-only"


async def test_a_branch_starts_from_a_snapshot_of_its_past(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (writer, marks):
        monkeypatch.setattr(module, "EVERY", 40)
    house = await house_of(clock=StillClock())
    table = await _practice(house, "wa")
    ana = await come(house, table, "Ana", 2)
    await round_of(table, [ana])
    await _to_a_decision(table, ana)
    await ana.do("Hit")
    await ana.ask("TakeBack")
    branch, version = table.loaded.streams.events, table.loaded.version
    kept = [(stream, each.version) async for stream, each in marks.marks_before(house.store, branch, version)]
    assert {stream for stream, _ in kept} == {"practice/table/p"}
    assert kept == sorted(kept, reverse=True)
    assert len(kept) == version // 40
    whole = loading.folded(TableState(), await house.store.read(branch))
    assert (await loading.restored(house.store, table.record)).state == table.state == whole
    await ana.do("Stand")
    await round_of_rest(table, ana)
    report = await audit(house.store)
    assert report.is_sound, report.findings
