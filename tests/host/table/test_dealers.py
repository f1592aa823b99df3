"""A person in the dealer's place, a floorperson's orders, and meters that tables share."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, Person
from siete.host.audit.house import audit
from siete.host.house import House
from siete.host.settings import LIVE, Settings
from siete.host.table.actor import TableActor
from siete.host.table.messages import sendable
from siete.host.table.wire import message_from
from siete.table.automatic import next_due
from siete.table.due import Due
from tests.host.guests import come, house_of, is_betting, open_live, round_of, until, wager

pytestmark = pytest.mark.anyio

DORA, FLOOR = Person(HouseRole.DEALER, "dora"), Person(HouseRole.FLOORPERSON, "fred")


async def _ask(table: TableActor, person: Person, number: int, kind: str, **fields: Any) -> dict[str, Any]:
    body = {"id": f"{person.name}-{number:06}", "command": {"command": kind, **fields}}
    answer: dict[str, Any] = msgspec.json.decode((await table.submit(person, message_from(body))).answer)
    return answer


async def test_a_person_deals_a_round_step_by_step() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    await _ask(table, DORA, 1, "TakeDealing")
    assert table.current.dealer == "dora"
    number = 1
    for _ in range(400):
        if table.state.rounds:
            break
        due = next_due(table.state, table.rules)
        if isinstance(due, Due):
            number += 1
            step = sendable(due.command)
            await _ask(table, DORA, number, str(step.pop("command")), **step)
        elif not await ana.quietly():
            await wager(ana, 2)
    assert table.state.rounds == 1
    assert number > 8
    await until_started(table, number)
    await _ask(table, DORA, 900_000, "GiveDealing")
    assert table.current.dealer == ""
    await round_of(table, [ana])
    assert (await audit(house.store)).is_sound


async def test_a_dealer_goes_on_dealing_after_a_restart() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    await _ask(table, DORA, 1, "TakeDealing")
    await until_started(table, 1)
    await wager(ana, 2)
    store = house.store
    await house.close()
    again = await house_of(store)
    await again.start()
    table = again.table("t")
    assert table.current.dealer == "dora"
    assert is_betting(table), "nobody else closes the wagers"
    await _ask(table, DORA, 700_000, "BurnCard")  # as each new dealer does before the first card
    await _ask(table, DORA, 800_000, "CloseWagers")
    assert not is_betting(table)


async def until_started(table: TableActor, number: int) -> None:
    """Let the dealer prepare the next round."""
    while not is_betting(table):
        number += 1
        due = next_due(table.state, table.rules)
        assert isinstance(due, Due)
        step = sendable(due.command)
        await _ask(table, DORA, number, str(step.pop("command")), **step)


async def test_a_wrong_step_is_refused_with_the_clause_of_the_right_one() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    with pytest.raises(SieteError) as stranger:
        await _ask(table, DORA, 1, "CloseWagers")
    assert stranger.value.code == "command/not-the-dealer"
    await _ask(table, DORA, 2, "TakeDealing")
    while isinstance(due := next_due(table.state, table.rules), Due):
        step = sendable(due.command)
        await _ask(table, DORA, table.loaded.version + 10, str(step.pop("command")), **step)
    await wager(ana, 2)
    assert is_betting(table), "the dealer closes the wagers, not the host"
    version = table.loaded.version
    with pytest.raises(SieteError) as wrong:
        await _ask(table, DORA, 3, "Deal", box=2)
    assert wrong.value.code == "command/not-this-step"
    assert wrong.value.clause
    with pytest.raises(SieteError) as rigged:
        await _ask(table, DORA, 4, "Deal", box=2, card="As")
    assert rigged.value.code == "message/unknown-field"
    with pytest.raises(SieteError) as other:
        await _ask(table, Person(HouseRole.DEALER, "dave"), 5, "CloseWagers")
    assert other.value.code == "command/not-the-dealer"
    assert table.loaded.version == version


async def test_a_floorperson_orders_a_reshuffle() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    assert table.loaded.shoes == 1
    await _ask(table, FLOOR, 1, "OrderReshuffle")
    await until(table, [ana], is_betting)
    assert table.loaded.shoes == 2
    entries = [entry for entry in await house.store.read("table/t") if entry.kind == "ReshuffleOrdered"]
    assert b'"by":"fred"' in entries[0].data


# --- meters ------------------------------------------------------------------------------------------------------

LINKED = 'rule_set = "wa"\nmeter_link = "sound"\n'


async def _linked(house: House) -> list[TableActor]:
    settings = Settings(submission=LINKED, has_timers=False)
    return [await house.open_table(f"t{number}", f"t{number}", LIVE, "house", settings) for number in range(4)]


async def test_tables_share_a_meter_to_the_fraction_of_a_cent() -> None:
    house = await house_of()
    tables = await _linked(house)
    before = tables[0].broadcaster.meters_shown()[0]["amount"]

    async def play(table: TableActor) -> None:
        guest = await come(house, table, f"P {table.id}", 2)
        for _ in range(4):
            await until(table, [guest], is_betting)
            await wager(guest, 2, is_ready=False)
            await guest.do("PlaceWager", box=2, wager="jackpot-1")
            await guest.ask("Ready", f"{table.state.rounds + 1}.wager")
            await until(table, [guest], is_betting)

    await asyncio.gather(*(play(table) for table in tables))
    shown = {table.broadcaster.meters_shown()[0]["amount"] for table in tables}
    assert len(shown) == 1
    assert shown != {before}
    streams = await house.store.streams("meter/")
    assert streams == ["meter/sound/jackpot-1"]
    again = House(house.store)
    await again.start()
    assert {table.broadcaster.meters_shown()[0]["amount"] for table in again.tables.values()} == shown
    report = await audit(house.store)
    assert report.is_sound, report.findings
