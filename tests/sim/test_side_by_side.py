"""Everything beside the base wager, played from many shoes side by side, counts what the full kernel counts."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from siete.cards import Rank
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.sim.chunks import Setup, compiled_of
from siete.sim.compiler.encoding import full_shoe
from siete.sim.counts import new_counts, new_trace
from siete.sim.kernels.round import run_of
from siete.sim.kernels.shuffling import stream
from siete.sim.kernels.wide_round import LANES, run_side_by_side
from siete.sim.plan import Count, Plan, all_sides, checked
from siete.strategy import Strategy, mimic_the_dealer
from tests.few import first_few
from tests.table.generated.strategies import random_strategy

ONE_PRIZE: dict[str, Any] = {
    "spin_wheel": {"jackpot": 1, "$40": 39_999},
    "xtreme_wheel": {"jackpot 1": 39_998, "jackpot 2": 1, "$200": 1},
    "xtreme_community_wheel": {"$25": 1},
    "xtreme_hotspot_selection": "bettors_only",
}
"""Wheels that stop at the same prize as good as always: dice are drawn in another order here."""
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("wa", {}),
    ("wa", {"decks": 2}),
    ("wa", {"decks": 8, "double_double": True, "t6_suited_match_scope": "any_two_cards"}),
    ("wa-v002", {}),
    ("md", {"decks": 8, **ONE_PRIZE}),
    ("md-draft", {}),
    ("ma", {"spin_wheel": {"$40": 1}}),
    ("ma", {"hole_card_procedure": "no_hole", "spin_wheel": {"$40": 1}}),
    ("s13", {"hole_card_procedure": "no_hole", "dealer_bj_collect": "busted_plus_one"}),
]
TAGS = {Rank.ACE: -1, Rank.KING: -1, Rank.THREE: 2, Rank.FOUR: 1, Rank.FIVE: 1}
COUNTED = (
    "ends", "split_ends", "split_sizes", "acts", "level_rounds", "sums", "squares", "insured", "matches", "lines",
    "spins", "aces", "communities", "hots", "supers", "envies",
)  # fmt: skip


def _plans(rules: TableRules, rounds: int) -> dict[str, Plan]:
    wager = Cents(max(rules.table_min, 1000))
    sides, count = all_sides(rules, wager), Count(tags=TAGS, wagers=((0, Cents(2000)), (2, Cents(5000))), insure_from=1)
    return {
        "super bonus": Plan(wager=wager),
        "sides": Plan(wager=wager, sides=sides),
        "insurance": Plan(wager=wager, sides=sides, insurance=True, super_bonus=False),
        "count": Plan(wager=wager, sides=sides, count=count),
        "session": Plan(wager=wager, session=rounds, bankroll=Cents(2000), count=count),
    }


def _nets(counts: Any, name: str) -> Counter[int]:
    keys, found = counts[f"{name}_keys"], counts[f"{name}_counts"][: counts[f"{name}_keys"].size]
    return Counter({(int(key) - 1) // 2: int(count) for key, count in zip(keys, found, strict=True) if key})


def _awards(counts: Any) -> tuple[list[list[int]], list[list[int]]]:
    awards, rounds = (int(each) for each in counts["award_count"])
    return counts["awards"][:awards].tolist(), counts["award_rounds"][:rounds].tolist()


def _one_by_one(setup: Setup, shoe: Any, rounds: int) -> tuple[Any, int, list[int]]:
    counts, compiled, trace = new_counts(), compiled_of(setup), new_trace(0, 1, sessions=1)
    rng = stream(0, 0)
    used = run_of(is_full=True)(
        compiled.tables, counts, trace, compiled.extras, shoe.copy(), rng, rng, rounds, 0, shoe.size, 1
    )
    assert not counts["errors"].any()
    return counts[0], used, trace.sessions[0].tolist()


def _same(setup: Setup, rng: np.random.Generator, rounds: int, ranks: tuple[int, ...]) -> Any:
    """Play the same shoes both ways; what was counted."""
    compiled = compiled_of(setup)
    assert compiled.lanes is not None
    shoe = full_shoe(setup.rules.decks)
    shoes = [_rich(rng, shoe, ranks) for _ in range(LANES)]
    counts, starts = new_counts(), np.arange(LANES, dtype=np.uint64) * np.uint64(shoe.size)
    places, sessions = starts.copy(), np.zeros((LANES, 3), dtype=np.int64)
    run_side_by_side(
        compiled.tables, counts, compiled.lanes, np.concatenate(shoes), stream(0, 0), rounds * LANES, places, 1,
        sides=compiled.sides, dice=stream(0, 1), sessions=sessions,
    )  # fmt: skip
    assert not counts["errors"].any()
    full = [_one_by_one(setup, shoe, rounds) for shoe in shoes]
    assert (places - starts).tolist() == [used for _, used, _ in full]
    for name in COUNTED:
        assert counts[0][name].tolist() == sum(each[name] for each, _, _ in full).tolist(), name
    for name in ("split_net", "total"):
        assert _nets(counts[0], name) == sum((_nets(each, name) for each, _, _ in full), Counter()), name
    theirs = [_awards(each) for each, _, _ in full]
    for part in range(2):
        rows = [[row[0] * LANES + lane, *row[1:]] for lane, found in enumerate(theirs) for row in found[part]]
        assert _awards(counts[0])[part] == sorted(rows, key=lambda row: row[0])
    if setup.plan.session:
        assert sessions.tolist() == [each for _, _, each in full]
    return counts[0]


def _rich(rng: np.random.Generator, shoe: Any, ranks: tuple[int, ...]) -> Any:
    """A shoe that begins with these ranks, so that cards match, sevens meet sevens and wheels are spun."""
    first = np.isin(shoe & 15, ranks)
    return np.concatenate([rng.permutation(shoe[first]), rng.permutation(shoe[~first])])


def _strategies() -> list[Strategy]:
    return [mimic_the_dealer(), random_strategy(Random(3))]


@pytest.mark.parametrize(
    "game",
    first_few([GAMES[0], GAMES[4], GAMES[7]], GAMES),
    ids=lambda game: " ".join((game[0], *map(str, game[1].values()))),
)
def test_lanes_count_what_the_full_kernel_counts(game: tuple[str, dict[str, Any]]) -> None:
    rules, rng = table_rules(*game), np.random.default_rng(7)
    rounds = 2 * rules.decks
    seen: Counter[str] = Counter()
    for strategy in _strategies():
        for name, plan in _plans(rules, rounds).items():
            for ranks in ((), (0, 5, 6, 9), (6,)):
                setup = Setup(rules=rules, strategy=strategy, plan=checked(plan, rules))
                found = _same(setup, rng, rounds, ranks)
                seen.update({"awards": int(found["award_count"][0]), "supers": int(found["supers"][0])})
                seen.update({"spins": int(found["spins"].sum()), "insured": int(found["insured"].sum())})
                seen.update({f"levels of {name}": int((found["level_rounds"] > 0).sum())})
    assert seen["insured"]
    assert seen["levels of count"] >= 3
    if rules.super_bonus_tiers:
        assert seen["supers"]
    if rules.spin_offered:
        assert seen["spins"]
    if rules.xtreme_offered or rules.rule_set.startswith("wa"):
        assert seen["awards"]
