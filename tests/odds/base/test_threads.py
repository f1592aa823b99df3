"""Figures do not depend on threads: not on how many the libraries may use, nor on others solving beside."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from siete.odds.base.game import Game
from siete.odds.base.results import results
from siete.odds.base.shoe import Shoe
from siete.rules.submission import table_rules

_THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def _answer(words: str, threads: int, kept: Path) -> bytes:
    """What a command prints in a process of its own, nothing kept from before."""
    numbers = {name: str(threads) for name in _THREADS}
    environment = {**os.environ, **numbers, "SIETE_CACHE_DIR": str(kept)}
    command = [sys.executable, "-m", "siete.cli", *shlex.split(words), "--json"]
    return subprocess.run(command, env=environment, check=True, capture_output=True).stdout


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ('hand ma --player "8c 8d" --up Ah --split', b"ev"),
        pytest.param("odds ma --wager base", b"house_edge", marks=pytest.mark.slow),
    ],
)
def test_one_thread_and_two_print_the_same_bytes(words: str, named: bytes, tmp_path: Path) -> None:
    one, two = (_answer(words, threads, tmp_path / str(threads)) for threads in (1, 2))
    assert one == two
    assert named in one
    assert any((tmp_path / "2").iterdir()), "the second process solved for itself"


@pytest.mark.slow
def test_solving_side_by_side_changes_no_bit() -> None:
    rules = table_rules("s13", {"decks": 8})

    def solved(_: int) -> tuple[object, ...]:
        found = results(Game(rules, Shoe.full(rules.decks)))
        return found.value, found.standard_deviation, found.average_wager, sorted(found.lines.items())

    alone = solved(0)
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(solved, range(2))) == [alone, alone]
