"""A table's queue: in order, one at a time, and to the end even where nobody waits any more."""

from __future__ import annotations

import asyncio

import pytest

from siete.errors import SieteError
from siete.host.table import mailbox as mailboxes
from siete.host.table.mailbox import Mailbox
from siete.host.table.wire import message_from
from siete.store.memory import MemoryStore
from siete.store.port import Batch
from tests.host.guests import come, house_of, open_live

pytestmark = pytest.mark.anyio


async def test_jobs_are_served_one_after_the_other_in_the_order_they_came() -> None:
    mailbox, seen = Mailbox(), list[str]()

    async def job(name: str) -> str:
        seen.append(f"{name} begins")
        await asyncio.sleep(0)
        seen.append(f"{name} ends")
        return name

    names = ["first", "second", "third"]
    assert await asyncio.gather(*(mailbox.serve(lambda name=name: job(name)) for name in names)) == names  # type: ignore[misc]  # bound now
    assert seen == [f"{name} {what}" for name in names for what in ("begins", "ends")]


async def test_a_job_that_fails_is_the_failure_of_its_caller_alone() -> None:
    mailbox = Mailbox()

    async def fails() -> None:
        raise SieteError("test/failed", "It failed.")

    async def works() -> str:
        return "done"

    failed, done = await asyncio.gather(mailbox.serve(fails), mailbox.serve(works), return_exceptions=True)
    assert isinstance(failed, SieteError)
    assert done == "done"


class SlowStore(MemoryStore):
    """A store that keeps what it is given at once, and says so when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.reached, self.may_say = asyncio.Event(), asyncio.Event()
        self.may_say.set()

    async def append(self, batch: Batch) -> tuple[int, ...]:
        versions = await super().append(batch)
        self.reached.set()
        await self.may_say.wait()
        return versions

    def slow_down(self) -> None:
        """Say nothing from now on, and notice what is given."""
        self.reached.clear()
        self.may_say.clear()


async def test_a_sender_who_is_cut_off_does_not_stop_the_table() -> None:
    store = SlowStore()
    house = await house_of(store)
    table = await open_live(house)
    ana = await come(house, table, "Ana")
    store.slow_down()
    body = {"id": "sit-down-and-go", "command": {"command": "TakeSeat", "box": 1, "amount": 10_000}}
    sending = asyncio.create_task(table.submit(ana.person, message_from(body)))
    await store.reached.wait()
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    store.may_say.set()
    ben = await come(house, table, "Ben", 2)
    assert dict(table.state.seats) == {1: "Ana", 2: "Ben"}
    assert not table.stopped
    assert (await table.submit(ana.person, message_from(body))).is_repeat
    assert ben.table is table


async def test_commands_beyond_what_a_table_can_soon_do_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailboxes, "MOST_WAITING", 5)
    store = SlowStore()
    house = await house_of(store)
    table = await open_live(house)
    ana = await come(house, table, "Ana", 1, 10_000)
    store.slow_down()
    asked = [asyncio.create_task(ana.ask("BuyChips", amount=500)) for _ in range(12)]
    await store.reached.wait()
    store.may_say.set()
    tries = await asyncio.gather(*asked, return_exceptions=True)
    refused = [each for each in tries if isinstance(each, SieteError)]
    assert {each.code for each in refused} == {"host/busy"}
    assert 5 <= len(refused) <= 7, "one is served, five wait"
    assert (await ana.ask("BuyChips", amount=500))["type"] == "answer", "refused for now, not for good"
    assert table.state.racks["Ana"] - 10_000 == 500 * (13 - len(refused))


def test_a_job_of_a_loop_that_is_gone_is_dropped_without_a_word() -> None:
    """As when a process is killed in the midst of a turn: nobody is left to be told."""
    loop, told = asyncio.new_event_loop(), list[object]()

    async def never() -> None:
        await loop.create_future()

    result: asyncio.Future[None] = loop.create_future()
    turn = mailboxes._settled(never, result)
    turn.send(None)
    result.add_done_callback(told.append)
    loop.close()
    turn.close()
    assert told == []
