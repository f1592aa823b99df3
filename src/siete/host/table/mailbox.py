"""A table's queue: jobs run one at a time, in the order they came."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

MOST_WAITING = 256
"""Jobs of one table that may wait: a second's work, so that an answer comes soon or is refused at once."""

T = TypeVar("T")

_log = structlog.get_logger("siete.table")


class Mailbox:
    """Serves jobs one after the other, in a task of its own while there are any.

    A caller who is cancelled no longer waits, but its job is finished all the same: a turn that is on its way to the
    store is never cut off between being persisted and being applied.
    """

    def __init__(self) -> None:
        self._jobs: deque[Callable[[], Awaitable[None]]] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_full(self) -> bool:
        """Whether so much waits that another command had better be sent again later."""
        return len(self._jobs) >= MOST_WAITING

    async def serve(self, job: Callable[[], Awaitable[T]]) -> T:
        """The result of the job, once those before it are done."""
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.append(lambda: _settled(job, result))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return await result

    async def _work(self) -> None:
        try:
            while self._jobs:
                await self._jobs.popleft()()
        finally:
            self._task = None


async def _settled(job: Callable[[], Awaitable[T]], result: asyncio.Future[T]) -> None:
    """Do the job and pass its result or error to the caller, if it still waits."""
    try:
        done = await job()
    except Exception as error:
        if result.done():
            _log.error("job failed, and nobody waits for it", error=type(error).__name__, exc_info=error)
        else:
            result.set_exception(error)
    except GeneratorExit:  # the loop is gone, and with it everybody who waited
        raise
    except BaseException:
        result.cancel()
        raise
    else:
        if not result.done():
            result.set_result(done)
