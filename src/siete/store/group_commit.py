"""Group commit: batches that wait while others are written share the next transaction, and its one sync to the disk.

A sync takes milliseconds and an insert microseconds; so a store that syncs once for all who wait keeps hundreds of
commands a second, and still nobody is answered before their own batch is durable. While several people write at once,
groups also keep a distance from each other, so that more batches share one.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from siete.errors import SieteError
from siete.store.port import Batch, StoreError

LARGEST_GROUP = 256
"""The largest group, so that later batches do not wait long."""

DISTANCE = 0.004
"""Seconds between the starts of two groups while batches are shared."""

_SHARED = 1.15
"""The average size of the last groups from which on a distance is kept. Whoever writes alone never waits."""

_WEIGHT = 0.1
"""Of the newest group in that average."""

Result = tuple[int, ...] | SieteError
WriteGroup = Callable[[Sequence[Batch]], list[Result]]


class BatchWriter(Protocol):
    """Writes groups outside the event loop."""

    async def write(self, group: Sequence[Batch]) -> list[Result]:
        """The result of each batch of the group, once it is durable."""
        ...

    async def close(self) -> None:
        """Stop. Called only when nothing is being written."""
        ...


class InThread:
    """Writes groups in a dedicated thread."""

    def __init__(self, write: WriteGroup) -> None:
        self._write = write
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="siete-writer")

    async def write(self, group: Sequence[Batch]) -> list[Result]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, group)

    async def close(self) -> None:
        self._thread.shutdown(wait=True)


class GroupWriter:
    """Collects waiting batches into groups and has them written, one group at a time."""

    def __init__(self, writing: BatchWriter) -> None:
        self._writing = writing
        self._waiting: deque[tuple[Batch, asyncio.Future[tuple[int, ...]]]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False
        self._average = 1.0
        self._began = -DISTANCE

    async def append(self, batch: Batch) -> tuple[int, ...]:
        """Wait until the batch is durable, or refused."""
        if self._is_closed:
            raise StoreError("store/closed", "The store has been closed.")
        kept: asyncio.Future[tuple[int, ...]] = asyncio.get_running_loop().create_future()
        self._waiting.append((batch, kept))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return await kept

    async def _run(self) -> None:
        while self._waiting:
            await self._keep_distance()
            group = [self._waiting.popleft() for _ in range(min(len(self._waiting), LARGEST_GROUP))]
            batches = [batch for batch, _ in group]
            self._average += _WEIGHT * (len(group) - self._average)
            try:
                results = await self._writing.write(batches)
            except Exception as error:  # a bug in a batch or here: everyone who waits must get the error
                results = [StoreError("store/failed", f"The store could not write: {error!r}.")] * len(group)
            for (_, kept), result in zip(group, results, strict=True):
                _tell(kept, result)

    async def _keep_distance(self) -> None:
        loop = asyncio.get_running_loop()
        wait = self._began + DISTANCE - loop.time()
        if self._average >= _SHARED and wait > 0 and not self._is_closed:
            await asyncio.sleep(wait)
        self._began = loop.time()

    async def close(self) -> None:
        """Write what is queued, then stop."""
        self._is_closed = True
        if self._task is not None:
            await self._task
        await self._writing.close()


def _tell(kept: asyncio.Future[tuple[int, ...]], result: Result) -> None:
    if kept.done():  # the caller was cancelled
        return
    if isinstance(result, SieteError):
        kept.set_exception(result)
    else:
        kept.set_result(result)
