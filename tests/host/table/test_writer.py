"""The writer of a table: whose commands it writes, and what becomes of a table that must stop."""

from __future__ import annotations

import asyncio

import pytest

from siete.host.chance.entropy import RandomnessError
from siete.host.table.plans import Plan, Wallets
from siete.host.turn import Turn
from siete.store.memory import MemoryStore
from siete.store.port import Batch, Fence, LeaseLost, VersionConflict
from siete.table import commands as c
from tests.host.guests import come, house_of, is_betting, open_live, until, wager

pytestmark = pytest.mark.anyio


class WatchedStore(MemoryStore):
    """A store that stops a batch on its way, and can be told to answer it with a conflict."""

    def __init__(self) -> None:
        super().__init__()
        self.appended = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.conflicts: list[str] = []

    async def append(self, batch: Batch) -> tuple[int, ...]:
        await self.gate.wait()
        if self.conflicts:
            raise VersionConflict(self.conflicts.pop(), 1, 2)
        self.appended += 1
        return await super().append(batch)


async def test_a_turn_that_waits_behind_a_lost_lease_is_not_written() -> None:
    store = WatchedStore()
    table = await open_live(await house_of(store))
    store.gate.clear()
    first = asyncio.create_task(table.house_turn(Plan(carry_out=_say_the_time)))
    second = asyncio.create_task(table._serve(lambda: table._writer.write(Plan(carry_out=_say_the_time))))
    await asyncio.sleep(0)
    table.give_up()
    before = store.appended
    store.gate.set()
    await asyncio.gather(first, return_exceptions=True)
    with pytest.raises(LeaseLost):
        await second
    assert store.appended <= before + 1, "only what was on its way already"
    assert not table.stopped


async def test_a_table_that_was_overtaken_plays_again_when_it_is_taken_over() -> None:
    table = await open_live(await house_of(MemoryStore()))
    table.now.stop("another process writes to it")
    await table.take_over(Fence("table/t", 2))
    assert table.stopped == ""


async def test_a_table_that_stopped_for_another_reason_stays_stopped() -> None:
    table = await open_live(await house_of(MemoryStore()))
    table.now.stop("the generator failed")
    table.now.own(Fence("table/t", 3))
    assert table.stopped == "the generator failed"


async def test_a_table_that_must_stop_gives_wagers_back_although_it_loses_a_race() -> None:
    store = WatchedStore()
    house = await house_of(store)
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    await wager(ana, 2, is_ready=False)
    wallet = next(iter(table.now.links.values()), "wallet/ana")
    store.conflicts = [wallet]
    tries = 0

    def fails_once(turn: Turn, _: Wallets) -> None:
        nonlocal tries
        tries += 1
        raise RandomnessError("The generator failed.")

    await table.house_turn(Plan(carry_out=fails_once))
    assert (tries, table.stopped, table.state.layout) == (1, "The generator failed.", 0)


def _say_the_time(turn: Turn, _: Wallets) -> None:
    """A turn with one event."""
    assert turn.state.opening is not None
    turn.do(c.TellTime(at=turn.state.opening.now + 1))
