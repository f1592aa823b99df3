"""Many random rounds over all rule sets and submissions: no exception, no cent or card lost, every round ends."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import pytest

from siete.rules.catalogue import NAMES
from siete.table import events as e
from tests.table.invariants import assert_cards_conserved
from tests.table.random_play import RandomTable, play_round, random_rules

ROUNDS_A_TABLE = 10
PROCESSES = 2


class CountedTable(RandomTable):
    """A table whose money is counted at every event."""

    def _take(self, event: e.Event) -> None:
        before = self.state.money
        super()._take(event)
        brought = event.amount if isinstance(event, e.ChipsBrought) else 0
        assert self.state.money == before + brought, event


def play_table(name: str, seed: int) -> int:
    """Play some rounds at one random table and return how many."""
    rng = Random(f"{name} {seed}")
    table = CountedTable(random_rules(rng, name), rng)
    rounds = 0
    while rounds < ROUNDS_A_TABLE and table.state.round is None:
        assert sum(map(len, play_round(table, rng))) > 0, (name, seed)
        assert_cards_conserved(table.state)
        rounds += 1
    # Where nobody wagered, a round has begun and waits for ever.
    assert table.state.round is None or not table.state.round.boxes, (name, seed)
    return rounds


def play_tables(first: int, tables: int) -> int:
    """Play tables of all rule sets in turn."""
    return sum(play_table(NAMES[seed % len(NAMES)], seed) for seed in range(first, first + tables))


def _play(rounds: int) -> int:
    tables = 1 + rounds // 20
    played, first = 0, 0
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        while played < rounds:
            starts = range(first, first + tables, 50)
            played += sum(pool.map(play_tables, starts, [50] * len(starts)))
            first = starts[-1] + 50
    return played


def test_ten_thousand_rounds() -> None:
    assert _play(10_000) >= 10_000


@pytest.mark.slow
def test_two_hundred_thousand_rounds() -> None:
    assert _play(200_000) >= 200_000
