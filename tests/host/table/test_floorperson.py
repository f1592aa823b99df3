"""A person in the automatic floorperson's place: what has to be approved waits until it is."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, Person
from siete.host.audit.house import audit
from siete.host.house import House
from siete.host.settings import LIVE, Settings
from siete.host.table.actor import TableActor
from siete.host.table.wire import message_from
from siete.store.connect import open_store
from siete.table import events as e
from siete.table.due import HOUSE, Approval
from tests.host.guests import (
    WITHOUT_WHEELS,
    StillClock,
    come,
    house_of,
    is_betting,
    legal_of,
    open_live,
    round_of,
    until,
)

pytestmark = pytest.mark.anyio

FRED, DORA, ANA = (
    Person(HouseRole.FLOORPERSON, "fred"),
    Person(HouseRole.DEALER, "dora"),
    Person(HouseRole.GUEST, "Ana"),
)
_ids = count(1)


async def ask(table: TableActor, person: Person, kind: str, **fields: Any) -> None:
    body = {"id": f"floor-{next(_ids):06}", "command": {"command": kind, **fields}}
    await table.submit(person, message_from(body))


async def opened_by_hand(house: House) -> TableActor:
    settings = Settings(submission=WITHOUT_WHEELS["md"], has_timers=False, floorperson="fred")
    return await house.open_table("t", "t", LIVE, "staff:fred", settings)


async def sign(table: TableActor) -> str:
    """Give the approval that is due, as it is shown; what it was."""
    (due,) = legal_of(table, FRED)
    command = dict(due["command"])
    kind: str = command.pop("command")
    await ask(table, FRED, kind, **command)
    return kind


async def signed_to_the_end(table: TableActor) -> list[str]:
    signed = []
    while isinstance(table.due, Approval):
        signed.append(await sign(table))
    return signed


async def test_a_table_opens_only_when_everything_is_signed_by_a_person() -> None:
    house = await house_of()
    table = await opened_by_hand(house)
    assert isinstance(table.due, Approval)
    assert (table.current.condition, table.broadcaster.shown(FRED.view)["floorperson"]) == ("opening", "fred")
    version = table.loaded.version
    await table.house_turn()
    assert table.loaded.version == version, "the house does not sign in a person's place"
    signed = await signed_to_the_end(table)
    assert {"SignItem", "VerifyCards", "OpenTable"} <= set(signed)
    assert table.current.condition == "open"
    entries = [
        event for _, event in table.broadcaster._recent if isinstance(event, e.ItemSigned | e.TableOpenedForPlay)
    ]
    assert {event.by for event in entries} == {"fred"}


async def test_what_waits_is_told_in_words_with_its_clause() -> None:
    house = await house_of()
    table = await opened_by_hand(house)
    told = {}
    while isinstance(table.due, Approval):
        (due,) = legal_of(table, FRED)
        told[due["clause"]] = due["words"]
        await sign(table)
    assert told["MD-2.B.1"] == "The layout shows the operator's name or logo."
    assert told["MD-4.A.2"] == "Verify the inspection of the cards and that no 10-spot is left in them."


async def test_until_an_approval_is_given_the_step_after_it_is_refused() -> None:
    house = await house_of()
    table = await opened_by_hand(house)
    await ask(table, DORA, "TakeDealing")
    with pytest.raises(SieteError) as refusal:
        await ask(table, DORA, "ReceiveCards")
    assert refusal.value.code == "command/approval-required"
    for person in (DORA, ANA):
        with pytest.raises(SieteError) as stranger:
            await ask(table, person, "SignItem", item="anything")
        assert stranger.value.code == "command/not-for-you"
        assert table.broadcaster.own(person)["legal"] == []


async def test_the_floor_is_taken_and_given_back() -> None:
    house = await house_of()
    table = await open_live(house, "md")
    assert legal_of(table, FRED) == []
    await ask(table, FRED, "TakeFloor")
    assert table.current.floorperson == "fred"
    ana = await come(house, table, "Ana", 2)
    for _ in range(200):
        if is_betting(table):
            break
        if isinstance(table.due, Approval):
            await sign(table)
        else:
            assert await ana.quietly()
    await ask(table, FRED, "GiveFloor")
    assert table.current.floorperson == ""
    assert table.broadcaster.shown(FRED.view)["floorperson"] == HOUSE
    await round_of(table, [ana])
    assert (await audit(house.store)).is_sound


async def test_the_house_goes_on_by_itself_as_soon_as_the_floor_is_given_back() -> None:
    house = await house_of()
    table = await opened_by_hand(house)
    await sign(table)
    await ask(table, FRED, "GiveFloor")
    assert not isinstance(table.due, Approval)
    assert table.current.condition == "open"


async def test_a_restart_still_waits_for_the_person(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    store = await open_store(url)
    house = House(store, clock=StillClock())
    table = await opened_by_hand(house)
    await sign(table)
    version = table.loaded.version
    await house.close()
    await store.close()
    store = await open_store(url)
    again = House(store, clock=house.clock)
    await again.start()
    table = again.table("t")
    assert (table.current.floorperson, table.loaded.version) == ("fred", version)
    await signed_to_the_end(table)
    ana = await come(again, table, "Ana", 2)
    await until(table, [ana], is_betting)
    assert msgspec.json.decode(table.broadcaster.snapshot(FRED, None))["you"]["legal"] == []
    assert (await audit(store)).is_sound
    await again.close()
    await store.close()


async def test_a_settings_change_survives_a_decision_taken_back() -> None:
    house = await house_of(clock=StillClock())
    settings = Settings(submission='rule_set = "wa"\n', seed="7", has_timers=False)
    table = await house.open_table("p", "p", "practice", "guest:Ana", settings)
    ana = await come(house, table, "Ana", 2)
    await round_of(table, [ana])
    await ana.ask("TakeBack")
    await ask(table, FRED, "TakeFloor")
    again = House(house.store, clock=house.clock)
    await again.start()
    assert again.table("p").loaded.version == table.loaded.version
    assert again.table("p").loaded.table == table.loaded.table != "p"
