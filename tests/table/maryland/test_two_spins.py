"""Bonus Spin at one table for $1 and for $5: each size with its paytable, wheel and meter. Decision: 0056."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from siete.errors import FaultyDocumentError
from siete.odds.wagers import bonus_spin as spin_odds
from siete.odds.wagers.registry import figures
from siete.rules.side_games.spin_games import spin_games
from siete.rules.signs import signs
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.sim.left_out import left_out
from siete.table import commands as c
from siete.table import events as e
from siete.table.decide import refusal
from siete.table.legal import legal
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from siete.table.wagers import registry
from siete.table.wagers.bonus_spin import WAGER
from tests.table.cases import answer, bet, happened, is_allowed, money, refused, seat

BIG, SMALL = "bonus-spin", "bonus-spin-2"
BOTH: dict[str, Any] = {"spin_both": True}
FOUR_SHOE = "Ac 9c 9d 9s 6s Kd 8c 8d 8s Kh"
"""A blackjack on box 1, three hands of 17, and 16 for the dealer, who draws."""


def two_sizes(symbol: str, **choices: Any) -> PracticeTable:
    """Box 1 has a blackjack and the first size; box 2 has the same size, box 3 the other one, box 5 neither."""
    wagers = {1: {"base": 10, BIG: 5}, 2: {"base": 10, BIG: 5}, 3: {"base": 10, SMALL: 1}, 5: {"base": 10}}
    table = seat("md", FOUR_SHOE, wagers, wheels=[symbol], **BOTH, **choices)
    table.deal()
    answer(table, "2: stand", "3: stand", "5: stand")
    return table


def spin_pays(table: PracticeTable) -> dict[tuple[str, str], tuple[int, str]]:
    return {
        (each.player, each.wager.value): (each.amount, each.clause)
        for each in happened(table, e.WagerPaid)
        if each.wager in (BIG, SMALL)
    }


@pytest.mark.clause("MD-12.D.8.a")
@pytest.mark.parametrize(
    ("symbol", "mine", "same", "other"),
    [
        ("$500 and $100", (500_00, "MD-12.D.10.b.i"), 100_00, (100_00, "MD-12.D.9.b.i")),
        ("$200 and $50", (200_00, "MD-12.D.10.b.ii"), 50_00, (20_00, "MD-12.D.9.b.ii")),
        ("$100 and $15", (100_00, "MD-12.D.10.b.iii"), 15_00, (3_00, "MD-12.D.9.b.iii")),
    ],
)
def test_community_pay_goes_by_the_size_of_each_bettors_own_wager(
    symbol: str, mine: tuple[int, str], same: int, other: tuple[int, str]
) -> None:
    assert spin_pays(two_sizes(symbol)) == {("p1", BIG): mine, ("p2", BIG): (same, mine[1]), ("p3", SMALL): other}


@pytest.mark.clause("MD-12.D.8.a")
def test_a_spin_for_the_small_size_pays_the_big_one_by_its_own_list() -> None:
    wagers = {1: {"base": 10, SMALL: 1}, 2: {"base": 10, BIG: 5}}
    table = seat("md", "Ac 9c 6s Kd 8c Kh 9h", wagers, wheels=["$100 and $20"], **BOTH)
    table.deal()
    answer(table, "2: stand")
    assert spin_pays(table) == {
        ("p1", SMALL): (100_00, "MD-12.D.9.b.ii"),
        ("p2", BIG): (50_00, "MD-12.D.10.b.ii"),
    }


@pytest.mark.clause("MD-6.G.2")
def test_a_player_wagers_one_of_the_two_sizes_on_a_box_and_may_change_it() -> None:
    table = seat("md", FOUR_SHOE, {1: 10, 2: 10}, **BOTH)
    for wager, cents in ((BIG, 500), (SMALL, 100)):
        assert is_allowed(table, bet("p1", 1, cents, wager))
        assert refused(table, bet("p1", 1, 600 - cents, wager)) == ("command/outside-limits", "MD-6.G.2")
    table.do(bet("p1", 1, 500, BIG))
    assert refused(table, bet("p1", 1, 100, SMALL)) == ("command/other-size-taken", "MD-6.G.2")
    why = refusal(table.state, table.rules, bet("p1", 1, 100, SMALL))
    assert why is not None
    assert "Bonus Spin $5" in why.sentence, "by the name that stands on the layout"
    offers = [each.command for each in legal(table.state, table.rules, "p1")]
    assert not [each for each in offers if getattr(each, "wager", "") == SMALL and each.box == 1]
    assert is_allowed(table, bet("p2", 2, 100, SMALL))
    table.do(c.WithdrawWager(player="p1", box=1, wager=Wager(BIG)))
    table.do(bet("p1", 1, 100, SMALL))
    assert refused(table, bet("p1", 1, 500, BIG)) == ("command/other-size-taken", "MD-6.G.2")


@pytest.mark.clause("MD-6.G.2")
def test_a_table_of_one_size_has_no_spot_for_the_other() -> None:
    table = seat("md", FOUR_SHOE, {1: 10})
    assert refused(table, bet("p1", 1, 100, SMALL)) == ("command/not-offered", "MD-6.G.2")


@pytest.mark.clause("MD-12.D.7", "MD-12.D.6.b.ii", "MD-12.D.6.b.iv")
@pytest.mark.parametrize(
    ("wager", "dollars", "meter", "reset", "other"),
    [(BIG, 5, "spin", 5_000_00, "spin-2"), (SMALL, 1, "spin-2", 1_000_00, "spin")],
)
def test_each_size_feeds_and_wins_its_own_meter(wager: str, dollars: int, meter: str, reset: int, other: str) -> None:
    beside = {BIG: (SMALL, 1), SMALL: (BIG, 5)}[wager]
    wagers = {1: {"base": 10, wager: dollars}, 2: {"base": 10, beside[0]: beside[1]}}
    seeds = {"meter_seed": 6_000, "meter_reset": 5_000, "second_spin_seed": 2_000, "second_spin_reset": 1_000}
    table = seat("md", "Ac 9c 6s Kd 8c Kh 9h", wagers, wheels=["jackpot"], **BOTH, **seeds)
    before = {name: each.amount for name, each in table.meters.items()}
    table.deal()
    answer(table, "2: stand")
    added = {each.meter: each.amount for each in happened(table, e.ContributionMade)}
    assert (added["spin"], added["spin-2"]) == (35, 7)
    (paid,) = happened(table, e.AwardPaid)
    assert (paid.meter, paid.wager, paid.amount) == (meter, wager, before[meter] + added[meter])
    assert table.meters[meter].amount == reset
    assert table.meters[other].amount == before[other] + added[other]


@pytest.mark.clause("MD-12.D.1.a")
def test_the_small_size_may_have_a_fixed_prize_beside_a_progressive() -> None:
    choices = {"second_spin_paytable": "A", "second_spin_seed": 1_500}
    wagers = {1: {"base": 10, SMALL: 1}}
    table = seat("md", "Ac 6s Kd 9h", wagers, wheels=["jackpot"], **BOTH, **choices)
    table.deal()
    assert money(table, SMALL) == (1_500_00, 0, 1_00)
    assert {each.meter for each in happened(table, e.ContributionMade)} == set()
    goods = {**choices, "second_spin_jackpot": "merchandise", "second_spin_prize": "a bicycle"}
    table = seat("md", "Ac 6s Kd 9h", wagers, wheels=["jackpot"], **BOTH, **goods)
    table.deal()
    (prize,) = happened(table, e.PrizeHandedOver)
    assert (prize.wager, prize.prize, prize.worth) == (SMALL, "a bicycle", 1_500_00)


def rules(**choices: Any) -> TableRules:
    return table_rules("md", {**BOTH, **choices})


@pytest.mark.clause("MD-6.G.2", "MD-12.D")
@pytest.mark.parametrize(
    ("choices", "sizes"),
    [
        ({}, [(500, "D", "jackpot"), (100, "B", "jackpot")]),
        ({"spin_wager": 1}, [(100, "B", "jackpot"), (500, "D", "jackpot")]),
        ({"spin_paytable": "A", "second_spin_paytable": "C"}, [(100, "A", "jackpot"), (500, "C", "jackpot")]),
        ({"spin_both": False}, [(500, "D", "jackpot")]),
        ({"spin_offered": False}, []),
    ],
)
def test_each_size_takes_a_paytable_of_its_own(choices: dict[str, Any], sizes: list[tuple[int, str, str]]) -> None:
    games = spin_games(rules(**choices))
    assert [(game.amount, game.paytable, game.wheel.segments[0][0]) for game in games] == sizes
    assert all({row.line for row in game.pays} >= {symbol for symbol, _ in game.wheel.segments} for game in games)


def fault(**choices: Any) -> tuple[str, str, str]:
    with pytest.raises(FaultyDocumentError) as caught:
        rules(**choices)
    (found,) = caught.value.faults
    return found.code, found.name, found.clause


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        ({"second_spin_paytable": "C"}, ("submission/not-allowed", "second_spin_paytable", "MD-12.D")),
        ({"second_spin_community": "D"}, ("submission/not-allowed", "second_spin_community", "MD-12.D.8.b")),
        ({"second_spin_wager": 5}, ("submission/fixed", "second_spin_wager", "MD-6.G.2")),
        ({"second_spin_seed": 999}, ("submission/too-small", "second_spin_seed", "MD-12.D.6.b.ii")),
        ({"second_spin_reset": 999}, ("submission/too-small", "second_spin_reset", "MD-12.D.6.b.ii")),
        ({"second_spin_cap": 900}, ("submission/meter-below-start", "second_spin_cap", "")),
        ({"second_spin_prize": "a car"}, ("submission/no-fixed-prize", "second_spin_prize", "MD-12.D.1.a")),
        (
            {"second_spin_paytable": "A", "second_spin_jackpot": "merchandise"},
            ("submission/prize-unnamed", "second_spin_jackpot", "MD-12.D.1.a"),
        ),
        (
            {"second_spin_increment": "90%", "second_spin_reserve": "20%"},
            ("submission/shares-above-wager", "second_spin_increment", "MD-12.D.6.a"),
        ),
        (
            {"second_spin_wheel": {"jackpot": 1, "$40": 2}},
            ("submission/wheel-symbol", "second_spin_wheel", "MD-12.D.5"),
        ),
    ],
)
@pytest.mark.clause("MD-12.D.6.b.ii", "MD-12.D.8.b")
def test_what_the_other_size_may_not_have(choices: dict[str, Any], expected: tuple[str, str, str]) -> None:
    assert fault(**choices) == expected


def test_a_live_table_needs_the_weights_of_both_wheels() -> None:
    wheel, big = {"jackpot": 1, "$10": 2}, {"jackpot": 1, "$40": 2}
    live = {"live": True, "xtreme_offered": False, "spin_wheel": big}
    assert fault(**live) == ("submission/invented-wheel", "second_spin_wheel", "MD-12.D.5")
    assert rules(**live, second_spin_wheel=wheel).second_spin_wheel is not None


def test_a_table_of_one_size_keeps_its_rules_hash() -> None:
    plain = table_rules("md")
    assert table_rules("md", {"spin_both": False}).rules_hash == plain.rules_hash
    assert "spin_both" not in plain.canonical_json
    assert "second_spin" not in plain.canonical_json
    both = rules()
    assert TableRules.from_json(both.canonical_json) == both


def test_chips_must_make_both_sizes() -> None:
    with pytest.raises(FaultyDocumentError) as caught:
        rules(chip_denominations=[Decimal("2.5"), 5])
    assert [each.sentence for each in caught.value.faults if "second_spin_wager" in each.sentence]


def test_names_signs_and_panels_tell_the_sizes_apart() -> None:
    both = rules(second_spin_paytable="A")
    names = {spot.wager.value: (spot.title, spot.short, spot.mark) for spot in registry.spots(both)}
    assert names[BIG] == ("Bonus Spin $5", "Spin $5", "$5")
    assert names[SMALL] == ("Bonus Spin $1", "Spin $1", "$1")
    assert [(panel.wager.value, panel.note) for panel in WAGER.panels(both)] == [(BIG, "$5"), (SMALL, "$1")]
    lines = [line for sign in signs(both) for line in sign.lines]
    assert "Bonus Spin, $1: $1,000 pays $1,000" in lines
    assert "Jackpot of the $5 wager starts at $5,000; the amount now is on the display" in lines
    assert "Jackpot of the $1 wager: $1,000" in lines
    assert "A prize for every other bettor goes by the size of that bettor's own Bonus Spin wager" in lines
    assert [each.title for each in registry.meters(both)][:2] == [
        "Bonus Spin $5 progressive",
        "Bonus Spin $1 progressive",
    ]


def test_each_size_has_its_figure_and_the_simulator_says_which_it_plays() -> None:
    both = rules()
    found = figures(both, "bonus-spin")
    assert [(each.paytable, each.extra["wager_amount"]) for each in found] == [("D", 5), ("B", 1)]
    alone = {paytable: spin_odds.figure(table_rules("md", {"spin_paytable": paytable})) for paytable in "BD"}
    assert [each.house_edge for each in found] == [alone["D"].house_edge, alone["B"].house_edge]
    (small,) = figures(both, "bonus-spin", paytable="B")
    assert small.extra["average_meter_at_hit"] == alone["B"].extra["average_meter_at_hit"]
    assert "the other size of the Bonus Spin: the first is played" in left_out(both)
