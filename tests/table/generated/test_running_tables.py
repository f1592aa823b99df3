"""Tables that run for days with something wrong in one round of ten: no exception, no dead end, nothing lost."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

import pytest

from siete.rules.names import NAMES
from siete.table import commands as c
from siete.table.state.opening import DAY
from tests.few import TENTHS, first_few
from tests.table.generated.invariants import fold
from tests.table.generated.mishaps import MISHAPS
from tests.table.generated.random_play import random_rules
from tests.table.generated.random_tables import Running

ROUNDS_A_TABLE = 60


def run_tables(name: str, first: int, rounds: int) -> tuple[Counter[str], int]:
    """Run tables of random submissions one after another; what went wrong at them, and how many minutes passed."""
    wrong: Counter[str] = Counter()
    minutes = 0
    for table in range(first, first + -(-rounds // ROUNDS_A_TABLE)):
        seed = f"{name} {table}"
        running = Running(random_rules(Random(seed), name), seed)
        start = running.table.now
        for _ in range(ROUNDS_A_TABLE):
            running.play_round()
        assert fold(running.table.events) == running.table.state, seed
        wrong += running.went_wrong
        wrong["TenDisposed"] += running.destroyed
        minutes += running.table.now - start
    return wrong, minutes


def _least_wrong(rounds: int) -> float:
    """One round in ten, less two standard deviations."""
    return rounds / 10 - 2 * sqrt(rounds * 0.1 * 0.9)


@pytest.mark.parametrize("name", first_few(["md", "wa"], NAMES))
def test_tables_run_for_days(name: str) -> None:
    """A small part of the volume of a rule set."""
    wrong, minutes = run_tables(name, 0, 240)
    assert wrong.total() >= _least_wrong(240)
    assert minutes > DAY


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("name", NAMES)
def test_fifty_thousand_rounds(name: str, part: int) -> None:
    """Half of the volume of a rule set: 50,000 rounds over all, or a tenth of them."""
    wrong, _ = run_tables(name, 1000 * (part + 1), 420 * TENTHS)
    assert wrong.total() >= _least_wrong(420 * TENTHS)
    assert wrong["TenDisposed"] or TENTHS < 10


def test_every_report_can_go_wrong() -> None:
    reports = {kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, c.Report)}
    assert reports - {c.Report} <= {type(mishap) for mishap in MISHAPS}
