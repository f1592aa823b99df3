"""The simulated base game against the exact one: a fresh shoe each round, the same strategy valued by odds, 3.5 σ."""

from __future__ import annotations

from typing import Any

import pytest

from siete.lab.simulation import cover_card_effect, setup_of
from siete.odds.base.solution import chart, house_edge
from siete.odds.wagers.registry import figures
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.sim.simulation import Goal, simulate
from siete.strategy import mimic_the_dealer, never_bust
from tests.few import TENTHS, first_few

SIGMAS = 3.5
FEW, MANY, MOST = 2_000_000, 10_000_000 * TENTHS, 100_000_000 * TENTHS
"""In the default run, at length for variants, and at length for the six rule sets as they are."""
EXACT = 100_000_000
"""For figures that are held to so many digits."""

Game = tuple[str, dict[str, Any]]

GAMES: list[Game] = [
    ("md", {}),
    ("wa", {}),
    ("ma", {"hole_card_procedure": "no_hole"}),
]
"""In the default run: a dealer who looks, one who hits soft 17, one without a hole card; each with a chart derived."""

VARIANTS: list[Game] = [
    *((name, {}) for name in NAMES if (name, {}) not in GAMES),
    ("wa", {"double_double": True}),
    ("s13", {"hole_card_procedure": "hole_no_peek"}),
    ("wa", {"decks": 2, "dealer_soft17": "stand"}),
    ("md", {"decks": 8}),
]


def _id(game: Game) -> str:
    return " ".join((game[0], *map(str, game[1].values())))


def _base_game(game: Game, rounds: int) -> None:
    rules = table_rules(*game)
    derived = chart(rules)
    setup = setup_of(rules, strategy=derived.strategy, wager="base", cards="fresh", seed=2026)
    result = simulate(setup, Goal(rounds=rounds))
    assert abs(result.house_edge - derived.house_edge) < SIGMAS * result.standard_error


@pytest.mark.parametrize("game", GAMES, ids=_id)
def test_the_base_game(game: Game) -> None:
    _base_game(game, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES + VARIANTS, ids=_id)
def test_the_base_game_at_length(game: Game) -> None:
    _base_game(game, MANY if game[1] else MOST)


@pytest.mark.slow
def test_the_average_wager_is_that_of_odds() -> None:
    rules = table_rules("wa")
    (exact,) = figures(rules, "base")
    found = simulate(setup_of(rules, wager="base", cards="fresh"), Goal(rounds=EXACT))
    assert found.average_wager == pytest.approx(exact.extra["average_wager"], abs=2e-4)
    per_average = exact.extra["house_edge_per_average_wager"]
    assert found.house_edge_per_average_wager == pytest.approx(per_average, abs=SIGMAS * found.standard_error)


@pytest.mark.parametrize("name", first_few(["md"], ("md", "wa")))
@pytest.mark.parametrize("strategy", [never_bust(), mimic_the_dealer()], ids=["never bust", "mimic"])
def test_plain_strategies(name: str, strategy: Any) -> None:
    rules = table_rules(name)
    result = simulate(setup_of(rules, strategy=strategy, wager="base", cards="fresh", seed=7), Goal(rounds=FEW))
    assert abs(result.house_edge - house_edge(rules, strategy)) < SIGMAS * result.standard_error


@pytest.mark.parametrize("name", first_few(["ma"], NAMES))
def test_insurance_is_worth_what_odds_say(name: str) -> None:
    rules = table_rules(name)
    setup = setup_of(rules, strategy=never_bust(), wager="insurance", cards="fresh")
    found = simulate(setup, Goal(rounds=FEW)).wager("insurance")
    exact = figures(rules, "insurance")[0].house_edge
    assert abs(found.house_edge - float(exact)) < SIGMAS * found.standard_error


@pytest.mark.slow
def test_the_cover_card_effect_is_a_figure_of_its_own() -> None:
    """Dealing down to the cover card costs the player a little, and fresh shoes agree with odds."""
    rules = table_rules("wa")
    derived = chart(rules)
    result = simulate(setup_of(rules, strategy=derived.strategy, wager="base"), Goal(rounds=EXACT))
    effect, error = cover_card_effect(result, EXACT)
    assert abs(result.house_edge - effect - derived.house_edge) < SIGMAS * result.standard_error
    assert 0 < error < 0.0002
    assert abs(effect) < 0.002
