"""Commands from one process of a house to another: over one connection, whichever comes back first."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, Person
from siete.host.cluster.member import Cluster
from siete.host.table.wire import Message
from siete.server.ws.forwarder import Forwarder
from tests.server.serving import Served, live_table, served

pytestmark = pytest.mark.anyio


class Owners:
    """Says where a table is run, and counts how often it was asked."""

    def __init__(self, owner: str | None) -> None:
        self.owner, self.asked = owner, 0

    async def owner_of(self, table: str) -> str | None:
        self.asked += 1
        return self.owner


def forwarder_to(server: Served, owners: Owners) -> Forwarder:
    return Forwarder(server.services, cast(Cluster, owners))


def message(number: int, kind: str = "BuyChips", **fields: Any) -> Message:
    return Message(id=f"command-{number}", point="", kind=kind, fields=fields or {"amount": 500})


async def ana_at(server: Served, *tables: str) -> Person:
    """A guest with a seat at each table."""
    guest = await server.house.welcome("Ana")
    person = Person(HouseRole.GUEST, guest.display_name)
    for place, table in enumerate(tables):
        await live_table(server.house, table_id=table)
        await server.house.table(table).submit(person, message(90 + place, "TakeSeat", box=1, amount=10_000))
    return person


async def test_many_commands_take_one_connection_and_one_question_where_the_table_is(tmp_path: Path) -> None:
    """The attack: each cost a connection, a thread and a query of its own."""
    async with served(tmp_path) as server:
        ana, owners = await ana_at(server, "t"), Owners(server.base)
        forwarder = forwarder_to(server, owners)
        answers = [await forwarder.send("t", ana, message(number)) for number in range(2, 7)]
        more = await asyncio.gather(*(forwarder.send("t", ana, message(number)) for number in range(7, 12)))
        assert len({*answers, *more}) == 10
        assert answers[0] == await forwarder.send("t", ana, message(2)), "the same again under the same id"
        assert server.house.table("t").state.racks[ana.name] == 15_000
        assert (owners.asked, len(forwarder._lines)) == (1, 1)
        await forwarder.close()


async def test_a_refusal_comes_back_as_it_was_given(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ana = await ana_at(server, "t")
        forwarder = forwarder_to(server, Owners(server.base))
        for wrong in (message(2, "Hit", box=1), message(3, "Sing"), message(4, amount=-5)):
            with pytest.raises(SieteError) as here:
                await server.house.table("t").submit(ana, wrong)
            with pytest.raises(SieteError) as there:
                await forwarder.send("t", ana, wrong)
            assert (there.value.code, there.value.clause) == (here.value.code, here.value.clause)
            assert there.value.sentence == here.value.sentence
        with pytest.raises(SieteError, match="too large"):
            await forwarder.send("t", ana, message(5, amount="x" * 9_000))
        await forwarder.close()


async def test_a_command_that_waits_does_not_hold_up_those_of_other_tables(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ana = await ana_at(server, "a", "b")
        forwarder, goes_on = forwarder_to(server, Owners(server.base)), asyncio.Event()
        holding = asyncio.create_task(server.house.table("a")._mailbox.serve(goes_on.wait))
        waiting = asyncio.create_task(forwarder.send("a", ana, message(2)))
        assert b"answer" in await forwarder.send("b", ana, message(3))
        assert not waiting.done()
        goes_on.set()
        assert b"answer" in await waiting
        await holding
        await forwarder.close()


async def test_a_table_that_has_moved_is_asked_for_again(tmp_path: Path) -> None:
    async with served(tmp_path) as one, served(tmp_path, one.house.store) as two:
        ana, owners = await ana_at(one, "t"), Owners(one.base)
        forwarder = forwarder_to(one, owners)
        await forwarder.send("t", ana, message(2))
        authority = one.house.table("t").current.authority
        one.house.table("t").give_up()
        with pytest.raises(SieteError) as refused:
            await forwarder.send("t", ana, message(3))
        assert (refused.value.code, owners.asked) == ("host/no-owner", 2)
        owners.owner = two.base
        await two.house.learn()
        await two.house.table("t").take_over(authority)
        assert b"answer" in await forwarder.send("t", ana, message(3))
        await forwarder.close()


async def test_a_connection_that_broke_is_made_anew(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ana, owners = await ana_at(server, "t"), Owners(server.base)
        forwarder = forwarder_to(server, owners)
        await forwarder.send("t", ana, message(2))
        (line,) = forwarder._lines.values()
        await line.result().close()
        assert b"answer" in await forwarder.send("t", ana, message(3))
        await forwarder.close()


@pytest.mark.parametrize("owner", [None, "http://127.0.0.1:1"])
async def test_a_table_that_nobody_answers_for_is_refused(owner: str | None, tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        forwarder = forwarder_to(server, Owners(owner))
        with pytest.raises(SieteError) as refused:
            await forwarder.send("t", Person(HouseRole.GUEST, "Ana"), message(2))
        assert refused.value.code == "host/no-owner"
        await forwarder.close()


async def test_a_process_that_does_not_answer_in_time_is_not_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands still, and another one has taken its tables meanwhile."""
    async with served(tmp_path) as server:
        ana, owners = await ana_at(server, "t"), Owners(server.base)
        forwarder, goes_on = forwarder_to(server, owners), asyncio.Event()
        await forwarder.send("t", ana, message(2))
        holding = asyncio.create_task(server.house.table("t")._mailbox.serve(goes_on.wait))
        with monkeypatch.context() as patched:
            patched.setattr("siete.server.ws.forwarder.SECONDS", 0.05)
            with pytest.raises(SieteError) as refused:
                await forwarder.send("t", ana, message(3))
            goes_on.set()
        assert refused.value.code == "host/no-owner"
        await holding
        assert b"answer" in await forwarder.send("t", ana, message(3))
        assert owners.asked == 2
        await forwarder.close()
