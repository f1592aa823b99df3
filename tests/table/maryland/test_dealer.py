"""Chapter 7, L to N: the dealer's own hand."""

from __future__ import annotations

import pytest

from siete.table import commands as c
from siete.table import events as e
from tests.table.cases import answer, happened, is_over, place, play, refused, seat, step_to
from tests.table.maryland.both import both, own, round_of, step_due


def dealers(shoe_rest: str, up: str, hole: str, rules: str) -> list[e.CardDealt]:
    """The cards the dealer draws against a player who stands on 20."""
    table = play(rules, f"Kc {up} Qd {hole} {shoe_rest}", *(["decline"] if up[0] == "A" else []))
    answer(table, "stand")
    assert is_over(table)
    return [each for each in happened(table, e.CardDealt) if each.box == 0][2:]


@both("MD-7.L.1")
def test_the_hole_card_is_turned_when_every_decision_is_made(rules: str) -> None:
    table = seat(rules, "9c 9d 6s 8c 8d 5h 7c", {1: 10, 2: 10})
    table.deal()
    answer(table, "1: stand")
    assert round_of(table).is_hole_hidden
    assert refused(table, c.TurnHoleCard())[0] == "command/players-first"
    table.do(c.Stand(player="p2", box=2))
    due = step_due(table)
    assert (due.command, due.clause) == (c.TurnHoleCard(), own(rules, "MD-7.L.1"))
    assert refused(table, c.Deal()) == ("command/not-this-step", own(rules, "MD-7.L.1"))
    table.deal()
    assert place(table, e.CardsTurned, is_hole=True) < place(table, e.CardDealt, clause=own(rules, "MD-7.M"))


@both("MD-7.L.1")
def test_the_hole_card_is_turned_even_when_no_hand_is_left(rules: str) -> None:
    table = play(rules, "9c 6s 8d 5h Kc", "hit")
    assert [each.is_hole for each in happened(table, e.CardsTurned)] == [True]


@both("MD-7.L.2", "MD-7.L.3")
def test_the_dealers_cards_are_dealt_face_up_and_the_total_announced_after_each(rules: str) -> None:
    drawn = dealers("2c 2d 3c As 5c", "4s", "3h", rules)
    assert [str(each.card) for each in drawn] == ["2c", "2d", "3c", "As", "5c"][: len(drawn)]
    assert [each.total for each in drawn] == [9, 11, 14, 15, 20]
    assert all(each.is_face_up for each in drawn)


@pytest.mark.parametrize(
    ("up", "hole", "rest", "draws"),
    [
        ("9s", "8h", "2c", 0),
        ("9s", "9h", "2c", 0),
        ("Ks", "Kh", "2c", 0),
        ("9s", "7h", "2c 2d", 1),
        ("9s", "7h", "5c", 1),
        ("9s", "7h", "9c", 1),
        ("2s", "3h", "4c 5c 2d 3d", 4),
        ("6s", "Ah", "2c", 0),
        ("As", "6h", "2c", 0),
        ("As", "7h", "2c", 0),
        ("As", "5h", "Ac", 1),
        ("As", "5h", "5c", 1),
        ("As", "2h", "3c Ac 2d", 2),
        ("As", "2h", "9c 5c", 2),
        ("As", "5h", "Kc Ac", 2),
    ],
)
@both("MD-7.M")
def test_the_dealer_draws_to_17_hard_or_soft_and_no_further(
    rules: str, up: str, hole: str, rest: str, draws: int
) -> None:
    drawn = dealers(rest, up, hole, rules)
    assert len(drawn) == draws
    assert all(each.clause == own(rules, "MD-7.M") for each in drawn)


@pytest.mark.parametrize(("hole", "wrong"), [("8h", c.Deal()), ("7h", c.StandDealer())])
@both("MD-7.M")
def test_drawing_on_17_or_standing_on_16_is_refused(rules: str, hole: str, wrong: c.HouseCommand) -> None:
    table = play(rules, f"Kc 9s Qd {hole} 2c")
    table.do(c.Stand(player="p1", box=1))
    table.step(step_to(table, c.TurnHoleCard))
    assert refused(table, wrong) == ("command/not-this-step", own(rules, "MD-7.M"))


@pytest.mark.parametrize(
    ("shoe", "decisions"),
    [
        ("9c 6s 8d 5h Kc 2s", ["hit"]),
        ("9c 6s 8d 5h 2s", ["surrender"]),
        ("9c Ks 8d 5h 2s", ["surrender"]),
        ("Ac Ks Kd 5h 2s", []),
        ("Ac 6s Kd 5h 2s", []),
        ("9c 6s 8d 5h 4c 2s", ["hit"]),
        ("5c 6s 6d 5h 2c 2s", ["double 10", "rescue"]),
        ("5c 6s 6d 5h Kc 2s", ["double 10", "stand"]),
        ("Ac 6s Ad 5h Kc Kd 2s", ["split"]),
    ],
)
@both("MD-7.N")
def test_the_dealer_draws_nothing_when_no_hand_depends_on_it(rules: str, shoe: str, decisions: list[str]) -> None:
    table = play(rules, shoe, *decisions)
    assert is_over(table)
    assert len([each for each in happened(table, e.CardDealt) if each.box == 0]) == 2
    assert [each.clause for each in happened(table, e.DealerStood)] == [own(rules, "MD-7.N")]


@both("MD-7.N")
def test_one_hand_below_21_is_enough_for_the_dealer_to_draw(rules: str) -> None:
    table = seat(rules, "9c 9d Kh 6s 8c 8d 5c 5h Kc", {1: 10, 2: 10, 3: 10})
    table.deal()
    answer(table, "1: hit", "2: stand", "3: surrender")
    assert is_over(table)
    assert len([each for each in happened(table, e.CardDealt) if each.box == 0]) > 2


@both("MD-7.N")
def test_a_draw_that_decides_nothing_is_refused(rules: str) -> None:
    table = play(rules, "9c 6s 8d 5h Kc 2s")
    table.do(c.Hit(player="p1", box=1))
    table.step(step_to(table, c.TurnHoleCard))
    assert refused(table, c.Deal()) == ("command/not-this-step", own(rules, "MD-7.N"))
