"""Perft: pinned numbers of rounds on tiny shoes, and what given strategies make of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from siete.cards import Card, cards_from_text
from siete.errors import SieteError
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.strategy import COLUMNS, Cell, Strategy, StrategyRow, Table, mimic_the_dealer
from siete.table.definition import perft
from siete.table.definition.perft import Tally, count, optimum, worth
from siete.table.state.wager import Wager
from tests.few import first_few

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "md": ("md", {}),
    "md-draft": ("md-draft", {}),
    "ma no hole": ("ma", {"hole_card_procedure": "no_hole"}),
    "ma no peek": ("ma", {"hole_card_procedure": "hole_no_peek"}),
    "ma reader": ("ma", {"hole_card_procedure": "hole_reader"}),
    "s13 no hole": ("s13", {"hole_card_procedure": "no_hole"}),
    "s13 no peek": ("s13", {"hole_card_procedure": "hole_no_peek"}),
    "s13 reader": ("s13", {"hole_card_procedure": "hole_reader"}),
    "wa": ("wa", {}),
    "wa double-double": ("wa", {"double_double": True}),
    "wa-v002": ("wa-v002", {}),
    "wa-v002 double-double": ("wa-v002", {"double_double": True}),
}

SHOES = {
    "blackjacks": "As As Ks Kh 9s",
    "splits": "9s 9s 9s 9s Ks Ks Ks Ks",
    "sevens": "7s 7s 7s 7s 7s 7s 7s",
    "rescue": "5s 6s Ks Ks 9s 8s",
    "soft doubles": "As 2s 6s 8s Ks Ks",
}

MD = ((109, 42, 130, 32), (455, 208, 374, 234), (23, 14, 6, 29), (757, 352, 1350, 120), (1063, 700, 1536, 246))
NO_HOLE = ((262, 139, 213, 132), (751, 266, 349, 454), (53, 31, 15, 56), (719, 234, 982, 228), (1597, 677, 1680, 420))
NO_PEEK = ((141, 104, 194, 92), (455, 208, 374, 234), (23, 14, 6, 29), (757, 352, 1350, 120), (1231, 862, 1818, 300))
READER = ((109, 56, 130, 60), (455, 208, 374, 234), (23, 14, 6, 29), (757, 352, 1350, 120), (1111, 766, 1590, 300))
WA = ((125, 94, 168, 46), (455, 208, 374, 234), (22, 9, 5, 23), (757, 312, 1314, 116), (1183, 774, 1622, 268))
WA_DD = ((125, 100, 168, 64), (455, 208, 374, 234), (22, 9, 5, 23), (793, 312, 1350, 116), (1399, 864, 1910, 424))
COUNTS = {
    "md": MD,
    "md-draft": MD,
    "ma no hole": NO_HOLE,
    "ma no peek": NO_PEEK,
    "ma reader": READER,
    "s13 no hole": NO_HOLE,
    "s13 no peek": NO_PEEK,
    "s13 reader": READER,
    "wa": WA,
    "wa double-double": WA_DD,
    "wa-v002": WA,
    "wa-v002 double-double": WA_DD,
}
"""Cards dealt, questions, rounds ended and rounds the shoe was too small for, for each of the shoes."""
ONE_OF_EACH = ["md", "ma no hole", "wa double-double"]
"""A game with a reader, one without a hole card and one with double-double."""


@pytest.mark.parametrize("place", range(len(SHOES)), ids=list(SHOES))
@pytest.mark.parametrize("game", first_few(ONE_OF_EACH, list(GAMES)))
def test_as_many_rounds_as_ever(game: str, place: int) -> None:
    name, choices = GAMES[game]
    found = count(table_rules(name, choices), cards_from_text(list(SHOES.values())[place]))
    assert (found.chance, found.decision, found.terminal, found.exhausted) == COUNTS[game][place]


def test_counted_by_hand() -> None:
    """Kings only: 20 against 20; stand, surrender, hit and bust, double and bust, or split with all that follows."""
    found = count(table_rules("md", {"max_additional_splits": 0}), cards_from_text("Ks Ks Ks Ks Ks"))
    # Four cards; one question; stand, surrender, hit (a card), double (a card), split (a card, then none is left).
    # The split hand of two kings is asked once: stand leaves the other hand without a card, as do hit and double.
    assert found == Tally(chance=4 + 1 + 1 + 1, decision=2, terminal=4, exhausted=3)


@pytest.mark.parametrize("game", first_few(["wa double-double"], ["md", "ma no hole", "wa double-double"]))
def test_nodes_taken_for_one_are_one(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, choices = GAMES[game]
    rules, shoe = table_rules(name, choices), cards_from_text(SHOES["rescue"])
    merged = count(rules, shoe), worth(rules, shoe, mimic_the_dealer())
    monkeypatch.setattr(perft, "_alike", lambda state: object())
    assert (count(rules, shoe), worth(rules, shoe, mimic_the_dealer())) == merged


# --- strategies ------------------------------------------------------------------------------------------------


def _always(hand: str, *, pairs: str = ".", doubled: str = "S") -> Strategy:
    """One cell for all hands not doubled, one for pairs and one for doubled hands."""
    plays = {Table.HARD: hand, Table.SOFT: hand, Table.PAIRS: pairs, Table.DOUBLED_1: doubled}
    rows = []
    for row in mimic_the_dealer().rows:
        is_high = row.table in (Table.HARD, Table.SOFT) and int(row.name) >= 20
        text = "S" if is_high else plays[row.table]
        cell = None if text == "." else Cell.from_text(text)
        rows.append(StrategyRow(table=row.table, name=row.name, cells=(cell,) * len(COLUMNS)))
    return Strategy(name="Always", rows=tuple(rows))


def _worth(game: str, shoe: str, strategy: Strategy) -> Fraction:
    name, choices = GAMES[game]
    found = worth(table_rules(name, choices), cards_from_text(shoe), strategy)
    assert found.probability == 1
    return found.mean


@pytest.mark.parametrize("game", GAMES)
def test_ace_king_nine_nine(game: str) -> None:
    """A blackjack each way with 1/6 each, 20 against 19 and 19 against 20 with 1/3 each."""
    expected = Fraction(3, 2) / 6 - Fraction(1, 6)
    assert _worth(game, "As Ks 9s 9s", mimic_the_dealer()) == expected


@pytest.mark.parametrize("game", GAMES)
def test_three_sevens_of_spades_pay_three_to_one_and_no_super_bonus(game: str) -> None:
    assert _worth(game, "7s " * 6, mimic_the_dealer()) == 3


@pytest.mark.parametrize("game", GAMES)
def test_four_hands_of_sevens_pay_their_bonus_where_split_hands_have_one(game: str) -> None:
    has_bonus = not game.startswith("md")
    assert _worth(game, "7s " * 15, _always("H", pairs="P")) == (12 if has_bonus else 4)


@pytest.mark.parametrize("game", GAMES)
def test_doubled_sevens_pay_even_money(game: str) -> None:
    assert _worth(game, "7s " * 6, _always("D/H")) == 2


@pytest.mark.parametrize("game", GAMES)
def test_nines_that_give_up(game: str) -> None:
    assert _worth(game, "9s " * 4, _always("R/S")) == Fraction(-1, 2)


@pytest.mark.parametrize("game", ["wa double-double", "wa-v002 double-double"])
@pytest.mark.parametrize(("doubled", "expected"), [("D/S", -8), ("D/X", -4), ("X", -1)])
def test_twos_doubled_three_times(game: str, doubled: str, expected: int) -> None:
    """Ten against eighteen: eight units are lost, or four when the last four are rescued, or one at once."""
    assert _worth(game, "2s " * 14, _always("D/H", doubled=doubled)) == expected


@pytest.mark.parametrize(("game", "expected"), [("md", -2), ("ma reader", -2), ("wa", -2)])
def test_twos_doubled_once(game: str, expected: int) -> None:
    assert _worth(game, "2s " * 14, _always("D/H", doubled="D/S")) == expected


def test_side_wagers_may_stand_beside() -> None:
    """Three sevens of spades: 3 to 1, and both cards match the up card in rank and suit at 9 to 1."""
    rules = table_rules("md", {})
    shoe = cards_from_text("7s " * 6)
    found = worth(rules, shoe, mimic_the_dealer(), {Wager.MATCH_UP: Cents(10_00)})
    assert found.mean == 3 + 2 * 9


def test_a_shoe_too_small_is_refused() -> None:
    rules = table_rules("md", {})
    with pytest.raises(SieteError, match="runs out"):
        worth(rules, cards_from_text("2s " * 5), mimic_the_dealer())
    with pytest.raises(SieteError, match="runs out"):
        optimum(rules, cards_from_text("2s " * 5))


# --- the best play ---------------------------------------------------------------------------------------------

BEST_SHOE = "7s 6s 8s Ks As 9h"


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("md", "41/180"),
        pytest.param("ma no hole", "41/180", marks=pytest.mark.slow),
        pytest.param("wa", "23/90", marks=pytest.mark.slow),
    ],
)
def test_the_best_play_without_splits(game: str, expected: str) -> None:
    name, choices = GAMES[game]
    best = optimum(table_rules(name, choices), cards_from_text(BEST_SHOE))
    assert best == Fraction(expected)
    assert best >= _worth(game, BEST_SHOE, mimic_the_dealer())


def test_the_best_play_does_not_see_the_hole_card(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, shoe = table_rules("md", {}), cards_from_text("9s 8s 7s Ks 6s Qs")
    honest = optimum(rules, shoe)
    monkeypatch.setattr(perft, "event_view", lambda event, role: event)
    assert optimum(rules, shoe) > honest


def test_a_card_type_is_drawn_by_its_number() -> None:
    left = perft._left([Card.from_text("7s")] * 3 + [Card.from_text("Kh")])
    assert [(str(card), chance) for card, chance, _ in perft._draws(left)] == [
        ("7s", Fraction(3, 4)),
        ("Kh", Fraction(1, 4)),
    ]
