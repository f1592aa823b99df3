"""Chapter 10: doubling down, and rescue."""

from __future__ import annotations

from dataclasses import replace

import pytest

from siete.cards import cards_from_text
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table import events as e
from siete.table.stages.play import may_double
from siete.table.state.hand import Hand
from siete.table.view import PUBLIC, view
from tests.table.cases import (
    answer,
    asked,
    happened,
    is_allowed,
    is_over,
    money,
    play,
    refused,
    result,
    seat,
    step_to,
    won,
)
from tests.table.maryland.both import both, box_of, own, unseen

RESCUE = c.Rescue(player="p1", box=1)


def double(cents: int, box: int = 1) -> c.Double:
    return c.Double(player=f"p{box}", box=box, amount=Cents(cents))


@pytest.mark.parametrize(
    ("shoe", "hits"),
    [
        ("2c 6s 3d 5h", 0),
        ("Kc 6s Qd 5h", 0),
        ("Ac 6s 9d 5h", 0),
        ("8c 6s 8d 5h", 0),
        ("2c 6s 3d 5h 4c", 1),
        ("2c 6s 3d 5h 4c 2d 3h", 3),
        ("Ac 6s 2d 5h 2c", 1),
    ],
)
@both("MD-10.A.a", "MD-10.B")
def test_any_hand_of_two_or_more_cards_may_be_doubled(rules: str, shoe: str, hits: int) -> None:
    table = play(rules, shoe, *["hit"] * hits)
    assert len(box_of(table).hands[0].cards) == 2 + hits
    assert is_allowed(table, double(1000))
    answer(table, "double 10")
    doubled = happened(table, e.WagerDoubled)
    assert [(each.amount, each.clause) for each in doubled] == [(1000, own(rules, "MD-10.A.a"))]


@both("MD-10.A.a")
def test_a_blackjack_may_not_be_doubled(rules: str) -> None:
    for up in ("6s", "Ks"):
        table = seat(rules, f"Ac 2c {up} Kd 3h 5h", {1: 10, 2: 10})
        table.deal()
        assert refused(table, double(1000))[0] == "command/not-your-turn"
        assert not may_double(box_of(table).hands[0], table.rules), "nor would it be if it were asked"


@both("MD-10.A.b")
def test_the_double_is_any_amount_up_to_the_original_wager(rules: str) -> None:
    table = play(rules, "5c 6s 6d 5h")
    for cents in (50, 100, 550, 1000):
        assert is_allowed(table, double(cents))
    for cents in (1050, 2000, 0, -1000):
        assert refused(table, double(cents)) == ("command/double-amount", own(rules, "MD-10.A.b"))


@both("MD-10.A.b")
def test_a_double_for_less_wins_what_was_wagered(rules: str) -> None:
    table = play(rules, "5c 6s 6d Kh Kc 8d", "double 4", "stand")
    assert money(table) == (1400, 1400, 0)


@both("MD-10.B")
def test_a_split_hand_may_be_doubled_on_two_or_more_cards(rules: str) -> None:
    table = play(rules, "8c 6s 8d 5h 3c 2c 2d", "split")
    assert is_allowed(table, double(1000))
    answer(table, "hit")
    assert len(box_of(table).hands[0].cards) == 3
    assert is_allowed(table, double(1000))


@both("MD-10.B")
def test_a_split_hand_doubles_by_its_own_wager(rules: str) -> None:
    table = play(rules, "8c 6s 8d 5h 3c", "split")
    assert refused(table, double(1050)) == ("command/double-amount", own(rules, "MD-10.A.b"))


@both("MD-7.K", "MD-10.C")
def test_a_doubled_hand_gets_exactly_one_card(rules: str) -> None:
    table = play(rules, "2c 6s 3d 5h 4c", "double 10")
    dealt = [each for each in happened(table, e.CardDealt) if each.box == 1]
    assert [each.clause for each in dealt[2:]] == [own(rules, "MD-10.C")]
    assert asked(table) == [(1, 0, "doubled")]
    assert refused(table, c.Hit(player="p1", box=1))[0] == "command/not-an-answer"
    assert refused(table, double(1000)) == ("command/may-not-double", own(rules, "MD-10.C"))
    assert refused(table, c.Split(player="p1", box=1))[0] == "command/not-an-answer"
    answer(table, "stand")
    assert is_over(table)
    assert len([each for each in happened(table, e.CardDealt) if each.box == 1]) == 3


@both("MD-10.F", "MD-12.A.1")
def test_a_winning_double_pays_even_money_on_both_parts(rules: str) -> None:
    table = play(rules, "5c 6s 6d Kh 9c 2d", "double 10", "stand")
    assert money(table) == (2000, 2000, 0)
    assert result(table).line == "win"


@both("MD-7.O.2")
def test_a_losing_double_loses_both_parts(rules: str) -> None:
    table = play(rules, "5c 9s 6d Kh 2c", "double 10", "stand")
    assert money(table) == (0, 0, 2000)


@pytest.mark.parametrize(
    ("shoe", "hits"),
    [
        ("6s 9h 7s Kh 8s", 0),
        ("6c 9h 7s Kh 8s", 0),
        ("7d 9h 7d Kh 7d", 0),
        ("7s 7h 7s Kh 7s", 0),
        ("2c 9h 3d Kh 4c 5c 7d", 2),
        ("2c 9h 3d Kh 4c 2d 5c 5d", 3),
        ("2c 9h 3d Kh 4c 2d 2h 3c 5d", 4),
    ],
)
@both("MD-10.G", "MD-12.B", "MD-12.C.4")
def test_a_doubled_21_pays_even_money_and_no_bonus(rules: str, shoe: str, hits: int) -> None:
    table = seat(rules, shoe.replace("Kh", "Kd"), {1: 10})
    table.deal()
    answer(table, *["hit"] * hits, "double 10", "stand")
    assert money(table) == (2000, 2000, 0)
    assert result(table).line == "21"
    assert not happened(table, e.SuperBonusPaid)


@pytest.mark.parametrize("amount", [10, 4])
@both("MD-10.H")
def test_rescue_returns_the_double_and_forfeits_the_original(rules: str, amount: int) -> None:
    table = play(rules, "5c 9s 6d Kh 2c", f"double {amount}", "rescue")
    assert is_over(table)
    assert money(table) == (0, amount * 100, 1000)
    assert won(table) == -1000
    (back,) = happened(table, e.WagerRescued)
    assert (back.amount, back.clause) == (amount * 100, own(rules, "MD-10.H"))


@pytest.mark.parametrize("card", ["2c", "9c", "Kc"])
@both("MD-10.H")
def test_rescue_is_allowed_while_the_hand_is_21_or_less(rules: str, card: str) -> None:
    table = play(rules, f"5c 9s 6d Kh {card}", "double 10")
    assert is_allowed(table, RESCUE)
    assert is_allowed(table, c.Stand(player="p1", box=1))


@both("MD-10.H")
def test_a_bust_hand_is_not_rescued(rules: str) -> None:
    table = play(rules, "9c 9s 6d Kh Kc")
    table.do(double(1000))
    table.step(step_to(table, c.Deal))
    assert box_of(table).hands[0].total.total == 25
    assert refused(table, RESCUE) == ("command/may-not-rescue", own(rules, "MD-10.H"))
    table.deal()
    assert money(table) == (0, 0, 2000)


@both("MD-10.H")
def test_there_is_no_rescue_without_a_double_or_after_standing(rules: str) -> None:
    table = seat(rules, "5c 9c 9s 6d 9d Kh 2c", {1: 10, 2: 10})
    table.deal()
    assert refused(table, RESCUE)[0] == "command/not-an-answer"
    answer(table, "1: double 10", "1: stand")
    assert refused(table, RESCUE)[0] == "command/not-your-turn"


@both("MD-10.H")
def test_the_double_is_taken_back_only_after_its_card(rules: str) -> None:
    table = play(rules, "5c 9s 6d Kh 2c")
    table.do(double(1000))
    assert refused(table, RESCUE)[0] == "command/not-your-turn"


@both("MD-10.H")
def test_rescue_on_a_split_hand_forfeits_that_hands_wager(rules: str) -> None:
    table = play(rules, "8c 9s 8d Kh 3c 2c Kd", "split", "double 7", "rescue", "stand")
    assert money(table) == (0, 700, 1000)
    assert money(table, hand=1) == (0, 0, 1000)


@both("MD-10.E")
def test_a_late_blackjack_takes_the_original_wager_and_returns_the_double(rules: str) -> None:
    table = play(unseen(rules), "5c Ks 6d Ah 9c", "double 8", "stand")
    assert is_over(table)
    assert money(table) == (0, 800, 1000)
    (back,) = happened(table, e.WagerReturned)
    assert (back.amount, back.clause) == (800, own(rules, "MD-10.E"))


@both("MD-10.E")
def test_without_a_blackjack_the_double_is_lost_too(rules: str) -> None:
    table = play(unseen(rules), "5c Ks 6d 9h 2c", "double 8", "stand")
    assert money(table) == (0, 0, 1800)


@both("MD-10.A.b")
def test_a_double_beyond_the_players_chips_is_refused(rules: str) -> None:
    table = play(rules, "5c 6s 6d 5h", table_max=20000, wagers=15000)
    assert refused(table, double(1_000_000)) == ("command/not-enough-chips", own(rules, "MD-6.A"))
    assert is_allowed(table, double(500_000))


@pytest.mark.parametrize(("cards", "is_split"), [("5c 6d", False), ("5c 6d", True), ("As 6d", True), ("As 6d", False)])
@both("MD-10.B")
def test_the_rules_say_how_many_cards_a_double_takes(rules: str, cards: str, is_split: bool) -> None:
    hand = Hand(cards=cards_from_text(cards), is_split=is_split)
    assert may_double(hand, table_rules(rules))
    assert not may_double(hand, replace(table_rules(rules), double_min_cards=3))


@both("MD-11.C")
def test_the_rules_say_that_split_aces_are_doubled_like_other_split_hands(rules: str) -> None:
    closed = replace(table_rules(rules), split_aces_draw=False)
    aces = Hand(cards=cards_from_text("As 6d"), is_split=True)
    assert may_double(aces, table_rules(rules))
    assert not may_double(aces, closed)
    assert may_double(replace(aces, is_split=False), closed)
    assert may_double(Hand(cards=cards_from_text("8s 3d"), is_split=True), closed)


@both("MD-10.D")
def test_the_double_card_is_dealt_face_up_and_lies_sideways(rules: str) -> None:
    table = play(rules, "2s 6h 3d Kd 4c 2c 5c", "hit")
    table.do(c.Double(player="p1", box=1, amount=Cents(1000)))
    table.deal()
    assert happened(table, e.CardDealt)[-1].is_face_up
    current = view(table.state, table.rules, PUBLIC)["round"]
    assert current is not None
    assert current["boxes"][0]["hands"][0]["sideways"] == [3]
