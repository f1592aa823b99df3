"""The kernels with every index checked, compiled anew: a warm cache would ignore the wish."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from siete.rules.names import NAMES
from tests.sim.bounds_program import PLANS, played

ROOT = Path(__file__).parents[2]


def _checked(folder: Path, names: tuple[str, ...], *, with_exact: bool, plans: tuple[str, ...] = PLANS) -> None:
    """No index leaves its array, wrong ones are seen in every kernel, and checking changes no count."""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(ROOT)}
    words = ["exact" if with_exact else "plain", ",".join(plans), *names]
    done = subprocess.run(
        [sys.executable, "-m", "tests.sim.bounds_program", *words],
        env=environment, capture_output=True, text=True, timeout=1500, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["caught"] == ["helper", *plans]
    assert found["played"] == played(names, with_exact=with_exact, plans=plans)


@pytest.mark.slow
def test_no_index_leaves_its_array(tmp_path: Path) -> None:
    """The fastest kernel; the others take a minute to compile."""
    _checked(tmp_path, ("md",), with_exact=False, plans=("one box",))


@pytest.mark.slow
def test_no_index_of_any_kernel_leaves_its_array(tmp_path: Path) -> None:
    _checked(tmp_path, ("md",), with_exact=False)


@pytest.mark.slow
def test_no_index_leaves_its_array_under_any_rule_set(tmp_path: Path) -> None:
    _checked(tmp_path, NAMES, with_exact=True)
