"""Counts with fractions, and rounds that are only watched."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from siete.cards import Rank
from siete.errors import SieteError
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.sim.chunks import Setup, run_chunk
from siete.sim.codes import WagerCode
from siete.sim.plan import Count, Plan, checked
from siete.sim.results import Result
from siete.sim.saving import load, save
from siete.sim.simulation import Goal, simulate
from siete.strategy import never_bust

WA = table_rules("wa")
HALF = Fraction(1, 2)
TAGS = {Rank.FIVE: 2, Rank.FOUR: 1, Rank.ACE: -3}
WHOLE = Count(tags=TAGS, wagers=((1, Cents(2000)), (4, Cents(5000))), insure_from=2)
HALVES = Count(
    tags={rank: tag * HALF for rank, tag in WHOLE.tags.items()},
    wagers=tuple((least * HALF, amount) for least, amount in WHOLE.wagers),
    insure_from=1,
)


def _setup(count: Count, *, boxes: int = 1) -> Setup:
    return Setup(rules=WA, strategy=never_bust(), plan=Plan(boxes=boxes, count=count, super_bonus=False), seed=5)


def _played(count: Count, *, boxes: int = 1) -> Result:
    return simulate(_setup(count, boxes=boxes), Goal(rounds=40_000), workers=1)


@pytest.mark.parametrize("boxes", [1, 2])
def test_half_tags_reach_half_the_true_count(boxes: int) -> None:
    """Side by side with one box, by the full kernel with two."""
    chunks = [run_chunk(_setup(count, boxes=boxes), 0, 40_000) for count in (WHOLE, HALVES)]
    for name in ("level_rounds", "ends", "sums", "insured"):
        assert chunks[0].counts[name].tolist() == chunks[1].counts[name].tolist(), name
    assert (chunks[0].counts["level_rounds"][:3] > 100).all(), "every wager is made"
    assert chunks[0].counts["insured"].sum() > 0


@pytest.mark.parametrize("boxes", [1, 2])
def test_whoever_sits_out_wins_and_loses_nothing_while_the_same_rounds_are_dealt(boxes: int) -> None:
    watching = Count(tags=WHOLE.tags, play_from=Fraction(3, 2), wagers=((4, Cents(5000)),))
    playing = Count(tags=WHOLE.tags, wagers=((Fraction(3, 2), Cents(1000)), (4, Cents(5000))))
    watched, played = _played(watching, boxes=boxes), _played(playing, boxes=boxes)
    levels = played.totals.counts["level_rounds"].tolist()
    assert watched.totals.counts["level_rounds"].tolist() == levels
    assert levels[0] > 1_000
    assert watched.totals.counts["ends"].tolist() == played.totals.counts["ends"].tolist()
    wagered = boxes * (1000 * levels[1] + 5000 * levels[2])
    assert watched.wagers[0].wagered == wagered == played.wagers[0].wagered - boxes * 1000 * levels[0]
    assert watched.house_edge == -int(watched.totals.sums[WagerCode.BASE]) / wagered


def test_a_count_with_fractions_is_saved_and_read(tmp_path: Path) -> None:
    result = _played(replace(HALVES, play_from=Fraction(-1, 4)))
    save(result, tmp_path / "count.json")
    assert load(tmp_path / "count.json").totals.setup == result.totals.setup


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (Plan(count=Count(tags={Rank.ACE: Fraction(1, 101)})), "sim/count"),
        (Plan(count=Count(tags={Rank.ACE: 101})), "sim/count"),
        (Plan(count=Count(tags=TAGS, play_from=2, wagers=((2, Cents(2000)),)), super_bonus=False), "sim/sitting-out"),
        (Plan(count=Count(tags={Rank.ACE: 1}, play_from=2)), "sim/sitting-out"),
        (Plan(count=Count(tags={Rank.ACE: 1}, wagers=((2, Cents(0)),))), "sim/wager"),
    ],
    ids=["too fine", "too large", "wager below", "super bonus", "nothing"],
)  # fmt: skip
def test_counts_that_cannot_be_played_are_refused(plan: Plan, code: str) -> None:
    with pytest.raises(SieteError) as refusal:
        checked(plan, WA)
    assert refusal.value.code == code
