"""Payments that a floorperson hands over are flagged, and no round waits for them."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.table import events as e
from siete.table.due import HOUSE
from siete.table.practice import PracticeTable
from tests.table.cases import happened, is_over, play, seat
from tests.table.washington.jackpots import finish


def _flags(table: PracticeTable) -> list[tuple[str, int, int, str]]:
    return [(each.player, each.box, each.amount, each.clause) for each in happened(table, e.HandPayFlagged)]


@pytest.mark.parametrize(("threshold", "is_flagged"), [(1_000, True), (1_001, False)])
def test_a_payment_from_the_threshold_on_is_flagged_and_the_round_goes_on(threshold: int, is_flagged: bool) -> None:
    table = play("md", "Ks 9h 9s 8c 2c", "stand", wagers=500, handpay_threshold=500)
    assert _flags(table) == [("p1", 1, 500_00, "")]
    (flag,) = happened(table, e.HandPayFlagged)
    assert flag.by == HOUSE
    assert is_over(table)
    bonus = play("md", "7s 7h 7s 9c 7s 2c", "hit", wagers=10, handpay_threshold=threshold)
    assert _flags(bonus) == ([("p1", 1, 1_000_00, "")] if is_flagged else [])


@pytest.mark.clause("WA3-J6.c")
@pytest.mark.parametrize(("procedure", "clause"), [("hand_pay", "WA3-J6.c"), ("at_table", None)])
@pytest.mark.parametrize(("shoe", "share"), [("9d 9d 9d Kc", 10), ("As As As 9c", 100)])
def test_parts_of_a_meter_are_handed_over_by_casino_procedure(
    procedure: str, clause: str | None, shoe: str, share: int
) -> None:
    own = {"percentage_payment": procedure, "meter_seed": 1_000, "meter_increment": 0, "reserve_increment": 0}
    table = seat("wa", shoe, {1: {"base": 10, "jackpot-1": 5}}, **own)
    table.deal()
    finish(table)
    amount = Cents(1_000 * share)
    assert [each.amount for each in happened(table, e.AwardPaid)] == [amount]
    assert _flags(table) == ([("p1", 1, amount, clause)] if clause else [])


@pytest.mark.clause("WA3-J6.c")
def test_a_prize_in_dollars_out_of_the_jackpot_is_no_percentage() -> None:
    prize = {"basis": "fixed", "value": 20, "funded_by": "jackpot"}
    table = seat(
        "wa", "9d 9d 9d Kc", {1: {"base": 10, "jackpot-1": 5}}, jackpot_paytable="5c/6", dollar_prize_two_suited=prize
    )
    table.deal()
    finish(table)
    assert happened(table, e.AwardPaid)
    assert _flags(table) == []
