"""A table that is closed for good: what waited behind it is refused, and a table that has stopped can be closed."""

from __future__ import annotations

import asyncio

import pytest

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, Person
from siete.host.table.wire import message_from
from tests.host.guests import come, house_of, open_live

pytestmark = pytest.mark.anyio

FRED = Person(HouseRole.FLOORPERSON, "fred")
CLOSE = message_from({"id": "close-the-table", "command": {"command": "CloseTable"}})


async def test_nobody_sits_down_at_a_table_that_has_just_been_closed() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana")
    is_free = asyncio.Event()
    before = asyncio.create_task(table._mailbox.serve(is_free.wait))
    await asyncio.sleep(0)
    closing = asyncio.create_task(table.submit(FRED, CLOSE))
    await asyncio.sleep(0)
    sitting = asyncio.create_task(ana.ask("TakeSeat", box=2, amount=10_000))
    await asyncio.sleep(0)
    is_free.set()
    await before
    await closing
    with pytest.raises(SieteError) as refusal:
        await sitting
    assert refusal.value.code == "host/table-stopped"
    assert house.cache.balance("wallet/ana") == 100_000
    assert not house.tables


async def test_a_table_that_has_stopped_can_be_closed_once() -> None:
    house = await house_of()
    table = await open_live(house)
    table.current.stopped = "the randomness failed"
    await table.submit(FRED, CLOSE)
    assert not house.tables
    other = message_from({"id": "close-it-again", "command": {"command": "CloseTable"}})
    with pytest.raises(SieteError) as refusal:
        await table.submit(FRED, other)
    assert refusal.value.code == "host/table-stopped"
