"""Jackpot Table 5 of Washington: fixed pays by the up card, the jackpot by four identical cards."""

from __future__ import annotations

import pytest

from siete.table import events as e
from siete.table.state.wager import Wager
from tests.table.cases import happened, money, place
from tests.table.washington.jackpots import cases, check_line, deal, finish, lines


@pytest.mark.parametrize(("rules", "paytable", "line", "shoe", "pays"), cases("5"))
def test_every_line_of_every_paytable(rules: str, paytable: str, line: str, shoe: str, pays: str) -> None:
    check_line(rules, paytable, line, shoe, pays)


@pytest.mark.clause("WA3-TC.1")
@pytest.mark.parametrize("shoe", ["Kc 9d 7h Kc", "Kc 9d Kc Kc", "Ks 9d Kh Kc"])
def test_the_down_card_makes_no_fixed_pay(shoe: str) -> None:
    table = finish(deal("wa", shoe, "5c/6"))
    assert money(table, "jackpot-1") == (0, 0, 500)


@pytest.mark.clause("WA3-TC.1", "WA3-J6.b")
@pytest.mark.parametrize(
    ("shoe", "line"),
    [
        ("9s 9d 9d Kc", "unsuited-and-suited"),
        ("9d 9d 7h Kc", "one-suited"),
        ("9s 9d 9h 9c", "two-unsuited"),
        ("9s 9d 7h Kc", "one-unsuited"),
    ],
)
def test_fixed_pays_are_made_before_the_base_game(shoe: str, line: str) -> None:
    table = deal("wa", shoe, "5c/6")
    assert lines(table) == [line]
    assert place(table, e.WagerPaid, wager=Wager.JACKPOT_1) < place(table, e.MatchesSettled)


@pytest.mark.clause("WA3-TC.1")
def test_a_wager_without_a_match_is_lost_before_the_base_game() -> None:
    table = deal("wa", "7s 9d 8h Kc", "5c/6")
    assert money(table, "jackpot-1") == (0, 0, 500)


@pytest.mark.clause("WA3-TC.2")
@pytest.mark.parametrize(
    ("shoe", "line", "amount"),
    [
        ("As As As As", "four-suited-aces", 1000_90),
        ("9d 9d 9d 9d", "four-suited", 100_09),
        ("9d 9d 9d 9c", "two-suited", 250_00),
        ("As As As Ac", "two-suited", 250_00),
        ("As As As 9c", "two-suited", 250_00),
    ],
)
def test_two_suited_matches_wait_for_the_down_card(shoe: str, line: str, amount: int) -> None:
    table = deal("wa", shoe, "5c/6")
    assert not happened(table, e.WagerPaid)
    assert not happened(table, e.AwardWon)
    assert not [event for event in happened(table, e.WagerCollected) if event.wager is Wager.JACKPOT_1]
    finish(table)
    assert place(table, e.CardsTurned, is_hole=True) < place(table, e.WagerCollected, wager=Wager.JACKPOT_1)
    assert lines(table) == [line], "the highest line only"
    assert money(table, "jackpot-1") == (amount, 0, 500)


@pytest.mark.clause("WA3-TC.3")
def test_the_prize_comes_from_the_house_or_the_jackpot() -> None:
    prize = {"basis": "fixed", "value": 20, "funded_by": "house"}
    house = finish(deal("wa", "9d 9d 9d Kc", "5c/6", dollar_prize_two_suited=prize))
    assert (money(house, "jackpot-1"), house.meters["jackpot-1"].amount) == ((100_00, 0, 500), 1000_90)
    prize["funded_by"] = "jackpot"
    funded = finish(deal("wa", "9d 9d 9d Kc", "5c/6", dollar_prize_two_suited=prize))
    assert (money(funded, "jackpot-1"), funded.meters["jackpot-1"].amount) == ((100_00, 0, 500), 900_90)


@pytest.mark.clause("WA3-TC.6")
def test_the_house_pays_what_the_jackpot_lacks_of_a_prize() -> None:
    prize = {"basis": "fixed", "value": 1000, "funded_by": "jackpot"}
    table = finish(deal("wa", "9d 9d 9d Kc", "5c/6", dollar_prize_two_suited=prize))
    assert money(table, "jackpot-1") == (5000_00, 0, 500), "the value times the wager"
    assert table.meters["jackpot-1"].amount == 0
    assert [event.amount for event in happened(table, e.AwardPaid)] == [1000_90]
    assert [event.amount for event in happened(table, e.WagerPaid) if event.wager is Wager.JACKPOT_1] == [3999_10]


@pytest.mark.clause("WA3-TC.6")
@pytest.mark.parametrize("dollars", [1, 2, 5, 25])
def test_fixed_pays_and_prizes_are_multiplied_by_the_wager(dollars: int) -> None:
    one = money(finish(deal("wa", "9s 9d 7h Kc", "5c/6", 1)), "jackpot-1")[0]
    assert money(finish(deal("wa", "9s 9d 7h Kc", "5c/6", dollars)), "jackpot-1")[0] == one * dollars
    prize = finish(deal("wa", "9d 9d 9d Kc", "5c/6", dollars))
    assert money(prize, "jackpot-1") == (50 * 100 * dollars, 0, 100 * dollars)
