"""Running a simulation: chunks over threads or a cluster, added in order, stopped at any time with a valid result."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic
from typing import Protocol, TypeAlias

from siete.errors import SieteError
from siete.sim.chunks import Chunk, PlayedChunks, Setup, compiled_of, run_chunk, run_chunks
from siete.sim.results import Result
from siete.sim.totals import Totals

MOST_ROUNDS = 10**13


SECONDS_OF_A_TASK = 1.0
MOST_OF_A_TASK = 1024

Work: TypeAlias = Callable[[Setup, int, tuple[int, ...]], PlayedChunks]


class PendingChunks(Protocol):
    """Chunks that are being played."""

    def result(self) -> PlayedChunks:
        """The chunks, once they are played."""

    def cancel(self) -> object:
        """Play them no more, if they have not begun."""


class Pool(Protocol):
    """Whatever plays chunks: threads here, or a cluster, which has a `width`, the number of its workers."""

    def submit(self, work: Work, setup: Setup, number: int, rounds: tuple[int, ...], /) -> PendingChunks:
        """Begin to play chunks, from this number on."""


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

    `begun` are the totals of an earlier run with the same set-up, which is continued: a last chunk that was cut short
    is played anew and whole, so that the result is that of one long run; cards are dealt in the way of that run.
    `watch` is called with progress.
    """
    if not 1 <= goal.rounds <= MOST_ROUNDS:
        raise SieteError("sim/rounds", f"Simulate from 1 to {MOST_ROUNDS:,} rounds.")
    setup = (setup if begun is None else replace(setup, dealing=begun.setup.dealing)).checked()
    compiled_of(setup)
    if pool is None:
        run_chunk(setup, 0, max(1, setup.plan.session))  # compiles the kernel, which is not in the rate
    totals = _started(setup, goal, begun)
    began, before, is_partial = monotonic(), totals.rounds, False
    width = workers or getattr(pool, "width", None) or os.cpu_count() or 1

    def result() -> Result:
        spent = max(monotonic() - began, 1e-9)
        return Result(totals, rate=(totals.rounds - before) / spent, is_partial=is_partial)

    with _pool(pool, width) as used:
        chunks = _in_order(setup, goal, totals, used, width)
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


def _started(setup: Setup, goal: Goal, begun: Totals | None) -> Totals:
    if begun is None:
        return Totals(setup)
    return begun.whole if begun.whole is not None and goal.rounds > begun.rounds else begun


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


def _in_order(setup: Setup, goal: Goal, totals: Totals, pool: Pool, width: int) -> Generator[Chunk, None, None]:
    """Chunks in the order of their numbers; at most two tasks for each worker are under way.

    A task is one chunk; for a cluster, where each costs a message, as many as are played in about a second.
    """
    pending: deque[PendingChunks] = deque()
    planned, number, size = totals.rounds, totals.chunks, 1
    is_remote = getattr(pool, "width", None) is not None
    try:
        while pending or planned < goal.rounds:
            while planned < goal.rounds and len(pending) < 2 * width:
                rounds = _next_rounds(setup, goal.rounds - planned, size)
                pending.append(pool.submit(run_chunks, setup, number, rounds))
                planned, number = planned + sum(rounds), number + len(rounds)
            played = pending.popleft().result()
            yield from played.chunks
            if is_remote:
                size = max(1, min(MOST_OF_A_TASK, round(SECONDS_OF_A_TASK * len(played.chunks) / played.seconds)))
    finally:
        for waiting in pending:
            waiting.cancel()


def _next_rounds(setup: Setup, left: int, size: int) -> tuple[int, ...]:
    """Rounds of the next chunks: full ones, and a last one with what is left, in whole sessions."""
    found: list[int] = []
    while left > 0 and len(found) < size:
        rounds = min(setup.chunk, left)
        rounds -= rounds % (setup.plan.session or 1) if rounds > setup.plan.session else 0
        found.append(rounds)
        left -= rounds
    return tuple(found)
