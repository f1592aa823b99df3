"""Ramps in dollars: what they come to, what a bankroll calls for, and how the dealing bears them out."""

from __future__ import annotations

from math import exp, sqrt
from pathlib import Path

import pytest

from siete.cards import SPANISH_RANKS, Card, Rank, Suit
from siete.lab.counting import study
from siete.lab.counts.dealt_counts import dealt_by_count
from siete.lab.counts.ramps import kelly, valued
from siete.lab.round_lengths import counted_rounds
from siete.lab.simulation import setup_of
from siete.lab.true_counts import start_chances
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
    assert dealt.tolist() == pytest.approx(shares, abs=2e-3), "as few shoes as these give them"


@pytest.mark.parametrize("level", [1, 2])
def test_true_counts_come_as_often_as_they_are_dealt(level: int) -> None:
    """One shoe after the other, which match the dealer by count needs; the last two levels are above most counts."""
    found = study(WA)
    tags = found.tags[level - 1]
    lows = range(-5, 9)
    count = Count(tags=tags.tags, wagers=tuple((least, Cents(1000)) for least in lows), match_from=12)
    result = simulate(setup_of(WA, wager="match-the-dealer", bet="10", count=count), Goal(rounds=20_000_000))
    dealt = result.totals.counts["level_rounds"][1 : len(lows)] / result.rounds
    shares = [found.by_count(tags)[least].share for least in lows[:-1]]
    assert dealt.tolist() == pytest.approx(shares, abs=4e-4)


@pytest.mark.parametrize("own", [{"2": 1, "K": -1}, {"A": -2, "5": 1, "6": 1}])
def test_counts_of_ones_own_are_a_law_too(own: dict[str, int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Dealt the first time and kept: the mean of a round's count is nought, and the chances of a start are chances."""
    monkeypatch.setenv("SIETE_CACHE_DIR", str(tmp_path))
    tags = {Rank(rank): tag for rank, tag in own.items()}
    law = counted_rounds(WA, tags)
    together = sum(least * sum(each) + sum(n * share for n, share in enumerate(each)) for least, each in law.values())
    assert sum(sum(each) for _, each in law.values()) == pytest.approx(1.0, abs=1e-5)
    assert together == pytest.approx(0.0, abs=0.02)
    assert len(list(tmp_path.iterdir())) == 1
    assert {length: (least, shares) for length, (least, shares) in counted_rounds(WA, tags).items()} == law
    starts = start_chances(WA, tags)
    assert starts.min() >= 0
    assert starts[60:, starts.shape[1] // 2].max() < 0.3, "one card in six or so begins a round"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["md", "ma", "wa"])
def test_effects_of_removal_are_those_of_solving_every_shoe_again(name: str) -> None:
    rules = table_rules(name)
    found = effects(rules)
    for rank in SPANISH_RANKS:
        shoes = (Shoe.full(rules.decks).without([Card(rank, suit)]) for suit in Suit)
        mean = sum(Game(rules, shoe).value() for shoe in shoes) / len(Suit)
        assert found.by_rank[rank] == pytest.approx(mean - found.value, abs=1e-11), rank
