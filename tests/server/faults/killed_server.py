"""A server that kills itself when it reaches a fault point so many times, or one that lies about being durable.

Its clock jumps whenever it gets SIGUSR1: an hour back, a day on, and so forth. `kill_child` is its program.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from siete.host import clock, faultpoints
from siete.host.pace import UNHURRIED
from siete.host.table import current
from siete.host.table.current import CurrentTable
from siete.server import serving
from siete.server.limits import Limits
from siete.server.serving import Options, serve
from siete.store.connect import open_store
from siete.store.port import Authority

LIMITS = Limits(
    requests_per_second=1e6,
    requests_at_once=1e6,
    sessions_per_second=1e6,
    sessions_at_once=1e6,
    messages_per_second=1e6,
    messages_at_once=1e6,
)


class Killer:
    """Dies at the fault point it waits for."""

    def __init__(self, point: str, count: int) -> None:
        self._point, self._left = point, count
        self._lock = threading.Lock()

    def __call__(self, point: str) -> None:
        if point != self._point:
            return
        with self._lock:
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)


class JumpingTime:
    """The module `time`, for a clock that somebody sets while the server runs."""

    monotonic = staticmethod(time.monotonic)

    def __init__(self) -> None:
        self._jumps = itertools.cycle((-3_600, 86_400, -90_000, 30, 7_200))
        self._shift = 0

    def jump(self, *_: object) -> None:
        """Set the clock forward or back."""
        self._shift += next(self._jumps)

    def time(self) -> float:
        return time.time() + self._shift

    def time_ns(self) -> int:
        return time.time_ns() + self._shift * 1_000_000_000


class Liar:
    """The control: a store that says a batch is durable and writes it a while later."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self._later: set[asyncio.Task[Any]] = set()
        self._order = asyncio.Lock()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, batch: Any) -> tuple[int, ...]:
        task = asyncio.create_task(self._write(batch))
        self._later.add(task)
        return tuple(new.expected + len(new.events) for new in batch.appends)

    async def _write(self, batch: Any) -> None:
        async with self._order:
            await asyncio.sleep(0.05)
            await self._store.append(batch)


async def _opened(url: str, *, is_apart: bool, at: Callable[[str], None], is_lying: bool) -> Any:
    store = await open_store(url, is_apart=is_apart, at=at)
    return Liar(store) if is_lying else store


def _stop(table: CurrentTable, authority: Authority) -> None:
    """The control: a table that stops when it is taken over."""
    table.stop("another process writes to it")


def main() -> None:
    """Serve until it is killed."""
    port, data, database, point, count, control = sys.argv[1:]
    killer, jumping = Killer(point, int(count)), JumpingTime()
    vars(clock)["time"] = jumping
    signal.signal(signal.SIGUSR1, jumping.jump)
    faultpoints.reached = killer
    at = lambda point: killer(f"store {point}")  # noqa: E731
    vars(serving)["open_store"] = partial(_opened, at=at, is_lying=control == "lying")
    if control == "stopping":
        vars(current)["CurrentTable"].own = _stop
    assert UNHURRIED.play == 0
    serve(Options(port=int(port), data=Path(data), database=database or None, has_demos=False, limits=LIMITS))
