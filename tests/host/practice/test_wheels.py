"""Wheels of a practice table stop where somebody said, until they are let go again; those of a live one never."""

from __future__ import annotations

import pytest

from siete.errors import SieteError
from siete.host.audit.house import audit
from siete.host.house import House
from siete.host.settings import PRACTICE, Settings
from siete.host.table.actor import TableActor
from siete.store.codec import event_from_bytes
from siete.table import events as e
from tests.host.guests import Guest, come, house_of, is_betting, open_live, until, wager

pytestmark = pytest.mark.anyio

SIXTEEN = "9s Kh 9d 6c 9c"
"""Eighteen against a dealer's king and six, which is what Xtreme 16 is about."""


async def _spun(house: House, table: TableActor, ana: Guest) -> tuple[str, ...]:
    """What the wheels of Xtreme 16 show in the next round."""
    await until(table, [ana], is_betting)
    await ana.ask("StackShoe", cards=SIXTEEN)
    await wager(ana, 2, is_ready=False)
    found = ana.find("PlaceWager", box=2, wager="xtreme-16")
    await ana.ask("PlaceWager", found["point"], box=2, wager="xtreme-16", amount=found["least"])
    await ana.ask("Ready", found["point"])
    last = table.state.rounds
    await until(table, [ana], lambda each: each.state.rounds > last or is_betting(each))
    read = await house.store.read(table.loaded.streams.events)
    return [x.symbols for x in (event_from_bytes(entry.data) for entry in read) if isinstance(x, e.WheelSpun)][-1]


async def _practice(house: House, seed: str) -> tuple[TableActor, Guest]:
    settings = Settings(submission='rule_set = "md"\n', seed=seed, has_timers=False)
    table = await house.open_table("p", "p", PRACTICE, "house", settings)
    return table, await come(house, table, "Ana", 2)


async def test_a_wheel_that_was_set_stops_there_in_every_round_and_after_a_restart() -> None:
    house = await house_of()
    table, ana = await _practice(house, "7")
    await ana.ask("SetWheel", wheel="xtreme-16", symbol="$200")
    await ana.ask("SetWheel", wheel="xtreme-16-everybody", symbol="$150")
    assert [(await _spun(house, table, ana))[1:] for _ in range(3)] == [("$150", "$200")] * 3
    again = House(house.store, clock=house.clock)
    await again.start()
    later = Guest(again.table("p"), ana.person)
    assert (await _spun(again, again.table("p"), later))[1:] == ("$150", "$200")
    await later.ask("SetWheel", wheel="xtreme-16")
    await later.ask("SetWheel", wheel="xtreme-16-everybody")
    assert {(await _spun(again, again.table("p"), later))[1:] for _ in range(4)} != {("$150", "$200")}
    assert (await audit(house.store)).is_sound


async def test_only_what_is_there_can_be_set_and_only_by_who_plays_at_a_practice_table() -> None:
    house = await house_of()
    table, ana = await _practice(house, "7")
    eve, ben = await come(house, table, "Eve"), await come(house, await open_live(house), "Ben", 2)
    wrong = (
        (ana, {"wheel": "fortune"}, "practice/no-such-wheel"),
        (ana, {"wheel": "xtreme-16", "symbol": "$1000000"}, "practice/no-such-symbol"),
        (eve, {"wheel": "xtreme-16", "symbol": "$200"}, "command/unknown-player"),
        (ben, {"wheel": "xtreme-16", "symbol": "$200"}, "command/practice-only"),
    )
    for who, fields, code in wrong:
        with pytest.raises(SieteError) as refusal:
            await who.ask("SetWheel", **fields)
        assert refusal.value.code == code
