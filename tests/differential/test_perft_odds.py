"""Engine against odds on tiny shoes: two implementations that share no judgement of a hand must agree exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from siete.cards import Card, cards_from_text
from siete.errors import SieteError
from siete.odds.base.definition.given_play import exact_value
from siete.odds.base.game import Game
from siete.odds.base.policy import Given
from siete.odds.base.shoe import KINDS, Shoe
from siete.rules.submission import table_rules
from siete.strategy import Strategy, mimic_the_dealer, never_bust
from siete.table.definition.perft import optimum, worth
from tests.few import first_few
from tests.table.generated.strategies import random_strategy

PROCEDURES = ("no_hole", "hole_no_peek", "hole_reader")
LITERAL = {"split_two_card_21": "ma_literal_3to2", "hit_soft21": False, "collect_busts": "immediate"}
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("md", {}),
    ("md", {"split_two_card_21": "md_literal_push", "double_soft21": True}),
    ("md-draft", {"max_additional_splits_aces": 0}),
    *(("ma", {"hole_card_procedure": each}) for each in PROCEDURES),
    *(("s13", {"hole_card_procedure": each}) for each in PROCEDURES),
    *(("ma", {"hole_card_procedure": each, "dealer_bj_collect": "busted_plus_one"}) for each in PROCEDURES[:2]),
    *(("s13", {"hole_card_procedure": each, **LITERAL}) for each in PROCEDURES[:2]),
    ("wa", {"dealer_soft17": "stand"}),
    ("wa", {"double_double": True}),
    ("wa-v002", {}),
    ("wa-v002", {"double_double": True, "deal_order": "players_first", "reveal_order": "after_deal"}),
]
IDS = [" ".join((name, *map(str, choices.values()))) for name, choices in GAMES]

SHOES = {
    "splits": "9s 9s 9s 9s 9s Ks Ks Ks Ks Ks",
    "aces": "As As As Ks Ks Ks Ks Ks 9s 9s 9s",
    "sevens": "7s 7s 7s 7h 7h Ks Ks Ks Ks Ks",
    "straight": "6s 7s 8s 8h Ks Ks Ks Ks 9s",
    "doubles": "5s 5s 6s 6s Ks Ks Ks Ks Ks 9s",
}


def _shoe(cards: Sequence[Card]) -> Shoe:
    numbers = Counter(cards)
    return Shoe(tuple(numbers[kind] for kind in KINDS))


def _by_engine(game: tuple[str, dict[str, Any]], cards: Sequence[Card], strategy: Strategy) -> Fraction | None:
    """The engine's value; None where the shoe has too few cards for the strategy."""
    try:
        found = worth(table_rules(*game), cards, strategy)
    except SieteError as error:
        return _too_small(error, "perft/shoe-too-small")
    assert found.probability == 1
    return found.mean


def _by_odds(game: tuple[str, dict[str, Any]], cards: Sequence[Card], strategy: Strategy) -> Fraction | None:
    try:
        return exact_value(table_rules(*game), strategy, _shoe(cards))
    except SieteError as error:
        return _too_small(error, "shoe/too-small")


def _too_small(error: SieteError, code: str) -> Fraction | None:
    if error.code != code:
        raise error
    return None


def _compare(game: tuple[str, dict[str, Any]], seeds: Sequence[int]) -> int:
    """Compare on all shoes with strategies drawn by lot; how many the shoes were large enough for."""
    valued = 0
    for seed in seeds:
        for name, text in SHOES.items():
            strategy = random_strategy(Random(f"{name} {seed}"))
            cards = cards_from_text(text)
            by_engine = _by_engine(game, cards, strategy)
            assert by_engine == _by_odds(game, cards, strategy), (game, name, seed)
            valued += by_engine is not None
    return valued


@pytest.mark.parametrize("game", GAMES[::5], ids=IDS[::5])
def test_strategies_by_lot_are_worth_the_same(game: tuple[str, dict[str, Any]]) -> None:
    """Every fifth game; all of them, with more strategies, are compared below."""
    assert _compare(game, [10]) >= 3


@pytest.mark.parametrize("text", ["7s 7s 7h 7d Ks Ks Ks Ks 9s", "7s 7s 7s 7s 7s Ks Ks Ks Ks 9s"])
@pytest.mark.parametrize("name", first_few(["wa"], ["wa-v002"]))
def test_sevens_of_two_decks_are_worth_the_same(name: str, text: str) -> None:
    """Three sevens of one suit cannot be there; the line for mixed suits is not theirs (WA3-G11.j)."""
    game, cards = (name, {"decks": 2}), cards_from_text(text)
    for strategy in (mimic_the_dealer(), never_bust()):
        found = _by_engine(game, cards, strategy)
        assert found is not None
        assert found == _by_odds(game, cards, strategy)
        fast = Game(table_rules(*game), _shoe(cards), Given(strategy)).value()
        assert fast == pytest.approx(float(found), abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_many_strategies_by_lot_are_worth_the_same(game: tuple[str, dict[str, Any]]) -> None:
    assert _compare(game, range(12)) >= 12


@pytest.mark.parametrize("strategy", [mimic_the_dealer(), never_bust()], ids=["mimic", "never bust"])
@pytest.mark.parametrize("name", first_few(["ma"], ["wa", "md", "md-draft", "s13", "wa-v002"]))
def test_the_fast_way_agrees(name: str, strategy: Strategy) -> None:
    rules, cards = table_rules(name), cards_from_text("7s 7s 6s 8s Ks Ks As 9h 9h")
    fast = Game(rules, _shoe(cards), Given(strategy)).value()
    assert fast == pytest.approx(float(worth(rules, cards, strategy).mean), abs=1e-12)


@pytest.mark.parametrize("name", first_few(["wa"], ["md"]))
def test_the_best_play_is_the_same_where_nothing_can_be_split(name: str) -> None:
    rules, cards = table_rules(name), cards_from_text("7s 6s 8s Ks As 9h")
    assert Game(rules, _shoe(cards)).value() == pytest.approx(float(optimum(rules, cards)), abs=1e-12)
