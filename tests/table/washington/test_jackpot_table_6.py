"""Jackpot Table 6 of Washington: the best line of four cards, the player's two and the dealer's two."""

from __future__ import annotations

import pytest

from siete.errors import FaultyDocumentError
from siete.rules.submission import table_rules
from siete.table import events as e
from siete.table.state.wager import Wager
from tests.table.cases import is_over, place
from tests.table.washington.jackpots import cases, check_line, deal, finish, lines

SUITED_4, COLOR_4, FOUR = "four-of-a-kind-suited", "four-of-a-kind-same-color", "four-of-a-kind"
COLOR_3, THREE, MATCH = "three-of-a-kind-same-color", "three-of-a-kind", "suited-match"


@pytest.mark.parametrize(("rules", "paytable", "line", "shoe", "pays"), cases("6"))
def test_every_line_of_every_paytable(rules: str, paytable: str, line: str, shoe: str, pays: str) -> None:
    check_line(rules, paytable, line, shoe, pays)


@pytest.mark.clause("WA3-TD.1", "WA3-TD.2")
@pytest.mark.parametrize(
    ("shoe", "line"),
    [
        ("9d 9d 9d 9d", SUITED_4),
        ("9d 9h 9h 9d", COLOR_4),
        ("9s 9c 9s 9c", COLOR_4),
        ("9s 9d 9c 9c", FOUR),
        ("9d 9d 9d Kc", COLOR_3),
        ("9d Kc 9h 9h", COLOR_3),
        ("9s 9c Kc 9c", COLOR_3),
        ("Kc 9s 9c 9c", COLOR_3),
        ("9s 9d 9c Kc", THREE),
        ("Kc 9s 7h Kc", MATCH),
        ("9d 9d Kc Kc", MATCH),
        ("9s 9d Kc Kh", None),
        ("9s 9d 9h Kc", THREE),
        ("9s Kd 9h Kc", None),
    ],
)
def test_one_line_the_highest_of_the_four_cards(shoe: str, line: str | None) -> None:
    assert lines(finish(deal("wa", shoe, "6/5"))) == ([line] if line else [])


@pytest.mark.clause("WA3-TD.1")
@pytest.mark.parametrize("shoe", ["9d Ks 9d 8c", "9d Kc 8d Kc"])
def test_a_suited_match_is_between_player_and_dealer_unless_the_house_takes_any_two(shoe: str) -> None:
    assert lines(finish(deal("wa", shoe, "6/1"))) == []
    wide = deal("wa", shoe, "6/1", t6_suited_match_scope="any_two_cards")
    assert lines(finish(wide)) == [MATCH]


@pytest.mark.clause("WA3-TD.1", "WA3-J6.b")
def test_it_waits_for_the_down_card() -> None:
    table = deal("wa", "9d 9d 9h Kc", "6/1")
    assert not is_over(table)
    assert lines(table) == []
    finish(table)
    assert place(table, e.CardsTurned, is_hole=True) < place(table, e.WagerPaid, wager=Wager.JACKPOT_1)


@pytest.mark.clause("WA3-TD.3")
def test_it_is_for_four_to_eight_decks() -> None:
    for decks in (4, 5, 6, 8):
        assert lines(finish(deal("wa", "9d 9d 9d 9d", "6/1", decks=decks))) == [SUITED_4]
    with pytest.raises(FaultyDocumentError):
        table_rules("wa", {"decks": 2, "jackpot_paytable": "6/1"})


@pytest.mark.clause("WA3-TD.1")
@pytest.mark.parametrize("shoe", ["Ad Kc Kc Ac", "Kc Ac Kh Kc", "Kd Ac Ad Kd"])
def test_it_lives_through_blackjacks(shoe: str) -> None:
    assert lines(finish(deal("wa", shoe, "6/1")))
