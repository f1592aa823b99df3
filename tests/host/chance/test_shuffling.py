"""Randomness: whole shoes, fair orders, weighted wheels."""

from __future__ import annotations

from collections import Counter

import pytest

from siete.cards import SPANISH_DECK
from siete.host.chance.shuffling import Chance
from siete.rules.names import NAMES
from siete.rules.paytable import Wheel
from siete.rules.submission import table_rules


@pytest.mark.parametrize("name", NAMES)
def test_a_shoe_holds_every_card_of_its_decks(name: str) -> None:
    rules = table_rules(name, {"decks": 8})
    assert Counter(Chance().shoe(rules)) == Counter(SPANISH_DECK * 8)


def test_without_a_seed_two_shoes_differ() -> None:
    rules = table_rules("md")
    assert Chance().shoe(rules) != Chance().shoe(rules)


def test_every_place_of_the_wheel_belongs_to_the_segment_of_its_weight() -> None:
    wheel = Wheel((("a", 3), ("b", 1)))
    chance = Chance(0)
    places = iter(range(4))
    chance._below = lambda limit: next(places)
    assert [chance.stop(wheel) for _ in range(4)] == ["a", "a", "a", "b"]


def test_every_rank_comes_first_about_equally_often() -> None:
    rules, chance = table_rules("md"), Chance(5)
    first = Counter(chance.shoe(rules)[0].rank for _ in range(1200))
    assert all(60 <= count <= 140 for count in first.values())
    assert len(first) == 12
