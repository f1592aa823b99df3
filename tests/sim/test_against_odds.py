"""Simulated figures against exact ones: a fresh shoe each round, the same strategy valued by odds, 3.5 σ."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from siete.lab.simulating import cover_card_effect, setup_of
from siete.odds.base.solution import chart, house_edge
from siete.odds.wagers import figures
from siete.rules.catalogue import NAMES
from siete.rules.submission import table_rules
from siete.sim.lines import Wager
from siete.sim.results import Result
from siete.sim.running import Goal, simulate
from siete.strategy import mimic_the_dealer, never_bust

SIGMAS = 3.5
FEW, MANY = 5_000_000, 100_000_000

GAMES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in NAMES),
    ("ma", {"hole_card_procedure": "no_hole"}),
    ("s13", {"hole_card_procedure": "hole_no_peek"}),
    ("wa", {"double_double": True}),
    ("wa", {"decks": 2, "dealer_soft17": "stand"}),
    ("md", {"decks": 8}),
]
IDS = [" ".join((name, *map(str, choices.values()))) for name, choices in GAMES]


def _base_game(game: tuple[str, dict[str, Any]], rounds: int) -> None:
    rules = table_rules(*game)
    derived = chart(rules)
    setup = setup_of(rules, strategy=derived.strategy, wager="base", cards="fresh", seed=2026)
    result = simulate(setup, Goal(rounds=rounds))
    assert abs(result.house_edge - derived.house_edge) < SIGMAS * result.standard_error


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_the_base_game(game: tuple[str, dict[str, Any]]) -> None:
    _base_game(game, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_the_base_game_at_length(game: tuple[str, dict[str, Any]]) -> None:
    _base_game(game, MANY)


@pytest.mark.parametrize("name", ["md", "wa"])
@pytest.mark.parametrize("strategy", [never_bust(), mimic_the_dealer()], ids=["never bust", "mimic"])
def test_plain_strategies(name: str, strategy: Any) -> None:
    rules = table_rules(name)
    result = simulate(setup_of(rules, strategy=strategy, wager="base", cards="fresh", seed=7), Goal(rounds=FEW))
    assert abs(result.house_edge - house_edge(rules, strategy)) < SIGMAS * result.standard_error


def _is_near(count: int, chance: float, trials: int) -> bool:
    """Whether a count is where chance would have it; 4.5 σ, for there are very many lines."""
    return abs(count - trials * chance) < 4.5 * sqrt(trials * chance * (1 - chance)) + 1


def _check_matches(result: Result, rules: Any) -> None:
    (figure,) = figures(rules, "match-the-dealer")[:1]
    found = result.wager("match-up")
    assert abs(found.house_edge - float(figure.house_edge)) < SIGMAS * found.standard_error


def _check_jackpots(result: Result, rules: Any) -> None:
    (figure,) = figures(rules, "jackpot", paytable=rules.jackpot_paytable[0])
    lines = result.wager("jackpot-1").lines
    chances = {row["line"]: float(row["frequency"]) for row in figure.extra["lines"]}
    for line, chance in chances.items():
        assert _is_near(lines.get(line, 0), chance, result.rounds), line
    assert set(lines) - {"none"} <= set(chances)
    awarded = result.totals.awarded[Wager.JACKPOT_1] / result.wager("jackpot-1").wagered
    fixed = result.wager("jackpot-1").house_edge + awarded
    # Only fixed pays count here, whose spread is a small part of that of a wager with a meter.
    assert abs(fixed - float(figure.extra["house_edge_fixed"])) < SIGMAS * 3.1 / sqrt(result.rounds)


def _check_spin(result: Result, rules: Any) -> None:
    (figure,) = figures(rules, "bonus-spin")
    found = result.wager("bonus-spin")
    chances = {event.name: float(event.probability) for event in figure.events}
    for symbol, count in found.lines.items():
        if symbol in chances:
            assert _is_near(count, chances[symbol], result.rounds), symbol
    if result.totals.awarded[Wager.BONUS_SPIN] == 0:
        exact = float(figure.extra.get("house_edge_fixed", figure.house_edge))
        assert abs(found.house_edge - exact) < SIGMAS * found.standard_error


def _check_xtreme(result: Result, rules: Any) -> None:
    (figure,) = figures(rules, "xtreme-16")
    found = result.wager("xtreme-16")
    spins = sum(count for line, count in found.lines.items() if line.startswith("community"))
    assert _is_near(spins, float(figure.extra["trigger_probability"]), result.rounds)
    for row in figure.extra["lines"]:
        if row["line"] in found.lines:
            assert _is_near(found.lines[row["line"]], float(row["frequency"]), result.rounds), row["line"]


def _side_wagers(name: str, rounds: int, choices: dict[str, Any]) -> None:
    rules = table_rules(name, choices)
    result = simulate(setup_of(rules, strategy=never_bust(), cards="fresh", seed=41), Goal(rounds=rounds))
    played = {each.wager for each in result.wagers}
    checks = {
        "match-up": _check_matches,
        "jackpot-1": _check_jackpots,
        "bonus-spin": _check_spin,
        "xtreme-16": _check_xtreme,
    }
    done = [check(result, rules) for wager, check in checks.items() if wager in played]
    assert done


SIDES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in NAMES),
    *(("wa", {"jackpot_paytable": each}) for each in ("4d/6", "5c/3", "6/2")),
    ("wa", {"jackpot_paytable": "3c/6", "table3_top": "alt1"}),
    ("wa", {"decks": 2, "jackpot_paytable": "4a/4"}),
    ("wa-v002", {"jackpot_paytable": "9c/4"}),
    ("md", {"spin_paytable": "B", "spin_wager": 1}),
]


@pytest.mark.parametrize("game", SIDES, ids=lambda game: " ".join((game[0], *map(str, game[1].values()))))
def test_side_wagers(game: tuple[str, dict[str, Any]]) -> None:
    _side_wagers(game[0], FEW // 2, game[1])


@pytest.mark.slow
@pytest.mark.parametrize("game", SIDES, ids=lambda game: " ".join((game[0], *map(str, game[1].values()))))
def test_side_wagers_at_length(game: tuple[str, dict[str, Any]]) -> None:
    _side_wagers(game[0], MANY, game[1])


def test_insurance_is_worth_what_odds_say() -> None:
    rules = table_rules("md")
    setup = setup_of(rules, strategy=never_bust(), wager="insurance", cards="fresh")
    found = simulate(setup, Goal(rounds=FEW)).wager("insurance")
    exact = figures(rules, "insurance")[0].house_edge
    assert abs(found.house_edge - float(exact)) < SIGMAS * found.standard_error


@pytest.mark.slow
def test_the_super_bonus_comes_as_often_as_odds_say() -> None:
    """A player who hits every pair of sevens: the chance of the figure is that of the cards alone."""
    rules = table_rules("wa")
    result = simulate(
        setup_of(rules, strategy=mimic_the_dealer(), wager="super-bonus", cards="fresh"), Goal(rounds=MANY)
    )
    chance = float(figures(rules, "super-bonus")[0].events[0].probability)
    assert _is_near(result.wager("super-bonus").lines["super bonus"], chance, result.rounds)


@pytest.mark.slow
def test_the_cover_card_effect_is_a_figure_of_its_own() -> None:
    """Dealing down to the cover card costs the player a little, and fresh shoes agree with odds."""
    rules = table_rules("wa")
    derived = chart(rules)
    result = simulate(setup_of(rules, strategy=derived.strategy, wager="base"), Goal(rounds=MANY))
    effect, error = cover_card_effect(result, MANY)
    assert abs(result.house_edge - effect - derived.house_edge) < SIGMAS * result.standard_error
    assert 0 < error < 0.0002
    assert abs(effect) < 0.002
