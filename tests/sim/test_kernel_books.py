"""What kernels count is what was played: sums, squares and results of rounds, sessions, random decisions, small tables.

Helpers are asked as they stand in Python, so that nothing is compiled for them alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from siete.money import Cents
from siete.rules.submission import table_rules
from siete.sim.chunks import Setup, compiled_of
from siete.sim.codes import ACTS, Act, HandKind, WagerCode
from siete.sim.compiler.encoding import EIGHT, SEVEN, SIX, SPADES, full_shoe
from siete.sim.counts import new_counts, new_trace
from siete.sim.kernels import hands, side_wagers, wide_shoes
from siete.sim.kernels.round import run_of
from siete.sim.kernels.shuffling import below, next_word, stream
from siete.sim.plan import Plan, all_sides, checked
from siete.strategy import mimic_the_dealer
from tests.table.generated.strategies import random_strategy

ROUNDS, SESSION = 60, 15


def plain(helper: Callable[..., Any]) -> Callable[..., Any]:
    """A helper as Python."""
    return getattr(helper, "py_func", helper)


# --- helpers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("legal", [0b1, 0b10, 0b101, 0b111, 0b11010, (1 << ACTS) - 1])
def test_a_random_decision_is_each_of_the_legal_ones_as_often(legal: int) -> None:
    rng, twin, found = stream(5, legal), stream(5, legal), Counter[int]()
    kinds = [each for each in range(ACTS) if legal >> each & 1]
    for _ in range(200):
        act = plain(hands.by_lot)(int(Act.STAND), legal, 1 << 32, rng)
        assert act == kinds[(int(next_word(twin)) >> 32) * len(kinds) >> 32]
        found[act] += 1
    assert set(found) == set(kinds)
    assert {plain(hands.by_lot)(9, legal, 0, rng) for _ in range(20)} == {9}, "nobody errs at a rate of nothing"


def test_a_decision_errs_as_often_as_was_said() -> None:
    rng, twin, rate = stream(6, 1), stream(6, 1), 1 << 30
    for _ in range(200):
        erred = plain(hands.by_lot)(9, 0b10, rate, rng) != 9
        assert erred is (int(next_word(twin)) & 0xFFFFFFFF < rate)


def test_a_wheel_stops_at_each_symbol_by_its_weight() -> None:
    sums, rng, twin = np.array([2, 3, 3, 10], dtype=np.int64), stream(7, 1), stream(7, 1)
    by_place = [0, 0, 1, 3, 3, 3, 3, 3, 3, 3]
    for _ in range(100):
        assert plain(hands.pick)(sums, rng) == by_place[int(below(twin, 10))]


def test_a_small_table_counts_each_value_and_the_rest_in_its_last_place() -> None:
    keys, counts = np.zeros(128, dtype=np.int64), np.zeros(129, dtype=np.int64)
    clash = [128 * each for each in range(-2, 66)]  # all at the same place
    for value in (*clash, 7, -3, 7):
        plain(side_wagers.tally)(keys, counts, value)
    plain(side_wagers.tally)(keys, counts, 7, 5)
    found = {(int(key) - 1) // 2: int(count) for key, count in zip(keys, counts[:128], strict=True) if key}
    assert found == {**dict.fromkeys(clash[:64], 1), 7: 7, -3: 1}
    assert counts[-1] == len(clash) - 64


def test_awards_are_kept_as_long_as_there_is_room() -> None:
    o = SimpleNamespace(award_count=np.zeros(2, int), awards=np.zeros((2, 4), int), errors=np.zeros(1, int))
    for number in range(3):
        plain(side_wagers.await_award)(o, number, 5, 6, 7)
    assert o.awards.tolist() == [[0, 5, 6, 7], [1, 5, 6, 7]]
    assert (o.award_count[0], o.errors[0]) == (2, side_wagers.AWARDS_FULL)


def test_wagers_with_tables_of_their_own_are_settled_by_the_line_of_each_box() -> None:
    """Two wagers and three boxes: of the last box nothing is settled where only two are in play."""
    lines = np.zeros((2, 1 << 18), dtype=np.int64)
    firsts, up = np.array([[3, 5], [7, 9], [11, 13]], dtype=np.uint8), 2
    for box, (one, two) in enumerate(firsts.tolist()):
        lines[0, one << 12 | two << 6 | up], lines[1, one << 12 | two << 6 | up] = box, 2 - box
    nets = np.array([[-10, 20, 300], [-7, 50, 6000]], dtype=np.int64)
    o = SimpleNamespace(lines=lines, nets=nets, counts=np.zeros((2, 3), int), sums=np.zeros(2, int))
    o.squares = np.zeros(2, int)
    assert plain(side_wagers.settle_by_first_cards)(o, firsts, 2, up) == 10 + 6050
    assert o.counts.tolist() == [[1, 1, 0], [0, 1, 1]]
    assert o.sums.tolist() == [10, 6050]
    assert o.squares.tolist() == [100, 6050**2]
    assert plain(side_wagers.settle_by_first_cards)(o, firsts, 3, up) == 310 + 6043
    assert o.counts.tolist() == [[2, 2, 1], [1, 2, 2]]
    assert o.sums.tolist() == [320, 12093]


def test_three_cards_that_make_21_have_one_shape() -> None:
    def of(*ranks: int, suits: tuple[int, int, int]) -> int:
        return int(plain(hands.shape_of)(*(rank | suit << 4 for rank, suit in zip(ranks, suits, strict=True))))

    other = (SPADES + 1) % 4
    for ranks, first in (((SIX, SEVEN, EIGHT), HandKind.STRAIGHT_SPADES), ((SEVEN,) * 3, HandKind.SEVENS_SPADES)):
        for turn in range(3):
            turned = (*ranks[turn:], *ranks[:turn])
            assert of(*turned, suits=(SPADES,) * 3) == first
            assert of(*turned, suits=(other,) * 3) == first + 1
            assert of(*turned, suits=(SPADES, SPADES, other)) == first + 2
            assert of(*turned, suits=(other, SPADES, SPADES)) == first + 2
    for ranks in ((SEVEN, SEVEN, EIGHT), (SIX, SEVEN, SEVEN), (SEVEN, EIGHT, EIGHT)):
        assert of(*ranks, suits=(SPADES,) * 3) == HandKind.TWENTY_ONE


# --- rounds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "boxes"), [("wa", 3), ("md", 2), ("ma", 1)])
def test_the_books_of_the_full_kernel_are_those_of_its_rounds(name: str, boxes: int) -> None:
    rules = table_rules(name)
    wager = Cents(max(rules.table_min, 1000))
    sides = all_sides(rules, wager)
    plan = Plan(boxes=boxes, wager=wager, sides=sides, insurance=True, session=SESSION, bankroll=Cents(4000))
    strategy = mimic_the_dealer() if boxes > 1 else random_strategy(Random(4))
    setup = Setup(rules=rules, strategy=strategy, plan=checked(plan, rules))
    compiled, shoe = compiled_of(setup), full_shoe(rules.decks)
    counts, trace = new_counts(), new_trace(ROUNDS, boxes, sessions=ROUNDS // SESSION)
    counts["is_traced"] = 1
    run_of(is_full=True)(
        compiled.tables, counts, trace, compiled.extras, shoe, stream(9, 1), stream(9, 2), ROUNDS, shoe.size + 1, 0, 0
    )
    o = counts[0]
    assert not o["errors"].any()
    by_wager = trace.nets.sum(axis=1)
    totals = by_wager.sum(axis=1)
    with_award = {int(each) for each in o["award_rounds"][: o["award_count"][1], 0]}
    counted = np.array([number not in with_award for number in range(ROUNDS)])
    assert o["sums"][: len(WagerCode)].tolist() == by_wager[counted].sum(axis=0).tolist()
    assert o["sums"][-1] == totals[counted].sum()
    assert o["squares"][: len(WagerCode)].tolist() == (by_wager[counted] ** 2).sum(axis=0).tolist()
    assert o["squares"][-1] == (totals[counted] ** 2).sum()
    keys = o["total_keys"]
    found = {(int(key) - 1) // 2: int(n) for key, n in zip(keys, o["total_counts"][: keys.size], strict=True) if key}
    assert found == Counter(map(int, totals[counted]))
    acts = Counter(int(act) for row, length in zip(trace.acts, trace.lengths, strict=True) for act in row[:length])
    assert {act: int(o["acts"][act] + o["acts"][ACTS + act]) for act in acts} == acts
    assert trace.sessions.tolist() == [_session(part) for part in totals.reshape(-1, SESSION)]


def _session(nets: Any) -> list[int]:
    """How a session ended, how deep it fell, and in which round $40 were lost."""
    wealth = np.cumsum(nets)
    peaks = np.maximum.accumulate(np.maximum(wealth, 0))
    ruined = np.flatnonzero(wealth <= -4000)
    return [int(wealth[-1]), int((peaks - wealth).max(initial=0)), int(ruined[0]) if ruined.size else -1]


def test_a_lane_shuffles_on_where_its_shuffled_cards_are_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not one card later: what lies behind them is dealt in no order of its own."""
    asked: list[tuple[int, int]] = []

    def further(t: Any, o: Any, shoes: Any, rng: Any, lane: int, places: Any, ends: Any, *_: Any) -> None:
        asked.append((lane, int(places[lane])))
        ends[lane] += np.uint64(4)

    monkeypatch.setattr(wide_shoes, "further", further)
    shoes, starts = np.arange(32, dtype=np.uint8), np.array([0, 16], dtype=np.uint64)
    places, ends = starts + np.uint64(6), starts + np.uint64(8)
    cards = [
        plain(wide_shoes.next_card)(None, None, shoes, None, lane, places, ends, starts, 0)
        for lane in (1, 0)
        for _ in range(7)
    ]
    assert cards == [*range(22, 29), *range(6, 13)]
    assert asked == [(1, 24), (1, 28), (0, 8), (0, 12)]
