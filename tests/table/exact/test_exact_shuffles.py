"""Exact cases of who cuts, how deep, and when a shoe is spent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from siete.cards import cards_from_text
from siete.rules.options import CutOrder, RecutPerson, ShuffleMethod
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table.due import Ask, Due, Question, Waiting
from siete.table.stages.shuffling import (
    _cut,
    _is_spent,
    cut_limits,
    cut_order,
    due_while_betting,
    least_behind,
    method,
    needs_cut,
    refuse_cut,
)
from siete.table.state.box import Box
from siete.table.state.cards import Pack, Reason
from siete.table.state.round import Round
from siete.table.state.table import TableState

SEATS = {1: "ana", 3: "ben", 5: "cleo"}
"""From the far right: cleo, ben, ana."""
RULES = table_rules("md")
STACK = cards_from_text("9s 8s 7s")


@pytest.mark.parametrize(
    ("pack", "first"),
    [
        (Pack(first="ben"), "ben"),
        (Pack(first="zoe"), "ana"),
        (Pack(), "ana"),
        (Pack(reason=Reason.ORDERED), "cleo"),
        (Pack(reason=Reason.COVER_CARD, cover_came_at=1, cover_came_to="ben"), "ben"),
        (Pack(reason=Reason.COVER_CARD, cover_came_at=0, cover_came_to="ben"), "cleo"),
        (Pack(reason=Reason.COVER_CARD, cover_came_at=4, cover_came_to="zoe"), "ben"),
        (Pack(reason=Reason.COVER_CARD, cover_came_at=5, cover_came_to="zoe"), "cleo"),
        (Pack(reason=Reason.COVER_CARD, cover_came_at=2, cover_came_to="zoe"), "ana"),
    ],
)
def test_who_is_offered_the_cut_first(pack: Pack, first: str) -> None:
    state = TableState(seats=SEATS, racks=dict.fromkeys(("zoe", "ana", "cleo", "ben")))  # type: ignore[arg-type]
    turned = {"cleo": ("cleo", "ben", "ana"), "ben": ("ben", "ana", "cleo"), "ana": ("ana", "cleo", "ben")}
    assert cut_order(state, pack, replace(RULES, cut_order=CutOrder.COVER_CARD_SPOT)) == turned[first]


def test_a_cover_card_that_came_to_the_right_of_everybody_gives_the_cut_to_the_far_right() -> None:
    pack = Pack(reason=Reason.COVER_CARD, cover_came_at=3, cover_came_to="zoe")
    assert cut_order(TableState(seats={5: "ana", 6: "ben"}), pack, RULES) == ("ben", "ana")
    assert cut_order(TableState(), pack, RULES) == ()
    assert cut_order(TableState(seats={1: "ana", 2: "ana", 3: "ben"}), pack, RULES) == ("ben", "ana")


@pytest.mark.parametrize(("shuffles", "first"), [(2, "cleo"), (3, "ben"), (4, "ana"), (5, "cleo")])
def test_a_cut_that_rotates_goes_on_with_each_shuffle(shuffles: int, first: str) -> None:
    pack = Pack(reason=Reason.COVER_CARD, cover_came_at=1, cover_came_to="ana", shuffles=shuffles)
    rotating = replace(RULES, cut_order=CutOrder.ROTATING)
    assert cut_order(TableState(seats=SEATS), pack, rotating)[0] == first


@pytest.mark.parametrize(
    ("person", "cutter", "first"),
    [
        (RecutPerson.NEXT_ENTITLED, "ben", "ana"),
        (RecutPerson.LAST_CUTTER, "ben", "ben"),
        (RecutPerson.NEXT_ENTITLED, "ana", "cleo"),
        (RecutPerson.LAST_CUTTER, "zoe", "cleo"),
    ],
)
def test_who_cuts_again(person: RecutPerson, cutter: str, first: str) -> None:
    pack = Pack(reason=Reason.ORDERED, order=STACK, is_recut_ordered=True, cutter=cutter)
    state, rules = TableState(seats=SEATS, pack=pack), replace(RULES, recut_person=person)
    asked = _cut(state, pack, rules)
    box = {player: at for at, player in SEATS.items()}[first]
    assert isinstance(asked, Waiting)
    assert asked.asks == (Ask(player=first, box=box, question=Question.CUT),)
    refused = _cut(state, replace(pack, refusals=("ana", "ben", "cleo")), rules)
    assert isinstance(refused, Due)
    assert refused.command == c.CutForHouse()


def test_a_dealer_who_cut_last_cuts_again_where_the_last_cutter_does() -> None:
    pack = Pack(reason=Reason.ORDERED, order=STACK, is_recut_ordered=True, cutter="dealer")
    state = TableState(seats=SEATS, pack=pack)
    assert isinstance(_cut(state, pack, replace(RULES, recut_person=RecutPerson.LAST_CUTTER)), Due)
    assert isinstance(_cut(state, pack, replace(RULES, recut_person=RecutPerson.NEXT_ENTITLED)), Waiting)
    first = replace(pack, is_recut_ordered=False)
    assert isinstance(_cut(state, first, replace(RULES, recut_person=RecutPerson.LAST_CUTTER)), Waiting)


@pytest.mark.parametrize(
    ("cards", "limits"), [(288, (48, 240)), (97, (48, 49)), (96, (48, 48)), (95, (47, 47)), (3, (1, 1)), (0, (0, 0))]
)
def test_how_near_to_either_end_a_cut_may_be(cards: int, limits: tuple[int, int]) -> None:
    rules = replace(RULES, cut_min_cards_from_end=48)
    assert cut_limits(rules, cards) == limits
    state = TableState(pack=Pack(order=STACK[:1] * cards))
    refused = [refuse_cut(state, rules, c.CutCards(player="ana", box=1, at=at)) is not None for at in limits]
    assert refused == [False, False]
    for at in (limits[0] - 1, limits[1] + 1):
        assert refuse_cut(state, rules, c.CutCards(player="ana", box=1, at=at)) is not None


@pytest.mark.parametrize(("cards", "least"), [(288, 72), (287, 72), (289, 73), (4, 1)])
def test_the_cards_behind_the_cover_card_are_counted_up(cards: int, least: int) -> None:
    assert least_behind(table_rules("wa", {"cover_card_depth": "1/4"}), cards) == least


@pytest.mark.parametrize(
    ("rounds", "before", "facts", "is_spent"),
    [
        (4, 4, {}, False),
        (5, 4, {}, True),
        (4, 4, {"cover_came_at": 0}, True),
        (4, 4, {"is_reshuffle_ordered": True}, True),
    ],
)
def test_the_shoe_of_a_continuous_device_is_spent_after_each_round(
    rounds: int, before: int, facts: dict[str, Any], is_spent: bool
) -> None:
    rules = replace(RULES, shuffle_method=ShuffleMethod.CONTINUOUS)
    pack = Pack(is_loaded=True, loaded_before=before, **facts)
    assert _is_spent(TableState(rounds=rounds), pack, rules) is is_spent


@pytest.mark.parametrize(
    ("shuffle", "is_preshuffled", "is_aside", "after", "needed"),
    [
        (ShuffleMethod.MANUAL, False, False, False, True),
        (ShuffleMethod.AUTOMATED_BATCH, False, False, True, True),
        (ShuffleMethod.AUTOMATED_BATCH, False, False, False, False),
        (ShuffleMethod.AUTOMATED_BATCH, True, False, False, True),
        (ShuffleMethod.AUTOMATED_BATCH, False, True, False, True),
        (ShuffleMethod.CONTINUOUS, False, False, True, False),
        (ShuffleMethod.CONTINUOUS, True, False, True, False),
        (ShuffleMethod.CONTINUOUS, True, True, True, True),
    ],
)
def test_which_stacks_are_cut(
    shuffle: ShuffleMethod, is_preshuffled: bool, is_aside: bool, after: bool, needed: bool
) -> None:
    rules = replace(RULES, shuffle_method=shuffle, cut_after_automated=after)
    state = TableState(is_shuffler_aside=is_aside)
    assert needs_cut(state, rules, Pack(is_preshuffled=is_preshuffled)) is needed
    assert method(state, rules) is (ShuffleMethod.MANUAL if is_aside else shuffle)


def test_what_the_cards_need_while_betting_is_open() -> None:
    ready, nobody = Pack(is_loaded=True), Round(number=1)
    somebody = replace(nobody, boxes=(Box(number=1, decider="ana"),))

    def due(pack: Pack | None, current: Round) -> Any:
        found = due_while_betting(TableState(pack=pack, round=current), RULES)
        return type(found.command) if isinstance(found, Due) else found

    assert [due(None, nobody), due(ready, nobody), due(ready, somebody)] == [None, None, None]
    burns, ordered = replace(ready, burns_due=1), replace(ready, is_reshuffle_ordered=True)
    assert [due(burns, nobody), due(burns, somebody)] == [c.BurnCard, c.BurnCard]
    assert [due(ordered, nobody), due(ordered, somebody)] == [c.CollectShoe, None]
