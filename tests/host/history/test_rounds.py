"""Recall: any round that is over, byte for byte as everybody saw it."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from siete.errors import SieteError
from siete.host.history.places import Places
from siete.host.history.rounds import Recall
from siete.host.history.snapshots import EVERY, state_from_bytes, state_to_bytes
from siete.host.house import House
from siete.store.memory import MemoryStore
from siete.table.notation.reader import document_from_text
from siete.table.notation.replay import replayed
from siete.table.state.table import TableState
from siete.table.view import PUBLIC
from tests.host.guests import StillClock, come, heard, house_of, open_live, round_of
from tests.host.playing import come as sit
from tests.host.playing import opened_house, play

pytestmark = pytest.mark.anyio


async def test_a_round_is_recalled_as_it_was_shown() -> None:
    house = await house_of()
    table = await open_live(house, "md")
    guests = [await come(house, table, name, box) for name, box in (("Ana", 2), ("Ben", 5))]
    for _ in range(3):
        await round_of(table, guests)
    await heard()
    shown = {
        event["version"]: {name: value for name, value in event.items() if name != "version"}
        for message in guests[0].told
        for event in message.get("events", ())
    }
    steps: list[dict[str, Any]] = []
    for number in (1, 2, 3):
        recalled = await Recall(house.store, table.loaded.streams, table.rules).round(number)
        steps = list(recalled.steps(PUBLIC))
        assert recalled.players == ("Ana", "Ben")
        assert recalled.boxes == (2, 5)
        for step in steps:
            assert msgspec.json.encode(step["event"]) == msgspec.json.encode(shown[step["version"]])
    last = [each for each in guests[0].told if "view" in each and each.get("to") == steps[-1]["version"]]
    assert all(each["view"] == steps[-1]["view"] for each in last)


async def test_rounds_are_found_by_player_box_and_time() -> None:
    house = await house_of()
    table = await open_live(house)
    ana, ben = await come(house, table, "Ana", 2), await come(house, table, "Ben", 5)
    await round_of(table, [ana, ben])
    await ben.ask("LeaveTable")
    await round_of(table, [ana])
    recall = Recall(house.store, table.loaded.streams, table.rules)
    assert [each.place.number for each in await recall.search()] == [2, 1]
    assert [each.place.number for each in await recall.search(player="Ben")] == [1]
    assert [each.place.number for each in await recall.search(box=2)] == [2, 1]
    assert [each.place.number for each in await recall.search(limit=1)] == [2]
    first = (await recall.search(player="Ben"))[0].place
    assert [each.place.number for each in await recall.search(before=first.began_at)] == []
    assert [each.place.number for each in await recall.search(after="2999-01-01")] == []


async def test_where_rounds_stand_is_found_once_and_read_on_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    house = await house_of()
    table = await open_live(house)
    guests = [await come(house, table, "Ana", 2)]
    places, stream = Places(house.store), table.loaded.streams.events
    told: list[int] = []
    for number in (1, 2, 3):
        await round_of(table, guests)
        assert [each.number for each in await places.of(stream)] == [*range(1, number + 1)]
        assert list(await places.of(stream)) == list(await Places(house.store).of(stream))
    find = house.store.find

    async def counted(stream: str, kind: str, after: int = 0) -> list[tuple[int, str]]:
        found = await find(stream, kind, after)
        told.append(len(found))
        return found

    monkeypatch.setattr(house.store, "find", counted)
    both = await asyncio.gather(places.of(stream), places.of(stream))
    assert [len(each) for each in both] == [3, 3]
    assert sum(told) == 0
    last = await places.numbered(stream, 3)
    assert last == (await places.of(stream))[-1]
    assert await places.numbered(stream, 4) is None
    assert await places.numbered(stream, 0) is None


async def test_two_who_read_on_at_once_count_no_round_twice() -> None:
    house = await house_of()
    table = await open_live(house)
    guests = [await come(house, table, "Ana", 2)]
    places, stream = Places(house.store), table.loaded.streams.events
    await round_of(table, guests)
    await round_of(table, guests)
    find = house.store.find

    async def slow(stream: str, kind: str, after: int = 0) -> list[tuple[int, str]]:
        await asyncio.sleep(0)
        return await find(stream, kind, after)

    house.store.find = slow  # type: ignore[method-assign]
    await asyncio.gather(*(places.of(stream) for _ in range(4)))
    assert [each.number for each in await places.of(stream)] == [1, 2]


async def test_a_round_that_is_not_over_is_not_told() -> None:
    house = await house_of()
    table = await open_live(house)
    await come(house, table, "Ana", 2)
    with pytest.raises(SieteError) as refusal:
        await Recall(house.store, table.loaded.streams, table.rules).round(1)
    assert refusal.value.code == "round/unknown"


async def test_a_recalled_round_is_played_again_from_its_text() -> None:
    house = await opened_house(MemoryStore(), ['rule_set = "wa"\n', 'rule_set = "s13"\n'], ['rule_set = "md"\n'])
    for table in house.tables.values():
        people = [await sit(house, table, f"{name} {table.id}", box) for name, box in (("ana", 1), ("ben", 3))]
        await play(table, people, 6, Random(3))
        recall = Recall(house.store, table.loaded.streams, table.rules)
        for number in range(1, 7):
            text = await recall.written(number)
            document = document_from_text(text)
            replay = replayed(document.rounds[0], document.rules)
            assert replay.agrees, (table.id, number, replay.partings, text)


async def test_a_state_survives_as_bytes_at_every_event() -> None:
    house = await opened_house(MemoryStore(), ['rule_set = "wa"\n'], ['rule_set = "md"\n'])
    for table in house.tables.values():
        people = [await sit(house, table, f"ana {table.id}", 1)]
        await play(table, people, 3, Random(4))
        from siete.host.history.loading import folded

        state = TableState()
        for entry in await house.store.read(table.loaded.streams.events):
            state = folded(state, [entry])
            assert state_from_bytes(state_to_bytes(state)) == state
    assert state_from_bytes(b"siete-state/0 another shape") is None


async def test_old_rounds_are_recalled_by_way_of_snapshots() -> None:
    house = await house_of(clock=StillClock())
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    while table.loaded.version < EVERY + 50:
        await round_of(table, [ana])
        if table.state.racks["Ana"] < 500:
            await ana.ask("BuyChips", amount=10_000)
    assert await house.store.snapshot("table/t") is not None
    recall = Recall(house.store, table.loaded.streams, table.rules)
    last = table.state.rounds
    with_snapshot = await recall.round(last)

    class Forgetful(MemoryStore):
        async def snapshot(self, stream: str) -> None:
            return None

    bare = Forgetful()
    bare.__dict__.update(house.store.__dict__)
    without = await Recall(bare, table.loaded.streams, table.rules).round(last)
    assert with_snapshot == without
    again = House(house.store, clock=house.clock)
    await again.start()
    assert again.table("t").state == table.state
