"""Jackpot Tables 3 and 8 of Washington: the first two cards against the up card, and the alternates of Table 3."""

from __future__ import annotations

from typing import Any

import pytest

from siete.cards import cards_from_text
from siete.rules.paytable_lines import JackpotLine
from siete.table import events as e
from siete.table.state.wager import Wager
from siete.table.wagers import jackpot_lines
from tests.table.cases import happened, is_over, money, place
from tests.table.washington.jackpots import SEED, cases, check_line, deal, finish, lines

TABLES = [
    pytest.param("wa", "3c/6", id="wa", marks=pytest.mark.clause("WA3-TA.1")),
    pytest.param("wa-v002", "8c/6", id="wa-v002", marks=pytest.mark.clause("WA2-TA8.1")),
]


@pytest.mark.parametrize(("rules", "paytable", "line", "shoe", "pays"), cases("3", "8"))
def test_every_line_of_every_paytable(rules: str, paytable: str, line: str, shoe: str, pays: str) -> None:
    check_line(rules, paytable, line, shoe, pays)


@pytest.mark.parametrize(("rules", "paytable"), TABLES)
@pytest.mark.parametrize("shoe", ["Ks 9d 7h Kc", "Kc 9d Kc Kc", "7s 9d 7h Kc", "Ks Jd Qh 9c"])
def test_the_down_card_and_other_ranks_count_for_nothing(rules: str, paytable: str, shoe: str) -> None:
    table = finish(deal(rules, shoe, paytable))
    assert lines(table) == []
    assert money(table, "jackpot-1") == (0, 0, 500)


@pytest.mark.parametrize(
    ("rules", "paytable"),
    [
        pytest.param("wa", "3c/6", id="wa", marks=pytest.mark.clause("WA3-J6.b", "WA3-J8")),
        pytest.param("wa-v002", "8c/6", id="wa-v002", marks=pytest.mark.clause("WA2-J6.b", "WA2-J8")),
    ],
)
def test_fixed_pays_are_made_before_the_base_game(rules: str, paytable: str) -> None:
    table = deal(rules, "9d 9d 7h Kc", paytable)
    assert not is_over(table)
    assert lines(table) == ["one-suited"]
    assert place(table, e.WagerPaid, wager=Wager.JACKPOT_1) < place(table, e.MatchesSettled)


@pytest.mark.parametrize(
    ("rules", "paytable"),
    [
        pytest.param("wa", "3c/6", id="wa", marks=pytest.mark.clause("WA3-J6.c", "WA3-J8")),
        pytest.param("wa-v002", "8c/6", id="wa-v002", marks=pytest.mark.clause("WA2-J6.c", "WA2-J8")),
    ],
)
def test_parts_of_the_meter_are_paid_after_the_base_game(rules: str, paytable: str) -> None:
    table = deal(rules, "9d 9d 9d Kc", paytable)
    assert lines(table) == []
    assert [event.line for event in happened(table, e.AwardWon)] == ["two-suited"]
    finish(table)
    settled = [i for i, event in enumerate(table.events) if isinstance(event, e.DealerStood)]
    assert place(table, e.AwardPaid) > settled[0]
    assert money(table, "jackpot-1")[0] == (SEED * 100 + 90) // 10


@pytest.mark.clause("WA3-TA.5")
@pytest.mark.parametrize("dollars", [1, 2, 5, 25])
def test_fixed_pays_and_prizes_are_multiplied_by_the_wager(dollars: int) -> None:
    assert money(deal("wa", "9d 9d 7h Kc", "3c/6", dollars), "jackpot-1") == (600 * dollars, 0, 100 * dollars)
    prize = deal("wa", "9d 9d 9d Kc", "3c/6", dollars, table3_top="alt2")
    assert money(prize, "jackpot-1") == (100 * 100 * dollars, 0, 100 * dollars)


# --- the alternates of Table 3 -----------------------------------------------------------------------------------

ALTERNATES: list[Any] = [
    ("alt1", "As As As Ks", "three-aces-of-spades-with-king", "100%", "WA3-TA.alt1.a"),
    ("alt1", "As As As Kh", "three-suited-aces", "10%", "WA3-TA.alt1.b"),
    ("alt1", "As As As 9c", "three-suited-aces", "10%", "WA3-TA.alt1.b"),
    ("alt1", "Ah Ah Ah Ks", "three-suited-aces", "10%", "WA3-TA.alt1.b"),
    ("alt1", "Kd Kd Kd 9c", "three-suited", "$", "WA3-TA.alt1.c"),
    ("alt1", "2d 2d 2d 9c", "three-suited", "$", "WA3-TA.alt1.c"),
    ("alt2", "As As As Ks", "three-aces-of-spades", "100%", "WA3-TA.alt2.a"),
    ("alt2", "As As As 9c", "three-aces-of-spades", "100%", "WA3-TA.alt2.a"),
    ("alt2", "Ah Ah Ah 9c", "three-suited-aces", "10%", "WA3-TA.alt2.b"),
    ("alt2", "Ac Ac Ac 9c", "three-suited-aces", "10%", "WA3-TA.alt2.b"),
    ("alt2", "Ad Ad Ad 9c", "three-suited-aces", "10%", "WA3-TA.alt2.b"),
    ("alt2", "9d 9d 9d Kc", "three-suited", "$", "WA3-TA.alt2.c"),
]


@pytest.mark.parametrize(
    ("top", "shoe", "line", "pays"),
    [pytest.param(*case[:4], id=f"{case[0]} {case[1]}", marks=pytest.mark.clause(case[4])) for case in ALTERNATES],
)
@pytest.mark.parametrize("paytable", ["3a/1", "3c/6", "3d/8"])
def test_the_alternate_top_lines(paytable: str, top: str, shoe: str, line: str, pays: str) -> None:
    table = finish(deal("wa", shoe, paytable, table3_top=top))
    amount = {"100%": 1000_90, "10%": 1000_90 // 10, "$": 500_00}[pays]
    assert lines(table) == [line]
    assert money(table, "jackpot-1") == (amount, 0, 500)


@pytest.mark.clause("WA3-TA.alt1.a", "WA3-TA.alt1.b")
def test_only_three_aces_of_spades_wait_for_the_king_below() -> None:
    waiting = deal("wa", "As As As Ks", "3c/6", table3_top="alt1")
    assert not happened(waiting, e.AwardWon)
    finish(waiting)
    assert place(waiting, e.CardsTurned, is_hole=True) < place(waiting, e.AwardWon)
    assert happened(waiting, e.HoleCardChecked)[0].is_blackjack, "it can only come with a dealer blackjack"
    assert waiting.meters["jackpot-1"].amount == 1000_15, "the meter starts again, with its reserve"
    for shoe in ("Ah Ah Ah Ks", "Ks Ks Ks As"):
        table = deal("wa", shoe, "3c/6", table3_top="alt1")
        assert [event for event in table.events if isinstance(event, e.AwardWon | e.WagerPaid)]


@pytest.mark.clause("WA3-TA.alt1.a")
@pytest.mark.parametrize(
    "shoe", ["As As As Kh", "As As As Kc", "As As As Qs", "Ah Ah Ah Ks", "Ac Ac Ac Ks", "Ad Ad Ad Kd"]
)
def test_only_aces_of_spades_over_the_king_of_spades_win_the_whole_meter(shoe: str) -> None:
    table = finish(deal("wa", shoe, "3c/6", table3_top="alt1"))
    assert lines(table) == ["three-suited-aces"]
    assert table.meters["jackpot-1"].amount == 1000_90 - 1000_90 // 10
    cards = cards_from_text(shoe)
    made = jackpot_lines.lines(cards[:2], cards[2], cards[3], table.rules.jackpot_pays[0], table.rules)
    assert made == (JackpotLine.THREE_SUITED_ACES,), "the same with all four cards known"


@pytest.mark.clause("WA3-TA.alt1.c", "WA3-TA.alt2.c")
@pytest.mark.parametrize("top", ["alt1", "alt2"])
def test_the_prize_is_fixed_or_odds_and_comes_from_the_house_or_the_jackpot(top: str) -> None:
    for basis in ("fixed", "odds"):
        prize = {"basis": basis, "value": 20, "funded_by": "house"}
        house = deal("wa", "9d 9d 9d Kc", "3c/6", table3_top=top, dollar_prize_three_suited=prize)
        assert money(house, "jackpot-1") == (100_00, 0, 500)
        assert place(house, e.WagerPaid, wager=Wager.JACKPOT_1) < place(house, e.MatchesSettled)
        assert house.meters["jackpot-1"].amount == 1000_90
        funded = finish(
            deal(
                "wa", "9d 9d 9d Kc", "3c/6", table3_top=top, dollar_prize_three_suited=prize | {"funded_by": "jackpot"}
            )
        )
        assert money(funded, "jackpot-1") == (100_00, 0, 500)
        assert funded.meters["jackpot-1"].amount == 900_90
