"""Insurance and the look under an ace or a face card in Washington."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.practice import PracticeTable
from tests.table.cases import (
    answer,
    asked,
    bet,
    happened,
    is_allowed,
    is_over,
    money,
    place,
    play,
    refused,
    seat,
    step_to,
)
from tests.table.washington.both import both, clause_of


def _insure(cents: int) -> c.TakeInsurance:
    return c.TakeInsurance(player="p1", box=1, amount=Cents(cents))


@both("D8.a")
def test_insurance_is_offered_against_an_ace_only(rules: str) -> None:
    assert asked(play(rules, "9s Ad 9h 9c")) == [(1, 0, "insurance")]
    table = play(rules, "9s Kd 9h 9c")
    assert asked(table) == [(1, 0, "play")]
    assert not happened(table, e.InsuranceOffered)
    assert refused(table, _insure(500)) == ("command/insurance-closed", clause_of(rules, "D8.a"))


@both("D8.a")
def test_insurance_goes_up_to_half_the_original_wager_and_is_not_rounded_up(rules: str) -> None:
    table = play(rules, "9s Ad 9h 9c", wagers=5)
    assert is_allowed(table, _insure(250))
    assert is_allowed(table, _insure(50))
    for cents in (300, 251, 0, -100):
        assert refused(table, _insure(cents)) == ("command/insurance-limit", clause_of(rules, "D8.a"))
    odd = play(rules, "9s Ad 9h 9c", wagers=25, chip_denominations=[1, 5], table_min=10)
    assert is_allowed(odd, _insure(1200))
    assert refused(odd, _insure(1300)) == ("command/insurance-limit", clause_of(rules, "D8.a"))


@both("D8.a")
def test_a_half_that_chips_cannot_make_is_rounded_down(rules: str) -> None:
    table = PracticeTable(rules, shoe="9s Ad 9h 9c", chips={"p1": 100})
    table.do(c.StartRound())
    table.do(bet("p1", 1, 5_50))
    table.deal()
    assert is_allowed(table, _insure(250))
    assert refused(table, _insure(300))[0] == "command/insurance-limit"


@both("D8.a")
def test_insurance_is_asked_of_every_box_and_each_answers_once(rules: str) -> None:
    table = play(rules, "9s 8s Ad 9h 8h 9c", wagers={1: 10, 2: 10})
    answer(table, "2: decline")
    assert asked(table) == [(1, 0, "insurance")]
    code, _ = refused(table, c.DeclineInsurance(player="p2", box=2))
    assert code == "command/insurance-closed"


@pytest.mark.clause("WA-LAY3")
@pytest.mark.parametrize("rules", ["wa", "wa-v002"])
def test_insurance_pays_2_to_1(rules: str) -> None:
    table = play(rules, "9s Ad 9h Kc", "insure 5")
    assert is_over(table)
    assert money(table, "insurance") == (1000, 500, 0)
    assert money(table) == (0, 0, 1000)


@both("P1")
def test_lost_insurance_is_collected_at_the_peek(rules: str) -> None:
    table = play(rules, "9s Ad 9h 9c", "insure 5")
    assert money(table, "insurance") == (0, 0, 500)
    assert asked(table) == [(1, 0, "play")]
    assert place(table, e.HoleCardChecked) < place(table, e.WagerCollected, wager="insurance")


@both("G9.a")
@pytest.mark.parametrize("up", ["Ad", "Kd", "Qd", "Jd"])
def test_the_dealer_looks_under_an_ace_or_a_face_card(rules: str, up: str) -> None:
    hole = "Kc" if up == "Ad" else "Ac"
    for other, is_blackjack in ((hole, True), ("9c", False)):
        table = seat(rules, f"9s {up} 9h {other}", {1: 10})
        table.deal()
        if up == "Ad":
            answer(table, "decline")
        assert [event.is_blackjack for event in happened(table, e.HoleCardChecked)] == [is_blackjack]
        assert is_over(table) is is_blackjack


@both("G9.a")
@pytest.mark.parametrize("up", ["2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d"])
def test_the_dealer_does_not_look_under_other_cards(rules: str, up: str) -> None:
    table = play(rules, f"9s {up} 9h Ac")
    assert asked(table) == [(1, 0, "play")]
    assert not happened(table, e.HoleCardChecked)
    code, _ = refused(table, c.Peek())
    assert code == "command/players-first"


@both("G9.a")
def test_nobody_plays_before_the_look(rules: str) -> None:
    table = seat(rules, "9s Kd 9h 9c", {1: 10})
    step_to(table, c.Peek)
    assert refused(table, c.Hit(player="p1", box=1)) == ("command/not-your-turn", clause_of(rules, "D0"))
    assert refused(table, c.Deal(box=1)) == ("command/not-this-step", clause_of(rules, "G9.a"))


@both("P1")
def test_a_dealer_blackjack_takes_every_other_hand_at_once(rules: str) -> None:
    table = play(rules, "9s 6h Kd 9h 8h Ac", wagers={1: 10, 2: 10})
    assert is_over(table)
    assert money(table) == money(table, box=2) == (0, 0, 1000)
    assert place(table, e.CardsTurned, is_hole=True) < place(table, e.WagerCollected, box=1, wager="base")
