"""The house goes on until a person must answer: whole tables from closed, driven by themselves."""

from __future__ import annotations

from collections import Counter

import pytest

from siete.cards import SPANISH_DECK
from siete.host.chance.shuffling import Chance
from siete.host.memory_table import MORNING, MemoryTable
from siete.money import whole_cents
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.strategy import never_bust
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.auto_player import answer
from siete.table.due import Due, Question, Refusal, Waiting
from siete.table.state.opening import HOUR
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.stepping import SYSTEM, drive, house_steps


def seated(rules: str, seed: str = "1", *, is_dealer_here: bool = False) -> MemoryTable:
    """A closed table with two people before it."""
    table = MemoryTable(table_rules(rules), Chance(seed), is_dealer_here=is_dealer_here)
    for box, player in ((1, "ana"), (2, "ben")):
        table.comes(player, whole_cents(5000), box=box)
    return table


def play_round(table: MemoryTable) -> None:
    """One round with ten dollars on each box, and all that comes before it."""
    number = table.state.rounds
    while table.state.rounds == number:
        due = table.go_on()
        if isinstance(due, Waiting):
            table.do(answer(table.state, table.rules, due.asks[0], never_bust()))
        elif table.state.rounds == number:
            for box, player in table.state.seats.items():
                table.do(c.PlaceWager(player=player, box=box, amount=whole_cents(10)))


@pytest.mark.parametrize("rules", NAMES)
def test_a_closed_table_opens_and_deals_to_the_cover_card_and_on(rules: str) -> None:
    table = seated(rules)
    while sum(isinstance(event, e.StackLoaded) for event in table.events) < 3:
        play_round(table)
    kinds = [type(event) for event in table.events]
    opened = [e.ItemSigned, e.CardsReceived, e.TensRemoved, e.TableOpenedForPlay, e.CardsShuffled, e.StackLoaded]
    places = [kinds.index(kind) for kind in [*opened, e.CardBurned, e.RoundStarted, e.CoverCardReached]]
    assert places == sorted(places)
    assert e.ShoeCollected in kinds
    state = TableState()
    for event in table.events:
        state = apply(state, event)
    assert state == table.state
    assert len(table.state.opening.disposed if table.state.opening else ()) == 4 * table.rules.decks


def test_the_player_is_offered_look_and_cut() -> None:
    table = seated("md")
    asked = []
    while isinstance(due := table.go_on(), Waiting):
        asked.append((due.asks[0].player, due.asks[0].question))
        table.do(answer(table.state, table.rules, due.asks[0], never_bust()))
    assert asked == [("ana", Question.LOOK), ("ana", Question.CUT), ("ben", Question.CUT)]


def test_time_makes_a_quiet_table_idle_and_the_cards_old() -> None:
    table = seated("md")
    play_round(table)
    table.wait(1)  # the round is seen to have been played
    table.wait(4 * HOUR - 1)
    due = table.go_on()
    assert isinstance(due, Waiting)
    assert {ask.question for ask in due.asks} == {Question.RETURN}
    table.wait(24 * HOUR)
    table.go_on()
    assert sum(isinstance(event, e.CardsReceived) for event in table.events) == 2
    assert table.now == MORNING + 28 * HOUR


def test_a_step_that_is_held_is_not_taken() -> None:
    table = seated("md")
    while isinstance(due := table.go_on(), Waiting):
        table.do(answer(table.state, table.rules, due.asks[0], never_bust()))
    table.do(c.PlaceWager(player="ana", box=1, amount=whole_cents(10)))
    due = table.go_on(holds={c.CloseWagers})
    assert isinstance(due, Due)
    assert isinstance(due.command, c.CloseWagers)
    assert isinstance(table.go_on(), Waiting)


def test_where_a_person_deals_only_the_system_goes_on_by_itself() -> None:
    table = seated("wa", is_dealer_here=True)
    taken = []
    while table.state.rounds < 3:
        before = len(table.events)
        due = table.go_on()
        taken += [type(event) for event in table.events[before:]]
        if isinstance(due, Waiting):
            table.do(answer(table.state, table.rules, due.asks[0], never_bust()))
        elif isinstance(due, Due):
            assert type(due.command) not in SYSTEM
            table.do(due.command)
        else:
            for wager in ("base", "jackpot-1"):
                table.do(c.PlaceWager(player="ana", box=1, wager=Wager(wager), amount=whole_cents(5)))
    assert e.ContributionMade in taken
    assert not {e.CardDealt, e.CardsShuffled, e.StackLoaded, e.CardsPickedUp} & set(taken)


def test_where_a_person_is_on_the_floor_nothing_is_signed() -> None:
    table = MemoryTable(table_rules("md"), Chance(1))
    steps = drive(table.state, table.rules, table.meters, house_steps(is_floorperson_here=True), Chance(1))
    assert not list(steps)


def test_what_meters_do_comes_beside_the_step() -> None:
    table = seated("md")
    while isinstance(due := table.go_on(), Waiting):
        table.do(answer(table.state, table.rules, due.asks[0], never_bust()))
    for wager, dollars in (("base", 10), ("xtreme-16", 5)):
        table.do(c.PlaceWager(player="ana", box=1, wager=Wager(wager), amount=whole_cents(dollars)))
    steps = list(drive(table.state, table.rules, table.meters, house_steps(), Chance(1)))
    moved = [(name, type(event).__name__) for step in steps for name, event in step.meter_events]
    assert moved == [("xtreme-primary", "Contributed"), ("xtreme-secondary", "Contributed")]
    assert steps[-1].meters["xtreme-primary"].amount > table.meters["xtreme-primary"].amount


@pytest.mark.parametrize("method", ["manual", "automated_batch", "direct_load", "continuous"])
def test_every_order_holds_the_tables_cards(method: str) -> None:
    choices = {"shuffle_method": method, "continuous_device_approved": method == "continuous"}
    table = MemoryTable(table_rules("md", choices), Chance(3))
    table.comes("ana", whole_cents(5000), box=1)
    play_round(table)
    loaded = [event.order for event in table.events if isinstance(event, e.CardsShuffled)]
    assert Counter(loaded[0]) == Counter(SPANISH_DECK * table.rules.decks)


def test_a_refused_step_draws_nothing_from_chance() -> None:
    table, other = seated("md"), seated("md")
    for command in (c.ShuffleCards(), c.CutForHouse(), c.Spin(box=1, player="ana", wager=Wager.SPIN)):
        with pytest.raises(Refusal):
            table.do(command)
    play_round(table)
    play_round(other)
    assert table.events == other.events
