"""Simulated side wagers against exact ones: a fresh shoe each round, 3.5 σ for an edge, 4.5 σ for one line of many.

What meters pay is left out of the edges, because it depends on the rounds before; how often they pay, and the mean of
what they show when they do, is held by itself.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from siete.lab.simulation import setup_of
from siete.odds.figure import Figure
from siete.odds.wagers.registry import figures
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.sim.codes import WagerCode
from siete.strategy import mimic_the_dealer, never_bust
from tests.few import TENTHS
from tests.sim.against_odds.without_meters import SIGMAS, Played, is_near, play

FEW, MANY, MOST = 2_000_000, 10_000_000 * TENTHS, 100_000_000 * TENTHS
"""In the default run, at length for variants, and at length for the six rule sets as they are."""
SURE = 100_000_000
"""Rounds in which every meter is hit."""

Game = tuple[str, dict[str, Any], int]
"""Rule set, choices, boxes."""

SPINS: list[Game] = [
    *(("md", {"spin_paytable": each}, boxes) for each in "ABCD" for boxes in (1, 7)),
    ("ma", {}, 7),
    ("md", {"spin_stake_returned": True}, 2),
]
XTREMES: list[Game] = [
    ("md", {"xtreme_hotspot_selection": "bettors_only"}, 1),
    ("md", {"xtreme_hotspot_selection": "bettors_only"}, 5),
    ("md", {"xtreme_hotspot_selection": "all_positions"}, 4),
]
MATCHES: list[Game] = [
    ("wa", {"mtd_configuration": 2}, 1),
    ("wa", {"mtd_configuration": 3, "mtd_bonus_cards": 4}, 1),
    ("wa", {"mtd_configuration": 4, "mtd_bonus_cards": 2, "decks": 8}, 2),
    ("wa-v002", {"mtd_configuration": 2, "decks": 4}, 1),
    ("wa", {"decks": 2}, 1),
    ("md", {"decks": 8}, 1),
]
DEFAULTS: list[Game] = [(name, {}, 1) for name in NAMES]


def _name(game: Game) -> str:
    return " ".join((game[0], *map(str, game[1].values()), f"{game[2]} boxes"))


def _figure(rules: TableRules, wager: str, players: int) -> Figure:
    (found,) = figures(rules, wager, players=players)
    return found


def _check_matches(played: Played, rules: TableRules, boxes: int) -> None:
    """Every card that can be matched: up card, down card, bonus cards."""
    wagers = [wager for wager in played.result.totals.setup.plan.sides if wager <= WagerCode.MATCH_BONUS_5]
    found = figures(rules, "match-the-dealer")
    assert len(wagers) == len(found)
    for wager, figure in zip(sorted(wagers), found, strict=True):
        assert played.is_worth(wager, figure.house_edge), figure.extra["card"]


def _check_spin(played: Played, rules: TableRules, boxes: int) -> None:
    """Symbols as often as the wheel has them, the edge with the community pays of so many players, and the meter."""
    figure = _figure(rules, "bonus-spin", boxes)
    lines = played.result.wager("bonus-spin").lines
    chances = {event.name: float(event.probability) for event in figure.events}
    symbols = [symbol for symbol in lines if symbol in chances]
    assert len(symbols) >= 11
    for symbol in symbols:
        assert is_near(lines[symbol], chances[symbol], played.rounds * boxes), symbol
    is_on_meter = rules.jackpot_type is not None and rules.jackpot_type.value == "progressive"
    exact = figure.extra["house_edge_fixed"] if is_on_meter else figure.house_edge
    assert played.is_worth(WagerCode.BONUS_SPIN, exact)
    if is_on_meter:
        assert rules.meter_reset is not None
        _check_meter(played, "jackpot", float(figure.extra["average_meter_at_hit"]) * 100, rules.meter_reset)


def _check_xtreme(played: Played, rules: TableRules, boxes: int) -> None:
    """Rings as often as the wheels have them, the hot spot by its rule, the edge, and the meters when they are hit."""
    figure = _figure(rules, "xtreme-16", boxes)
    lines = played.result.wager("xtreme-16").lines
    spins = sum(count for line, count in lines.items() if line.startswith("community"))
    assert is_near(spins, float(figure.extra["trigger_probability"]), played.rounds)
    for row in figure.extra["lines"]:
        # A community amount is spun once for all, a hot spot at most once: any of the boxes may have it.
        times = 1 if row["line"].startswith("community") else boxes
        assert is_near(lines[row["line"]], float(row["frequency"]) * times, played.rounds), row["line"]
    assert played.is_worth(WagerCode.XTREME_16, figure.extra["house_edge_fixed"])
    assert rules.xtreme_meter_reset is not None
    names = ("average_meter_at_hit", "average_secondary_at_hit")
    for number, (name, reset) in enumerate(zip(names, rules.xtreme_meter_reset, strict=True), start=1):
        _check_meter(played, f"jackpot {number}", float(figure.extra[name]) * 100, reset)


def _check_meter(played: Played, line: str, mean: float, reset: int) -> None:
    """The mean of what a meter showed when it was hit; it grows for as long as an exponential time, about."""
    hits = [hit for (_, name), hit in played.result.totals.hits.items() if name == line]
    if played.rounds >= SURE:
        assert hits
    for hit in hits:
        error = (mean - reset) / sqrt(hit.count)
        assert abs(hit.amount / hit.count - mean) < SIGMAS * error, line


CHECKS = {
    WagerCode.MATCH_UP: _check_matches,
    WagerCode.BONUS_SPIN: _check_spin,
    WagerCode.XTREME_16: _check_xtreme,
}


def _hold(game: Game, rounds: int, wager: str | None = None) -> None:
    name, choices, boxes = game
    rules = table_rules(name, choices)
    setup = setup_of(rules, strategy=never_bust(), wager=wager, cards="fresh", boxes=boxes, seed=41)
    played = play(setup, rounds // boxes)
    checks = [check for wager, check in CHECKS.items() if wager in setup.plan.sides]
    assert checks
    for check in checks:
        check(played, rules, boxes)


VARIANTS = [
    *((game, "bonus-spin") for game in SPINS),
    *((game, "xtreme-16") for game in XTREMES),
    *((game, "match-the-dealer") for game in MATCHES),
]


@pytest.mark.parametrize("game", [each for each in DEFAULTS if each[0] in ("md", "ma", "wa-v002")], ids=_name)
def test_all_side_wagers(game: Game) -> None:
    _hold(game, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("game", DEFAULTS, ids=_name)
def test_all_side_wagers_at_length(game: Game) -> None:
    """10⁹ rounds of each rule set, or a tenth."""
    _hold(game, MOST)


REPRESENTATIVES = [
    (SPINS[1], "bonus-spin"),
    (SPINS[-1], "bonus-spin"),
    (XTREMES[1], "xtreme-16"),
    (XTREMES[2], "xtreme-16"),
    (MATCHES[2], "match-the-dealer"),
    (MATCHES[3], "match-the-dealer"),
]
"""In the default run: wheels for several boxes, either choice of the hot spot, and every card that can be matched."""


@pytest.mark.parametrize(
    ("game", "wager"), REPRESENTATIVES, ids=lambda each: _name(each) if isinstance(each, tuple) else each
)
def test_variants(game: Game, wager: str) -> None:
    _hold(game, FEW, wager)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "wager"), VARIANTS, ids=lambda each: _name(each) if isinstance(each, tuple) else each)
def test_variants_at_length(game: Game, wager: str) -> None:
    """10⁸ boxes of each variant, or a tenth."""
    _hold(game, MANY, wager)


def _supers(name: str, choices: dict[str, Any], boxes: int, rounds: int) -> None:
    """A player who hits every pair of sevens: the chance of the figure is that of the cards alone."""
    rules = table_rules(name, choices)
    setup = setup_of(rules, strategy=mimic_the_dealer(), wager="super-bonus", cards="fresh", boxes=boxes, seed=9)
    played = play(setup, rounds // boxes)
    (figure,) = figures(rules, "super-bonus", players=boxes, bet=setup.plan.wager)
    chance, lines = float(figure.events[0].probability), played.result.wager("super-bonus").lines
    assert is_near(lines["super bonus"], chance, played.rounds * boxes)
    envied = played.result.wager("envy").lines["envy"] if boxes > 1 else 0
    assert is_near(envied, chance * (boxes - 1), played.rounds * boxes)
    per_round = sum(played.edge(wager)[0] for wager in (WagerCode.SUPER_BONUS, WagerCode.ENVY))
    error = sqrt(sum(played.edge(wager)[1] ** 2 for wager in (WagerCode.SUPER_BONUS, WagerCode.ENVY))) * sqrt(2)
    assert abs(per_round - float(figure.house_edge)) < SIGMAS * error


SUPERS = [("wa", {}, 1), ("md", {}, 7), ("wa", {"decks": 8}, 7), ("ma", {}, 4)]


def test_super_bonus_and_envy() -> None:
    _supers("md", {}, 7, 20_000_000)


@pytest.mark.slow
@pytest.mark.parametrize("game", SUPERS, ids=_name)
def test_super_bonus_and_envy_at_length(game: Game) -> None:
    _supers(*game, 3 * MANY)


def test_a_wrong_figure_is_seen() -> None:
    """The comparison is no empty one: an edge for another number of players does not pass it."""
    rules = table_rules("md")
    setup = setup_of(rules, strategy=never_bust(), wager="bonus-spin", cards="fresh", boxes=7, seed=41)
    played = play(setup, FEW // 7)
    assert played.is_worth(WagerCode.BONUS_SPIN, _figure(rules, "bonus-spin", 7).extra["house_edge_fixed"])
    assert not played.is_worth(WagerCode.BONUS_SPIN, _figure(rules, "bonus-spin", 6).extra["house_edge_fixed"])
