"""The proved bound on what the class `own-cards` leaves, and the steps of its proof. Decision: 0127."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from siete.cards import Card
from siete.errors import SieteError
from siete.odds.base.bounds import own_cards
from siete.odds.base.bounds.departures import Watching, least, most_gain, share_of_rest, tail
from siete.odds.base.bounds.own_cards import Pair, again_places, courses_with, late_spares, leaves, open_weights
from siete.odds.base.game import Game
from siete.odds.base.method import ERROR_WORDS
from siete.odds.base.shoe import NUMBER, Shoe
from siete.odds.base.solution import own_cards_bound
from siete.odds.base.splits import patterns, weights
from siete.odds.base.states import VALUES, index_of, states
from siete.odds.base.versus_up_card import most_hands
from siete.rules.names import names
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from tests.few import TENTHS
from tests.odds.base.bounds.watched_play import Watched

CARDS = 9
NEEDED = 3


def _game(name: str, **choices: Any) -> Game:
    rules = table_rules(name, choices)
    return Game(rules, Shoe.full(rules.decks))


def _watching(game: Game, pair: int, up: int) -> Watching:
    return Watching(next(game.against(kind).by_value for kind in range(48) if kind // 4 == up), pair)


def _known_means(seed: int) -> dict[tuple[int, ...], float]:
    """Of a random function of NEEDED of CARDS cards: its mean by each set of cards known not to be drawn."""
    rng = random.Random(seed)
    worth = {drawn: rng.gauss(0.0, 1.0) for drawn in combinations(range(CARDS), NEEDED)}
    found = {}
    for known in range(CARDS - NEEDED + 1):
        for gone in combinations(range(CARDS), known):
            left = [drawn for drawn in worth if not set(drawn) & set(gone)]
            found[gone] = sum(worth[drawn] for drawn in left) / len(left)
    return found


def _variance(means: dict[tuple[int, ...], float], known: int) -> float:
    return float(np.var([mean for gone, mean in means.items() if len(gone) == known]))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("known", [1, 2, 3, 5])
def test_what_orders_above_the_first_add_is_no_more_than_their_share(seed: int, known: int) -> None:
    means = _known_means(seed)
    first = _variance(means, 1) * known * (CARDS - 1) / (CARDS - known)
    rest = _variance(means, known) - first
    most = share_of_rest(2, known, NEEDED, np.array(float(CARDS))) * _variance(means, CARDS - NEEDED)
    assert -1e-12 < rest <= float(most) + 1e-12
    if known == CARDS - NEEDED:
        assert rest > 0.1, "there is something to bound"


def test_the_mean_of_losses_is_bounded_by_mean_and_variance() -> None:
    rng = np.random.default_rng(7)
    for _ in range(200):
        values, parts = rng.normal(rng.normal(), 1.0, 5), rng.dirichlet(np.ones(5))
        mean = float(values @ parts)
        variance = float((values - mean) ** 2 @ parts)
        assert float(np.maximum(-values, 0.0) @ parts) <= float(least(np.array(mean), np.array(variance))) + 1e-12
    assert float(least(np.array(3.0), np.array(16.0))) == pytest.approx(1.0), "-2 and 8, one half each: 1 is attained"


@pytest.mark.parametrize("margin", [-0.1, 0.0, 0.4, 1.5, 3.0])
def test_sums_drawn_without_replacement_stay_within_the_bound(margin: float) -> None:
    population = np.array([-1.0, -0.4, -0.1, 0.0, 0.2, 0.5, 0.8])
    moves, counts = np.unique(population - population.mean(), return_counts=True)
    sums = [sum(each) for each in combinations(population - population.mean(), 3)]
    exact = np.mean([max(0.0, -margin - each) for each in sums])
    shaped = (np.array([margin]), moves[:, None], (counts / counts.sum())[:, None])
    assert exact <= most_gain(*shaped, 3, np.zeros(1), 0.0)[0] + 1e-12


def test_tails_count_every_way_to_draw() -> None:
    shoe = Shoe.full(6).values()
    hands = states()
    fits = (hands.cards == 3) & (hands.hard <= 9)
    ways = [
        np.prod([_choose(int(n), int(k)) for n, k in zip(shoe, counts, strict=True)]) for counts in hands.counts[fits]
    ]
    assert tail(shoe, 3, 9) == pytest.approx(sum(ways) / _choose(int(shoe.sum()) - 40, 3), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "choices", "hands"),
    [
        ("wa", {}, 4),
        ("wa", {"decks": 2}, 4),
        ("md", {"max_additional_splits": 3}, 5),
        ("md", {"max_additional_splits": 6}, 8),
    ],
)
def test_a_split_takes_no_more_cards_than_are_held_to_be_gone(name: str, choices: dict[str, Any], hands: int) -> None:
    """Tails draw from what is left when all hands of a split have theirs: first cards and draws, RARE aside."""
    game = _game(name, **choices)
    for pair in (0, 1, 9):
        watching = _watching(game, pair, 5)
        most = most_hands(game.rules, pair)
        assert most == (hands if pair else 4)
        taken = watching.drawn(most) - 1 + most
        assert taken <= watching.others
        assert pair or watching.others - taken < 5, "four hands of aces take about as many"


def _choose(of: int, many: int) -> float:
    found = 1.0
    for each in range(many):
        found *= (of - each) / (each + 1)
    return found


@pytest.mark.parametrize(("name", "up"), [("wa", 0), ("ma", 0)])
def test_every_hand_can_be_reached_with_chances_that_add_up(name: str, up: int) -> None:
    """All second cards together are certain, after a look of the dealer too."""
    watching = _watching(_game(name), 7, up)
    reach = watching.reach(watching.gone(0))
    assert sum(reach[index_of((7, value))] for value in range(VALUES)) == pytest.approx(1.0, abs=1e-12)


def test_a_rule_that_knows_nothing_more_gains_nothing() -> None:
    pair = Pair(_game("wa").against(16), 7)
    assert pair.watching.hand(0, 0) == 0.0
    assert pair.told(0, 0) == 0.0
    assert pair.again(0, 0, 1) == 0.0, "eights are best split again"
    assert 0.0 < pair.bound() < 0.01, "what all hands of one split can gain"


def test_more_hands_than_any_rule_set_permits_are_refused() -> None:
    rules = replace(table_rules("md"), max_additional_splits=7)
    with pytest.raises(SieteError) as refusal:
        leaves(Game(rules, Shoe.full(rules.decks)))
    assert refusal.value.code == "odds/not-proved"


def _without_late(choices: dict[str, Any]) -> list[float]:
    """The bound of eights against an ace with these choices, and what of it a late blackjack adds."""
    against = _game("ma", hole_card_procedure="no_hole", **choices).against(NUMBER[Card.from_text("As")])
    return [late_spares(against, 7), late_spares(against, 0)]


_SPARES = [{"dealer_bj_collect": "busted_plus_one"}, {"split_two_card_21": "ma_literal_3to2"}]


@pytest.mark.parametrize("choices", _SPARES)
def test_a_late_blackjack_that_may_take_nothing_adds_its_chance(choices: dict[str, Any]) -> None:
    """Of 285 cards 72 are tens once an ace is up and two eights, or two aces, are on the box."""
    assert _without_late(choices) == [pytest.approx(72 / 285)] * 2
    assert _without_late({}) == [0.0, 0.0]
    looks = _game("ma", **choices).against(NUMBER[Card.from_text("As")])
    assert late_spares(looks, 7) == 0.0


def test_places_to_split_again_are_those_of_all_courses() -> None:
    """Each course of up to four hands by hand; and of eight hands as many as `weights` has courses."""
    assert again_places(4) == {(0, 0, 1): 1, (0, 1, 0): 1, (1, 0, 2): 1, (1, 1, 1): 2, (1, 2, 0): 2}
    assert again_places(2) == {}
    for hands in range(3, 9):
        grown = [place for place in again_places(hands) if place[0] == hands - 3]
        assert sum(again_places(hands)[place] for place in grown) == courses_with(hands - 2), "each place grows one"
    assert [courses_with(splits) for splits in range(4)] == [1, 2, 5, 14]


@pytest.mark.parametrize("hands", range(2, 9))
def test_ways_to_more_hands_are_counted_as_the_courses_are(hands: int) -> None:
    assert courses_with(hands - 2) == sum(each.splits == hands - 2 for each in patterns(hands))


def test_eight_hands_have_a_bound_that_is_larger_than_four_have() -> None:
    rules = replace(table_rules("md"), max_additional_splits=6)
    found = [Pair(Game(each, Shoe.full(6)).against(16), 7).bound() for each in (table_rules("md"), rules)]
    assert 0.0 < found[0] < found[1] < 0.05


def test_weights_of_open_hands_are_those_of_a_split() -> None:
    for more in (0, 1, 2):
        whole: dict[tuple[bool, int], int] = {}
        for (_, is_free, gone), count in weights(more + 2).items():
            whole[is_free, gone] = whole.get((is_free, gone), 0) + count
        assert open_weights(2, more) == {key: count for key, count in whole.items() if count}


@pytest.mark.slow
def test_the_bound_holds_for_all_first_hands_of_a_pair() -> None:
    """Eights against a five, two hands: what watching really gains, and what the bound allows."""
    rules = replace(table_rules("wa", {}), max_additional_splits=0)
    watching = _watching(Game(rules, Shoe.full(rules.decks)), 7, 4)
    watched = Watched(watching.by_value, 7)
    gained = sum(part * watched.gain(cards) for cards, part in watched.first_hands().items())
    assert 0.0 < gained < watching.hand(0, watching.drawn(1))


@pytest.mark.slow
@pytest.mark.parametrize("name", names() if TENTHS == 10 else ["wa"])
def test_the_bound_told_holds_for_every_rule_set(name: str) -> None:
    assert 0.0 < leaves(_game(name)) < 2e-4
    assert "by proof less than 2e-4 of the wager per round for the default choices of every rule set" in ERROR_WORDS


def test_the_words_name_what_bounds_other_choices() -> None:
    assert "For any other choices siete odds RULES --wager base --split-bound proves a bound" in ERROR_WORDS


def test_a_bound_once_proved_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SIETE_CACHE_DIR", str(tmp_path))
    rules = table_rules("ma", {"hole_card_procedure": "no_hole"})
    asked: list[TableRules] = []

    def proved(game: Game) -> float:
        asked.append(game.rules)
        return 1.5e-4

    monkeypatch.setattr(own_cards, "leaves", proved)
    assert [own_cards_bound(rules), own_cards_bound(rules)] == [1.5e-4, 1.5e-4]
    assert asked == [rules]
