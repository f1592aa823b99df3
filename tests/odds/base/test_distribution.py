"""Distribution, edge, deviation, average wager and simulation of the base game tie out."""

from __future__ import annotations

from typing import Any

import pytest

from siete.lab.simulation import simulate
from siete.money import Cents
from siete.odds.base.solution import chart, figure
from siete.rules.submission import table_rules
from tests.few import first_few

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "md": ("md", {}),
    "2 decks": ("wa", {"decks": 2}),
    "wa": ("wa", {}),
    "ma": ("ma", {}),
}


@pytest.mark.parametrize("game", first_few(["2 decks"], [*GAMES]))
def test_the_distribution_sums_to_the_edge_and_the_deviation(game: str) -> None:
    found = figure(table_rules(*GAMES[game]))
    parts = [(float(event.net or 0), float(event.probability)) for event in found.events]
    assert sum(part for _, part in parts) == pytest.approx(1.0, abs=1e-12)
    mean = sum(net * part for net, part in parts)
    assert mean == pytest.approx(-float(found.house_edge), abs=1e-12)
    variance = sum(net * net * part for net, part in parts) - mean**2
    assert variance**0.5 == pytest.approx(found.extra["standard_deviation"], abs=1e-12)
    per_wager = float(found.house_edge) / found.extra["average_wager"]
    assert found.extra["house_edge_per_average_wager"] == pytest.approx(per_wager)


ELSEWHERE = [{"hole_card_procedure": "no_hole"}, {"split_two_card_21": "ma_literal_3to2"}]


@pytest.mark.parametrize("choices", first_few(ELSEWHERE[:1], ELSEWHERE), ids=str)
def test_elsewhere_it_does_so_within_the_error_given(choices: dict[str, Any]) -> None:
    """A late blackjack after several rescues, and a two-card 21 of a split that a dealer's 21 pays otherwise."""
    found = figure(table_rules("ma", choices))
    mean = sum(float(event.net or 0) * float(event.probability) for event in found.events)
    assert mean == pytest.approx(-float(found.house_edge), abs=found.error_bound)


@pytest.mark.usefixtures("kernels")
def test_simulated_results_come_as_often_as_the_distribution_of_the_chart_says() -> None:
    rules = table_rules("wa", {"decks": 2})
    strategy = chart(rules).strategy
    exact = figure(rules, strategy)
    result = simulate(rules, 2_000_000, strategy=strategy, wager="base", bet=100, cards="fresh", seed=5)
    counts = result.distribution
    for event in exact.events:
        part = float(event.probability)
        if part * result.rounds > 50:
            got = counts.get(Cents(round(float(event.net or 0) * 10_000)), 0) / result.rounds
            sigma = (part * (1 - part) / result.rounds) ** 0.5
            assert abs(got - part) < 4 * sigma + event.error, f"{event.name}: {part:.3e}, dealt {got:.3e}"
    assert result.deviation == pytest.approx(exact.extra["standard_deviation"], abs=2e-3)
