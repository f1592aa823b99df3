"""An event loop driven by one seed: time jumps to the next timer, and chance picks which process runs its next step.

Every callback belongs to a process, by its context. Steps of one process keep their order, as asyncio promises;
between processes any order may happen. A frozen process keeps its steps until it thaws; those of a dead one are gone.
"""

from __future__ import annotations

import asyncio
import heapq
import inspect
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any

PROCESS: ContextVar[str] = ContextVar("process", default="world")


class NothingLeftError(AssertionError):
    """No step can be taken any more, and somebody still waits."""


def context_of(process: str) -> Context:
    """The context in which the steps of a process run."""
    context = copy_context()
    context.run(PROCESS.set, process)
    return context


class SimulatedLoop(asyncio.BaseEventLoop):
    """Runs all processes of a simulated house in one thread, without waiting."""

    _ready: list[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self, rng: Random, after_step: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self._rng, self._now, self._after_step = rng, 0.0, after_step
        self.frozen: set[str] = set()
        self.dead: set[str] = set()
        self.steps = 0
        self.failures: list[str] = []
        self._kept: list[asyncio.Task[Any]] = []
        """Every task: one that is collected would clean up in the middle of another process's step."""
        self.set_exception_handler(self._note)
        self.set_task_factory(self._task)

    def _task(self, loop: asyncio.AbstractEventLoop, work: Any, context: Context | None = None) -> asyncio.Task[Any]:
        self._kept = [task for task in self._kept if not task.done()] if self.steps % 100 == 0 else self._kept
        task = asyncio.Task(work, loop=loop, context=context)
        self._kept.append(task)
        return task

    def time(self) -> float:
        return self._now

    def _note(self, loop: asyncio.AbstractEventLoop, told: dict[str, object]) -> None:
        self.failures.append(f"{told.get('message')}: {told.get('exception')!r}")

    def _write_to_self(self) -> None:
        """There is no other thread to wake."""

    def _run_once(self) -> None:
        handle = self._next()
        while handle is None:
            self._pass_time()
            handle = self._next()
        self.steps += 1
        handle._run()
        self._after_step()

    def end(self) -> None:
        """Let everything that still waits end, and close."""
        self._after_step = lambda: None
        self.frozen, self.dead = set(), set()
        waiting = asyncio.all_tasks(self)
        for task in waiting:
            task.cancel()
        self.run_until_complete(asyncio.gather(*waiting, return_exceptions=True))
        self.run_until_complete(self.shutdown_asyncgens())
        self.close()

    def _next(self) -> asyncio.Handle | None:
        """The next step of a process that can run, chosen by lot."""
        self._ripen()
        alive = [each for each in self._ready if not each._cancelled and _process(each) not in self.dead]
        for each in self._ready:
            if each not in alive:
                _drop(each)
        first: dict[str, asyncio.Handle] = {}
        for each in alive:
            first.setdefault(_process(each), each)
        able = sorted(first.keys() - self.frozen)
        chosen = first[self._rng.choice(able)] if able else None
        self._ready = [each for each in alive if each is not chosen]
        return chosen

    def _ripen(self) -> None:
        while self._scheduled and (self._scheduled[0]._cancelled or self._scheduled[0].when() <= self._now):
            timer = heapq.heappop(self._scheduled)
            if not timer._cancelled:
                self._ready.append(timer)

    def _pass_time(self) -> None:
        if not self._scheduled:
            raise NothingLeftError("nothing is left to happen")
        self._now = max(self._now, self._scheduled[0].when())


def _process(handle: asyncio.Handle) -> str:
    context: Context = vars_of(handle)
    return context.get(PROCESS, "world")


def vars_of(handle: asyncio.Handle) -> Context:
    """The context a step runs in; asyncio has no public name for it."""
    found = getattr(handle, "_context")  # noqa: B009
    assert isinstance(found, Context)
    return found


def _drop(handle: asyncio.Handle) -> None:
    """What a dead process was about to begin is never begun, and nobody is warned of it."""
    task = getattr(getattr(handle, "_callback"), "__self__", None)  # noqa: B009
    if isinstance(task, asyncio.Task):
        begun = task.get_coro()
        if inspect.iscoroutine(begun) and inspect.getcoroutinestate(begun) == inspect.CORO_CREATED:
            begun.close()
