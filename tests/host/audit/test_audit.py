"""The audit: a house that was played in is sound; money from nowhere and events that cannot be are named."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from siete.cards import cards_from_text
from siete.host.access.roles import HouseRole, Person
from siete.host.audit.chain import Finding
from siete.host.audit.heads import HeadsFile, signing_key
from siete.host.audit.house import AuditReport, audit
from siete.host.history.snapshots import state_to_bytes
from siete.host.house import House
from siete.money import Cents
from siete.store.codec import AnyEvent, event_from_bytes, event_to_bytes
from siete.store.connect import open_store
from siete.store.port import SOLE, Batch, EventStore, Movement, NewEvents, Snapshot
from siete.store.records import ShoeSecret
from siete.table import events as e
from siete.table.apply import apply
from siete.table.money import meter as meters
from siete.table.money import wallet as wallets
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from tests.host.playing import LIVE_TABLES, come, opened_house, play, played_house, send

pytestmark = pytest.mark.anyio

NOON = "2026-01-02T12:00:00.000Z"


@pytest.fixture
async def store() -> AsyncIterator[EventStore]:
    """A house with one table, at which two guests have played three rounds."""
    opened = await open_store("memory:")
    house = await opened_house(opened, LIVE_TABLES[:1])
    table = house.table("t1")
    people = [await come(house, table, name, box) for name, box in (("ana", 1), ("ben", 3))]
    await play(table, people, 3, Random(1))
    await house.close()
    yield opened
    await opened.close()


async def append(store: EventStore, *pairs: tuple[str, AnyEvent], moves: tuple[Movement, ...] = ()) -> None:
    """Store events as a house would that forges its books: chained, with all that belongs to it."""
    appends: dict[str, NewEvents] = {}
    for stream, event in pairs:
        before = appends.get(stream) or NewEvents(stream, (await store.head(stream)).version, ())
        appends[stream] = replace(before, events=(*before.events, event_to_bytes(event)))
    await store.append(Batch(recorded_at=NOON, appends=tuple(appends.values()), moves=moves, authority=SOLE))


async def finding(store: EventStore) -> Finding:
    """The one thing that is wrong."""
    report = await audit(store)
    assert len(report.findings) == 1, report
    return report.findings[0]


async def test_a_house_that_was_played_in_is_sound(tmp_path: Path) -> None:
    for url in ("memory:", f"sqlite:///{tmp_path}/house.db"):
        store = await open_store(url)
        house = await played_house(store, 4, Random(2))
        await house.close()
        report = await audit(store)
        assert report.findings == ()
        assert report.is_sound
        assert report.is_replayed
        assert report.held == report.issued > 0
        assert report.events == await store.count() > 1_000
        await store.close()


@pytest.mark.slow
async def test_a_house_that_was_played_in_for_long_is_sound() -> None:
    store = await open_store("memory:")
    house = await played_house(store, 150, Random(3))
    await house.close()
    report = await audit(store)
    assert report.findings == ()
    assert report.held == report.issued


async def test_a_house_may_be_audited_while_it_plays(store: EventStore) -> None:
    house = House(store)
    await house.start()
    reports: list[AuditReport] = []
    people = [Person(HouseRole.GUEST, name) for name in ("ana", "ben")]

    async def audited(rounds: int) -> None:
        for _ in range(rounds):
            await play(house.table("t1"), people, 1, Random(4))
            reports.append(await audit(store))

    await audited(3)
    await house.close()
    assert [report.findings for report in reports] == [()] * 3


async def test_an_empty_store_is_sound() -> None:
    report = await audit(await open_store("memory:"))
    assert report.is_sound
    assert (report.streams, report.events, report.held) == (0, 0, 0)


async def test_chips_at_a_table_that_left_no_wallet_are_found(store: EventStore) -> None:
    version = (await store.head("table/t1")).version + 1
    move = Movement("table/t1", version, "wallet/ana", "rack:t1/ana", 700)
    await append(store, ("table/t1", e.ChipsBrought(player="ana", amount=Cents(700))), moves=(move,))
    found = await finding(store)
    assert (found.check, found.code, found.stream, found.version) == ("money", "audit/money-lost", "table/t1", version)
    assert found.sentence == "$7 appears from nowhere in what was stored with it."


async def test_chips_that_left_a_wallet_and_never_came_are_found(store: EventStore) -> None:
    await append(store, ("wallet/ana", wallets.ChipsTaken(table="t1", amount=Cents(500))))
    found = await finding(store)
    assert (found.code, found.stream) == ("audit/money-lost", "wallet/ana")
    assert found.sentence == "$5 disappears to nowhere in what was stored with it."


async def test_books_that_say_something_else_than_the_events_are_found(store: EventStore) -> None:
    version = (await store.head("wallet/ana")).version + 1
    redeemed = wallets.ChipsRedeemed(amount=Cents(500), by="fay")
    move = Movement("wallet/ana", version, "wallet/ana", "cage", 400)
    await append(store, ("wallet/ana", redeemed), moves=(move,))
    found = await finding(store)
    assert (found.check, found.code, found.version) == ("money", "audit/wrong-movement", version)
    assert found.sentence == "the event moves $5 from wallet/ana to cage, and the books say $4 from wallet/ana to cage."


@pytest.mark.parametrize(
    "books",
    [
        ("wallet/ana", "rack:t1/ben"),
        ("wallet/ana", "rack:t2/ana"),
        ("wallet/ana", "layout:t1"),
        ("wallet/ben", "rack:t1/ana"),
        ("meter/t1/ana", "rack:t1/ana"),
    ],
    ids=" ".join,
)
async def test_books_that_name_another_account_are_found(store: EventStore, books: tuple[str, str]) -> None:
    version = (await store.head("table/t1")).version + 1
    brought = ("table/t1", e.ChipsBrought(player="ana", amount=Cents(700)))
    taken = ("wallet/ana", wallets.ChipsTaken(table="t1", amount=Cents(700)))
    await append(store, brought, taken, moves=(Movement("table/t1", version, *books, 700),))
    found = await finding(store)
    assert (found.code, found.stream, found.version) == ("audit/wrong-movement", "table/t1", version)


async def test_a_wallet_below_zero_is_found(store: EventStore) -> None:
    await append(store, ("wallet/ana", wallets.ChipsTaken(table="t1", amount=Cents(10**9))))
    found = await finding(store)
    assert (found.check, found.code, found.stream) == ("money", "audit/overdrawn", "wallet/ana")


async def test_an_event_that_no_rule_allows_is_found(store: EventStore) -> None:
    version = (await store.head("table/t1")).version + 1
    paid = e.WagerPaid(player="ana", box=1, hand=0, wager=Wager.BASE, amount=Cents(100), line="win")
    await append(store, ("table/t1", paid))
    found = await finding(store)
    assert (found.check, found.code, found.version) == ("replay", "audit/unexplained", version)


@pytest.mark.parametrize(
    ("stream", "event"),
    [
        ("table/t1", wallets.ChipsRedeemed(amount=Cents(1), by="fay")),
        ("wallet/ana", e.ChipsBrought(player="ana", amount=Cents(1))),
        ("meter/t1/jackpot-1", e.ChipsBrought(player="ana", amount=Cents(1))),
    ],
)
async def test_an_event_of_another_kind_of_stream_is_found(store: EventStore, stream: str, event: AnyEvent) -> None:
    await append(store, (stream, event))
    assert (await finding(store)).code == "audit/foreign-event"


async def test_a_stream_that_no_house_keeps_is_found(store: EventStore) -> None:
    await append(store, ("chair/1", wallets.ChipsRedeemed(amount=Cents(1), by="fay")))
    assert (await finding(store)).code == "audit/foreign-stream"


async def test_a_table_without_an_opening_is_found(store: EventStore) -> None:
    await append(store, ("table/t9", e.PlayerSeated(player="ana", box=1)))
    assert (await finding(store)).code == "audit/no-opening"


async def test_a_table_whose_rules_are_not_those_of_their_hash_is_found(store: EventStore) -> None:
    await append(store, ("table/t9", e.TableOpened(rules_hash="0" * 64, rules="{}")))
    assert (await finding(store)).code in ("audit/bad-rules", "audit/rules-hash")


async def test_bytes_that_are_no_event_are_found(store: EventStore) -> None:
    head = await store.head("wallet/ana")
    await store.append(Batch(recorded_at=NOON, appends=(NewEvents("wallet/ana", head.version, (("Odd", b"{}"),)),)))
    found = await finding(store)
    assert (found.code, found.version) == ("audit/unreadable", head.version + 1)


@pytest.mark.parametrize(
    "event",
    [
        meters.Awarded(before=Cents(1), amount=Cents(0), is_whole=False),
        meters.MeterOpened(seed=Cents(0), reset=Cents(0)),
    ],
)
async def test_a_meter_that_says_what_it_did_not_show_is_found(store: EventStore, event: meters.MeterEvent) -> None:
    opened = meters.MeterOpened(seed=Cents(500), reset=Cents(500))
    move = Movement("meter/x/spin", 1, "cage", "meter/x/spin", 500)
    await append(store, ("meter/x/spin", opened), moves=(move,))
    assert (await audit(store)).is_sound
    await append(store, ("meter/x/spin", event))
    found = await finding(store)
    assert found.code in ("audit/wrong-sum", "audit/no-opening")
    assert found.version == 2


async def test_heads_that_were_signed_are_counted(store: EventStore, tmp_path: Path) -> None:
    file = HeadsFile(tmp_path / "heads.jsonl", signing_key(tmp_path / "audit.key"))
    signed = await file.sign(store, NOON)
    assert signed is not None
    report = await audit(store, [signed])
    assert report.is_sound
    assert report.signed_heads == report.streams == len(signed.heads)


async def test_a_snapshot_of_another_state_is_found(store: EventStore) -> None:
    head = await store.head("table/t1")
    entries = await store.read("table/t1")
    state = TableState()
    for entry in entries:
        event = event_from_bytes(entry.data)
        assert isinstance(event, e.Event)
        state = apply(state, event)
    right = Snapshot("table/t1", head.version, state_to_bytes(state))
    await store.append(Batch(recorded_at=NOON, snapshots=(right,)))
    assert (await audit(store)).is_sound
    richer = replace(state, racks={**state.racks, "ana": Cents(10**9)})
    await store.append(Batch(recorded_at=NOON, snapshots=(replace(right, data=state_to_bytes(richer)),)))
    found = await finding(store)
    assert (found.code, found.version) == ("audit/wrong-snapshot", head.version)


@pytest.mark.parametrize("change", [{"order": "7s 7h"}, {"salt": b"other"}, {"commitment": b"other"}])
async def test_a_shoe_that_is_not_what_was_committed_to_is_found(store: EventStore, change: dict[str, Any]) -> None:
    secret = await store.record(ShoeSecret, "t1/1")
    assert secret is not None
    await store.append(Batch(recorded_at=NOON, records=(replace(secret, **change),)))
    found = await finding(store)
    assert found.code == "audit/wrong-shoe"
    assert (await store.read("table/t1", found.version - 1, 1))[0].kind == "CardsShuffled"


@pytest.mark.parametrize(
    "event",
    [
        e.ShoeLoaded(cards=cards_from_text("7s 7h 7d")),
        e.TableOpened(rules_hash="0" * 64, rules="{}"),
        e.PlayerSeated(player="ben", box=1),
    ],
)
async def test_a_stacked_shoe_a_second_opening_or_a_seat_taken_twice_is_found(
    store: EventStore, event: e.Event
) -> None:
    version = (await store.head("table/t1")).version + 1
    await append(store, ("table/t1", event))
    found = await finding(store)
    assert (found.check, found.code, found.version) == ("replay", "audit/unexplained", version)


async def test_chips_that_are_taken_home_are_in_the_wallet_again(store: EventStore) -> None:
    house = House(store)
    await house.start()
    table, ana = house.table("t1"), Person(HouseRole.GUEST, "ana")
    rack, before = table.state.racks["ana"], (await house.cache.wallet("wallet/ana")).wallet.balance
    await send(table, ana, "", "LeaveTable")
    assert (await house.cache.wallet("wallet/ana")).wallet.balance == before + rack
    await house.close()
    assert (await audit(store)).is_sound
