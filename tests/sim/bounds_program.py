"""Play every kernel and print what it counted, and which indices out of range were caught.

Run by itself, with every index checked, and imported, without: both must count the same.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from random import Random
from typing import Any

import numpy as np

from siete.cards import Rank
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.sim.chunks import Setup, compiled_of, run_chunk
from siete.sim.compiler.encoding import full_shoe
from siete.sim.counts import new_counts, new_trace
from siete.sim.kernels.round import run_of
from siete.sim.kernels.shuffling import next_word, stream
from siete.sim.kernels.wide_round import LANES, run_side_by_side
from siete.sim.plan import Count, Plan, all_sides
from siete.strategy import Strategy
from tests.sim.test_agreement import with_exact_hands
from tests.table.generated.strategies import random_strategy

ROUNDS = 2000
PLANS = ("one box", "several boxes", "everything")
CHOICES: dict[str, dict[str, Any]] = {
    "ma": {"hole_card_procedure": "no_hole"},
    "s13": {"hole_card_procedure": "hole_no_peek"},
    "wa": {"decks": 2, "double_double": True},
}


def digest(arrays: Iterable[Any]) -> str:
    """A few letters for all numbers in some arrays."""
    found = sha256()
    for each in arrays:
        found.update(np.ascontiguousarray(each).tobytes())
    return found.hexdigest()[:16]


def _setups(rules: TableRules, strategy: Strategy) -> dict[str, Setup]:
    full = Plan(
        boxes=rules.positions,
        sides=all_sides(rules, Cents(1000)),
        insurance=True,
        error_rate=Fraction(1, 2),
        session=100,
        bankroll=Cents(5000),
    )
    count = Count(tags={Rank.ACE: -2, Rank.FIVE: 2}, wagers=((1, Cents(2000)),), insure_from=2)
    plans = {
        "one box": Plan(super_bonus=False),
        "several boxes": Plan(super_bonus=False, boxes=rules.positions),
        "one box, all wagers": replace(full, boxes=1, error_rate=Fraction(0), count=count),
        "everything": full,
    }
    return {name: Setup(rules=rules, strategy=strategy, plan=plan) for name, plan in plans.items()}


def _random_shoes(setup: Setup) -> str:
    chunk = run_chunk(setup, 1, ROUNDS)
    return digest([*(chunk.counts[name] for name in sorted(chunk.counts)), chunk.awards, chunk.sessions])


def _given_shoes(setup: Setup) -> str:
    """Rounds of given shoes, as far as the cards last."""
    compiled, rng = compiled_of(setup), np.random.default_rng(6)
    shoe, counts = full_shoe(setup.rules.decks), new_counts()
    shoes = np.concatenate([rng.permutation(shoe) for _ in range(LANES)])
    if compiled.lanes is not None:
        places = np.arange(LANES, dtype=np.uint64) * np.uint64(shoe.size)
        run_side_by_side(
            compiled.tables,
            counts,
            compiled.lanes,
            shoes,
            stream(0, 0),
            3 * LANES,
            places,
            1,
            sides=compiled.sides,
            dice=stream(0, 1),
            sessions=np.zeros((LANES, 3), dtype=np.int64),
        )
        return digest([counts, places])
    trace, run = new_trace(0, setup.plan.boxes), run_of(is_full=not setup.plan.is_plain)
    end = run(
        compiled.tables,
        counts,
        trace,
        compiled.extras,
        shoes[: shoe.size],
        stream(0, 0),
        stream(0, 1),
        3,
        0,
        shoe.size,
        1,
    )
    return digest([counts, np.array([end])])


def played(names: Iterable[str], *, with_exact: bool, plans: Sequence[str] = PLANS) -> dict[str, str]:
    """What the kernels of these plans count under these rule sets."""
    found = {}
    for name in names:
        rules, rng = table_rules(name, CHOICES.get(name, {})), Random(name)
        strategies = {"": random_strategy(rng)}
        if with_exact:
            strategies[", exact hands"] = with_exact_hands(strategies[""], rng)
        for kind, strategy in strategies.items():
            for plan, setup in _setups(rules, strategy).items():
                if plan in plans:
                    found[f"{name}, {plan}{kind}"] = _random_shoes(setup) + _given_shoes(setup)
    return found


def _too_short(setup: Setup) -> None:
    """A table cut short, so that a hand must look beyond its end."""
    compiled, shoe = compiled_of(setup), full_shoe(6)
    assert compiled.lanes is not None
    lanes = type(compiled.lanes)(
        compiled.lanes.first[:8],
        compiled.lanes.steps,
        compiled.lanes.codes,
        compiled.lanes.dealt,
        compiled.lanes.totals,
    )
    places = np.arange(1, LANES + 1, dtype=np.uint64) * np.uint64(shoe.size)
    run_side_by_side(compiled.tables, new_counts(), lanes, np.tile(shoe, LANES), stream(1, 1), 10, places)


def _too_long(setup: Setup) -> None:
    """A trace with room for one round, and two of them."""
    shoe, counts = full_shoe(6), new_counts()
    counts["is_traced"] = 1
    trace, run = new_trace(1, setup.plan.boxes), run_of(is_full=True)
    compiled = compiled_of(setup)
    run(compiled.tables, counts, trace, compiled.extras, shoe, stream(1, 1), stream(1, 2), 2, shoe.size + 1, 0, 0)


def caught(plans: Sequence[str] = PLANS) -> list[str]:
    """The wrong indices that were caught, each in another kernel; none must be tried where nothing checks."""
    setups = _setups(table_rules("md"), random_strategy(Random(1)))
    tries: dict[str, Callable[[], object]] = {
        "helper": lambda: next_word(np.zeros(3, dtype=np.uint64)),
        "one box": lambda: _too_short(setups["one box"]),
        "several boxes": lambda: _too_short(setups["several boxes"]),
        "everything": lambda: _too_long(setups["everything"]),
    }
    found = []
    for name, wrong in tries.items():
        try:
            if name in ("helper", *plans):
                wrong()
        except IndexError:
            found.append(name)
    return found


if __name__ == "__main__":
    kind, plans, *named = sys.argv[1:]
    chosen = plans.split(",")
    found = {"played": played(named, with_exact=kind == "exact", plans=chosen), "caught": caught(chosen)}
    print(json.dumps(found))
