"""Match play coupons: beside a wager in chips, paid once if it wins, and good for nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from siete.money import whole_cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.disputes.log import rounds_of
from siete.table.money.ledger import Move, moves
from siete.table.notation.reader import round_from_text
from siete.table.notation.replay import replayed
from siete.table.notation.writer import round_to_text
from siete.table.position.line import position_from_text, position_to_text
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from siete.table.view import PUBLIC, view
from tests.table.cases import answer, happened, money, refused, result, seat, step_to, won
from tests.table.massachusetts.common import both

coupons = pytest.mark.clause("MA-5.c.1", "MA-6.c", "S13-e.3-1", "S13-f.3")
"""The clauses that let a coupon lie beside a wager, on both areas of the layout."""


def coupon(dollars: int, wager: str = "base", player: str = "p1") -> c.PlaceCoupon:
    """The command that puts a coupon beside a wager on box 1."""
    return c.PlaceCoupon(player=player, box=1, wager=Wager(wager), amount=whole_cents(dollars))


def with_coupon(rules: str, shoe: str, *decisions: str, wagers: Any = None, on: str = "base") -> PracticeTable:
    """A round with a ten dollar coupon beside the wager, played by these decisions."""
    table = seat(rules, shoe, {1: wagers or 10}, match_play_coupons=True)
    table.do(coupon(10, on))
    table.deal()
    answer(table, *decisions)
    return table


@coupons
@both
def test_a_coupon_is_accepted_where_the_house_accepts_it(rules: str) -> None:
    accepted = table = seat(rules, "9s", {1: {"base": 10, "match-up": 5}}, match_play_coupons=True)
    clause = table.rules.clause("match_play_coupons")
    assert refused(seat(rules, "9s", {1: 10}), coupon(10)) == ("command/not-offered", clause)
    accepted.do(coupon(10))
    accepted.do(coupon(5, "match-up"))
    assert [event.clause for event in happened(table, e.CouponPlaced)] == [clause, clause]


@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        pytest.param("md", "MD-6.A", marks=pytest.mark.clause("MD-6.A")),
        pytest.param("md-draft", "MDD-6.A", marks=pytest.mark.clause("MDD-6.A")),
        ("wa", "WA3-P1"),
        ("wa-v002", "WA2-P1"),
    ],
)
def test_other_documents_know_no_coupon(rules: str, clause: str) -> None:
    assert refused(seat(rules, "9s", {1: 10}), coupon(10)) == ("command/not-offered", clause)


@coupons
@both
def test_a_coupon_matches_chips_of_ones_own_once_and_before_the_deal(rules: str) -> None:
    table = seat(rules, "9s 7h 9d Kd", {1: 10, 2: 10}, match_play_coupons=True)
    assert refused(table, coupon(11))[0] == "command/coupon-worth"
    assert refused(table, coupon(0))[0] == "command/coupon-worth"
    assert refused(table, coupon(10, player="p2"))[0] == "command/no-such-wager"
    assert refused(table, coupon(5, "match-up"))[0] == "command/no-such-wager"
    assert refused(table, coupon(5, "insurance"))[0] == "command/not-offered"
    table.do(coupon(10))
    assert refused(table, coupon(10))[0] == "command/coupon-there"
    table.deal()
    assert refused(table, coupon(10, player="p1"))[0] == "command/wagers-closed"


@coupons
@both
def test_it_wins_what_the_wager_wins_and_is_gone(rules: str) -> None:
    table = with_coupon(rules, "9s 7h 9d Kd", "stand")
    assert money(table) == (10_00, 10_00, 0)
    assert money(table, "base coupon") == (10_00, 0, 0)
    assert won(table) == 20_00
    (paid,) = happened(table, e.CouponPaid)
    assert moves(paid) == (Move("inventory", "rack:p1", whole_cents(10)),)
    blackjack = with_coupon(rules, "As 7h Kd Kc")
    assert (result(blackjack, "base coupon").line, won(blackjack)) == ("blackjack", 30_00), "three to two on both"


@coupons
@both
def test_it_is_lost_with_the_wager_and_costs_no_chip(rules: str) -> None:
    for table in (
        with_coupon(rules, "9s 9h 8d Kd", "stand"),
        with_coupon(rules, "9s 9h 8d Kd Kc", "hit"),
        with_coupon(rules, "9s Ah 8d Kd", "decline"),
    ):
        assert won(table) == -10_00
        assert len(happened(table, e.CouponCollected)) == 1
    assert won(with_coupon(rules, "9s 9h 8d Kd", "surrender")) == -5_00


@coupons
@both
def test_a_tie_gives_it_back(rules: str) -> None:
    table = with_coupon(rules, "9s 9h Kd Kc", "stand")
    assert won(table) == 0
    assert [event.worth for event in happened(table, e.CouponReturned)] == [10_00]


@coupons
@both
def test_it_counts_neither_for_doubling_nor_for_splitting_nor_for_insurance(rules: str) -> None:
    doubled = with_coupon(rules, "6s 7h 5d Kd 9c", "double 10", "stand")
    assert won(doubled) == 30_00, "the double pays, the coupon pays its ten once"
    split = with_coupon(rules, "8s 7h 8d 3c 2c Kd", "split", "stand", "stand")
    assert [event.hand for event in happened(split, e.CouponCollected)] == [0]
    assert not happened(split, e.CouponPaid)
    insured = seat(rules, "9s Ah 8d Kd", {1: 10}, match_play_coupons=True)
    insured.do(coupon(10))
    insured.deal()
    six = c.TakeInsurance(player="p1", box=1, amount=whole_cents(6))
    assert refused(insured, six)[0] == "command/insurance-limit"


@coupons
@both
def test_beside_match_the_dealer_it_wins_once_for_the_better_match(rules: str) -> None:
    table = with_coupon(rules, "7s 7h 7h Kd", "stand", wagers={"base": 10, "match-up": 10}, on="match-up")
    odds = table.rules.mtd_odds
    assert odds is not None
    assert money(table, "match-up coupon")[0] == int(10_00 * odds.suited.payout)
    lost = with_coupon(rules, "9s 7h 8h Kd", "stand", wagers={"base": 10, "match-up": 10}, on="match-up")
    assert len(happened(lost, e.CouponCollected)) == 1


@coupons
@both
def test_a_withdrawn_or_void_wager_gives_it_back(rules: str) -> None:
    table = seat(rules, "9s", {1: {"base": 10, "match-up": 10}}, match_play_coupons=True)
    table.do(coupon(10))
    table.do(coupon(10, "match-up"))
    table.do(c.WithdrawWager(player="p1", box=1))
    assert [event.wager.value for event in happened(table, e.CouponReturned)] == ["match-up", "base"]
    void = seat(rules, "9s 7h 9d Kd", {1: 10}, match_play_coupons=True)
    void.do(coupon(10))
    while not happened(void, e.CardDealt):
        void.step(step_to(void, c.Deal))
    for _ in range(2):
        void.do(c.FindFaceUp(by="dan"))
    assert [event.worth for event in happened(void, e.CouponReturned)] == [10_00]


@coupons
@both
def test_everybody_sees_it_and_a_position_tells_it(rules: str) -> None:
    table = seat(rules, "9s 7h 9d Kd", {1: {"base": 10, "match-up": 5}}, match_play_coupons=True)
    table.do(coupon(10))
    table.do(coupon(5, "match-up"))
    seen = view(table.state, table.rules, PUBLIC)["round"]["boxes"][0]
    assert (seen["hands"][0]["stakes"][0]["coupon"], seen["bets"][0]["coupon"]) == (10_00, 5_00)
    text = position_to_text(table.state, table.rules)
    assert "a10c10" in text
    assert "match-up=5c5" in text
    assert position_from_text(text, table.rules).round == table.state.round


@coupons
@both
def test_a_player_is_told_that_a_coupon_may_be_put_down(rules: str) -> None:
    table = seat(rules, "9s", {1: 10}, match_play_coupons=True)
    (template,) = [each for each in table.legal("p1") if isinstance(each.command, c.PlaceCoupon)]
    assert (template.least, template.most) == (table.rules.chip_denominations.smallest, 10_00)
    table.do(template.command)
    assert not [each for each in table.legal("p1") if isinstance(each.command, c.PlaceCoupon)]


@coupons
@both
def test_a_round_is_written_down_with_its_coupons_and_played_again(rules: str) -> None:
    table = seat(rules, "9s 7h 9d Kd", {1: {"base": 10, "match-up": 5}, 2: 10}, match_play_coupons=True)
    table.do(coupon(5, "match-up"))
    table.do(coupon(10))
    table.do(c.PlaceCoupon(player="p2", box=2, wager=Wager.BASE, amount=whole_cents(10)))
    table.do(c.WithdrawWager(player="p2", box=2))
    table.deal()
    answer(table, "stand")
    (told,) = rounds_of(table.events)
    (written,) = told.written.wagers
    assert written.coupons == ((Wager.MATCH_UP, 5_00), (Wager.BASE, 10_00))
    assert round_from_text(round_to_text(told.written)) == told.written
    assert replayed(told.written, told.rules).agrees
    none = replace(told.written, wagers=(replace(written, coupons=()),))
    assert not replayed(none, told.rules).agrees, "the coupons' payments are missing"
