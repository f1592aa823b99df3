"""The writer of a table: whose commands it writes, and what becomes of a table that must stop."""

from __future__ import annotations

import asyncio

import pytest

from siete.host.aggregate_cache import AggregateCache
from siete.host.chance.entropy import RandomnessError
from siete.host.table.plans import CommandPlan, Wallets
from siete.host.turn import Turn
from siete.store.memory import MemoryStore
from siete.store.port import Batch, Entry, Fence, LeaseLost, StoreError, VersionConflict
from siete.table import commands as c
from tests.host.guests import StillClock, come, house_of, is_betting, open_live, until, wager

pytestmark = pytest.mark.anyio


class WatchedStore(MemoryStore):
    """A store that stops a batch on its way, and can be told to answer it with a conflict."""

    def __init__(self) -> None:
        super().__init__()
        self.appended = 0
        self.gate, self.reading = asyncio.Event(), asyncio.Event()
        self.gate.set()
        self.reading.set()
        self.conflicts: list[str] = []
        self.written: list[Batch] = []
        self.is_away = False
        self.tries = 0

    def lease(self, token: int, name: str = "t") -> Fence:
        """The newest lease of a table from now on."""
        self._plan.tokens[name] = token
        return Fence(name, token)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        await self.reading.wait()
        return await super().read(stream, after, limit)

    async def append(self, batch: Batch) -> tuple[int, ...]:
        await self.gate.wait()
        self.tries += 1
        if self.is_away:
            raise StoreError("store/unavailable", "The database cannot be reached.")
        if self.conflicts:
            raise VersionConflict(self.conflicts.pop(), 1, 2)
        self.appended += 1
        self.written.append(batch)
        return await super().append(batch)


async def test_a_turn_that_waits_behind_a_lost_lease_is_not_written() -> None:
    store = WatchedStore()
    table = await open_live(await house_of(store))
    store.gate.clear()
    first = asyncio.create_task(table.house_turn(CommandPlan(carry_out=_say_the_time)))
    second = asyncio.create_task(table._serve(lambda: table._writer.write(CommandPlan(carry_out=_say_the_time))))
    await asyncio.sleep(0)
    table.give_up()
    before = store.appended
    store.gate.set()
    await asyncio.gather(first, return_exceptions=True)
    with pytest.raises(LeaseLost):
        await second
    assert store.appended <= before + 1, "only what was on its way already"
    assert not table.stopped


async def test_a_turn_that_lost_its_lease_while_it_was_computed_is_refused_by_its_fence() -> None:
    """The attack: a lease lost between the check and the append left a batch without any fence."""
    store = WatchedStore()
    house = await house_of(store)
    table = await open_live(house)
    await table.take_over(store.lease(1))
    await house.welcome("Ana")
    house.cache._wallets.clear()
    before = len(store.written)
    store.reading.clear()
    turn = CommandPlan(carry_out=_say_the_time, wallets=("Ana",))
    writing = asyncio.create_task(table._serve(lambda: table._writer.write(turn)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    table.give_up()
    store.lease(2)
    store.reading.set()
    with pytest.raises(LeaseLost):
        await writing
    assert [batch for batch in store.written[before:] if batch.fence is None] == []
    assert not table.is_owner
    assert not table.stopped


async def test_a_lost_lease_makes_the_table_a_follower_that_has_read_what_the_new_owner_wrote() -> None:
    store = WatchedStore()
    house, other = await house_of(store), await house_of(store)
    table = await open_live(house)
    await table.take_over(store.lease(1))
    await other.learn()
    theirs = other.table("t")
    await theirs.take_over(store.lease(2))
    await theirs._serve(lambda: theirs._writer.write(CommandPlan(carry_out=_say_the_time)))
    with pytest.raises(LeaseLost):
        await table._serve(lambda: table._writer.write(CommandPlan(carry_out=_say_the_time)))
    assert (table.is_owner, table.stopped) == (False, "")
    assert table.loaded.version == theirs.loaded.version
    assert table.state == theirs.state


async def test_an_owner_that_is_behind_its_own_stream_reads_on_and_plays() -> None:
    """The attack: one stray write to a table's stream stopped the owner until it was restarted."""
    store = WatchedStore()
    house, other = await house_of(store), await house_of(store)
    table = await open_live(house)
    await other.learn()
    await other.table("t")._serve(lambda: other.table("t")._writer.write(CommandPlan(carry_out=_say_the_time)))
    await table.take_over(store.lease(1))
    table._writer.is_unsure = False  # the answer of the store got lost, and nobody noticed
    await other.table("t")._serve(lambda: other.table("t")._writer.write(CommandPlan(carry_out=_say_the_time)))
    await table._serve(lambda: table._writer.write(CommandPlan(carry_out=_say_the_time)))
    assert not table.stopped
    assert table.loaded.version == (await store.head("table/t")).version


async def test_a_timer_whose_turn_fails_is_tried_again_after_a_pause() -> None:
    """The attack: a store that cannot be reached made every table with an open question spin."""
    store, clock = WatchedStore(), StillClock()
    house = await house_of(store, clock)
    table = await open_live(house, has_timers=True)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    await wager(ana, 2, is_ready=False)
    clock.now += 3_600
    store.is_away, before = True, store.tries
    table._alarm._go_off()
    for _ in range(200):
        await asyncio.sleep(0)
    assert store.tries == before + 1
    store.is_away = False
    table._alarm._go_off()
    for _ in range(200):
        await asyncio.sleep(0)
    assert store.tries > before + 1
    await house.close()


async def test_a_table_that_stopped_for_another_reason_stays_stopped() -> None:
    table = await open_live(await house_of(MemoryStore()))
    table.current.stop("the generator failed")
    table.current.own(Fence("table/t", 3))
    assert table.stopped == "the generator failed"


async def test_a_table_that_must_stop_gives_wagers_back_although_it_loses_a_race() -> None:
    store = WatchedStore()
    house = await house_of(store)
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    await wager(ana, 2, is_ready=False)
    wallet = next(iter(table.current.links.values()), "wallet/ana")
    store.conflicts = [wallet]
    tries = 0

    def fails_once(turn: Turn, _: Wallets) -> None:
        nonlocal tries
        tries += 1
        raise RandomnessError("The generator failed.")

    await table.house_turn(CommandPlan(carry_out=fails_once))
    assert (tries, table.stopped, table.state.layout) == (1, "The generator failed.", 0)


def _say_the_time(turn: Turn, _: Wallets) -> None:
    """A turn with one event."""
    assert turn.state.opening is not None
    turn.do(c.TellTime(at=turn.state.opening.now + 1))


async def test_a_wallet_that_could_not_be_read_is_not_taken_for_empty() -> None:
    """The attack: after one failed read a guest was refused as out of chips until the process was restarted."""
    store = WatchedStore()
    house = await house_of(store)
    ana = await house.welcome("Ana")
    cache = AggregateCache(FailingOnce(store))
    with pytest.raises(StoreError):
        await cache.wallet(ana.wallet)
    assert (await cache.wallet(ana.wallet)).wallet.balance > 0


async def test_a_wallet_that_is_being_read_is_not_taken_for_empty() -> None:
    """The attack: whoever asked second got an empty wallet while the first still read it."""
    store = WatchedStore()
    house = await house_of(store)
    ana = await house.welcome("Ana")
    cache = AggregateCache(store)
    store.reading.clear()
    both = [asyncio.create_task(cache.wallet(ana.wallet)) for _ in range(2)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    store.reading.set()
    assert [(await each).wallet.balance > 0 for each in both] == [True, True]


async def test_a_table_that_is_learned_of_while_it_is_opened_has_one_actor() -> None:
    """The attack: the actor that had taken the lease was replaced by one that never would."""
    store = WatchedStore()
    house = await house_of(store)
    store.gate.clear()
    opening = asyncio.create_task(open_live(house))
    await asyncio.sleep(0)
    store.reading.clear()
    store.gate.set()
    for _ in range(5):
        await asyncio.sleep(0)
    learning = asyncio.create_task(house.learn())
    for _ in range(5):
        await asyncio.sleep(0)
    store.reading.set()
    await learning
    learned = house.table("t")
    assert await opening is learned is house.table("t")


class FailingOnce(MemoryStore):
    """A store whose first read fails."""

    def __init__(self, store: MemoryStore) -> None:
        self._store, self._is_new = store, True

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        if self._is_new:
            self._is_new = False
            raise StoreError("store/unavailable", "The database cannot be reached.")
        return await self._store.read(stream, after, limit)
