"""Who waits for a box at a full table is seated by the house in order, before anybody else."""

from __future__ import annotations

from typing import Any

import pytest

from siete.errors import SieteError
from siete.host.house import House
from siete.host.settings import LIVE, Settings, settings_of
from siete.host.table.actor import TableActor
from tests.host.guests import Guest, StillClock, come, house_of

pytestmark = pytest.mark.anyio

TWO_BOXES = 'rule_set = "wa"\npositions = 2\n'


async def full_table(house: House) -> tuple[TableActor, Guest, Guest]:
    """Two boxes, and somebody at each."""
    table = await house.open_table("t", "t", LIVE, "house", Settings(submission=TWO_BOXES, has_timers=False))
    return table, await come(house, table, "Ana", 1), await come(house, table, "Ben", 2)


def place(guest: Guest) -> tuple[int, int]:
    found: Any = guest.table.broadcaster.own(guest.person).get("queue", {"place": 0, "waiting": 0})
    return found["place"], found["waiting"]


def queue(table: TableActor) -> tuple[str, ...]:
    return table.current.settings.queue


async def test_whoever_waits_first_gets_the_next_free_box() -> None:
    house = await house_of(clock=StillClock())
    table, ana, ben = await full_table(house)
    cyd, dan = await come(house, table, "Cyd"), await come(house, table, "Dan")
    await cyd.ask("JoinQueue")
    await dan.ask("JoinQueue")
    await dan.ask("JoinQueue")  # once is enough
    assert (place(cyd), place(dan), place(ana)) == ((1, 2), (2, 2), (0, 2))
    await ana.ask("LeaveTable")
    assert table.state.seats == {1: "Cyd", 2: "Ben"}
    assert table.state.racks["Cyd"] > 0
    assert (place(cyd), place(dan)) == ((0, 1), (1, 1))
    await dan.ask("LeaveQueue")
    await ben.ask("LeaveTable")
    assert table.state.seats == {1: "Cyd"}
    assert "queue" not in table.record.settings, "a table without a queue is written as before"


async def test_the_queue_is_kept_with_the_table_and_holds_only_those_who_are_there() -> None:
    clock = StillClock()
    house = await house_of(clock=clock)
    table, ana, _ = await full_table(house)
    cyd, dan = await come(house, table, "Cyd"), await come(house, table, "Dan")
    await cyd.ask("JoinQueue")
    await dan.ask("JoinQueue")
    again = House(house.store, clock=clock)
    await again.learn()
    assert settings_of(again.table("t").record).queue == ("Cyd", "Dan")
    table.subscribers.remove(cyd)
    await house.sweep()
    assert queue(table) == ("Cyd", "Dan"), "a page may just be loaded again"
    await ana.ask("LeaveTable")
    assert table.state.seats[1] == "Dan", "Cyd is not here"
    await house.sweep()
    assert queue(table) == ()


async def test_whoever_cannot_pay_waits_no_longer() -> None:
    house = await house_of(clock=StillClock())
    table, ana, _ = await full_table(house)
    other = await house.open_table("u", "u", LIVE, "house", Settings(submission=TWO_BOXES, has_timers=False))
    cyd = await come(house, table, "Cyd")
    elsewhere = Guest(other, cyd.person)
    await elsewhere.ask("TakeSeat", box=1, amount=100_000)
    await cyd.ask("JoinQueue")
    await ana.ask("LeaveTable")
    assert (table.state.seats, place(cyd)) == ({2: "Ben"}, (0, 0))


async def test_who_sits_or_could_sit_does_not_wait() -> None:
    house = await house_of(clock=StillClock())
    table, ana, _ = await full_table(house)
    with pytest.raises(SieteError, match="already"):
        await ana.ask("JoinQueue")
    await ana.ask("LeaveTable")
    cyd = await come(house, table, "Cyd")
    with pytest.raises(SieteError, match="A box is free"):
        await cyd.ask("JoinQueue")
