"""The super bonus in simulations: the derived chart wins it, its edge is of one base wager, and its error is honest."""

from __future__ import annotations

import pytest

from siete.lab.simulation import focus, setup_of, simulate
from siete.money import Cents
from siete.odds.wagers import super_bonus
from siete.rules.submission import table_rules
from siete.sim.results import Result
from siete.sim.simulation import Goal
from siete.sim.simulation import simulate as run
from siete.strategy import never_bust

MD = table_rules("md")


@pytest.fixture(scope="module")
def result(kernels: None) -> Result:
    """Nine million hands: thirteen super bonuses are to be expected."""
    return simulate("md", 1_800_000, wager="super-bonus", bet=5, boxes=5, cards="fresh", seed=3)


def test_the_derived_chart_wins_the_super_bonus(result: Result) -> None:
    expected = 5 * result.rounds / 668_382
    hits = result.wager("super-bonus").lines["super bonus"]
    assert abs(hits - expected) < 4 * expected**0.5


def test_super_bonus_and_envy_share_one_base_wager(result: Result) -> None:
    edge, _ = result.edge_of(focus("super-bonus"))
    parts = [result.wager(name).house_edge for name in ("super-bonus", "envy")]
    assert edge == pytest.approx(sum(parts))
    base, _ = result.edge_of(("base", "super-bonus", "envy"))
    assert base == pytest.approx(result.wager("base").house_edge + sum(parts))


def test_the_headline_lies_within_its_error_of_the_exact_edge(result: Result) -> None:
    edge, error = result.edge_of(focus("super-bonus"))
    exact = float(super_bonus.figure(MD, bet=Cents(500), players=5).house_edge)
    assert error > 0
    assert abs(edge - exact) < 3.5 * error


def test_no_hit_is_no_error_of_zero(kernels: None) -> None:
    setup = setup_of(MD, strategy=never_bust(), wager="super-bonus", bet=5, cards="fresh")
    result = run(setup, Goal(rounds=100_000))
    assert result.wager("super-bonus").lines["super bonus"] == 0
    edge, error = result.edge_of(focus("super-bonus"))
    assert edge == 0.0
    assert error == pytest.approx(3**0.5 * 1000 / (100_000 * 5))  # the rule of three: $1,000 with a chance of 3/n


def test_until_error_does_not_stop_before_the_first_hit(kernels: None) -> None:
    setup = setup_of(MD, strategy=never_bust(), wager="super-bonus", bet=5, cards="fresh")
    goal = Goal(rounds=600_000, error=0.0005, wagers=focus("super-bonus"))
    assert run(setup, goal).rounds == 600_000  # at $5 the error of $1,000 not seen is above 0.05 % until 692,821 rounds
