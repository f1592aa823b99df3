"""Two processes share a house: who is here and who is ready counts wherever their lines are; tables close anywhere."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from siete.host.access.roles import HouseRole, Person
from siete.host.cluster.member import Cluster
from siete.host.house import House
from siete.host.presence import FRESH, Presence
from siete.host.table.actor import TableActor
from siete.host.table.people.absence import AWAY_SECONDS
from siete.host.table.wire import Message, message_from
from siete.store.connect import open_store
from siete.store.records import TableRecord
from tests.host.guests import Guest, come, open_live
from tests.patience import until

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def two_houses(url: str) -> AsyncIterator[tuple[House, House]]:
    """A house as two processes would have it open; the first one comes first, and so runs every table."""
    stores = [await open_store(url), await open_store(url)]
    clusters = [Cluster.on(url, str(number)) for number in range(2)]
    houses = [House(store, peers=cluster) for store, cluster in zip(stores, clusters, strict=True)]

    def owner(table: str) -> House:
        return next(house for house in houses if house.table(table).is_owner)

    async def forward(table: str, person: Person, message: Message) -> bytes:
        return (await owner(table).table(table).submit(person, message)).answer

    for cluster, house in zip(clusters, houses, strict=True):
        await cluster.join(house, forward)
    try:
        yield houses[0], houses[1]
    finally:
        for cluster, house, store in zip(clusters, houses, stores, strict=True):
            await cluster.close()
            await house.close()
            await store.close()


def wagers_are_open(table: TableActor) -> bool:
    """Whether the first round waits for wagers; with blackjacks it may be over in the moment that it is dealt."""
    current = table.state.round
    return current is not None and current.number == 1 and not current.are_wagers_closed


async def seated(first: House, second: House) -> tuple[Guest, Guest, Guest]:
    """Bea at the process that runs the table; Ana and Carl at the other one; the house waits for wagers."""
    table = await open_live(first)
    await second.learn()
    there = second.table("t")
    assert table.is_owner
    assert not there.is_owner
    bea = await come(first, table, "Bea", 1)
    ana, carl = await come(second, there, "Ana", 2), await come(second, there, "Carl", 3)
    while await bea.quietly() or await ana.quietly() or await carl.quietly():
        await until(lambda: table.loaded.version == there.loaded.version)
    await until(lambda: wagers_are_open(there) and len(there.state.seats) == 3)
    await until(lambda: table.attendance.is_here("Carl") and table.attendance.is_here("Ana"))
    return ana, bea, carl


async def test_wagers_wait_for_those_whose_line_is_at_another_process(postgresql: str) -> None:
    async with two_houses(postgresql) as (first, second):
        ana, bea, carl = await seated(first, second)
        await ana.do("PlaceWager", box=2)
        await bea.do("PlaceWager", box=1)
        await ana.ask("Ready", "1.wager")
        await bea.ask("Ready", "1.wager")
        await until(lambda: ana.now["ready"] == ["Ana", "Bea"] and ana.now["you"]["is_ready"])
        assert wagers_are_open(first.table("t")), "Carl may still wager"
        second.table("t").subscribers.remove(carl)
        await until(lambda: not wagers_are_open(first.table("t")))


async def test_a_seat_is_kept_for_somebody_at_another_process_and_freed_when_they_are_gone(postgresql: str) -> None:
    async with two_houses(postgresql) as (first, second):
        ana, _, _ = await seated(first, second)
        table = first.table("t")
        for moment in (0.0, AWAY_SECONDS + 1):
            await table.let_go(moment)
        assert sorted(table.state.seats.values()) == ["Ana", "Bea", "Carl"]
        second.table("t").subscribers.remove(ana)
        await until(lambda: not table.attendance.is_here("Ana"))
        for moment in (0.0, AWAY_SECONDS + 1):
            await table.let_go(moment)
        assert sorted(table.state.seats.values()) == ["Bea", "Carl"]


async def test_a_table_is_closed_through_a_process_that_does_not_run_it(postgresql: str) -> None:
    async with two_houses(postgresql) as (first, second):
        await seated(first, second)
        gone: list[str] = []
        second.on_closed(lambda table: gone.append(table.id))
        close = {"id": "close-the-table", "command": {"command": "CloseTable"}}
        await second.table("t").submit(Person(HouseRole.FLOORPERSON, "fred"), message_from(close))
        assert gone == ["t"]
        assert not first.tables
        assert not second.tables
        record = await second.store.record(TableRecord, "t")
        assert record is not None
        assert record.is_closed
        await second.cache.read_on("wallet/ana")
        assert second.cache.balance("wallet/ana") == 100_000


def test_a_process_that_falls_silent_is_not_believed_for_long() -> None:
    presence = Presence()
    presence.hear("one", ["Ana"], 10.0)
    presence.hear("two", ["Bea"], 10.0 + FRESH / 2)
    assert presence.names(10.0 + FRESH / 2) == {"Ana", "Bea"}
    assert presence.names(10.1 + FRESH) == {"Bea"}
    presence.hear("two", [], 11.0 + FRESH)
    assert presence.names(11.0 + FRESH) == frozenset()
