"""Ramps in dollars: what they come to, what a bankroll calls for, and how the dealing bears them out."""

from __future__ import annotations

from math import exp, sqrt

import pytest

from siete.cards import SPANISH_RANKS, Card, Suit
from siete.lab.counting import study
from siete.lab.counts.dealt_counts import dealt_by_count
from siete.lab.counts.ramps import kelly, valued
from siete.lab.simulation import setup_of
from siete.money import Cents
from siete.odds.base.counting.effects import effects
from siete.odds.base.game import Game
from siete.odds.base.shoe import Shoe
from siete.odds.base.solution import chart, figure
from siete.rules.submission import table_rules
from siete.sim.plan import Count
from siete.sim.simulation import Goal, simulate

WA = table_rules("wa")


def test_a_flat_wager_loses_the_edge_that_the_counts_make() -> None:
    found = study(WA)
    tags = found.tags[1]
    counts = found.by_count(tags)
    flat = valued(found, tags, dict.fromkeys(counts, 10.0))
    told = figure(WA).extra
    assert flat.win / 10 == pytest.approx(
        -chart(WA).house_edge - told["cover_card_effect"], abs=3 * told["cover_card_effect_standard_error"]
    ), "the cover card costs what was measured"
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


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize(
    ("name", "level", "rounds"),
    [
        ("wa", 2, 10_000_000),
        ("md", 2, 10_000_000),
        *(pytest.param(name, level, 400_000_000, marks=pytest.mark.slow) for name in ("wa", "md") for level in (2, 3)),
    ],
)
def test_a_ramp_wins_what_it_promises_when_it_is_dealt(name: str, level: int, rounds: int) -> None:
    rules = table_rules(name)
    found = study(rules)
    tags = found.tags[level - 1]
    wagers = kelly(found, tags, 20_000, leave_below=-1)
    promised = valued(found, tags, wagers)
    levels = tuple((count, Cents(round(wager * 100))) for count, wager in wagers.items() if count > -1)
    count = Count(tags=tags.tags, wagers=levels, play_from=-1)
    result = simulate(setup_of(rules, wager="base", bet="5", count=count), Goal(rounds=rounds))
    win = -result.house_edge * result.wagered / result.rounds / 100
    error = result.standard_error * result.wagered / result.rounds / 100
    assert abs(win - promised.win) < 3 * error
    assert error * sqrt(result.rounds) == pytest.approx(promised.deviation, rel=0.01)
    assert result.wagered / result.rounds / 100 == pytest.approx(promised.average_wager, rel=0.01)
    points = dealt_by_count(result, found, tags)
    assert [each.least for each in points] == [at for at in sorted(wagers) if at >= -1], "the others are sat out"
    assert all(abs(each.house_edge - each.exact_edge) < 4 * each.error for each in points), "each count by itself"
    lost = sum(each.house_edge * each.rounds * wagers[each.least or 0] for each in points)
    assert lost == pytest.approx(-win * result.rounds), "together they are the whole"
    dealt = result.totals.counts["level_rounds"][: len(levels) + 2] / result.rounds
    shares = [sum(each.share for at, each in found.by_count(tags).items() if at < -1)]
    shares += [found.by_count(tags)[at].share for at in range(-1, 13)]
    assert dealt.tolist() == pytest.approx(shares, abs=2e-3), (
        "to the thousandth or so: first rounds of a shoe are rough"
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["md", "ma", "wa"])
def test_effects_of_removal_are_those_of_solving_every_shoe_again(name: str) -> None:
    rules = table_rules(name)
    found = effects(rules)
    for rank in SPANISH_RANKS:
        shoes = (Shoe.full(rules.decks).without([Card(rank, suit)]) for suit in Suit)
        mean = sum(Game(rules, shoe).value() for shoe in shoes) / len(Suit)
        assert found.by_rank[rank] == pytest.approx(mean - found.value, abs=1e-11), rank
