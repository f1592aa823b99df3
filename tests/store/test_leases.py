"""Leases and fan-out in PostgreSQL: one writer a table, old tokens fenced out, and word of all that is stored."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace

import psycopg
import pytest

from siete.store.connect import open_store
from siete.store.port import EventStore, Fence, LeaseLost, VersionConflict
from siete.store.sql.leases import Leases
from siete.store.sql.notifications import LONGEST_PAYLOAD, Notification, listen, payloads, word_of
from tests.patience import PATIENCE
from tests.store.batches import batch, events, told
from tests.store.test_postgresql import cut

pytestmark = pytest.mark.anyio


@pytest.fixture
def url(postgresql: str) -> str:
    """The address of an empty database."""
    return postgresql


@pytest.fixture
async def first(store: EventStore, url: str) -> AsyncIterator[Leases]:
    """The leases of one process, which last."""
    leases = Leases(url, "first", seconds=60)
    yield leases
    await leases.close()


@pytest.fixture
async def second(store: EventStore, url: str) -> AsyncIterator[Leases]:
    """Those of another."""
    leases = Leases(url, "second", seconds=60)
    yield leases
    await leases.close()


def end_leases(url: str) -> None:
    """End all leases, by the database's clock, as time does."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE leases SET expires_at = clock_timestamp() - interval '1 second'")


def lasting(url: str) -> float:
    """For how many seconds the only lease lasts still."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT extract(epoch FROM expires_at - clock_timestamp()) FROM leases").fetchone()
    assert row is not None
    return float(row[0])


async def expired(url: str, first: Leases, name: str) -> Fence:
    """The fence of a lease that has ended."""
    lease = await first.take(name)
    assert lease is not None
    end_leases(url)
    return lease.fence


async def test_a_lease_is_one_processs_at_a_time(first: Leases, second: Leases) -> None:
    lease = await first.take("table/1")
    assert lease is not None
    assert await second.take("table/1") is None
    assert await first.owner_of("table/1") == await second.owner_of("table/1") == "first"
    assert await second.take("table/2") is not None
    await first.release(lease)
    assert await first.owner_of("table/1") is None
    taken = await second.take("table/1")
    assert taken is not None
    assert taken.token > lease.token


async def test_of_many_who_want_a_lease_one_gets_it(first: Leases, second: Leases) -> None:
    for number in range(10):
        asked = [each.take(f"table/{number}") for each in (first, second) for _ in range(5)]
        assert sum(lease is not None for lease in await asyncio.gather(*asked)) == 1


async def test_a_lease_that_is_renewed_goes_on_and_one_that_is_not_ends(
    url: str, first: Leases, second: Leases
) -> None:
    lease = await first.take("table/1")
    assert lease is not None
    assert lasting(url) <= 60
    first.seconds = 3_600
    assert await first.renew([lease]) == {lease}
    assert 60 < lasting(url) <= 3_600, "from now on"
    assert await second.take("table/1") is None
    end_leases(url)
    assert await second.take("table/1") is not None
    assert await first.renew([lease]) == set()
    assert await first.renew([]) == set()


async def test_a_lease_ends_as_the_databases_clock_goes_on(first: Leases, second: Leases) -> None:
    first.seconds = 0.2
    assert await first.take("table/1") is not None
    while await second.take("table/1") is None:
        await asyncio.sleep(0.05)


async def test_a_lease_that_ended_can_be_renewed_while_nobody_took_it(url: str, first: Leases) -> None:
    lease = await first.take("table/1")
    assert lease is not None
    end_leases(url)
    assert await first.renew([lease]) == {lease}


async def test_a_batch_under_a_lease_is_kept(store: EventStore, first: Leases) -> None:
    lease = await first.take("table/1")
    assert lease is not None
    fenced = replace(batch(events("table/1", 0, b"a")), authority=lease.fence)
    assert await store.append(fenced) == (1,)


async def test_a_batch_under_an_old_token_is_refused(
    url: str, store: EventStore, first: Leases, second: Leases
) -> None:
    fence = await expired(url, first, "table/1")
    assert await second.take("table/1") is not None
    late = replace(batch(events("table/1", 0, b"late"), answer=told("1")), authority=fence)
    with pytest.raises(LeaseLost) as refused:
        await store.append(late)
    assert refused.value.code == "history/lease-lost"
    assert await store.streams() == []
    assert await store.answer("ana", "1") is None


async def test_one_old_token_in_a_group_fails_alone(url: str, store: EventStore, first: Leases, second: Leases) -> None:
    fence = await expired(url, first, "table/1")
    taken = await second.take("table/1")
    assert taken is not None
    asked = [
        store.append(
            replace(batch(events(f"table/{number}", 0, b"a")), authority=fence if number == 3 else taken.fence)
        )
        for number in range(6)
    ]
    results = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(result, LeaseLost) for result in results] == [number == 3 for number in range(6)]


async def test_a_takeover_waits_for_the_batch_that_is_under_way(url: str, first: Leases, second: Leases) -> None:
    """The old owner's batch is committed before the new owner's lease begins, or not at all."""
    loop = asyncio.get_running_loop()
    began = asyncio.Event()

    def at(point: str) -> None:
        if point == "before commit" and not began.is_set():
            loop.call_soon_threadsafe(began.set)
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0.3), loop).result()

    store = await open_store(url, at=at)
    fence = await expired(url, first, "table/1")
    writing = asyncio.create_task(store.append(replace(batch(events("table/1", 0, b"a")), authority=fence)))
    await began.wait()
    lease = await second.take("table/1")
    assert lease is not None
    assert (await store.head("table/1")).version == 1, "what was under way is seen by whoever takes over"
    assert await writing == (1,)
    with pytest.raises((LeaseLost, VersionConflict)):
        await store.append(replace(batch(events("table/1", 1, b"b")), authority=fence))
    await store.close()


async def heard(url: str, count: int, ready: asyncio.Event) -> list[Notification]:
    """The first words on a line."""
    found: list[Notification] = []
    async with aclosing(listen(url)) as words:
        async for word in words:
            ready.set()
            found.append(word)
            if len(found) == count:
                break
    return found


async def test_everybody_hears_of_what_is_stored(store: EventStore, url: str) -> None:
    ready = asyncio.Event()
    listening = asyncio.create_task(heard(url, 3, ready))
    await ready.wait()
    await store.append(batch(events("table/ñ", 0, b"a", b"b"), events("wallet/1", 0, b"c")))
    with pytest.raises(VersionConflict):
        await store.append(batch(events("table/ñ", 0, b"x")))
    await store.append(batch(answer=told("1")))
    await store.append(batch(events("wallet/1", 1, b"d")))
    assert await asyncio.wait_for(listening, PATIENCE) == [
        Notification(is_gap=True),
        Notification((("table/ñ", 2), ("wallet/1", 1))),
        Notification((("wallet/1", 2),)),
    ]


async def test_a_line_that_was_cut_is_opened_again_and_says_so(store: EventStore, url: str) -> None:
    ready = asyncio.Event()
    listening = asyncio.create_task(heard(url, 3, ready))
    await ready.wait()
    cut(url)
    while (await store.head("table/1")).version < 1 or not listening.done():
        version = (await store.head("table/1")).version
        await store.append(batch(events("table/1", version, b"a")))
        await asyncio.sleep(0.1)
    found = await listening
    assert [word.is_gap for word in found[:2]] == [True, True]
    assert found[2].heads[0][0] == "table/1"


def test_many_heads_are_told_in_pieces() -> None:
    heads = [(f"wallet/{'ñ' * 30}{number}", number) for number in range(500)]
    pieces = list(payloads(heads))
    assert len(pieces) > 5
    assert max(len(piece.encode()) for piece in pieces) <= LONGEST_PAYLOAD
    assert [head for piece in pieces for head in word_of(piece).heads] == heads
    assert list(payloads([])) == []


async def test_a_process_that_falls_silent_in_a_transaction_does_not_keep_its_locks(
    url: str, first: Leases, second: Leases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("siete.store.sql.postgresql.IDLE", 0.3)
    loop, silent, over = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def at(point: str) -> None:
        if point == "before commit" and not silent.is_set():
            loop.call_soon_threadsafe(silent.set)
            over.wait(60)

    store = await open_store(url, at=at)
    fence = await expired(url, first, "table/1")
    writing = asyncio.create_task(store.append(replace(batch(events("table/1", 0, b"a")), authority=fence)))
    await silent.wait()
    assert await second.take("table/1") is not None
    over.set()
    with pytest.raises(LeaseLost):
        await writing
    assert await store.streams() == []
    await store.close()
