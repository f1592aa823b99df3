"""Every figure of the base game that can be had two ways: solved for the derived chart, and counted in rounds dealt."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import pytest

from siete.lab.simulation import setup_of
from siete.odds.base.solution import chart, figure
from siete.odds.figure import Figure
from siete.rules.names import names
from siete.rules.submission import table_rules
from siete.sim.results import Result
from siete.sim.simulation import Goal, simulate

FAR = 4.5
"""Standard errors; some 40 figures of six rule sets are compared."""


def _both(name: str, rounds: int) -> tuple[Figure, Result]:
    rules = table_rules(name)
    setup = setup_of(rules, wager="base", cards="fresh", seed=2027)
    return figure(rules, chart(rules).strategy), simulate(setup, Goal(rounds=rounds))


def _compared(exact: Figure, dealt: Result) -> Iterator[tuple[str, float, float, float]]:
    """Name, exact figure, counted figure, and the error that both may have."""
    rounds, deviation = dealt.rounds, exact.extra["standard_deviation"]
    yield "house edge", float(exact.house_edge), dealt.house_edge, deviation / sqrt(rounds)
    # A round's deviation and its wagers have moments of their own: three times the mean's error is more than theirs.
    yield (
        "deviation",
        deviation,
        dealt.deviation,
        3 * deviation / sqrt(rounds) + exact.extra["standard_deviation_error"],
    )
    yield "average wager", exact.extra["average_wager"], dealt.average_wager, deviation / sqrt(rounds)
    split = exact.extra["split_rounds"]
    counted = int(dealt.totals.counts["split_sizes"].sum()) / rounds
    yield "split rounds", split, counted, sqrt(split / rounds)
    for line in exact.extra["bonus_lines"]:
        part = line["probability"]
        yield line["name"], part, dealt.hands.get(line["name"], 0) / rounds, sqrt(part / rounds) + 1 / rounds
    unit = dealt.totals.setup.plan.wager
    for event in exact.events:
        part = float(event.probability)
        found = dealt.distribution.get(round(float(event.net or 0) * unit), 0) / rounds
        yield f"result {event.name}", part, found, sqrt(part / rounds) + 1 / rounds + (event.error or 0.0) / FAR


def _far(exact: Figure, dealt: Result) -> list[str]:
    return [
        f"{name}: {one:.8g} solved, {two:.8g} dealt, {abs(one - two) / error:.1f} errors apart"
        for name, one, two, error in _compared(exact, dealt)
        if abs(one - two) > FAR * error
    ]


def test_what_is_solved_is_what_is_dealt() -> None:
    exact, dealt = _both("wa", 1_000_000)
    assert _far(exact, dealt) == []
    assert len(list(_compared(exact, dealt))) > 25


def test_a_wrong_figure_is_seen() -> None:
    """Maryland's figures beside Washington's rounds."""
    exact, _ = _both("md", 1_000)
    _, dealt = _both("wa", 1_000_000)
    assert any(each.startswith("result") for each in _far(exact, dealt))


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_what_is_solved_is_what_is_dealt_at_length(name: str) -> None:
    exact, dealt = _both(name, 60_000_000)
    assert _far(exact, dealt) == []


@pytest.mark.parametrize("name", names())
def test_results_add_up_to_edge_and_deviation(name: str) -> None:
    found = figure(table_rules(name))
    parts = [(float(event.net or 0), float(event.probability)) for event in found.events]
    mean = sum(net * part for net, part in parts)
    assert sum(part for _, part in parts) == pytest.approx(1.0, abs=1e-12)
    assert -mean == pytest.approx(float(found.house_edge), abs=found.error_bound + 1e-12)
    spread = sqrt(sum(net * net * part for net, part in parts) - mean * mean)
    assert spread == pytest.approx(found.extra["standard_deviation"], abs=1e-9)
