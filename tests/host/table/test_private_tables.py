"""A private table is closed when nobody has been there for an hour, and stays while somebody is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from siete.host.house import UNUSED_IN_VIEW_SECONDS, UNUSED_SECONDS, House
from siete.host.settings import PRACTICE, Settings, settings_of
from siete.host.table.actor import TableActor
from tests.host.guests import StillClock, come, house_of

pytestmark = pytest.mark.anyio


async def opened(house: House, *, is_private: bool) -> TableActor:
    settings = Settings(submission='rule_set = "md"\n', seed="7", has_timers=False, is_private=is_private)
    return await house.open_table("own", "Own", PRACTICE, "guest:ana", settings)


async def test_it_closes_when_nobody_has_been_there_for_an_hour() -> None:
    clock = StillClock()
    house = await house_of(clock=clock)
    table = await opened(house, is_private=True)
    ana = await come(house, table, "Ana", 2)
    for _ in range(3):
        clock.now += UNUSED_SECONDS
        await house.sweep()
    assert "own" in house.tables, "Ana is there"
    table.subscribers.remove(ana)
    await house.sweep()
    clock.now += UNUSED_SECONDS - 1
    await house.sweep()
    assert "own" in house.tables
    clock.now += 2
    await house.sweep()
    assert "own" not in house.tables


async def test_a_table_that_everybody_sees_stays_for_a_day() -> None:
    clock = StillClock()
    house = await house_of(clock=clock)
    table = await opened(house, is_private=False)
    for _ in range(3):
        await house.sweep()
        clock.now += UNUSED_SECONDS
    assert "own" in house.tables
    assert not table.current.is_private
    assert house.closes_in(table) is None, "not soon"
    clock.now += UNUSED_IN_VIEW_SECONDS
    await house.sweep()
    assert "own" not in house.tables


async def test_tables_of_earlier_versions_are_public() -> None:
    house = await house_of(clock=StillClock())
    record = (await opened(house, is_private=True)).record
    kept = settings_of(record)
    assert '"is_private": true' in kept.to_text()
    older = replace(record, settings=kept.to_text().replace('"is_private": true, ', ""))
    assert "is_private" not in older.settings
    assert not getattr(settings_of(older), "is_private", True)


async def test_it_says_when_it_will_be_closed() -> None:
    clock = StillClock()
    house = await house_of(clock=clock)
    table = await opened(house, is_private=True)
    assert house.closes_in(table) is None
    await house.sweep()
    clock.now += 600
    assert house.closes_in(table) == UNUSED_SECONDS - 600
    await come(house, table, "Ana", 2)
    assert house.closes_in(table) is None
