"""Jackpot Tables 4 and 9 of Washington: the first two cards against up and down card, each on its own."""

from __future__ import annotations

from typing import Any

import pytest

from siete.errors import FaultyDocumentError
from siete.table import events as e
from siete.table.state.wager import Wager
from tests.table.cases import is_over, money, place, seat
from tests.table.washington.jackpots import (
    SEED,
    cases,
    check_line,
    deal,
    finish,
    lines,
    printed_cents,
    printed_pays,
)

TABLES = [
    pytest.param("wa", "4d/6", id="wa", marks=pytest.mark.clause("WA3-TB.1")),
    pytest.param("wa-v002", "9c/6", id="wa-v002", marks=pytest.mark.clause("WA2-TB9.1")),
]
U_AND_S, ONE_S, TWO_U, ONE_U = "unsuited-and-suited", "one-suited", "two-unsuited", "one-unsuited"
PAYS = {U_AND_S: 25_00, ONE_S: 15_00, TWO_U: 20_00, ONE_U: 10_00, "two-suited-up-or-down": 100_09}
"""What 4d/6 and 9c/6 both pay on five dollars: 5, 3, 4 and 2 for 1, and a tenth of the meter."""


@pytest.mark.parametrize(("rules", "paytable", "line", "shoe", "pays"), cases("4", "9"))
def test_every_line_of_every_paytable(rules: str, paytable: str, line: str, shoe: str, pays: str) -> None:
    check_line(rules, paytable, line, shoe, pays)


@pytest.mark.parametrize(("rules", "paytable"), TABLES)
@pytest.mark.parametrize(
    ("shoe", "made"),
    [
        ("Ks 9d Kc Kc", [U_AND_S]),
        ("Kc 9d 7h Kc", [ONE_S]),
        ("Ks 9d Kh Kc", [TWO_U]),
        ("7h 9d Kh Kc", [ONE_U]),
        ("9s 9d Kc Kc", [ONE_U, ONE_S]),
        ("9d 9d Kc Kc", [ONE_S, ONE_S]),
        ("9d 9d 9d 9c", ["two-unsuited", "two-suited-up-or-down"]),
        ("9c 9d 9c 9c", ["two-unsuited", "two-suited-up-or-down"]),
        ("9s 9d 9h 9c", [TWO_U, TWO_U]),
        ("7s 9d 8h Kc", []),
    ],
)
def test_each_dealer_card_is_judged_on_its_own(rules: str, paytable: str, shoe: str, made: list[str]) -> None:
    table = finish(deal(rules, shoe, paytable))
    assert sorted(lines(table)) == sorted(made)
    assert money(table, "jackpot-1") == (sum(PAYS[line] for line in made), 0, 500)


@pytest.mark.parametrize(
    ("rules", "paytable"),
    [
        pytest.param("wa", "4d/6", id="wa", marks=pytest.mark.clause("WA3-J6.b")),
        pytest.param("wa-v002", "9c/6", id="wa-v002", marks=pytest.mark.clause("WA2-J6.b")),
    ],
)
def test_it_is_settled_when_the_down_card_is_exposed(rules: str, paytable: str) -> None:
    table = deal(rules, "9d 9d 7h Kc", paytable)
    assert not is_over(table)
    assert lines(table) == []
    finish(table)
    exposed, settled = place(table, e.CardsTurned, is_hole=True), place(table, e.WagerCollected, wager=Wager.BASE)
    assert exposed < place(table, e.WagerPaid, wager=Wager.JACKPOT_1) < settled


@pytest.mark.parametrize(("rules", "paytable"), TABLES)
@pytest.mark.parametrize("shoe", ["Ks Ad Kc Kc", "As Kc Kh Ac", "9s 9d 5h Kc 7h"])
def test_it_lives_through_blackjacks_and_busts(rules: str, paytable: str, shoe: str) -> None:
    assert lines(finish(deal(rules, shoe, paytable)))


@pytest.mark.clause("WA3-TB.6")
@pytest.mark.parametrize("dollars", [1, 2, 5, 25])
def test_fixed_pays_and_prizes_are_multiplied_by_the_wager(dollars: int) -> None:
    table = finish(deal("wa", "9d 9d 7h Kc", "4d/6", dollars))
    assert money(table, "jackpot-1") == (300 * dollars, 0, 100 * dollars)
    prize = finish(deal("wa", "9s 9h 9d 9c", "4a/6", dollars))
    assert money(prize, "jackpot-1") == (50 * 100 * dollars, 0, 100 * dollars)


# --- Table 4a, two decks -----------------------------------------------------------------------------------------


@pytest.mark.clause("WA3-TB.1", "WA3-T4a.6")
@pytest.mark.parametrize("shoe", ["As Ks Ks As", "Ks Ks As As", "As As Ks Ks", "Ks As As Ks"])
@pytest.mark.parametrize("keeps", [True, False])
def test_ace_and_king_of_spades_on_both_sides_in_any_order(shoe: str, keeps: bool) -> None:
    table = finish(deal("wa", shoe, "4a/6", t4a_top_keeps_fixed=keeps))
    top = "ace-king-of-spades-both"
    assert lines(table) == ([ONE_S, ONE_S, top] if keeps else [top])
    assert money(table, "jackpot-1")[0] == 1000_90 + (2 * 25_00 if keeps else 0)
    assert money(table) == (1500, 1000, 0), "the player's blackjack is paid beside it"


@pytest.mark.clause("WA3-TB.1", "WA3-T4a.6")
@pytest.mark.parametrize(
    ("shoe", "made"), [("As As Ks 9c", [ONE_S]), ("9s As 9h Ks", []), ("As Ah Ks Kc", [ONE_U, ONE_U])]
)
def test_one_side_alone_does_not_make_the_top_line(shoe: str, made: list[str]) -> None:
    assert lines(finish(deal("wa", shoe, "4a/6"))) == made


@pytest.mark.clause("WA3-T4a.6")
@pytest.mark.parametrize(
    ("shoe", "made"),
    [
        ("As Ah Ad Ac", ["four-aces"]),
        ("As As Ah Ac", ["four-aces"]),
        ("Ks Kh Kd Kc", ["four-of-a-rank"]),
        ("Ks Kh Kh Ks", ["four-of-a-rank"]),
        ("Ks Jh Qd Kc", [ONE_U]),
    ],
)
def test_four_of_a_rank_replace_all_fixed_pays(shoe: str, made: list[str]) -> None:
    assert lines(finish(deal("wa", shoe, "4a/6"))) == made


@pytest.mark.parametrize(
    ("rules", "paytable", "line", "shoe", "pays"), [case for case in cases("4") if "4a/" in str(case.id)]
)
def test_a_second_game_pays_by_its_own_two_deck_table(
    rules: str, paytable: str, line: str, shoe: str, pays: str
) -> None:
    """The first game has the next paytable and five dollars, the second this one and two."""
    number = int(paytable[-1])
    table = seat(
        rules,
        shoe,
        {1: {"base": 10, "jackpot-1": 5, "jackpot-2": 2}},
        decks=2,
        jackpot_games=2,
        jackpot_wager=[5, 2],
        jackpot_paytable=[f"4a/{number % 8 + 1}", paytable],
        meter_seed=SEED,
    )
    table.deal()
    finish(table)
    assert lines(table, "jackpot-2")[-1] == line
    of_both = 2 * printed_cents(printed_pays(paytable, "one-suited"), 2) if pays == "100%" else 0
    assert money(table, "jackpot-2") == (printed_cents(pays, 2) + of_both, 0, 200)
    shown = SEED * 100 + 36
    left = {"100%": SEED * 100 + 6, "10%": shown - shown // 10}.get(pays, shown)
    assert table.meters["jackpot-2"].amount == left


PRIZE: dict[str, Any] = {"basis": "odds", "value": 20, "funded_by": "house"}


@pytest.mark.clause("WA3-TB.7")
@pytest.mark.parametrize(
    ("shoe", "paytable", "name", "top"),
    [
        ("9s 9h 9d 9c", "4a/6", "dollar_prize_four_of_a_rank", "standard"),
        ("9d 9d 9d Kc", "4d/6", "dollar_prize_three_suited", "alt1"),
    ],
)
def test_the_prize_comes_from_the_house_or_the_jackpot(shoe: str, paytable: str, name: str, top: str) -> None:
    choices: dict[str, Any] = {"table4_top": top, name: PRIZE}
    house = finish(deal("wa", shoe, paytable, **choices))
    assert money(house, "jackpot-1") == (100_00, 0, 500)
    assert house.meters["jackpot-1"].amount == 1000_90
    choices[name] = PRIZE | {"funded_by": "jackpot"}
    funded = finish(deal("wa", shoe, paytable, **choices))
    assert money(funded, "jackpot-1") == (100_00, 0, 500)
    assert funded.meters["jackpot-1"].amount == 900_90


# --- the alternate of Tables 4b to 4e ----------------------------------------------------------------------------

ALTERNATE: list[Any] = [
    ("As As As As", ["four-suited-aces"], 1000_90, "WA3-TB.alt.a"),
    ("9d 9d 9d 9d", ["four-suited"], 100_09, "WA3-TB.alt.b"),
    ("9d 9d 9d Kc", ["three-suited-up-or-down"], 500_00, "WA3-TB.alt.c"),
    ("Kc 9d Kc Kc", ["three-suited-up-or-down"], 500_00, "WA3-TB.alt.c"),
    ("As As As 9c", ["three-suited-up-or-down"], 500_00, "WA3-TB.alt.c"),
]


@pytest.mark.parametrize(
    ("shoe", "made", "amount"),
    [pytest.param(*case[:3], id=case[0], marks=pytest.mark.clause(case[3])) for case in ALTERNATE],
)
@pytest.mark.parametrize("paytable", ["4b/1", "4c/8", "4d/6", "4e/3"])
def test_the_alternate_top_lines(paytable: str, shoe: str, made: list[str], amount: int) -> None:
    table = finish(deal("wa", shoe, paytable, table4_top="alt1"))
    assert lines(table) == made
    assert money(table, "jackpot-1") == (amount, 0, 500)


@pytest.mark.clause("WA3-TB.alt.c")
def test_a_three_card_match_leaves_the_other_cards_fixed_pay() -> None:
    table = finish(deal("wa", "9d 9d 9d 9c", "4d/6", table4_top="alt1"))
    assert sorted(lines(table)) == ["three-suited-up-or-down", "two-unsuited"]
    assert money(table, "jackpot-1") == (500_00 + 20_00, 0, 500)


@pytest.mark.clause("WA3-TB.alt.a")
def test_two_decks_keep_their_own_top_lines() -> None:
    with pytest.raises(FaultyDocumentError, match="top-lines-unused"):
        deal("wa", "As Ah Ad Ac", "4a/6", table4_top="alt1")
    assert lines(finish(deal("wa", "As Ah Ad Ac", "4a/6"))) == ["four-aces"]
