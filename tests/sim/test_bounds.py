"""The kernels with every index checked, compiled anew: a warm cache would ignore the wish."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
from fractions import Fraction
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.sim.chunks import Setup, run_chunk
from siete.sim.plan import Plan, all_sides
from siete.strategy import mimic_the_dealer

for name, choices in [("wa", {"decks": 2}), ("md", {}), ("ma", {"hole_card_procedure": "no_hole"})]:
    rules = table_rules(name, choices)
    sides = all_sides(rules, Cents(1000))
    full = Plan(boxes=7, sides=sides, insurance=True, error_rate=Fraction(1, 2), session=100, bankroll=Cents(5000))
    for plan in (Plan(super_bonus=False), full):
        setup = Setup(rules=rules, strategy=mimic_the_dealer(), plan=plan)
        assert run_chunk(setup, 1, 3000).rounds == 3000
print("checked")
"""


def test_no_index_leaves_its_array(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=500, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "checked\n"
