"""Views: each role sees what lies open; states that differ only in hidden cards look the same, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siete.cards import Card, cards_from_text
from siete.rules.names import NAMES
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import view as views
from siete.table.automatic import next_due
from siete.table.due import Due
from siete.table.frozen.fast_replace import replace
from siete.table.hand import is_blackjack
from siete.table.position.line import position_to_text
from siete.table.practice import PracticeTable
from siete.table.state.table import TableState
from siete.table.view import DEALER, FLOORPERSON, PUBLIC, Role, event_view, view
from tests.table.generated.random_play import PLAYERS, RandomTable, play_round, random_rules

ROLES = (*map(Role.player, (*PLAYERS, "zoe")), DEALER, FLOORPERSON, PUBLIC)
View = Callable[[TableState, TableRules, Role], Any]

# --- secrecy ---------------------------------------------------------------------------------------------------


def _twin(state: TableState, rng: Random) -> TableState:
    """The state with other hidden cards: the hole card changed for one from the shoe, the rest in another order.

    Where the dealer has looked, the other hole card answers the same.
    """
    assert state.shoe is not None, "random tables know their shoe"
    undealt = list(state.shoe[state.dealt :])
    rng.shuffle(undealt)
    current = state.round
    if current is not None:
        dealer = list(current.dealer)
        for place, is_hidden in ((0, current.is_up_hidden), (1, current.is_hole_hidden)):
            if is_hidden:
                dealer[place], undealt = _swapped(dealer, place, undealt, is_fixed=current.peek is not None)
        current = replace(current, dealer=tuple(dealer))
    return replace(state, shoe=(*state.shoe[: state.dealt], *undealt), round=current)


def _swapped(dealer: list[Card], place: int, undealt: list[Card], *, is_fixed: bool) -> tuple[Card, list[Card]]:
    for index, card in enumerate(undealt):
        other = [*dealer[:place], card, *dealer[place + 1 :]]
        if not is_fixed or is_blackjack(other, is_split=False) == is_blackjack(dealer, is_split=False):
            return card, [*undealt[:index], dealer[place], *undealt[index + 1 :]]
    return dealer[place], undealt


def _bytes(plain: Any) -> bytes:
    return json.dumps(plain, ensure_ascii=False).encode()


def _assert_secret(table: RandomTable, rng: Random, look: View = view) -> None:
    """Play a round; before every step, all roles see the same of the state and of its twin."""
    _assert_equal_views(table, rng, look)
    for _ in play_round(table, rng):
        _assert_equal_views(table, rng, look)


def _assert_equal_views(table: RandomTable, rng: Random, look: View) -> None:
    twin = _twin(table.state, rng)
    for role in ROLES:
        one, other = look(table.state, table.rules, role), look(twin, table.rules, role)
        assert one == other
        assert _bytes(one) == _bytes(other)


def _play_in_secret(name: str, seed: int) -> None:
    rng = Random(seed)
    _assert_secret(RandomTable(random_rules(rng, name), rng), rng)


@settings(deadline=None, max_examples=20)
@given(st.sampled_from(NAMES), st.integers(0, 2**32))
def test_hidden_cards_change_nothing_that_anybody_sees(name: str, seed: int) -> None:
    _play_in_secret(name, seed)


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(st.sampled_from(NAMES), st.integers(0, 2**32))
def test_hidden_cards_change_nothing_that_anybody_sees_at_length(name: str, seed: int) -> None:
    _play_in_secret(name, seed)


def _position(state: TableState, rules: TableRules, role: Role) -> str:
    return position_to_text(state, rules)


@settings(deadline=None, max_examples=15)
@given(st.sampled_from(NAMES), st.integers(0, 2**32))
def test_hidden_cards_change_no_position_that_a_refusal_tells(name: str, seed: int) -> None:
    rng = Random(seed)
    _assert_secret(RandomTable(random_rules(rng, name), rng), rng, _position)


@pytest.mark.slow
@settings(deadline=None, max_examples=200)
@given(st.sampled_from(NAMES), st.integers(0, 2**32))
def test_hidden_cards_change_no_position_that_a_refusal_tells_at_length(name: str, seed: int) -> None:
    rng = Random(seed)
    _assert_secret(RandomTable(random_rules(rng, name), rng), rng, _position)


def _leaks_in_position(state: TableState, rules: TableRules, role: Role) -> str:
    return position_to_text(state, rules, shows_hidden=True)


@pytest.mark.parametrize("procedure", ["no_hole", "hole_no_peek", "hole_reader"])
@pytest.mark.parametrize("name", ["ma", "s13"])
def test_hidden_cards_stay_hidden_in_every_procedure(name: str, procedure: str) -> None:
    for seed in range(6):
        rng = Random(seed)
        table = PracticeTable(name, shoe="7s", chips={}, hole_card_procedure=procedure)
        _assert_secret(RandomTable(table.rules, rng), rng)


def _leaks_hole_card(state: TableState, rules: TableRules, role: Role) -> Any:
    return {**view(state, rules, role), "dealer": [str(card) for card in state.round.dealer] if state.round else []}


def _leaks_next_card(state: TableState, rules: TableRules, role: Role) -> Any:
    assert state.shoe is not None, "random tables know their shoe"
    return {**view(state, rules, role), "next": str(state.shoe[state.dealt])}


def _leaks_order_of_keys(state: TableState, rules: TableRules, role: Role) -> Any:
    """Equal as a value, but not as bytes."""
    seen = view(state, rules, role)
    assert state.shoe is not None, "random tables know their shoe"
    return dict(sorted(seen.items(), reverse=state.shoe[-1].suit.is_red))


@pytest.mark.parametrize("leak", [_leaks_hole_card, _leaks_next_card, _leaks_order_of_keys, _leaks_in_position])
def test_a_view_that_leaks_is_caught(leak: View) -> None:
    def run() -> None:
        for seed in range(15):
            rng = Random(seed)
            _assert_secret(RandomTable(random_rules(rng, "md"), rng), rng, leak)

    with pytest.raises(AssertionError):
        run()


@settings(deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 2**32))
def test_no_event_shows_a_card_before_it_is_turned(name: str, seed: int) -> None:
    rng = Random(seed)
    table = RandomTable(random_rules(rng, name), rng)
    list(play_round(table, rng))
    for event in table.events:
        for role in ROLES:
            seen = event_view(event, role)
            json.dumps(seen)
            if isinstance(event, e.ShoeLoaded):
                assert seen == {"event": "ShoeLoaded", "clause": event.clause}
            if isinstance(event, e.CardDealt):
                assert seen is not None
                assert ("card" in seen) == ("total" in seen) == event.is_face_up


# --- completeness ----------------------------------------------------------------------------------------------

HIDDEN = {
    e.ShoeLoaded: {"cards"},
    e.CardsReceived: {"cards"},
    e.CardsReady: {"cards"},
    e.BatchStored: {"order"},
    e.BatchChanged: {"order", "stored"},
    e.CardsShuffled: {"order"},
    e.PreshuffledStacked: {"order"},
    e.CardBurned: {"card"},
}
"""What no role may ever read in an event."""

UNTOLD: dict[type[e.Event], set[str]] = {e.TenDisposed: {"is_face_up"}, e.ContributionMade: {"restarts"}}
"""No secret, but younger than rounds that were written down without it, which must read as they did."""


def _event_kinds() -> Iterator[type[e.Event]]:
    for kind in vars(e).values():
        if isinstance(kind, type) and issubclass(kind, e.Event) and kind is not e.Event:
            yield kind


def test_every_field_of_every_event_is_shown_or_hidden_on_purpose() -> None:
    for kind in _event_kinds():
        names = {field.name for field in fields(kind)} - {"clause"}
        known = set(views._SHOWN[kind]) | HIDDEN.get(kind, set()) | UNTOLD.get(kind, set())
        assert known == names, kind
        assert not set(views._SHOWN[kind]) & HIDDEN.get(kind, set()), kind


def test_an_event_nobody_has_thought_of_is_seen_by_nobody() -> None:
    class Surprise(e.Event):
        pass

    assert all(event_view(Surprise(), role) is None for role in ROLES)


# --- what each role does see -----------------------------------------------------------------------------------


def _table() -> PracticeTable:
    table = PracticeTable("md", shoe="9s Ah 9d 5c 2c 5d", chips={"ana": 500, "ben": 100})
    table.wager("ana", 1, 25)
    table.deal()
    return table


def test_a_player_sees_the_open_cards_the_money_and_what_may_be_done() -> None:
    table = _table()
    seen = view(table.state, table.rules, Role.player("ana"))
    assert seen["round"]["boxes"][0]["hands"][0]["cards"] == ["9s", "9d"]
    assert seen["round"]["dealer"] == {"cards": ["Ah"], "face_down": 1, "is_done": False}
    assert seen["racks"] == {"ana": 475_00, "ben": 100_00}
    assert seen["due"]["asks"] == [{"player": "ana", "box": 1, "hand": 0, "question": "insurance"}]
    assert seen["legal"] == [
        {"command": "TakeInsurance", "player": "ana", "box": 1, "amount": 50, "least": 50, "most": 1250, "step": 50},
        {"command": "DeclineInsurance", "player": "ana", "box": 1},
    ]
    assert "inventory" not in seen


def test_another_player_and_the_public_may_do_nothing_about_a_box_that_is_not_theirs() -> None:
    table = _table()
    assert view(table.state, table.rules, Role.player("ben"))["legal"] == []
    assert "legal" not in view(table.state, table.rules, PUBLIC)
    assert "inventory" not in view(table.state, table.rules, PUBLIC)


@pytest.mark.parametrize("role", [DEALER, FLOORPERSON])
def test_the_house_sees_its_next_step_and_its_books_but_no_hidden_card(role: Role) -> None:
    table = _table()
    table.do(c.DeclineInsurance(player="ana", box=1))
    seen = view(table.state, table.rules, role)
    assert seen["due"]["step"] == {"command": "CloseInsurance"}
    assert seen["inventory"] == 0
    assert "5c" not in json.dumps(seen)
    table.do(c.CloseInsurance())
    table.do(c.Peek())
    assert view(table.state, table.rules, role)["round"]["dealer"]["peek"] is False
    assert "5c" not in json.dumps(view(table.state, table.rules, role))


def test_the_hole_card_is_seen_by_all_once_it_is_turned() -> None:
    table = _table()
    table.decide(1, "decline")
    before = len(table.events)
    assert not any("5c" in json.dumps(event_view(event, PUBLIC)) for event in table.events)
    table.decide(1, "stand")
    turned = next(event for event in table.events[before:] if isinstance(event, e.CardsTurned))
    shown = {"event": "CardsTurned", "clause": turned.clause, "is_hole": True, "card": "5c"}
    assert all(event_view(turned, role) == shown for role in ROLES)


def test_an_up_card_dealt_face_down_is_hidden_until_it_is_turned() -> None:
    cards = cards_from_text("9s 8h 9d 5c 2c 5d")
    table = PracticeTable("wa", shoe=cards, chips={"ana": 500}, reveal_order="after_deal")
    table.wager("ana", 1, 25)
    seen = []
    while not table.asks():
        due = next_due(table.state, table.rules)
        assert isinstance(due, Due), "nobody is asked"
        table.step(due.command)
        seen.append(view(table.state, table.rules, DEALER)["round"]["dealer"])
    hidden = [each["cards"] for each in seen if each["face_down"]]
    assert [] in hidden
    assert ["8h"] in hidden
    assert not any("5c" in each["cards"] for each in seen)


def test_no_round_is_no_key() -> None:
    table = PracticeTable("md", shoe="9s", chips={"ana": 500})
    assert "round" not in view(table.state, table.rules, PUBLIC)


def test_a_shoe_that_is_not_known_has_no_number_of_cards_left() -> None:
    table = _table()
    unknown = replace(table.state, shoe=None)
    assert view(unknown, table.rules, PUBLIC)["cards"] == {"dealt": 4, "discards": 0}
