"""A player's blackjack in Washington: paid before the peek, or held to be doubled."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from tests.table.cases import answer, asked, happened, is_over, money, place, play, refused, result
from tests.table.washington.both import both, clause_of


@both("G3", "D2", "D2.a")
def test_against_a_face_card_it_is_paid_3_to_2_and_removed_before_the_peek(rules: str) -> None:
    table = play(rules, "As Kd Ks Ah", "take")
    assert is_over(table)
    assert money(table) == (1500, 1000, 0)
    assert result(table).clause == clause_of(rules, "D2")
    paid = place(table, e.WagerPaid)
    removed = place(table, e.HandRemoved)
    assert paid < removed < place(table, e.HoleCardChecked, is_blackjack=True)


@both("G3")
@pytest.mark.parametrize(("wager", "paid"), [(10, 1500), (25, 3750), (5, 750)])
def test_it_pays_3_to_2_whatever_the_wager(rules: str, wager: int, paid: int) -> None:
    assert money(play(rules, "As 7d Ks 9h", "take", wagers=wager)) == (paid, wager * 100, 0)


@both("D2")
def test_it_is_paid_before_anybody_plays(rules: str) -> None:
    table = play(rules, "2h As 7d 3h Ks 9h", wagers={1: 10, 2: 10})
    assert asked(table) == [(2, 0, "blackjack")]
    answer(table, "2: take")
    assert money(table, box=2) == (1500, 1000, 0)
    assert asked(table) == [(1, 0, "play")]


@both("D2.b1")
def test_against_an_ace_it_is_paid_and_then_everybody_may_insure(rules: str) -> None:
    table = play(rules, "As 9h Ad Ks 9s Qh", "take", wagers={1: 10, 2: 10})
    assert place(table, e.WagerPaid, line="blackjack") < place(table, e.InsuranceOffered)
    assert asked(table) == [(1, 0, "insurance"), (2, 0, "insurance")]
    answer(table, "1: insure 5", "2: decline")
    assert money(table, "insurance") == (1000, 500, 0)
    assert money(table) == (1500, 1000, 0)
    assert money(table, box=2) == (0, 0, 1000)


@both("D2.b2")
def test_a_paid_blackjack_stays_through_the_peek_only_when_insured(rules: str) -> None:
    table = play(rules, "As Ah Ad Ks Kh 9c", "take", "2: take", wagers={1: 10, 2: 10})
    answer(table, "1: insure 5", "2: decline")
    peek = place(table, e.HoleCardChecked)
    assert place(table, e.HandRemoved, box=2) < peek
    assert place(table, e.HandRemoved, box=1) > peek
    assert money(table, "insurance") == (0, 0, 500)


@both("D2.c", "D5.b")
def test_it_may_be_held_and_doubled_and_then_wins_even_money(rules: str) -> None:
    table = play(rules, "As 7d Ks 9h 6c Qh", "hold", "double 10")
    assert asked(table) == [(1, 0, "doubled")]
    answer(table, "stand")
    assert is_over(table)
    assert money(table) == (2000, 2000, 0)
    assert result(table).line == "dealer bust"


@both("D2.c")
def test_a_held_blackjack_that_is_doubled_can_lose(rules: str) -> None:
    assert money(play(rules, "As 7d Ks Qh 2c", "hold", "double 10", "stand")) == (0, 0, 2000)


@both("G3", "D2.c")
def test_a_held_blackjack_still_beats_the_dealers(rules: str) -> None:
    table = play(rules, "As Kd Ks Ah", "hold")
    assert is_over(table)
    assert money(table) == (1500, 1000, 0)
    assert place(table, e.HoleCardChecked, is_blackjack=True) < place(table, e.WagerPaid, line="blackjack")


@both("D2.c", "D2.a")
@pytest.mark.parametrize("up", ["Kd", "7d", "Ad"])
def test_a_held_blackjack_may_be_taken_after_all(rules: str, up: str) -> None:
    table = play(rules, f"As {up} Ks 9h", "hold")
    if up == "Ad":
        answer(table, "decline")
    assert asked(table) == [(1, 0, "play")]
    answer(table, "stand")
    assert happened(table, e.BlackjackHeld)[-1] == e.BlackjackHeld(box=1, is_held=False, clause=clause_of(rules, "D2"))
    assert money(table) == (1500, 1000, 0)
    assert len(happened(table, e.HandRemoved)) == 1


@both("D2.c", "D3")
def test_a_held_blackjack_may_only_be_doubled_or_paid(rules: str) -> None:
    table = play(rules, "As 7d Ks 9h", "hold")
    assert refused(table, c.Hit(player="p1", box=1)) == ("command/may-not-hit", clause_of(rules, "D3"))
    assert refused(table, c.Split(player="p1", box=1)) == ("command/may-not-split", clause_of(rules, "G6.a"))
    assert refused(table, c.Surrender(player="p1", box=1)) == ("command/may-not-surrender", clause_of(rules, "G9.c"))


@both("D2", "D2.c")
def test_a_blackjack_is_not_doubled_before_the_peek(rules: str) -> None:
    table = play(rules, "As Kd Ks 9h")
    code, _ = refused(table, c.Double(player="p1", box=1, amount=Cents(1000)))
    assert code == "command/not-an-answer"
    code, _ = refused(table, c.Peek())
    assert code == "command/players-first"
