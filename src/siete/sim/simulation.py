"""Running a simulation: chunks over threads or a cluster, added in order, stopped at any time with a valid result."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Protocol, TypeAlias

from siete.errors import SieteError
from siete.sim.chunks import Chunk, Setup, compiled_of, run_chunk
from siete.sim.results import Result
from siete.sim.totals import Totals

MOST_ROUNDS = 10**13


Work: TypeAlias = Callable[[Setup, int, int], Chunk]


class PendingChunk(Protocol):
    """A chunk that is being played."""

    def result(self) -> Chunk:
        """The chunk, once it is played."""

    def cancel(self) -> object:
        """Play it no more, if it has not begun."""


class Pool(Protocol):
    """Whatever plays chunks: threads here, or a cluster."""

    def submit(self, work: Work, setup: Setup, number: int, rounds: int, /) -> PendingChunk:
        """Begin to play a chunk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """When to stop: after so many rounds, or once the edge is known this well."""

    rounds: int
    error: float | None = None
    """The standard error of the house edge, as a fraction."""
    wagers: tuple[str, ...] = ()
    """The wagers whose edge is meant; all together where none is named."""


def simulate(
    setup: Setup,
    goal: Goal,
    *,
    workers: int | None = None,
    pool: Pool | None = None,
    begun: Totals | None = None,
    watch: Callable[[Result], None] | None = None,
) -> Result:
    """Play until the goal is reached or Ctrl-C is pressed; the result is the same for any number of workers.

    `begun` are the totals of an earlier run with the same set-up, which is continued. `watch` is called with progress.
    """
    if not 1 <= goal.rounds <= MOST_ROUNDS:
        raise SieteError("sim/rounds", f"Simulate from 1 to {MOST_ROUNDS:,} rounds.")
    setup = setup.checked()
    compiled_of(setup)
    if pool is None:
        run_chunk(setup, 0, max(1, setup.plan.session))  # compiles the kernel, which is not in the rate
    totals = begun or Totals(setup)
    began, before, is_partial = monotonic(), totals.rounds, False
    width = workers or os.cpu_count() or 1

    def result() -> Result:
        spent = max(monotonic() - began, 1e-9)
        return Result(totals, rate=(totals.rounds - before) / spent, is_partial=is_partial)

    with _pool(pool, width) as used:
        chunks = _in_order(setup, goal, totals, used, 2 * width)
        try:
            for chunk in chunks:
                totals.add(chunk)
                if watch is not None:
                    watch(result())
                if goal.error is not None and result().edge_of(goal.wagers)[1] <= goal.error:
                    break
        except KeyboardInterrupt:
            is_partial = True
        finally:
            chunks.close()
    if not totals.rounds:
        raise SieteError("sim/stopped", "Stopped before the first chunk was played.")
    return result()


@contextmanager
def _pool(given: Pool | None, workers: int) -> Iterator[Pool]:
    if given is not None:
        yield given
        return
    pool = ThreadPoolExecutor(workers, thread_name_prefix="siete-sim")
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _in_order(setup: Setup, goal: Goal, totals: Totals, pool: Pool, ahead: int) -> Generator[Chunk, None, None]:
    """Chunks in the order of their numbers, with a few more being played meanwhile."""
    pending: deque[PendingChunk] = deque()
    planned, number = totals.rounds, totals.chunks
    try:
        while pending or planned < goal.rounds:
            while planned < goal.rounds and len(pending) < ahead:
                rounds = min(setup.chunk, goal.rounds - planned)
                rounds -= rounds % (setup.plan.session or 1) if rounds > setup.plan.session else 0
                pending.append(pool.submit(run_chunk, setup, number, rounds))
                planned, number = planned + rounds, number + 1
            yield pending.popleft().result()
    finally:
        for waiting in pending:
            waiting.cancel()
