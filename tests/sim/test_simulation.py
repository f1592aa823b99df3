"""Same seed, same result: whatever the threads, stops and carrying on."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from siete.cards import Rank
from siete.errors import SieteError
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.sim import chunks
from siete.sim.chunks import PlayedChunks, Setup
from siete.sim.codes import DEALERS, DOUBLINGS, ENDS, WAGERS
from siete.sim.comparison import compare
from siete.sim.compiler.encoding import full_shoe
from siete.sim.counts import new_counts, new_trace
from siete.sim.kernels.round import run_of
from siete.sim.kernels.shuffling import stream
from siete.sim.kernels.wide_round import LANES, run_side_by_side
from siete.sim.left_out import left_out
from siete.sim.plan import Count, Plan, all_sides
from siete.sim.plotting import plot
from siete.sim.results import Result
from siete.sim.saving import csv_of, load, merged, save, state_of
from siete.sim.sessions import quantile
from siete.sim.simulation import Goal, PendingChunks, Work, simulate
from siete.strategy import Cell, Strategy, StrategyRow, Table, mimic_the_dealer, never_bust
from tests.few import first_few
from tests.table.generated.strategies import random_strategy

WA = table_rules("wa")


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", 3000)


def _setup(plan: Plan | None = None, rules: Any = WA, seed: int = 1) -> Setup:
    sides = Plan(sides=all_sides(rules, Cents(1000)), boxes=2)
    return Setup(rules=rules, strategy=never_bust(), plan=plan or sides, seed=seed)


def test_threads_change_nothing() -> None:
    found = [simulate(_setup(), Goal(rounds=20_000), workers=workers) for workers in (1, 2, 5)]
    states = [state_of(each.totals) for each in found]
    assert states[0] == states[1] == states[2]
    assert found[0].rounds == 20_000
    assert state_of(simulate(_setup(seed=2), Goal(rounds=20_000)).totals) != states[0]


def test_a_stopped_run_is_valid_and_can_be_carried_on(tmp_path: Path) -> None:
    """Ctrl-C in mid-run, saved, loaded and carried on: bit for bit the run that was never stopped."""

    def stop(result: Result) -> None:
        if result.rounds == 9_000:
            raise KeyboardInterrupt

    whole = simulate(_setup(), Goal(rounds=21_000))
    part = simulate(_setup(), Goal(rounds=21_000), watch=stop)
    assert part.is_partial
    assert part.rounds == 9_000
    assert 0 < part.standard_error < 1
    save(part, tmp_path / "part.json")
    again = load(tmp_path / "part.json")
    assert state_of(again.totals) == state_of(part.totals)
    done = simulate(_setup(), Goal(rounds=21_000), begun=again.totals)
    assert state_of(done.totals) == state_of(whole.totals)


@pytest.mark.parametrize("first", [7_000, 9_000, 500])
def test_a_run_is_carried_on_from_any_number_of_rounds(tmp_path: Path, first: int) -> None:
    """A last chunk that was cut short is played anew: 7,000 rounds and then to 20,000 are one run of 20,000."""
    part = simulate(_setup(), Goal(rounds=first))
    save(part, tmp_path / "part.json")
    begun = load(tmp_path / "part.json").totals
    assert state_of(begun) == state_of(part.totals)
    done = simulate(_setup(), Goal(rounds=20_000), begun=begun)
    assert state_of(done.totals) == state_of(simulate(_setup(), Goal(rounds=20_000)).totals)


def test_as_many_rounds_as_there_are_change_nothing() -> None:
    part = simulate(_setup(), Goal(rounds=7_000))
    assert simulate(_setup(), Goal(rounds=7_000), begun=part.totals).totals is part.totals


class _Counted:
    """A pool with the width of a cluster that plays at once and notes what it was asked for."""

    width = 3

    def __init__(self) -> None:
        self.tasks: list[tuple[int, ...]] = []
        self.waiting = self.most = 0

    def submit(self, work: Work, setup: Setup, number: int, rounds: tuple[int, ...], /) -> PendingChunks:
        pool = self
        self.tasks.append(rounds)
        self.waiting += 1
        self.most = max(self.most, self.waiting)

        class Pending:
            def result(self) -> PlayedChunks:
                pool.waiting -= 1
                played = work(setup, number, rounds)
                return replace(played, seconds=0.1 * len(rounds))  # ten chunks a second

            def cancel(self) -> None:
                pool.waiting -= 1

        return Pending()


def test_a_cluster_gets_two_tasks_a_worker_of_about_a_second() -> None:
    pool = _Counted()
    found = simulate(_setup(), Goal(rounds=200_000), pool=pool)
    assert pool.most == 6
    assert [len(task) for task in pool.tasks[:6]] == [1] * 6
    assert len(pool.tasks[6]) == 10
    assert state_of(found.totals) == state_of(simulate(_setup(), Goal(rounds=200_000)).totals)


def test_what_is_not_played_is_said() -> None:
    assert left_out(table_rules("ma", {"max_bettors_per_box": 3}))[0].startswith("up to 3 bettors on a box")
    assert not any("bettors" in words for words in left_out(table_rules("ma")))


def test_nets_are_numbers_beside_the_text() -> None:
    plain = simulate(_setup(), Goal(rounds=3_000)).to_json()
    nets, texts = plain["nets"], plain["distribution"]
    assert isinstance(nets, list)
    assert isinstance(texts, dict)
    assert [each["rounds"] for each in nets] == list(texts.values())
    assert sum(each["net"] * each["rounds"] for each in nets) == pytest.approx(sum(w["net"] for w in plain["wagers"]))  # type: ignore[attr-defined]


def test_it_stops_when_the_edge_is_known_well_enough() -> None:
    result = simulate(_setup(Plan(super_bonus=False)), Goal(rounds=10**9, error=0.01))
    assert result.standard_error <= 0.01
    assert result.rounds % 3000 == 0
    assert result.rounds < 60_000


def test_figures_follow_from_what_was_counted() -> None:
    result = simulate(_setup(), Goal(rounds=30_000))
    nets = result.distribution
    assert sum(nets.values()) == 30_000
    assert sum(net * count for net, count in nets.items()) == result.totals.sums[WAGERS]
    values = np.repeat(np.array(list(nets), dtype=float), list(nets.values()))
    in_a_round = result.wagered / result.rounds
    assert result.standard_error == pytest.approx(values.std(ddof=1) / in_a_round / 30_000**0.5, rel=1e-9)
    assert sum(each.net for each in result.wagers) == result.totals.sums[WAGERS]
    base = result.wager("base")
    assert base.wagered == 30_000 * 2 * 1000
    assert sum(result.hands.values()) >= 60_000
    assert result.convergence[-1][0] == 30_000
    assert result.convergence[-1][1] == pytest.approx(result.house_edge)


FAST: list[tuple[str, dict[str, Any]]] = [
    ("wa", {}),
    ("wa", {"double_double": True}),
    ("wa", {"decks": 2}),
    ("md", {"decks": 8}),
    ("ma", {"hole_card_procedure": "no_hole"}),
    ("ma", {"hole_card_procedure": "hole_no_peek"}),
    ("s13", {"hole_card_procedure": "no_hole", "dealer_bj_collect": "busted_plus_one"}),
]
COUNTED = ("ends", "split_ends", "split_sizes", "acts")


def _full(setup: Setup, shoe: Any, rounds: int, *, is_full: bool = True) -> Any:
    """What a kernel of one shoe counts in so many rounds of a given shoe."""
    counts = new_counts()
    run = run_of(is_full=is_full)
    compiled, trace = chunks.compiled_of(setup), new_trace(0, setup.plan.boxes)
    cards, rng, dice = shoe.copy(), stream(0, 0), stream(0, 0)
    used = run(compiled.tables, counts, trace, compiled.extras, cards, rng, dice, rounds, 0, shoe.size, 1)
    assert not counts["errors"].any()
    return counts[0], used


@pytest.mark.parametrize("boxes", first_few([1, 7], [1, 2, 7]))
@pytest.mark.parametrize(
    "game",
    first_few([FAST[0], FAST[4], FAST[6]], FAST),
    ids=lambda game: " ".join((game[0], *map(str, game[1].values()))),
)
def test_fast_kernels_play_given_shoes_as_the_full_one_does(game: tuple[str, dict[str, Any]], boxes: int) -> None:
    """Each fast path against its definition: the same shoes, every end, decision and card."""
    rules, rng = table_rules(*game), np.random.default_rng(5)
    boxes = min(boxes, rules.positions)
    rounds = (3 * rules.decks + boxes - 1) // boxes if rules.decks > 2 else 4 // boxes + (boxes > 4)
    plan = Plan(super_bonus=False, boxes=boxes)
    for number in range(4):
        setup = Setup(rules=rules, strategy=random_strategy(Random(number)), plan=plan)
        compiled = chunks.compiled_of(setup)
        assert compiled.lanes is not None
        shoes = [rng.permutation(full_shoe(rules.decks)) for _ in range(LANES)]
        counts, cards = new_counts(), shoes[0].size
        starts = np.arange(LANES, dtype=np.uint64) * np.uint64(cards)
        places = starts.copy()
        together = np.concatenate(shoes)
        run_side_by_side(compiled.tables, counts, compiled.lanes, together, stream(0, 0), rounds * LANES, places, 1)
        assert not counts["errors"].any()
        full = [_full(setup, shoe, rounds) for shoe in shoes]
        assert (places - starts).tolist() == [used for _, used in full]
        for name in COUNTED if boxes == 1 else (*COUNTED, "sums", "squares"):
            assert counts[0][name].tolist() == sum(each[name] for each, _ in full).tolist(), name
        for name in ("split_net",) if boxes == 1 else ("split_net", "total"):
            assert _nets(counts[0], name) == sum((_nets(each, name) for each, _ in full), Counter())
        if boxes == 1:
            plain = [_full(setup, shoe, rounds, is_full=False)[0]["ends"].tolist() for shoe in shoes]
            assert plain == [each["ends"].tolist() for each, _ in full]


def _nets(counts: Any, name: str) -> Counter[int]:
    keys, found = counts[f"{name}_keys"], counts[f"{name}_counts"][: counts[f"{name}_keys"].size]
    return Counter({(int(key) - 1) // 2: int(count) for key, count in zip(keys, found, strict=True) if key})


def test_the_average_wager_counts_doubles_and_splits_of_every_level() -> None:
    """Who never doubles nor splits has one wager on every box; else as much as all ends of hands stand for."""
    plain = simulate(Setup(rules=WA, strategy=mimic_the_dealer(), plan=Plan()), Goal(rounds=6_000))
    assert plain.average_wager == 1.0
    assert plain.house_edge_per_average_wager == pytest.approx(plain.wager("base").house_edge)
    count = Count(tags={Rank.FIVE: 1, Rank.ACE: -1}, wagers=((0, Cents(3000)),))
    setup = Setup(rules=WA, strategy=random_strategy(Random(4)), plan=Plan(count=count))
    result, levels = simulate(setup, Goal(rounds=6_000)), (1000, 3000)
    stood = 0
    for name in ("ends", "split_ends"):
        for place, hands in enumerate(result.totals.counts[name].tolist()):
            stood += hands * levels[place // ENDS] * 2 ** (place % ENDS // DEALERS % DOUBLINGS)
    assert result.average_wager == pytest.approx(stood / result.wager("base").wagered)
    assert result.average_wager > 1.0


def test_a_strategy_with_exact_hands_goes_without_the_fastest_way() -> None:
    row = StrategyRow(table=Table.CARDS, name="8-6", cells=(Cell.from_text("S"),) * 10)
    strategy = Strategy(name="Exact", rows=(*never_bust().rows, row))
    setup = Setup(rules=WA, strategy=strategy, plan=Plan(super_bonus=False))
    assert chunks.compiled_of(setup).lanes is None
    assert simulate(setup, Goal(rounds=6000)).rounds == 6000


def test_saved_results_come_back_merge_and_compare(tmp_path: Path) -> None:
    one, two = (simulate(_setup(seed=seed), Goal(rounds=6_000)) for seed in (1, 2))
    both = merged(one, two)
    assert both.rounds == 12_000
    assert both.totals.sums == [a + b for a, b in zip(one.totals.sums, two.totals.sums, strict=True)]
    assert all(abs(each.z) < 4.5 for each in compare(one, two))
    with pytest.raises(SieteError, match="sim/same-seed"):
        merged(one, one)
    with pytest.raises(SieteError, match="sim/cannot-merge"):
        merged(one, simulate(_setup(Plan(), seed=3), Goal(rounds=3000)))
    for name in ("r.csv", "r.npz", "r.json"):
        save(one, tmp_path / name)
    assert (tmp_path / "r.csv").read_text() == csv_of(one)
    with np.load(tmp_path / "r.npz") as arrays:
        assert int(arrays["rounds"]) == 6_000
        assert arrays["distribution_rounds"].sum() == 6_000
    plot(one, tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text()
    assert "plotly" in page
    assert "<script src=" not in page
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(SieteError, match="sim/unreadable-result"):
        load(tmp_path / "bad.json")
    whole = json.loads((tmp_path / "r.json").read_text())
    counts = whole["state"]["counts"]
    name = next(name for name, each in counts.items() if each["at"])
    for faulty in ({"size": 1, "at": [5]}, {"size": -1}, {"size": 10**15}):
        damaged = whole | {"state": whole["state"] | {"counts": counts | {name: counts[name] | faulty}}}
        (tmp_path / "bad.json").write_text(json.dumps(damaged))
        with pytest.raises(SieteError, match="sim/unreadable-result"):
            load(tmp_path / "bad.json")
    with pytest.raises(SieteError, match="file/unknown-kind"):
        save(one, tmp_path / "r.txt")


def test_a_wager_by_count_is_larger_when_the_count_is_high() -> None:
    tags = {Rank.ACE: -1, Rank.KING: -1, Rank.QUEEN: -1, Rank.JACK: -1, Rank.THREE: 1, Rank.FOUR: 1,
            Rank.FIVE: 1, Rank.SIX: 1}  # fmt: skip
    count = Count(tags=tags, wagers=((2, Cents(5000)), (4, Cents(10_000))), insure_from=3)
    flat, spread = Plan(), Plan(super_bonus=False, count=count)  # neither is plain: one kernel, one order of cards
    found = {name: simulate(_setup(plan), Goal(rounds=150_000)) for name, plan in (("flat", flat), ("spread", spread))}
    levels = found["spread"].totals.counts["level_rounds"].tolist()
    assert sum(levels) == 150_000
    assert levels[0] > levels[1] > levels[2] > 0
    # Cards do not depend on wagers: every hand ends as it did, on whatever level.
    for name in ("ends", "split_ends"):
        by_level = found["spread"].totals.counts[name].reshape(3, -1).sum(axis=0)
        assert by_level.tolist() == found["flat"].totals.counts[name].tolist()
    assert found["spread"].wager("insurance").lines["insured"] > 100


def test_errors_cost_the_player() -> None:
    plans = [Plan(super_bonus=False, error_rate=Fraction(part, 10)) for part in (0, 3, 10)]
    edges = [simulate(_setup(plan), Goal(rounds=60_000)).house_edge for plan in plans]
    assert edges[0] + 0.05 < edges[1] < edges[2] - 0.05


def test_sessions_tell_ruin_and_drawdown() -> None:
    plan = Plan(super_bonus=False, session=100, bankroll=Cents(10_000))
    result = simulate(_setup(plan), Goal(rounds=60_000))
    found = result.sessions
    assert found is not None
    assert result.to_json()["sessions"] == found
    assert found["sessions"] == 600
    assert 0.05 < found["risk_of_ruin"] < 0.9
    ends = result.totals.session_ends
    assert sum(net * count for net, count in ends.items()) == result.totals.sums[WAGERS]
    ruined_at_the_end = sum(count for net, count in ends.items() if net <= -10_000)
    assert ruined_at_the_end <= result.totals.ruins <= 600
    assert all(down >= 0 for down in result.totals.session_downs)
    assert quantile({1: 1, 5: 3}, 0.25) == 1
    assert quantile({1: 1, 5: 3}, 0.5) == 5


def test_meters_run_through_all_chunks() -> None:
    """Contributions less awards, to the part of a cent, over a whole run."""
    rules = table_rules("wa")
    plan = Plan(boxes=3, sides=all_sides(rules, Cents(1000)))
    totals = simulate(_setup(plan, rules), Goal(rounds=60_000)).totals
    meter = totals.meters.meters["jackpot-1"]
    paid = sum(hit.amount for hit in totals.hits.values())
    assert totals.hits
    assert totals.awarded[11] == paid
    tops = sum(hit.count for (_, line), hit in totals.hits.items() if line == "two-suited-aces-of-spades")
    assert rules.meter_seed is not None
    assert rules.meter_reset is not None
    rates = (rules.meter_increment or 0) + (rules.reserve_increment or 0)
    fed = rules.meter_seed + tops * rules.meter_reset + 60_000 * 3 * 500 * rates
    assert Fraction(meter.amount + meter.reserve, meter.parts) == fed - paid


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"boxes": 8}, "sim/boxes"),
        ({"wager": Cents(100)}, "sim/wager"),
        ({"sides": {9: Cents(500)}}, "sim/not-offered"),
        ({"sides": {2: Cents(10**6)}}, "sim/side-wager"),
    ],
)
def test_plans_that_the_rules_forbid_are_refused(changes: dict[str, Any], code: str) -> None:
    from siete.sim.codes import WagerCode

    sides = {WagerCode(key): amount for key, amount in changes.get("sides", {}).items()}
    plan = replace(Plan(), **{**changes, "sides": sides})
    with pytest.raises(SieteError, match=code):
        simulate(_setup(plan), Goal(rounds=10))


@pytest.mark.parametrize("name", ["super_bonus_on_doubled", "super_bonus_on_split", "super_bonus_wager"])
def test_a_rule_that_the_kernel_lacks_is_refused_by_name(name: str) -> None:
    change: dict[str, Any] = {name: True}
    with pytest.raises(SieteError, match=f"sim/{name.replace('_', '-')}"):
        simulate(_setup(Plan(), replace(WA, **change)), Goal(rounds=10))


def test_a_full_table_of_two_decks_shuffles_its_discards() -> None:
    rules = table_rules("wa", {"decks": 2})
    setup = replace(_setup(Plan(boxes=7, super_bonus=False), rules), strategy=mimic_the_dealer())
    result = simulate(setup, Goal(rounds=30_000))
    assert result.totals.counts["refills"][0] > 0
    assert sum(result.hands.values()) == 7 * 30_000
    # The full kernel, which the super bonus asks for, deals as many cards a round and as many rounds from a shoe.
    full = simulate(replace(setup, plan=Plan(boxes=7)), Goal(rounds=30_000))
    assert full.totals.counts["refills"][0] > 0
    assert result.cards_per_round == pytest.approx(full.cards_per_round, rel=0.005)
    assert result.rounds_per_shoe == pytest.approx(full.rounds_per_shoe, rel=0.01)
