"""Commitments of live shoes: published before the first wager, sealed until the shoe is done, and then true."""

from __future__ import annotations

import pytest

from siete.cards import cards_from_text
from siete.host.audit.house import audit
from siete.host.chance.commitment import commitment
from siete.host.history.loading import restored
from siete.host.house import House
from siete.host.settings import LIVE, PRACTICE, Settings
from siete.host.table.actor import TableActor
from siete.store.codec import event_from_bytes
from siete.store.records import ShoeSecret
from siete.table import events as e
from tests.host.guests import come, heard, house_of, is_betting, open_live, round_of, until, wager

pytestmark = pytest.mark.anyio

CONTINUOUS = 'rule_set = "md"\nspin_offered = false\nxtreme_offered = false\nshuffle_method = "continuous"\n'


async def _shoe(house: House, number: int) -> ShoeSecret:
    found = await house.store.record(ShoeSecret, f"t/{number}")
    assert found is not None
    return found


async def _orders(house: House) -> list[tuple[str, ...]]:
    entries = await house.store.read("table/t")
    shuffled = [event_from_bytes(entry.data) for entry in entries if entry.kind == "CardsShuffled"]
    return [tuple(map(str, event.order)) for event in shuffled if isinstance(event, e.CardsShuffled)]


async def test_a_shoe_is_committed_to_before_the_first_wager_and_told_when_it_is_done() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    await heard()
    first = ana.now["commitment"]
    assert first["shoe"] == "t/1"
    sealed = await _shoe(house, 1)
    assert not sealed.is_retired
    while table.loaded.shoes == 1:
        await round_of(table, [ana])
        await until(table, [ana], is_betting)
    told = await _shoe(house, 1)
    assert told.is_retired
    assert told.commitment.hex() == first["commitment"]
    cards = cards_from_text(told.order)
    assert commitment(told.salt, "t/1", table.rules.rules_hash, cards).hex() == first["commitment"]
    assert tuple(map(str, cards)) == (await _orders(house))[0]
    assert not (await _shoe(house, 2)).is_retired
    again = await restored(house.store, table.record)
    assert (again.shoes, again.sealed) == (table.loaded.shoes, table.loaded.sealed)


async def test_another_card_would_be_noticed() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    sealed = await _shoe(house, 1)
    cards = list(cards_from_text(sealed.order))
    assert commitment(sealed.salt, "t/1", table.rules.rules_hash, cards) == sealed.commitment
    other = next(place for place, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    assert commitment(sealed.salt, "t/1", table.rules.rules_hash, cards) != sealed.commitment
    assert commitment(sealed.salt, "t/2", table.rules.rules_hash, cards_from_text(sealed.order)) != sealed.commitment


async def test_a_continuous_device_commits_to_every_round() -> None:
    house = await house_of()
    submission = f"{CONTINUOUS}continuous_device_approved = true\n"
    table = await house.open_table("t", "t", LIVE, "house", Settings(submission=submission, has_timers=False))
    ana = await come(house, table, "Ana", 2)
    for _ in range(3):
        await round_of(table, [ana])
    assert table.loaded.shoes == 4
    shoes = [await _shoe(house, number) for number in range(1, 5)]
    assert [shoe.is_retired for shoe in shoes] == [True, True, True, False]
    assert len({shoe.salt for shoe in shoes}) == 4


@pytest.mark.clause("MD-5.I.2", "MD-5.I.2.a")
async def test_two_batches_change_places_at_a_live_table_and_are_committed_to() -> None:
    house = await house_of()
    submission = 'rule_set = "md"\nspin_offered = false\nxtreme_offered = false\nshuffler_batches = 2\n'
    table = await house.open_table("t", "t", LIVE, "house", Settings(submission=submission, has_timers=False))
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    assert table.state.opening is not None
    batch = table.state.opening.batch
    assert batch is not None
    assert len(batch) == 6 * 48
    assert table.loaded.shoes == 1, "what lies in the shuffler is no shoe yet"
    while table.loaded.shoes == 1:
        await round_of(table, [ana])
        await until(table, [ana], is_betting)
    kinds = [entry.kind for entry in await house.store.read("table/t")]
    assert (kinds.count("BatchStored"), kinds.count("BatchChanged"), kinds.count("CardsShuffled")) == (1, 1, 1)
    assert tuple(cards_from_text((await _shoe(house, 2)).order)) == batch
    assert [(await _shoe(house, number)).is_retired for number in (1, 2)] == [True, False]
    report = await audit(house.store)
    assert report.is_sound, report.findings


async def test_a_practice_table_commits_to_nothing() -> None:
    house = await house_of()
    settings = Settings(submission='rule_set = "wa"\n', seed="7", has_timers=False)
    table: TableActor = await house.open_table("t", "t", PRACTICE, "house", settings)
    ana = await come(house, table, "Ana", 2)
    await round_of(table, [ana])
    assert table.loaded.shoes == 0
    assert not await house.store.records(ShoeSecret)


async def test_no_order_is_told_while_a_card_of_the_shoe_lies_face_down() -> None:
    house = await house_of()
    table = await open_live(house, "md")
    ana = await come(house, table, "Ana", 2)
    for _ in range(60):
        await until(table, [ana], is_betting)
        await wager(ana, 2)
        current = table.state.round
        if current is not None and current.are_wagers_closed:
            sealed = [await _shoe(house, number) for number in range(1, table.loaded.shoes + 1)]
            in_play = [shoe for shoe in sealed if not shoe.is_retired]
            assert in_play, "the shoe in play is sealed"
            assert in_play[-1].shoe == f"t/{table.loaded.shoes}"
        await until(table, [ana], is_betting)
        if table.loaded.shoes > 2:
            return
