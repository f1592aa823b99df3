"""Chapters 7.G and 8: insurance, and the look at the hole card."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from tests.table.cases import (
    answer,
    asked,
    happened,
    is_allowed,
    is_over,
    money,
    place,
    play,
    refused,
    result,
    seat,
    step_to,
)
from tests.table.maryland.both import both, own, round_of, step_due, story

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A"]


def insure(cents: int, box: int = 1) -> c.TakeInsurance:
    return c.TakeInsurance(player=f"p{box}", box=box, amount=Cents(cents))


@pytest.mark.parametrize("up", RANKS)
@both("MD-7.G", "MD-7.G.2")
def test_the_reader_is_used_under_an_ace_or_a_face_card_and_no_other(rules: str, up: str) -> None:
    table = play(rules, f"9c {up}s 8c 5h", *(["decline"] if up == "A" else []))
    checks = happened(table, e.HoleCardChecked)
    assert [each.clause for each in checks] == ([own(rules, "MD-7.G.2")] if up in "AKQJ" else [])
    assert asked(table) == [(1, 0, "play")]


@both("MD-7.G")
def test_the_reader_under_another_card_is_refused(rules: str) -> None:
    table = play(rules, "9c 9s 8c 5h")
    assert refused(table, c.Peek()) == ("command/players-first", own(rules, "MD-7.H"))


@pytest.mark.parametrize("up", RANKS)
@both("MD-7.G.1", "MD-8.A.a")
def test_insurance_is_offered_against_an_ace_and_no_other_card(rules: str, up: str) -> None:
    table = play(rules, f"9c {up}s 8c 5h")
    assert asked(table) == [(1, 0, "insurance" if up == "A" else "play")]
    assert [each.clause for each in happened(table, e.InsuranceOffered)] == ([own(rules, "MD-7.G.1")] * (up == "A"))
    if up == "A":
        assert is_allowed(table, insure(500))
    else:
        assert refused(table, insure(500)) == ("command/insurance-closed", own(rules, "MD-8.A.a"))


@both("MD-7.G.2", "MD-7.G.2.a")
def test_the_reader_tells_whether_there_is_a_blackjack_and_leaves_the_hole_card_hidden(rules: str) -> None:
    for up, hole, is_blackjack in (("Ks", "Ah", True), ("Ks", "9h", False), ("Qs", "Kh", False)):
        table = seat(rules, f"9c {up} 8c {hole}", {1: 10})
        table.step(step_to(table, c.Peek))
        (check,) = happened(table, e.HoleCardChecked)
        assert check == e.HoleCardChecked(is_blackjack=is_blackjack, clause=own(rules, "MD-7.G.2"))
        assert round_of(table).is_hole_hidden


@pytest.mark.parametrize(("up", "hole"), [("As", "Kh"), ("As", "Jh"), ("Ks", "Ah"), ("Qs", "Ah"), ("Js", "Ah")])
@both("MD-7.G.2", "MD-7.G.3")
def test_a_dealers_blackjack_ends_the_round_without_another_card(rules: str, up: str, hole: str) -> None:
    table = seat(rules, f"9c As 2c {up} 9d Ks 2d {hole}", {1: 10, 2: 10, 3: 10})
    table.deal()
    if up == "As":
        answer(table, "1: insure 5", "2: decline", "3: decline")
    assert is_over(table)
    assert len(happened(table, e.CardDealt)) == 8
    assert money(table, box=1) == (0, 0, 1000)
    assert money(table, box=2) == (1500, 1000, 0)
    assert money(table, box=3) == (0, 0, 1000)
    assert not happened(table, e.HitAsked)
    turned = happened(table, e.CardsTurned)
    assert [each.clause for each in turned] == [own(rules, "MD-7.G.3")]
    if up == "As":
        assert money(table, "insurance") == (1000, 500, 0)


@pytest.mark.parametrize("decision", ["hit", "stand", "surrender", "split"])
@both("MD-7.G.3")
def test_nobody_plays_against_a_dealers_blackjack(rules: str, decision: str) -> None:
    table = seat(rules, "9c Ks 9d Ah", {1: 10})
    table.step(step_to(table, c.Peek))
    word = {"hit": c.Hit, "stand": c.Stand, "surrender": c.Surrender, "split": c.Split}[decision]
    assert refused(table, word(player="p1", box=1))[0] == "command/not-your-turn"


@pytest.mark.parametrize("hole", ["2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "Jh", "Qh", "Kh", "Ah"])
@both("MD-8.A.b", "MD-8.E", "MD-8.F", "MD-12.A.3")
def test_insurance_wins_two_to_one_when_the_hole_card_is_a_face_card(rules: str, hole: str) -> None:
    table = play(rules, f"9c As 8c {hole}", "insure 5")
    wins = hole[0] in "JQK"
    assert money(table, "insurance") == ((1000, 500, 0) if wins else (0, 0, 500))
    assert result(table, "insurance").clause == own(rules, "MD-8.E" if wins else "MD-8.F")


@pytest.mark.parametrize(
    ("wager", "chips", "most"),
    [
        (10, [Decimal("0.5"), 1, 5, 25], 500),
        (15, [Decimal("0.5"), 1, 5, 25], 750),
        (15, [1, 5, 25], 800),
        (25, [1, 5, 25], 1300),
        (15, [Decimal("2.5"), 5, 25], 750),
        (15, [5, 25], 1000),
        (10, [5, 25], 500),
    ],
)
@both("MD-8.B", "MD-8.C")
def test_insurance_is_half_the_wager_or_the_next_that_chips_can_make(
    rules: str, wager: int, chips: list[Decimal], most: int
) -> None:
    table = seat(rules, "9c As 8c 5h", {1: wager}, chip_denominations=chips, table_min=10, mtd_offered=False)
    table.deal()
    too_much = most + int(min(chips) * 100)
    assert refused(table, insure(too_much)) == ("command/insurance-limit", own(rules, "MD-8.B"))
    table.do(insure(most))
    assert money_on_insurance(table) == most


def money_on_insurance(table: Any) -> int:
    box = round_of(table).box(1)
    assert box is not None
    return sum(each.amount for each in box.bets if each.wager == "insurance")


@pytest.mark.parametrize("cents", [0, -100, 501, 550, 1000])
@both("MD-8.B")
def test_insurance_of_nothing_or_above_half_is_refused(rules: str, cents: int) -> None:
    table = play(rules, "9c As 8c 5h")
    assert refused(table, insure(cents)) == ("command/insurance-limit", own(rules, "MD-8.B"))


@both("MD-8.B")
def test_insurance_for_less_is_allowed(rules: str) -> None:
    table = play(rules, "9c As 8c 5h")
    for cents in (50, 100, 450):
        assert is_allowed(table, insure(cents))


@both("MD-8.D")
def test_insurance_comes_before_the_hole_card_goes_into_the_reader(rules: str) -> None:
    table = play(rules, "9c As 8c 5h")
    assert refused(table, c.Peek()) == ("command/players-first", own(rules, "MD-8.B"))
    answer(table, "decline")
    assert refused(table, insure(500)) == ("command/insurance-closed", own(rules, "MD-8.D"))


@both("MD-8.D")
def test_insurance_that_is_closed_stays_closed(rules: str) -> None:
    table = seat(rules, "9c 8c As 9d 8d 5h", {1: 10, 2: 10})
    table.deal()
    table.do(c.DeclineInsurance(player="p1", box=1))
    table.do(c.DeclineInsurance(player="p2", box=2))
    assert step_due(table).clause == own(rules, "MD-8.D")
    for _ in range(2):
        for box in (1, 2):
            assert refused(table, insure(500, box)) == ("command/insurance-closed", own(rules, "MD-8.D"))
        table.step(step_due(table).command)
    assert refused(table, insure(500, 2)) == ("command/insurance-closed", own(rules, "MD-8.D"))


@both("MD-8.F")
def test_lost_insurance_is_collected_right_after_the_reader_and_before_another_card(rules: str) -> None:
    table = seat(rules, "5c 6c As 6d 7d 5h 2s", {1: 10, 2: 10})
    table.deal()
    answer(table, "1: insure 5", "2: insure 5", "1: hit")
    checked = place(table, e.HoleCardChecked, is_blackjack=False)
    lost = [place(table, e.WagerCollected, wager="insurance", box=box) for box in (2, 1)]
    assert lost == [checked + 1, checked + 2]
    assert place(table, e.HitAsked, box=1) > lost[1]
    clauses = {each.clause for each in happened(table, e.WagerCollected)}
    assert clauses == {own(rules, "MD-8.F")}


@both("MD-8.F")
def test_play_cannot_go_on_over_lost_insurance(rules: str) -> None:
    table = seat(rules, "5c As 6d 5h 2s", {1: 10})
    table.deal()
    table.do(insure(500))
    table.step(step_due(table).command)
    table.step(step_due(table).command)
    assert isinstance(step_due(table).command, c.SettleWager)
    assert refused(table, c.Hit(player="p1", box=1))[0] == "command/not-your-turn"
    assert refused(table, c.Deal(box=1)) == ("command/not-this-step", own(rules, "MD-8.F"))


@both("MD-8.A.a")
def test_every_player_may_insure_one_with_a_blackjack_too(rules: str) -> None:
    table = seat(rules, "Ac 6c As Kd 7d Kh", {1: 10, 2: 10})
    table.deal()
    assert asked(table) == [(1, 0, "insurance"), (2, 0, "insurance")]
    answer(table, "2: decline", "1: insure 5")
    assert money(table) == (1500, 1000, 0)
    assert money(table, "insurance") == (1000, 500, 0)
    assert money(table, box=2) == (0, 0, 1000)


@both("MD-7.G", "MD-7.G.1")
def test_insurance_comes_before_the_reader(rules: str) -> None:
    table = play(rules, "9c As 8c 5h", "insure 5")
    kinds = [type(each) for each in story(table, e.MatchesSettled, e.InsuranceOffered, e.HoleCardChecked)]
    assert kinds == [e.MatchesSettled, e.InsuranceOffered, e.HoleCardChecked]
