"""Chapter 7, A to E: the shoe, and the first two cards of everybody."""

from __future__ import annotations

import pytest

from siete.cards import Card, cards_from_text
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Refusal
from tests.table.cases import happened, refused, seat, step_to
from tests.table.maryland.both import both, box_of, one_step, own, round_of

THREE = {6: 10, 2: 10, 3: 10}
SHOE = "2s 3s 4s 5h 6d 7d 8d 9c"
"""First cards of boxes 2, 3 and 6, the up card, second cards, the hole card."""


@both("MD-7.E", "MD-7.E.1", "MD-7.E.2", "MD-7.E.3", "MD-7.E.4")
def test_cards_go_round_from_the_dealers_left_and_only_the_hole_card_is_face_down(rules: str) -> None:
    table = seat(rules, SHOE, THREE)
    step_to(table, c.BeginBaseGame)
    steps = [(each.box, str(each.card), each.is_face_up, each.clause) for each in happened(table, e.CardDealt)]
    assert steps == [
        (2, "2s", True, own(rules, "MD-7.E.1")),
        (3, "3s", True, own(rules, "MD-7.E.1")),
        (6, "4s", True, own(rules, "MD-7.E.1")),
        (0, "5h", True, own(rules, "MD-7.E.2")),
        (2, "6d", True, own(rules, "MD-7.E.3")),
        (3, "7d", True, own(rules, "MD-7.E.3")),
        (6, "8d", True, own(rules, "MD-7.E.3")),
        (0, "9c", False, own(rules, "MD-7.E.4")),
    ]
    assert round_of(table).is_hole_hidden
    assert round_of(table).up == Card.from_text("5h")


@pytest.mark.parametrize(
    ("done", "wrong", "clause"),
    [
        (0, c.Deal(box=3), "MD-7.E.1"),
        (0, c.Deal(box=1), "MD-7.E.1"),
        (0, c.Deal(), "MD-7.E.1"),
        (3, c.Deal(box=2), "MD-7.E.2"),
        (4, c.Deal(), "MD-7.E.3"),
        (4, c.Deal(box=6), "MD-7.E.3"),
        (7, c.Deal(box=2), "MD-7.E.4"),
    ],
)
@both("MD-7.E", "MD-7.E.1", "MD-7.E.2", "MD-7.E.3", "MD-7.E.4")
def test_a_card_out_of_order_is_refused(rules: str, done: int, wrong: c.Deal, clause: str) -> None:
    table = seat(rules, SHOE, THREE)
    step_to(table, c.Deal)
    for _ in range(done):
        one_step(table)
    assert refused(table, wrong) == ("command/not-this-step", own(rules, clause))


@both("MD-7.E.1", "MD-7.E.3")
def test_a_box_without_a_wager_gets_no_card(rules: str) -> None:
    table = seat(rules, "2s 5h 6d 9c", {4: 10})
    step_to(table, c.BeginBaseGame)
    assert {each.box for each in happened(table, e.CardDealt)} == {0, 4}


@both("MD-7.B")
def test_the_stack_goes_into_the_shoe_as_it_is_and_every_card_comes_out_of_it(rules: str) -> None:
    table = seat(rules, SHOE, THREE)
    (loaded,) = happened(table, e.ShoeLoaded)
    assert loaded.cards is not None
    assert table.state.shoe == loaded.cards
    assert list(loaded.cards[:8]) == list(cards_from_text(SHOE))
    step_to(table, c.BeginBaseGame)
    assert [each.card for each in happened(table, e.CardDealt)] == list(loaded.cards[:8])
    assert table.state.dealt == 8


@both("MD-7.B")
def test_a_card_that_is_not_in_the_shoe_cannot_be_dealt(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10})
    table.load(list(cards_from_text("2s 5h 6d")))
    with pytest.raises(Refusal, match="no card left") as caught:
        table.deal()
    assert caught.value.code == "command/shoe-empty"


@pytest.mark.parametrize(
    ("first", "second", "total"),
    [("2s", "9d", 11), ("Js", "Qd", 20), ("Ks", "5d", 15), ("As", "9d", 20), ("As", "Ad", 12), ("3s", "8d", 11)],
)
@both("MD-3.D.1", "MD-3.D.2", "MD-3.D.3")
def test_the_total_announced_counts_faces_ten_and_an_ace_eleven_or_one(
    rules: str, first: str, second: str, total: int
) -> None:
    table = seat(rules, f"{first} 5h {second} 9c", {1: 10})
    step_to(table, c.BeginBaseGame)
    assert box_of(table).hands[0].total.total == total
    assert [each.total for each in happened(table, e.CardDealt) if each.box == 1] == [0, total]
