"""A running table: one append for a command and the house's steps after it, answers that repeat, points that pass."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from siete.errors import SieteError
from siete.host.audit.house import audit
from siete.host.cage import FIRST_CHIPS
from siete.host.chance.entropy import Entropy
from siete.host.house import House
from siete.host.settings import LIVE, PRACTICE, Settings
from siete.host.streams import LiveStreams, live_wallet
from siete.host.table import throttle
from siete.host.table.actor import TableActor
from siete.host.table.people.absence import AWAY_SECONDS
from siete.store.codec import event_from_bytes
from siete.store.memory import MemoryStore
from siete.table import events as e
from siete.table.due import Ask, Waiting
from tests.host.guests import (
    WITHOUT_WHEELS,
    Guest,
    StillClock,
    come,
    heard,
    house_of,
    is_betting,
    open_live,
    round_of,
    until,
    wager,
)

pytestmark = pytest.mark.anyio


async def _refused(guest: Guest, kind: str, point: str = "", **fields: Any) -> SieteError:
    with pytest.raises(SieteError) as refusal:
        await guest.ask(kind, point, **fields)
    return refusal.value


async def _kinds(house: House, table: str, after: int) -> list[str]:
    return [entry.kind for entry in await house.store.read(LiveStreams(table).events, after)]


@pytest.mark.parametrize("rules", WITHOUT_WHEELS)
async def test_rounds_of_every_rule_set_are_played_and_their_books_closed(rules: str) -> None:
    house = await house_of()
    table = await open_live(house, rules)
    guests = [await come(house, table, name, box) for name, box in (("Ana", 2), ("Ben", 5))]
    for _ in range(3):
        await round_of(table, guests)
    report = await audit(house.store)
    assert report.is_sound, report.findings
    assert report.held == report.issued


async def test_the_houses_steps_after_a_command_are_one_append() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    found = ana.find("PlaceWager", box=2, wager="base")
    await ana.ask("PlaceWager", found["point"], box=2, wager="base", amount=500)
    before = table.loaded.version
    await ana.ask("Ready", found["point"])
    entries = await house.store.read(LiveStreams("t").events, before)
    kinds = [entry.kind for entry in entries]
    assert kinds[0] == "WagersClosed"
    assert kinds.count("CardDealt") >= 3
    assert len({entry.batch for entry in entries}) == 1


async def test_nothing_is_told_before_it_is_durable() -> None:
    class Slow(MemoryStore):
        """Holds every append until it is let go."""

        gate: asyncio.Event | None = None

        async def append(self, batch: Any) -> tuple[int, ...]:
            if self.gate is not None:
                await self.gate.wait()
            return await super().append(batch)

    store = Slow()
    house = await house_of(store)
    table = await open_live(house)
    ana, ben = await come(house, table, "Ana", 2), await come(house, table, "Ben", 3)
    await until(table, [ana, ben], is_betting)
    await heard()
    told, state = (len(ana.told), len(ben.told)), table.state
    store.gate = asyncio.Event()
    found = ana.find("PlaceWager", box=2, wager="base")
    asking = asyncio.create_task(ana.ask("PlaceWager", found["point"], box=2, wager="base", amount=500))
    await heard()
    assert not asking.done()
    assert (len(ana.told), len(ben.told)) == told
    assert table.state is state
    store.gate.set()
    answer = await asking
    await heard()
    assert ana.told[told[0]] == answer
    assert [each["type"] for each in ben.told[told[1] :]] == ["events"]


async def test_what_happens_in_a_crowd_is_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    house = await house_of()
    table = await open_live(house)
    guests = [await come(house, table, f"Guest {box}", box) for box in (1, 2, 3, 4)]
    await until(table, guests, is_betting)
    await heard()
    monkeypatch.setattr(throttle, "QUIET", 600.0)
    monkeypatch.setattr(table.broadcaster, "_sent_at", -1e9)  # nothing was told for long
    told, version = len(guests[0].told), table.loaded.version
    await wager(guests[1], 2, is_ready=False)
    await heard()
    assert len(guests[0].told) == told + 1, "the first is told at once"
    for guest, box in zip(guests[2:], (3, 4), strict=True):
        await wager(guest, box, is_ready=False)
    await heard()
    assert len(guests[0].told) == told + 1
    monkeypatch.setattr(throttle, "QUIET", 0.0)  # the pause is over
    table.broadcaster.broadcast_soon()
    await heard()
    first, others = guests[0].told[told:]
    assert (first["from"], others["from"], others["to"]) == (version, first["to"], table.loaded.version)


def test_a_busy_house_tells_less_often() -> None:
    house = throttle.BroadcastThrottle()
    for number in range(throttle.MANY):
        assert house.pause(7) == 7 * throttle.QUIET
        house.count(100 + number / 100)
    assert house.pause(7) == 7 * throttle.BUSY
    house.count(101.0)
    assert house.pause(7) == 7 * throttle.BUSY, "as in the second before"
    house.count(102.0)
    assert house.pause(7) == 7 * throttle.QUIET
    for _ in range(throttle.MANY):
        house.count(102.5)
    house.count(200.0)
    assert house.pause(7) == 7 * throttle.QUIET, "that was long ago"


async def test_nobody_learns_late_that_it_is_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "QUIET", 60.0)  # so that nothing else is told while the test lasts
    house = await house_of()
    table = await open_live(house)
    guests = [await come(house, table, f"Guest {box}", box) for box in (1, 2)]
    await until(table, guests, is_betting)
    await heard()
    told = len(guests[1].told)
    await wager(guests[0], 1)
    await heard()
    assert len(guests[1].told) == told, "a wager can wait"
    await wager(guests[1], 2)  # and so the cards are dealt
    await heard()
    assert guests[1].now["to"] == table.loaded.version
    while before := _asks(table):
        assert any([await guest.quietly() for guest in guests])
        await heard()
        is_asked_anew = not before >= _asks(table) > set()
        assert guests[0].now["to"] == table.loaded.version or not is_asked_anew


async def test_a_card_that_was_asked_for_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "QUIET", 60.0)
    house = await house_of()
    settings = Settings(submission=WITHOUT_WHEELS["wa"], has_timers=False, seed="hits")
    table = await house.open_table("p", "p", PRACTICE, "house", settings)
    ana = await come(house, table, "Ana", 2)
    hits = 0
    while hits < 3:
        await until(table, [ana], is_betting)
        await wager(ana, 2)
        await heard()
        while _asks(table):
            if hits < 3 and any(each["command"]["command"] == "Hit" for each in ana.legal):
                await ana.do("Hit", box=2)
                hits += 1
            else:
                assert await ana.quietly()
            await heard()
            assert ana.now["to"] == table.loaded.version


def _asks(table: TableActor) -> set[Ask]:
    return set(table.due.asks) if isinstance(table.due, Waiting) else set()


async def test_the_same_id_gets_the_same_answer_and_another_body_is_refused() -> None:
    house = await house_of(clock=StillClock())
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    point = ana.find("PlaceWager", box=2, wager="base")["point"]
    first = await ana.ask("PlaceWager", point, "wager-0001", box=2, wager="base", amount=500)
    version = table.loaded.version
    assert await ana.ask("PlaceWager", point, "wager-0001", box=2, wager="base", amount=500) == first
    assert table.loaded.version == version
    with pytest.raises(SieteError) as reused:
        await ana.ask("PlaceWager", point, "wager-0001", box=2, wager="base", amount=1_000)
    assert reused.value.code == "command/id-reused"
    # Also after a restart, when nothing is remembered but what is stored; and after the round has moved on.
    again = House(house.store, clock=house.clock)
    await again.start()
    late = Guest(again.table("t"), ana.person)
    assert await late.ask("PlaceWager", point, "wager-0001", box=2, wager="base", amount=500) == first
    assert again.table("t").loaded.version == version


async def test_a_passed_point_says_where_the_round_is() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    await wager(ana, 2)
    refusal = await _refused(ana, "PlaceWager", "1.wager", box=2, wager="base", amount=500)
    assert refusal.code == "command/passed-point"
    assert table.state.round is not None
    assert refusal.facts["round"] == table.state.round.number  # a blackjack may have ended the first one
    assert refusal.facts["version"] == table.loaded.version


async def test_chips_for_one_wager_pay_for_one_of_two_hundred_at_once() -> None:
    house = await house_of()
    table = await open_live(house, "md")
    ana = await come(house, table, "Ana", 2, amount=500)
    await until(table, [ana], is_betting)
    point = ana.find("PlaceWager", box=2, wager="base")["point"]
    racing = (ana.ask("PlaceWager", point, box=2 + number % 2, wager="base", amount=500) for number in range(200))
    results = await asyncio.gather(*racing, return_exceptions=True)
    assert sum(isinstance(each, dict) for each in results) == 1
    assert {each.code for each in results if isinstance(each, SieteError)} <= {"command/not-enough-chips"}
    assert (table.state.racks["Ana"], table.state.layout) == (0, 500)


@pytest.mark.slow
async def test_chips_for_one_wager_pay_for_one_a_hundred_times() -> None:
    for _ in range(100):
        await test_chips_for_one_wager_pay_for_one_of_two_hundred_at_once()


async def test_one_wallet_at_many_tables_is_never_overdrawn() -> None:
    house = await house_of()
    tables = [await open_live(house, "wa", f"t{number}") for number in range(8)]
    await house.welcome("Ana")
    guests = [Guest(table, (await _person("Ana"))) for table in tables]
    sitting = (guest.ask("TakeSeat", box=1, amount=40_000) for guest in guests)
    results = await asyncio.gather(*sitting, return_exceptions=True)
    assert sum(isinstance(each, dict) for each in results) == 2
    assert {each.code for each in results if isinstance(each, SieteError)} == {"wallet/not-enough-chips"}
    assert (await house.cache.wallet("wallet/ana")).wallet.balance == FIRST_CHIPS - 80_000
    assert (await audit(house.store)).is_sound


async def _person(name: str) -> Any:
    from siete.host.access.roles import HouseRole, Person

    return Person(HouseRole.GUEST, name)


async def _duplicates(commands: int, seed: int) -> None:
    """Commands of seven players, many sent twice or late: each id has its effect once."""
    rng = Random(seed)
    house = await house_of()
    table = await open_live(house)
    guests = [await come(house, table, f"P{box}", box) for box in range(1, 8)]
    sent: list[tuple[Guest, str, str, dict[str, Any]]] = []
    done: dict[str, dict[str, Any]] = {}
    held: list[tuple[Guest, str, str, dict[str, Any]]] = []
    codes: set[str] = set()

    async def deliver(guest: Guest, sent_id: str, point: str, body: dict[str, Any]) -> None:
        try:
            answer = await guest.ask(point=point, command_id=sent_id, **body)
        except SieteError as error:
            codes.add(error.code)
            return
        assert done.setdefault(sent_id, answer) == answer

    while len(sent) < commands:
        guest = rng.choice(guests)
        legal = guest.legal
        body: dict[str, Any] = {"kind": "Ready"}
        point = f"{table.state.rounds + 1}.wager"
        if legal and rng.random() < 0.7:
            chosen = rng.choice(legal)
            fields = dict(chosen["command"])
            body, point = {"kind": fields.pop("command"), **fields}, chosen["point"]
        elif not table.state.racks[guest.person.name]:
            body, point = {"kind": "BuyChips", "amount": 500}, ""
        message = (guest, f"id-{len(sent):08}", point, body)
        sent.append(message)
        if rng.random() < 0.2:
            held.append(message)  # comes later, out of its order
            continue
        await deliver(*message)
        while held and rng.random() < 0.3:
            await deliver(*held.pop(rng.randrange(len(held))))
        if rng.random() < 0.3:
            await deliver(*rng.choice(sent))
    assert all(code.startswith(("command/", "wallet/")) for code in codes), codes
    answers = [await house.store.answer(message[0].person.scope, message[1]) for message in sent]
    assert sum(each is not None for each in answers) == len(done)
    appended = {entry.batch for entry in await house.store.read(LiveStreams("t").events)}
    by_versions = {answer["version"] for answer in done.values()}
    assert len(by_versions) <= len(appended)
    report = await audit(house.store)
    assert report.is_sound, report.findings


async def test_duplicates_and_late_commands_have_one_effect_each() -> None:
    await _duplicates(1_000, 7)


@pytest.mark.slow
async def test_duplicates_and_late_commands_have_one_effect_each_at_length() -> None:
    await _duplicates(20_000, 8)


async def test_a_restart_goes_on_with_the_stored_shoe() -> None:
    house = await house_of(clock=StillClock())
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    await wager(ana, 2)
    shoe, state = table.state.shoe, table.state
    again = House(house.store, clock=house.clock)
    await again.start()
    restored = again.table("t")
    assert restored.state == state
    assert restored.loaded.sealed == table.loaded.sealed
    guest = Guest(restored, ana.person)
    await until(restored, [guest], lambda each: each.state.rounds == 1)
    dealt = [
        event.card
        for entry in await house.store.read(LiveStreams("t").events)
        if isinstance(event := event_from_bytes(entry.data), e.CardDealt)
    ]
    assert shoe is not None
    assert dealt == list(shoe[1 : 1 + len(dealt)])  # the first card was burned


async def test_a_lost_link_gets_what_it_missed() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await round_of(table, [ana])
    await heard()
    seen = ana.now["to"]
    await until(table, [ana], is_betting)
    await wager(ana, 2)
    await heard()
    missed = [
        event for each in ana.told if each["type"] == "events" and each["from"] >= seen for event in each["events"]
    ]
    back = Guest(table, ana.person)
    table.subscribers.remove(back)
    import msgspec

    snapshot = msgspec.json.decode(table.broadcaster.snapshot(ana.person, seen))
    assert snapshot["events"] == missed
    assert snapshot["view"] == ana.now["view"]
    assert snapshot["you"]["legal"] == ana.now["you"]["legal"]


async def test_leaving_takes_every_chip_home() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await round_of(table, [ana])
    rack = table.state.racks["Ana"]
    await ana.ask("LeaveTable")
    assert "Ana" not in table.state.racks
    assert not table.state.seats
    assert (await house.cache.wallet("wallet/ana")).wallet.balance == FIRST_CHIPS - 50_000 + rack
    assert (await audit(house.store)).is_sound


async def test_a_seat_that_nobody_comes_back_to_is_freed() -> None:
    clock = StillClock()
    house = await house_of(clock=clock)
    table = await open_live(house)
    ana, ben = await come(house, table, "Ana", 2), await come(house, table, "Ben", 5)
    await until(table, [ana, ben], is_betting)
    await wager(ben, 5, is_ready=False)
    for guest in (ana, ben):
        table.subscribers.remove(guest)
    await house.sweep()
    clock.now += AWAY_SECONDS - 1
    await house.sweep()
    assert set(table.state.seats) == {2, 5}
    clock.now += 2
    await house.sweep()
    assert set(table.state.seats) == {5}, "who has a wager stays"
    assert (await house.cache.wallet("wallet/ana")).wallet.balance == FIRST_CHIPS
    assert (await audit(house.store)).is_sound


async def test_who_has_a_wager_stays() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    await wager(ana, 2, is_ready=False)
    assert (await _refused(ana, "LeaveTable")).code == "command/wagers-open"


async def test_new_chips_only_for_who_has_none() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    with pytest.raises(SieteError) as refusal:
        await house.refill("Ana")
    assert refusal.value.code == "cage/not-out-of-chips"
    await ana.ask("BuyChips", amount=50_000)
    with pytest.raises(SieteError):
        await house.refill("Ana")
    broke = await house.welcome("Ben")
    await _lose_everything(house, broke.display_name)
    assert await house.refill("Ben") == FIRST_CHIPS
    assert (await audit(house.store)).is_sound


async def _lose_everything(house: House, name: str) -> None:
    from siete.store.codec import event_to_bytes
    from siete.store.port import Batch, Movement, NewEvents
    from siete.table.money.wallet import redeem

    held = await house.cache.wallet(live_wallet(name))
    gone = redeem(held.wallet, held.wallet.balance, by="cage")
    stream = live_wallet(name)
    move = Movement(stream, held.version + 1, stream, "cage", gone.amount)
    append = NewEvents(stream, held.version, (event_to_bytes(gone),))
    await house.store.append(Batch(recorded_at="now", appends=(append,), moves=(move,)))
    await house.cache.read_on(stream)


# --- timers ------------------------------------------------------------------------------------------------------


async def test_when_time_is_over_the_named_default_is_done() -> None:
    clock = StillClock()
    house = await house_of(clock=clock)
    table = await open_live(house, has_timers=True)
    ana, ben = await come(house, table, "Ana", 2), await come(house, table, "Ben", 5)
    await until(table, [ana, ben], is_betting)
    await wager(ana, 2, is_ready=False)
    await heard()
    (timer,) = ana.now["timers"]
    assert (timer["question"], timer["default"]) == ("wager", {"command": "CloseWagers"})
    clock.now += timer["of"]
    await table._time_over()
    await heard()
    assert table.state.round is not None
    assert table.state.round.are_wagers_closed or table.state.rounds
    assert not table.state.rounds or table.state.round.number > 1
    while table.state.rounds == 0:
        timers = list(table.timers)
        assert timers, table.due
        before = table.loaded.version
        clock.now += timers[0].of
        await table._time_over()
        await heard()
        entries = await house.store.read(LiveStreams("t").events, before)
        assert entries, "the default was done"
    kinds = await _kinds(house, "t", 0)
    assert "WagerPlaced" in kinds
    assert not {"WagerDoubled", "HitAsked", "SplitFunded"} & set(kinds)


async def test_a_question_keeps_the_time_it_has_left() -> None:
    clock = StillClock()
    house = await house_of(clock=clock)
    table = await open_live(house, has_timers=True)
    ana, ben = await come(house, table, "Ana", 2), await come(house, table, "Ben", 5)
    await until(table, [ana, ben], is_betting)
    await wager(ana, 2, is_ready=False)
    clock.now += 5
    await wager(ben, 5, is_ready=False)
    (timer,) = table.timers
    assert timer.shown(clock.now)["left"] == timer.of - 5


# --- live and practice -------------------------------------------------------------------------------------------


async def test_a_live_table_takes_no_seed_and_no_stacked_shoe() -> None:
    house = await house_of()
    with pytest.raises(SieteError) as refusal:
        await house.open_table("t", "t", LIVE, "house", Settings(submission=WITHOUT_WHEELS["wa"], seed="7"))
    assert refusal.value.code == "table/live-seed"
    with pytest.raises(SieteError) as wheels:
        await house.open_table("t", "t", LIVE, "house", Settings(submission='rule_set = "md"\n'))
    assert wheels.value.code == "submission/invented-wheel"
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    assert (await _refused(ana, "StackShoe", cards="7s 7s")).code == "command/practice-only"


async def test_a_practice_table_repeats_itself_from_its_seed() -> None:
    async def cards(seed: str) -> list[str]:
        house = await house_of()
        settings = Settings(submission='rule_set = "wa"\n', seed=seed, has_timers=False)
        table = await house.open_table("t", "t", PRACTICE, "house", settings)
        ana = await come(house, table, "Ana", 2)
        await round_of(table, [ana])
        return [str(card) for card in table.state.shoe or ()]

    assert await cards("7") == await cards("7")
    assert await cards("7") != await cards("8")


async def test_practice_chips_stay_apart_from_the_houses() -> None:
    house = await house_of()
    settings = Settings(submission='rule_set = "wa"\n', seed="7", has_timers=False)
    table = await house.open_table("t", "t", PRACTICE, "house", settings)
    ana = await come(house, table, "Ana", 2)
    await round_of(table, [ana])
    await ana.ask("LeaveTable")
    assert (await house.cache.wallet("wallet/ana")).wallet.balance == FIRST_CHIPS
    assert (await audit(house.store)).is_sound


# --- a broken generator ------------------------------------------------------------------------------------------


async def test_a_broken_generator_stops_the_table_and_gives_wagers_back() -> None:
    import os

    broken = False

    def read(count: int) -> bytes:
        return bytes(count) if broken else os.urandom(count)

    house = House(MemoryStore(), entropy=Entropy(read))
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    while (table.state.pack is not None and table.state.pack.cover_came_at is None) or not is_betting(table):
        await round_of(table, [ana])
        await until(table, [ana], is_betting)
        if table.state.rounds > 60:
            break
        if table.loaded.sealed and table.state.dealt > 150:
            break
    broken = True
    for _ in range(100):
        try:
            await round_of(table, [ana])
        except SieteError:
            break
    assert table.stopped
    assert table.current.condition == "stopped"
    assert table.state.layout == 0
    refusal = await _refused(ana, "PlaceWager", "1.wager", box=2, wager="base", amount=500)
    assert refusal.code == "host/table-stopped"
    assert (await audit(house.store)).is_sound
