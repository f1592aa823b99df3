"""Play and side wagers that follow the count: each round by the strategy of its count, side wagers only when due."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import floor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from siete.cards import SPANISH_DECK, Card, Rank
from siete.errors import SieteError
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.sim.chunks import Setup, run_chunk
from siete.sim.codes import METERED, WagerCode
from siete.sim.compiler.compiled_rules import Compiled, compile_rules
from siete.sim.compiler.encoding import encoded
from siete.sim.counts import Trace, new_counts, new_trace
from siete.sim.departures import Departure, departed
from siete.sim.kernels.round import run_of
from siete.sim.kernels.shuffling import stream
from siete.sim.plan import Cards, Count, Plan, all_sides, checked
from siete.sim.saving import load, save, state_of
from siete.sim.simulation import Goal, simulate
from siete.strategy import Strategy, mimic_the_dealer, never_bust

WA = table_rules("wa")
CHART = mimic_the_dealer(hits_soft_17=True)
TAGS = {Rank.TWO: 1, Rank.FIVE: 2, Rank.SIX: 1, Rank.ACE: -1, Rank.KING: -2, Rank.QUEEN: -1}
PLAYS = tuple(
    map(
        Departure.from_text,
        (
            "hard 16 v X: S from 1",
            "hard 15 v X: R/S from 1",
            "hard 12 v 3: S below 0",
            "hard 10 v 6: D/H from -1",
            "hard 11 v 5: D/H from 1",
            "pairs 8 v X: P from 0",
            "pairs X v 6: P from -1",
        ),
    )
)
COUNT = Count(tags=TAGS, plays=PLAYS, wagers=((1, Cents(2000)),))


def _shoe(seed: int) -> list[Card]:
    cards = list(SPANISH_DECK) * WA.decks
    Random(seed).shuffle(cards)
    return cards


def _run(compiled: Compiled, shoe: list[Card], rounds: int, pos: int = 0) -> tuple[Any, Trace]:
    counts, trace = new_counts(), new_trace(rounds, 1)
    counts["is_traced"] = 1
    cards = encoded(shoe)
    run_of(is_full=True)(
        compiled.tables,
        counts,
        trace,
        compiled.extras,
        cards,
        stream(0, 0),
        stream(1, 0, 1),
        rounds,
        pos,
        len(cards),
        1,
    )
    assert not counts["errors"][0, 0]
    return counts, trace


def _true_count(count: Count, shoe: list[Card], place: int) -> Fraction:
    """By its definition: the running count for each deck left, rounded down to what the tags can tell."""
    running = sum(Fraction(count.tags.get(card.rank, 0)) for card in shoe[:place])
    return Fraction(floor(running * 48 / (len(shoe) - place) * count.scale), count.scale)


def _rounds(compiled: Compiled, count: Count, shoes: range) -> Iterator[tuple[list[Card], int, Fraction, Trace, int]]:
    """Round by round from given shoes: shoe, place, true count, and what the kernel did."""
    for seed in shoes:
        shoe, rounds = _shoe(seed), 30
        _, trace = _run(compiled, shoe, rounds)
        for number in range(rounds):
            place = int(trace.places[number - 1]) if number else 0
            yield shoe, place, _true_count(count, shoe, place), trace, number


def test_every_round_is_played_by_the_strategy_of_its_true_count() -> None:
    """Each round once more, from where it began, by the strategy and the wager of its count alone."""
    plan = Plan(count=COUNT, super_bonus=False)
    compiled = compile_rules(WA, CHART, plan)
    alone: dict[tuple[object, Cents], Compiled] = {}

    def once(played: Strategy, wager: Cents, shoe: list[Card], place: int) -> Trace:
        key = (played.rows, wager)
        if key not in alone:
            alone[key] = compile_rules(WA, played, Plan(wager=wager, super_bonus=False))
        return _run(alone[key], shoe, 1, place)[1]

    seen, departures = set(), 0
    for shoe, place, true_count, trace, number in _rounds(compiled, COUNT, range(6)):
        wager = next((amount for least, amount in reversed(COUNT.wagers) if true_count >= least), Cents(1000))
        played = departed(CHART, PLAYS, true_count)
        found = once(played, wager, shoe, place)
        assert trace.acts[number, : trace.lengths[number]].tolist() == found.acts[0, : found.lengths[0]].tolist()
        assert trace.nets[number].tolist() == found.nets[0].tolist()
        assert trace.places[number] == found.places[0]
        departures += found.acts[0].tolist() != once(CHART, wager, shoe, place).acts[0].tolist()
        seen.add((played.rows, wager))
    assert len(seen) == 4, "every strategy was played"
    assert departures >= 5, "and they mattered"


def test_from_fresh_shoes_index_plays_at_zero_are_the_altered_strategy_itself() -> None:
    """So the exact figures of that strategy are those of the run, seed by seed."""
    plays = tuple(replace(each, at=0, is_from=True) for each in PLAYS)
    fresh = Plan(cards=Cards.FRESH, super_bonus=False)
    counted = replace(fresh, count=Count(tags=TAGS, plays=plays))
    # One box with a count goes through the full kernel; another count that changes nothing keeps the other run there.
    beside = replace(fresh, count=Count(tags=TAGS, plays=(replace(plays[0], at=90),)))
    one = run_chunk(Setup(rules=WA, strategy=CHART, plan=counted), 0, 20_000)
    two = run_chunk(Setup(rules=WA, strategy=departed(CHART, plays, 0), plan=beside), 0, 20_000)
    assert one.counts["sums"].tolist() == two.counts["sums"].tolist()
    assert one.counts["acts"].tolist() == two.counts["acts"].tolist()


def test_match_the_dealer_waits_for_its_count(tmp_path: Path) -> None:
    sides = {WagerCode.MATCH_UP: Cents(500)}
    count = Count(tags=TAGS, match_from=1)
    plan = Plan(count=count, sides=sides, super_bonus=False)
    compiled = compile_rules(WA, CHART, plan)
    always = compile_rules(WA, CHART, replace(plan, count=None))
    made = 0
    for shoe, place, true_count, trace, number in _rounds(compiled, count, range(20, 24)):
        _, once = _run(always, shoe, 1, place)
        wagered = true_count >= 1
        made += wagered
        for wager in sides:
            assert trace.nets[number, 0, wager] == (once.nets[0, 0, wager] if wagered else 0)
        assert trace.nets[number, 0, WagerCode.BASE] == once.nets[0, 0, WagerCode.BASE]
    assert 10 < made < 110
    result = simulate(Setup(rules=WA, strategy=CHART, plan=plan), Goal(rounds=30_000), workers=1)
    rounds = int(result.totals.counts["level_rounds"][1])
    found = result.wager("match-up")
    assert 1_000 < rounds < 20_000
    assert found.wagered == rounds * 500
    assert sum(found.lines.values()) == rounds
    assert found.standard_error > 0
    save(result, tmp_path / "match.json")
    assert load(tmp_path / "match.json").totals.setup == result.totals.setup


NEVER_PLAYED = replace(PLAYS[0], at=90)
"""An index play that no count reaches: it keeps a run with the full kernel."""


def _met(rules: TableRules) -> tuple[dict[WagerCode, Cents], Plan]:
    sides = {wager: amount for wager, amount in all_sides(rules, Cents(1000)).items() if wager in METERED}
    return sides, Plan(sides=sides, super_bonus=False, count=Count(tags=TAGS, plays=(NEVER_PLAYED,)))


@pytest.mark.parametrize("rules", [WA, table_rules("md")], ids=["jackpot", "wheels"])
def test_wagers_with_meters_that_wait_for_a_count_reached_by_every_round_are_made_always(rules: TableRules) -> None:
    """The meters too are those of a run in which nothing waits, to the part of a cent and award for award."""
    sides, plan = _met(rules)
    assert plan.count is not None
    every = replace(plan, count=replace(plan.count, sides_from=dict.fromkeys(sides, -90)))
    one, two = (
        state_of(simulate(Setup(rules=rules, strategy=CHART, plan=each), Goal(rounds=300_000)).totals)
        for each in (plan, every)
    )
    assert one["hits"]
    for name in ("sums", "squares", "hits", "meters", "awarded", "nets"):
        assert one[name] == two[name], name


def test_a_jackpot_waits_for_its_count_and_its_meter_with_it(tmp_path: Path) -> None:
    sides, plan = _met(WA)
    assert plan.count is not None
    waiting = replace(plan, count=replace(plan.count, sides_from=dict.fromkeys(sides, 1)))
    compiled, always = compile_rules(WA, CHART, waiting), compile_rules(WA, CHART, plan)
    made = 0
    for shoe, place, true_count, trace, number in _rounds(compiled, COUNT, range(30, 33)):
        _, once = _run(always, shoe, 1, place)
        made += true_count >= 1
        assert trace.nets[number, 0, WagerCode.JACKPOT_1] == (
            once.nets[0, 0, WagerCode.JACKPOT_1] if true_count >= 1 else 0
        )
    assert 10 < made < 80
    result = simulate(Setup(rules=WA, strategy=CHART, plan=waiting), Goal(rounds=300_000))
    rounds, found = int(result.totals.counts["level_rounds"][1:-1].sum()), result.wager("jackpot-1")
    assert 50_000 < rounds < 200_000
    assert found.wagered == rounds * sides[WagerCode.JACKPOT_1]
    meter, hits = result.totals.meters.meters["jackpot-1"], result.totals.hits
    assert hits
    assert WA.meter_seed is not None
    assert WA.meter_reset is not None
    rates = (WA.meter_increment or 0) + (WA.reserve_increment or 0)
    tops = sum(hit.count for (_, line), hit in hits.items() if line == "two-suited-aces-of-spades")
    fed = WA.meter_seed + tops * WA.meter_reset + rounds * sides[WagerCode.JACKPOT_1] * rates
    assert Fraction(meter.amount + meter.reserve, meter.parts) == fed - sum(hit.amount for hit in hits.values())
    save(result, tmp_path / "jackpot.json")
    assert load(tmp_path / "jackpot.json").totals.setup == result.totals.setup


def test_index_plays_are_saved_and_read(tmp_path: Path) -> None:
    setup = Setup(rules=WA, strategy=CHART, plan=Plan(count=COUNT, super_bonus=False))
    result = simulate(setup, Goal(rounds=2_000), workers=1)
    save(result, tmp_path / "index.json")
    assert load(tmp_path / "index.json").totals.setup == setup


@pytest.mark.parametrize(
    "text", ["hard 16 X S 3", "soft 16 v T: S from 3", "doubled-1 16 v X: X from 1", "hard 16 v X: S from 1/0"]
)
def test_what_is_no_index_play_is_refused(text: str) -> None:
    with pytest.raises(SieteError) as refusal:
        Departure.from_text(text)
    assert refusal.value.code == "sim/unreadable-index"


def test_a_row_that_the_strategy_does_not_have_is_refused() -> None:
    with pytest.raises(SieteError) as refusal:
        departed(never_bust(), (Departure.from_text("pairs-split 8 v X: H from 1"),), 0)
    assert refusal.value.code == "sim/index-row"


@pytest.mark.parametrize(
    ("plan", "rules", "code"),
    [
        (Plan(count=Count(tags=TAGS, match_from=1), super_bonus=False), WA, "sim/match-by-count"),
        (
            Plan(count=Count(tags=TAGS, sides_from={WagerCode.JACKPOT_1: 1}), super_bonus=False),
            WA,
            "sim/side-by-count",
        ),
        (
            Plan(count=Count(tags=TAGS, match_from=1), sides={WagerCode.MATCH_UP: Cents(500)}),
            table_rules("wa", {"mtd_mandatory": "up_card"}),
            "sim/mandatory-side-wager",
        ),
    ],
    ids=["not played", "no jackpot", "required"],
)  # fmt: skip
def test_a_side_wager_by_a_count_needs_the_wager_and_the_choice(plan: Plan, rules: Any, code: str) -> None:
    with pytest.raises(SieteError) as refusal:
        checked(plan, rules)
    assert refusal.value.code == code


def test_more_levels_than_there_is_room_for_are_refused() -> None:
    plays = tuple(replace(PLAYS[0], at=at) for at in np.arange(-8, 9).tolist())
    with pytest.raises(SieteError) as refusal:
        compile_rules(WA, CHART, Plan(count=Count(tags=TAGS, plays=plays), super_bonus=False))
    assert refusal.value.code == "sim/levels"
