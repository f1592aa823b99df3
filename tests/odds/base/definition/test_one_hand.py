"""The definition for one hand of a real shoe: equal to the card-by-card one, and near the kernels."""

from __future__ import annotations

import pytest

from siete.cards import Card, cards_from_text
from siete.errors import SieteError
from siete.odds.base.definition import one_hand
from siete.odds.base.definition.best_play import exact_actions
from siete.odds.base.definition.one_hand import exact_hand
from siete.odds.base.hand import hand_values, with_fractions
from siete.odds.base.shoe import NUMBER, Shoe
from siete.rules.submission import table_rules

TINY = "6s:2 6h:2 7s:3 7h:1 8s:1 8d:1 Ks:2 Jd:2 Ad:2"


@pytest.mark.parametrize(
    ("name", "player", "up"),
    [
        ("md", "6s 7s", "Ks"),
        ("md", "7s 7s", "8d"),
        ("wa", "6s 7s 8s", "Ad"),
        ("ma", "Ks 6h", "7s"),
        ("s13", "Jd Ad", "Ks"),
    ],
)
def test_cards_that_play_alike_give_the_same_fractions(name: str, player: str, up: str) -> None:
    rules, shoe = table_rules(name), Shoe.from_text(TINY)
    cards, shown = cards_from_text(player), Card.from_text(up)
    hand = tuple(NUMBER[card] for card in cards)
    expected = exact_actions(rules, hand, NUMBER[shown], shoe.without([*cards, shown]))
    assert exact_hand(rules, cards, shown, shoe) == expected


@pytest.mark.parametrize(("player", "up", "doublings"), [("Ks 6h", "Kd", 0), ("6h 2c 9s", "Ah", 1)])
def test_fractions_of_a_full_shoe_are_the_values_of_the_kernels(player: str, up: str, doublings: int) -> None:
    rules, shoe = table_rules("wa"), Shoe.full(6)
    found = hand_values(rules, cards_from_text(player), Card.from_text(up), doublings=doublings)
    exact = with_fractions(found, rules, shoe).exact
    assert {name: float(worth) for name, worth in exact} == pytest.approx(dict(found.actions), abs=1e-12)


def test_a_hand_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_hand, "MOST_STEPS", 2_000)
    with pytest.raises(SieteError) as refusal:
        exact_hand(table_rules("wa"), cards_from_text("9s 3h"), Card.from_text("4d"), Shoe.full(6))
    assert refusal.value.code == "odds/exact-too-long"


def test_what_is_forgotten_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = table_rules("wa"), cards_from_text("Ks 6h"), Card.from_text("Kd"), Shoe.full(6)
    expected = exact_hand(*asked)
    monkeypatch.setattr(one_hand, "_MOST_KEPT", 50)
    assert exact_hand(*asked) == expected
