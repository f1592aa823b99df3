"""Ramps in dollars: what they come to, what a bankroll calls for, and how the dealing bears them out."""

from __future__ import annotations

from math import exp, sqrt

import pytest

from siete.cards import SPANISH_RANKS, Card, Suit
from siete.lab.counting import study
from siete.lab.ramps import kelly, valued
from siete.lab.simulation import setup_of
from siete.money import Cents
from siete.odds.base.counting.effects import effects
from siete.odds.base.game import Game
from siete.odds.base.shoe import Shoe
from siete.odds.base.solution import figure
from siete.rules.submission import table_rules
from siete.sim.plan import Count
from siete.sim.simulation import Goal, simulate

WA = table_rules("wa")


def test_a_flat_wager_loses_the_edge_that_the_counts_make() -> None:
    found = study(WA)
    tags = found.tags[1]
    counts = found.true_counts(tags)
    flat = valued(found, tags, dict.fromkeys(counts, 10.0))
    edge = sum(part * found.edge_at(tags, count + 0.5) for count, part in counts.items())
    assert flat.win == pytest.approx(-10 * edge)
    assert (flat.score, flat.rounds_to_deviation, flat.ruin(1e6)) == (0.0, None, 1.0)
    assert flat.deviation == pytest.approx(10 * float(figure(WA).extra["standard_deviation"]), rel=2e-3)
    assert valued(found, tags, {}).average_wager == 0


def test_wagers_that_a_bankroll_calls_for() -> None:
    """They rise with the count, stay within the table, and half a Kelly risks the square of a whole one."""
    found = study(WA)
    tags = found.tags[1]
    whole = kelly(found, tags, 20_000, leave_below=-1)
    steps = [whole[count] for count in sorted(whole)]
    assert steps == sorted(steps)
    assert {whole[-2], whole[-1], max(steps)} == {0.0, WA.table_min / 100, WA.table_max / 100}
    ramp = valued(found, tags, whole)
    assert ramp.win > 0
    assert ramp.ruin(20_000) == pytest.approx(exp(-2 * ramp.win * 20_000 / ramp.deviation**2))
    assert ramp.ruin(float(ramp.bankroll(0.05) or 0)) == pytest.approx(0.05)
    assert ramp.score * float(ramp.rounds_to_deviation or 0) == pytest.approx(1e6)
    assert valued(found, tags, kelly(found, tags, 20_000, fraction=0.5, leave_below=-1)).ruin(20_000) < ramp.ruin(
        20_000
    )


@pytest.mark.slow
@pytest.mark.usefixtures("kernels")
def test_a_ramp_wins_when_it_is_dealt() -> None:
    """The model is linear in the cards gone and takes a count for normal: it promises up to a third too much."""
    found = study(WA)
    tags = found.tags[1]
    wagers = kelly(found, tags, 20_000, leave_below=-1)
    promised = valued(found, tags, wagers)
    levels = tuple((count, Cents(round(wager * 100))) for count, wager in wagers.items() if count > -1)
    count = Count(tags=tags.tags, wagers=levels, play_from=-1)
    result = simulate(setup_of(WA, wager="base", bet="5", count=count), Goal(rounds=60_000_000))
    win = -result.house_edge * result.wagered / result.rounds / 100
    error = result.standard_error * result.wagered / result.rounds / 100
    assert win - 3 * error > 0.6 * promised.win
    assert win + 3 * error < 1.2 * promised.win
    deviation = error * sqrt(result.rounds)
    assert deviation == pytest.approx(promised.deviation, rel=0.05)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["md", "ma", "wa"])
def test_effects_of_removal_are_those_of_solving_every_shoe_again(name: str) -> None:
    rules = table_rules(name)
    found = effects(rules)
    for rank in SPANISH_RANKS:
        shoes = (Shoe.full(rules.decks).without([Card(rank, suit)]) for suit in Suit)
        mean = sum(Game(rules, shoe).value() for shoe in shoes) / len(Suit)
        assert found.by_rank[rank] == pytest.approx(mean - found.value, abs=1e-11), rank
