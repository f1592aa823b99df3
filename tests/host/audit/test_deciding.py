"""Every true history is explained by commands that the rules allow, and a forged one is not."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from siete.cards import Card
from siete.host.audit.deciding import Explainer
from siete.host.chance.shuffling import Chance
from siete.host.memory_table import MemoryTable
from siete.money import Cents
from siete.rules.names import NAMES
from siete.rules.options import ShuffleMethod
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.due import Waiting
from siete.table.legal import legal
from siete.table.state.table import TableState
from tests.table.generated.random_play import RandomTable, filled, play_round, random_rules
from tests.table.irregularities.test_random_mishaps import go_on as go_on
from tests.table.procedure.faulty import Faulty


def first_unexplained(events: list[e.Event], rules: TableRules, start: int = 0) -> int | None:
    """The place of the first event that nothing explains, from `start` on."""
    explainer, state, place = Explainer(), TableState(), start
    for event in events[:start]:
        state = apply(state, event)
    while place < len(events):
        count = explainer.explained(state, rules, events[place:])
        if not count:
            return place
        for event in events[place : place + count]:
            state = apply(state, event)
        place += count
    return None


@pytest.mark.parametrize("name", NAMES)
def test_random_rounds_are_explained(name: str) -> None:
    for seed in range(3):
        rng = Random(f"{name}{seed}")
        table = RandomTable(replace(random_rules(rng, name), live=False), rng)  # its shoes are stacked
        while table.state.rounds < 3 and table.state.round is None:
            list(play_round(table, rng))
        assert first_unexplained(table.events, table.rules) is None


@pytest.mark.parametrize("name", NAMES)
def test_whatever_goes_wrong_is_explained(name: str) -> None:
    rng = Random(name)
    table = Faulty(name, "9s 8h 10d 7d 3c 10h 5c", {1: "ana", 3: "ben"})
    table.random = rng
    table.bet(1)
    table.bet(3)
    for _ in range(250):
        go_on(table, rng)
    start = 1 + next(place for place, event in enumerate(table.events) if isinstance(event, e.CardsReady))
    assert first_unexplained(table.events, table.rules, start) is None


def played_table(name: str, seed: int = 1, rounds: int = 2, **choices: object) -> MemoryTable:
    """A whole table from closed on, with one player who answers at random."""
    rng = Random(seed)
    table = MemoryTable(table_rules(name, choices), Chance(seed))
    table.comes("ana", Cents(100_000), box=1)
    while table.state.rounds < rounds:
        due = table.go_on()
        if isinstance(due, Waiting):
            ask = rng.choice(due.asks)
            answers = [each for each in legal(table.state, table.rules, ask.player) if each.command.box == ask.box]
            answer = rng.choice(answers)
            table.do(answer.command if isinstance(answer.command, c.CutCards) else filled(answer, rng))
        elif table.state.round is not None:
            table.do(c.PlaceWager(player="ana", box=1, amount=Cents(2_500)))
    return table


@pytest.mark.parametrize("name", NAMES)
def test_a_table_from_its_opening_on_is_explained(name: str) -> None:
    table = played_table(name)
    assert first_unexplained(table.events, table.rules) is None


def forged(event: e.Event) -> e.Event | None:
    """The event with something else in it, where that is to somebody's advantage."""
    match event:
        case e.CardDealt(card=card):
            return replace(event, card=Card(card.rank, next(suit for suit in type(card.suit) if suit is not card.suit)))
        case e.WagerPaid(amount=amount) | e.WagerCollected(amount=amount) | e.WagerReturned(amount=amount):
            return replace(event, amount=Cents(amount + 100))
        case e.WheelSpun(symbols=symbols):
            return replace(event, symbols=("no symbol", *symbols[1:]))
        case e.HandStood(hand=hand):
            return replace(event, hand=hand + 1)
        case e.CardsCut(at=at):
            return replace(event, at=at + 10_000)
    return None


def test_a_forged_event_is_found_where_it_stands_or_before_what_follows_from_it() -> None:
    table = played_table("md", seed=3)
    places = [place for place, event in enumerate(table.events) if forged(event) is not None]
    assert len({type(table.events[place]) for place in places}) >= 4
    for place in Random(4).sample(places, min(12, len(places))):
        other = forged(table.events[place])
        assert other is not None
        found = first_unexplained([*table.events[:place], other, *table.events[place + 1 :]], table.rules)
        assert found is not None
        assert _step_of(table, place) == found


def _step_of(table: MemoryTable, place: int) -> int:
    """Where the step began whose event stands at a place."""
    explainer, state, start = Explainer(), TableState(), 0
    while True:
        count = explainer.explained(state, table.rules, table.events[start:])
        if start + count > place:
            return start
        for event in table.events[start : start + count]:
            state = apply(state, event)
        start += count


def test_a_left_out_event_is_found() -> None:
    table = played_table("md", seed=3)
    rng = Random(5)
    for place in rng.sample(range(5, len(table.events) - 5), 8):
        assert first_unexplained([*table.events[:place], *table.events[place + 1 :]], table.rules) is not None


def two_batches() -> MemoryTable:
    """A table with a shuffler of two batches, the second of which is in it."""
    return played_table("md", shuffle_method="automated_batch", shuffler_batches=2)


def without_inspection(events: list[e.Event]) -> list[e.Event]:
    """The history as it was stored before the decks of a second batch were inspected: whole decks went straight in."""
    stored = next(place for place, event in enumerate(events) if isinstance(event, e.BatchStored))
    received = max(place for place, event in enumerate(events[:stored]) if isinstance(event, e.CardsReceived))
    kept = [event for event in events[received:stored] if isinstance(event, e.RoundStarted)]
    return [*events[:received], *kept, *events[stored:]]


def test_a_second_batch_of_before_it_was_inspected_reads_and_is_explained() -> None:
    table = two_batches()
    old = without_inspection(table.events)
    assert len(old) < len(table.events)
    assert first_unexplained(table.events, table.rules) is None
    assert first_unexplained(old, table.rules) is None
    state = TableState()
    for event in old:
        state = apply(state, event)
    assert state.opening is not None
    assert table.state.opening is not None
    assert (state.opening.batch, state.racks) == (table.state.opening.batch, table.state.racks)


def test_a_second_batch_that_is_not_whole_decks_or_has_no_place_is_found() -> None:
    table = two_batches()
    old = without_inspection(table.events)
    place = next(place for place, event in enumerate(old) if isinstance(event, e.BatchStored))
    stored = old[place]
    assert isinstance(stored, e.BatchStored)
    short = [*old[:place], replace(stored, order=stored.order[1:])]
    assert first_unexplained(short, table.rules) == place
    again = [*old[: place + 1], stored]
    assert first_unexplained(again, table.rules) == place + 1
    by_hand = replace(table.rules, shuffle_method=ShuffleMethod.MANUAL, shuffler_batches=1)
    assert first_unexplained(old[: place + 1], by_hand, start=place) == place
