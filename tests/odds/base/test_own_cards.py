"""What the class `own-cards` leaves of the best play on splits. Decision: 0125."""

from __future__ import annotations

import random
from typing import Any

import pytest

from siete.cards import Card
from siete.odds.base.game import Game
from siete.odds.base.hand import hand_values
from siete.odds.base.reach import courses
from siete.odds.base.shoe import Shoe
from siete.rules.submission import table_rules
from tests.few import first_few
from tests.odds.base.bounds.watched_play import Watched

NAMES = "A23456789K"


def _game(name: str, **choices: Any) -> Game:
    rules = table_rules(name, choices)
    return Game(rules, Shoe.full(rules.decks))


def _watched(game: Game, pair: str, up: str) -> Watched:
    course = next(each for each in courses(game) if each.by_value.up.value == NAMES.index(up))
    return Watched(course.by_value, NAMES.index(pair))


def test_the_first_hands_are_all_there() -> None:
    watched = _watched(_game("wa"), "8", "5")
    hands = watched.first_hands()
    assert sum(hands.values()) == pytest.approx(1.0, abs=1e-12)
    assert all(cards[7] >= 1 for cards in hands)


def test_watching_the_first_hand_never_loses_and_gains_next_to_nothing() -> None:
    """Eights against a five, every first hand that there can be."""
    watched = _watched(_game("wa"), "8", "5")
    gains = {cards: watched.gain(cards) for cards in watched.first_hands()}
    assert min(gains.values()) >= -1e-12
    assert max(gains.values()) > 0.0
    assert sum(part * gains[cards] for cards, part in watched.first_hands().items()) < 1e-4


@pytest.mark.parametrize("choices", first_few([{"decks": 2}], [{}, {"double_double": True}]), ids=str)
def test_a_pair_that_is_split_is_best_split_again(choices: dict[str, Any]) -> None:
    """So "resplits whenever it may" costs nothing."""
    game = _game("wa", **choices)
    splits = [(course.by_value.up.value, pair) for course in courses(game) for pair in course.splits]
    assert len(splits) > 40
    for up, pair in random.Random(5).sample(splits, 12):
        cards = (Card.from_text(f"{NAMES[pair]}c"), Card.from_text(f"{NAMES[pair]}d"))
        assert hand_values(game.rules, cards, Card.from_text(f"{NAMES[up]}h"), is_split=True).best == "split"


@pytest.mark.slow
def test_watching_gains_less_than_a_millionth_of_the_wager_in_all() -> None:
    """First hands drawn by lot for every pair that is split; the sum over all rounds. Measured: 3.5e-7 ± 0.4e-7."""
    total = 0.0
    for course in courses(_game("wa")):
        for pair, weight in course.splits.items():
            watched = Watched(course.by_value, pair)
            hands = watched.first_hands()
            drawn = random.Random(pair).choices(list(hands), list(hands.values()), k=25)
            total += weight * sum(watched.gain(cards) for cards in drawn) / len(drawn)
    assert 0.0 < total < 1e-6
