"""A guest's practice table tries to reach live meters, wallets and chips, and other guests' practice meters."""

from __future__ import annotations

import pytest

from siete.errors import SieteError
from siete.host.audit.house import audit
from siete.host.house import House
from siete.host.settings import PRACTICE, Settings
from siete.host.table.actor import TableActor
from siete.store.codec import event_to_bytes
from siete.store.memory import MemoryStore
from siete.store.port import SOLE, Batch, NewEvents
from siete.table.money.meter import Contributed
from tests.host.guests import Guest, come, house_of, is_betting, open_live, until, wager

pytestmark = pytest.mark.anyio

JACKPOT = 'rule_set = "wa"\n'


async def _practice(house: House, table_id: str, owner: str, link: str) -> TableActor:
    submission = f'{JACKPOT}meter_link = "{link}"\n'
    settings = Settings(submission=submission, seed="7", has_timers=False)
    return await house.open_table(table_id, table_id, PRACTICE, owner, settings)


async def _wager_on_the_jackpot(table: TableActor, guest: Guest) -> None:
    await until(table, [guest], is_betting)
    await wager(guest, 2, is_ready=False)
    await guest.do("PlaceWager", box=2, wager="jackpot-1")
    await guest.ask("Ready", f"{table.state.rounds + 1}.wager")
    await until(table, [guest], is_betting)


def _meter(table: TableActor) -> object:
    return table.broadcaster.meters_shown()[0]["amount"]


async def _link_of_live(house: House) -> str:
    """The name under which two live tables share a meter."""
    for name in ("l1", "l2"):
        settings = Settings(submission=f'{JACKPOT}meter_link = "floor"\n', has_timers=False)
        await house.open_table(name, name, "live", "staff:fred", settings)
    return "floor"


@pytest.mark.parametrize("is_link", [False, True], ids=["a table's own meter", "a link of live tables"])
async def test_a_practice_table_cannot_pump_a_live_meter(is_link: bool) -> None:
    house = await house_of()
    live = await open_live(house, "wa", "t")
    name = await _link_of_live(house) if is_link else "t"
    live = house.table("l1") if is_link else live
    before = _meter(live)
    heads = {head.stream: head.version for head in await house.store.heads("meter/")}
    table = await _practice(house, "p", "guest:ana", name)
    await _wager_on_the_jackpot(table, await come(house, table, "Ana", 2))
    assert _meter(table) != before, "the control: the wager did move the practice meter"
    assert _meter(live) == before
    assert {head.stream: head.version for head in await house.store.heads("meter/")} == heads
    report = await audit(house.store)
    assert report.is_sound, report.findings


async def test_links_in_practice_join_tables_of_one_owner_only() -> None:
    house = await house_of()
    mine, also_mine = [await _practice(house, name, "guest:ana", "x") for name in ("a1", "a2")]
    theirs = await _practice(house, "b", "guest:ben", "x")
    before = _meter(theirs)
    await _wager_on_the_jackpot(mine, await come(house, mine, "Ana", 2))
    assert _meter(mine) == _meter(also_mine) != before
    assert _meter(theirs) == before


async def test_a_live_link_cannot_be_the_name_of_a_table() -> None:
    house = await house_of()
    await open_live(house, "wa", "t")
    settings = Settings(submission=f'{JACKPOT}meter_link = "t"\n', has_timers=False)
    with pytest.raises(SieteError, match="t is the name of a table") as refused:
        await house.open_table("u", "u", "live", "staff:fred", settings)
    assert refused.value.code == "table/link-is-a-table"
    await _link_of_live(house)
    with pytest.raises(SieteError):  # the other way about: its own meter would be the one that others share
        await open_live(house, "wa", "floor")


async def test_the_audit_refuses_an_event_that_crosses() -> None:
    house = await house_of()
    live = await open_live(house, "wa", "t")
    table = await _practice(house, "p", "guest:ana", "x")
    store = house.store
    own = await store.read(table.loaded.streams.events)
    (meter,) = live.current.links.values()
    added = Contributed(meter=0, reserve=0, moved=0)  # type: ignore[arg-type]
    crossing = Batch(
        recorded_at=own[-1].recorded_at,
        authority=SOLE,
        appends=(
            NewEvents(table.loaded.streams.events, len(own), ((own[-1].kind, own[-1].data),)),
            NewEvents(meter, (await store.head(meter)).version, (event_to_bytes(added),)),
        ),
    )
    await store.append(crossing)
    found = [finding for finding in (await audit(store)).findings if finding.code == "audit/crossing"]
    assert [finding.stream for finding in found] == [meter]


async def test_the_audit_refuses_a_shared_practice_meter_that_another_owner_touches() -> None:
    house = House(MemoryStore())
    mine = await _practice(house, "a", "guest:ana", "x")
    theirs = await _practice(house, "b", "guest:ben", "x")
    store, (meter,) = house.store, mine.current.links.values()
    own = await store.read(theirs.loaded.streams.events)
    added = Contributed(meter=0, reserve=0, moved=0)  # type: ignore[arg-type]
    crossing = Batch(
        recorded_at=own[-1].recorded_at,
        authority=SOLE,
        appends=(
            NewEvents(theirs.loaded.streams.events, len(own), ((own[-1].kind, own[-1].data),)),
            NewEvents(meter, 1, (event_to_bytes(added),)),
        ),
    )
    await store.append(crossing)
    assert [each.stream for each in (await audit(store)).findings if each.code == "audit/crossing"] == [meter]
