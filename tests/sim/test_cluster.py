"""Chunks over a Dask cluster of this machine: the same result, also when a worker is lost."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from typing import Any

import pytest

from siete.errors import SieteError
from siete.rules.submission import table_rules
from siete.sim import chunks
from siete.sim.chunks import PlayedChunks, Setup, run_chunks
from siete.sim.cluster import cluster
from siete.sim.plan import Plan
from siete.sim.saving import state_of
from siete.sim.simulation import Goal, simulate
from siete.strategy import never_bust

SETUP = Setup(rules=table_rules("wa"), strategy=never_bust(), plan=Plan(super_bonus=False))
ROUNDS = chunks.CHUNK * 3


def _dying(setup: Setup, number: int, rounds: tuple[int, ...], marker: str) -> PlayedChunks:
    """A worker that is killed the first time it is asked for chunk 1."""
    if number == 1 and not os.path.exists(marker):
        with open(marker, "w") as file:
            file.write("lost")
        os.kill(os.getpid(), signal.SIGKILL)
    return run_chunks(setup, number, rounds)


class _Deadly:
    """A pool in which one worker is lost."""

    def __init__(self, pool: Any, marker: str) -> None:
        self._pool, self._marker = pool, marker

    def submit(self, work: Any, /, *arguments: Any) -> Any:
        return self._pool.submit(partial(_dying, marker=self._marker), *arguments)


def test_a_cluster_gives_the_same_result_and_a_lost_worker_costs_time_only(tmp_path: Any) -> None:
    pytest.importorskip("distributed")
    by_threads = simulate(SETUP, Goal(rounds=ROUNDS))
    marker = str(tmp_path / "lost")
    with cluster("local", 2) as pool:
        found = simulate(SETUP, Goal(rounds=ROUNDS), pool=_Deadly(pool, marker))
    assert os.path.exists(marker)
    assert state_of(found.totals) == state_of(by_threads.totals)


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)
    with pytest.raises(SieteError, match="sim/no-dask"), cluster("local"):
        pass


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("siete.sim.cluster.PATIENCE", "0.1s")
    with pytest.raises(SieteError, match="sim/no-cluster"), cluster("tcp://127.0.0.1:9"):
        pass
