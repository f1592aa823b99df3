"""The kernels count, figure by figure, what they counted when `journal.json` was last read.

That it is right is for other tests to show: the engine plays the same shoes, and each fast path the full kernel's. Here
nothing moves unseen. Rounds are so few that the interpreter can play them, too. Where something was meant to move,
renew the figures with `python -m tests.sim.test_journal`, and say in the commit what moved and why.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from siete.cards import Rank
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.sim.chunks import Setup, compiled_of
from siete.sim.compiler.encoding import EIGHT, SEVEN, SIX, full_shoe
from siete.sim.counts import new_counts, new_trace
from siete.sim.kernels.round import run_of
from siete.sim.kernels.shuffling import stream
from siete.sim.kernels.wide_round import run_side_by_side
from siete.sim.plan import Count, Plan, all_sides, checked
from siete.strategy import mimic_the_dealer
from tests.table.generated.strategies import random_strategy

KEPT = Path(__file__).with_name("journal.json")
ROUNDS, LANES, SESSION = 240, 6, 20
TAGS = {Rank.ACE: -1, Rank.KING: -1, Rank.QUEEN: -1, Rank.THREE: 2, Rank.FOUR: 1, Rank.FIVE: 1, Rank.SIX: 1}
_NO_HOLE = {"hole_card_procedure": "no_hole"}
GAMES: Mapping[str, tuple[str, dict[str, Any]]] = {
    "wa": ("wa", {}),
    "wa of 2 decks": ("wa", {"decks": 2}),
    "wa double-double": ("wa", {"decks": 4, "double_double": True, "t6_suited_match_scope": "any_two_cards"}),
    "wa-v002": ("wa-v002", {}),
    "md": ("md", {}),
    "md-draft": ("md-draft", {}),
    "ma without a hole card": ("ma", _NO_HOLE),
    "s13 behind": ("s13", {"hole_card_procedure": "hole_no_peek", "split_two_card_21": "ma_literal_3to2"}),
    "s13 late": ("s13", {**_NO_HOLE, "dealer_bj_collect": "busted_plus_one"}),
}
PLAYS = ("alone", "sides", "counting", "session", "boxes", "rich", "rich boxes")
CASES = {f"{name}, {play}": (*GAMES[name], play) for name in GAMES for play in PLAYS}


def plan_of(rules: TableRules, play: str) -> Plan:
    """How a case is played."""
    wager = Cents(max(rules.table_min, 1000))
    sides = all_sides(rules, wager)
    count = Count(tags=TAGS, wagers=((0, Cents(2000)), (2, Cents(5000))), insure_from=1)
    plans = {
        "alone": Plan(wager=wager, super_bonus=False),
        "sides": Plan(wager=wager, sides=sides, insurance=True),
        "rich": Plan(wager=wager, sides=sides, insurance=True),
        "rich boxes": Plan(boxes=min(4, rules.positions), wager=wager, sides=sides),
        "counting": Plan(wager=wager, sides=sides, count=count),
        "session": Plan(wager=wager, session=SESSION, bankroll=Cents(4000), count=count),
        "boxes": Plan(boxes=min(3, rules.positions), wager=wager, sides=sides, insurance=True),
    }
    return checked(plans[play], rules)


def figures_of(name: str) -> dict[str, int]:
    """What the kernels count in a case, each field as one number."""
    rule_set, choices, play = CASES[name]
    rules = table_rules(rule_set, choices)
    strategy = mimic_the_dealer() if play == "session" else random_strategy(Random(name))
    setup = Setup(rules=rules, strategy=strategy, plan=plan_of(rules, play))
    shoe, seed = shoe_of(rules, play), crc32(name.encode())
    return dict((*_full(setup, shoe, seed), *_side_by_side(setup, shoe, seed)))


def shoe_of(rules: TableRules, play: str) -> Any:
    """A full shoe; or one of four ranks, of which wheels are spun, cards match and bonus hands come in plenty."""
    shoe = full_shoe(rules.decks)
    ranks = (0, SIX, SEVEN, EIGHT, shoe.max() & 15)
    return np.resize(shoe[np.isin(shoe & 15, ranks)], shoe.size) if play.startswith("rich") else shoe


def _full(setup: Setup, shoe: Any, seed: int) -> Iterator[tuple[str, int]]:
    """The kernel that plays everything, with its trace."""
    compiled, boxes = compiled_of(setup), setup.plan.boxes
    counts, trace = new_counts(), new_trace(ROUNDS, boxes, sessions=ROUNDS // SESSION)
    counts["is_traced"] = 1
    shoe, rng, dice = shoe.copy(), stream(seed, 1), stream(seed, 2)
    extras = compiled.extras.cleared()
    run_of(is_full=True)(compiled.tables, counts, trace, extras, shoe, rng, dice, ROUNDS, shoe.size + 1, 0, 0)
    yield from _counted("full", counts)
    for name in ("places", "nets", "acts", "lengths", "wheels", "sessions"):
        yield f"full: trace of {name}", _number(getattr(trace, name))


def _side_by_side(setup: Setup, shoe: Any, seed: int) -> Iterator[tuple[str, int]]:
    """The kernels that play some shoes at once, where there is one for the plan."""
    compiled = compiled_of(setup)
    if compiled.lanes is None:
        return
    counts, places = new_counts(), np.arange(1, LANES + 1, dtype=np.uint64) * np.uint64(shoe.size)
    sessions = np.zeros((ROUNDS // SESSION, 3), dtype=np.int64)
    run_side_by_side(
        compiled.tables, counts, compiled.lanes, np.tile(shoe, LANES), stream(seed, 3), ROUNDS, places,
        sides=compiled.sides, dice=stream(seed, 4), sessions=sessions,
    )  # fmt: skip
    yield from _counted("lanes", counts)
    yield "lanes: places", _number(places)
    yield "lanes: sessions", _number(sessions)


def _counted(kernel: str, counts: Any) -> Iterator[tuple[str, int]]:
    for name in counts.dtype.names:
        if counts[name].any():
            yield f"{kernel}: {name}", _number(counts[name])


def _number(found: Any) -> int:
    """An array as one number."""
    return crc32(np.ascontiguousarray(found).tobytes())


@pytest.mark.parametrize("name", CASES)
def test_kernels_count_what_they_counted(name: str) -> None:
    assert figures_of(name) == json.loads(KEPT.read_text("utf-8"))[name]


if __name__ == "__main__":
    KEPT.write_text(json.dumps({name: figures_of(name) for name in CASES}, indent=0) + "\n", "utf-8")
