"""What wagers came to when a round is void; random tables hold the sum of results against every rack."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table import events as e
from siete.table.money.results import results_of
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from tests.table.procedure.faulty import Faulty


@pytest.mark.clause("MD-13.B")
def test_a_wheel_wager_that_is_given_back_is_told_as_returned() -> None:
    table = Faulty("md", "9s 8h 7d 5c 6c 2d 3d")
    table.bet(1, 10)
    table.bet(1, 5, Wager.SPIN)
    table.deal(0)
    table.do(c.FindFaceUp(by="dan"))
    table.deal(2)
    table.do(c.FindFaceUp(by="dan"))
    assert table.happened(e.TakenWagerReturned), "the system had taken the wager"
    told = {result.wager: str(result) for result in results_of(table.events)}
    assert told["bonus-spin"] == "ana box 1 bonus-spin: void, returned $5 [MD-13.B]"
    assert told["base"] == "ana box 1 base: void, returned $10 [MD-13.B]"


def test_a_side_wager_that_is_reversed_is_told_as_void() -> None:
    lost = (
        e.WagerCollected(player="ana", box=1, hand=0, wager=Wager.MATCH_UP, amount=Cents(500), line="no match"),
        e.TakenWagerReturned(player="ana", box=1, wager=Wager.MATCH_UP, amount=Cents(500), clause="void"),
    )
    won = (
        e.WagerPaid(player="ana", box=1, hand=0, wager=Wager.MATCH_UP, amount=Cents(2000), line="unsuited"),
        e.WagerReturned(player="ana", box=1, hand=0, wager=Wager.MATCH_UP, amount=Cents(500)),
        e.PaymentReversed(player="ana", box=1, wager=Wager.MATCH_UP, amount=Cents(2000), clause="void"),
    )
    for events in (lost, won):
        (result,) = results_of(events)
        assert (result.payout, result.returned, result.collected, result.line) == (0, 500, 0, "void")


@pytest.mark.clause("WA3-TC.5")
def test_a_prize_that_meter_and_house_pay_together_is_told_once() -> None:
    prize = {"basis": "fixed", "value": 50, "funded_by": "jackpot"}
    rules = table_rules(
        "wa",
        {"meter_seed": 1_000, "jackpot_paytable": "5c/1", "jackpot_wager": 25, "dollar_prize_two_suited": prize},
    )
    table = PracticeTable(rules, shoe="9s 9s 9s Kd", chips={"ana": 500})
    table.wager("ana", 1, 50)
    table.wager("ana", 1, 25, "jackpot-1")
    table.deal()
    table.decide(1, "stand")
    (result,) = [each for each in table.results() if each.wager == "jackpot-1"]
    assert result.lines == ("two-suited",)
    assert str(result) == "ana box 1 jackpot-1: two-suited, paid $1,250, collected $25 [WA3-T5c.1]"
