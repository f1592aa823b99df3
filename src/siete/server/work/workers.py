"""Worker processes for whatever costs more than a moment: parsing, replays, charts and values of hands.

Anybody can ask for such work, so it never runs on the event loop, and it is bounded: by time and memory for one job, by
the number of jobs that one guest, one address and the whole house may have waiting. Guests are served in turn, and
equal questions are computed once. Decision: 0220.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, TypeVar, TypeVarTuple

from siete.errors import SieteError
from siete.server.limits import TooManyError
from siete.server.work import trainer
from siete.server.work.worker_process import Confines, Job, Preparation, WorkerProcess

Result = TypeVar("Result")
Values = TypeVarTuple("Values")


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkLimits:
    """What one group of workers may use, and how much may wait for it."""

    processes: int = 1
    seconds: float = 3.0
    """Of processor time for one job, from the moment its worker is ready."""
    megabytes: int = 768
    """Address space of a worker; what needs more is refused."""
    answer: int = 8_000_000
    """Bytes of an answer."""
    waiting: int = 32
    waiting_by_address: int = 12
    waiting_by_guest: int = 3
    modules: tuple[str, ...] = ("siete.server.work.parsing",)
    """Loaded before a worker is ready, so that no job waits for them."""
    meanwhile: Preparation | None = None
    """Done by an idle worker, piece by piece, so that the first long job is as quick as the next."""


PARSING = WorkLimits()
RECALLING = WorkLimits(waiting=256, waiting_by_address=96, waiting_by_guest=8)
"""Everybody at a table asks for a ledger when its round is over, and many tables may share an address; each costs a few
milliseconds, and none waits behind what a stranger sent to be parsed."""
SOLVING = WorkLimits(
    seconds=120,
    megabytes=8_192,
    waiting=64,
    waiting_by_address=24,
    waiting_by_guest=8,
    modules=("siete.server.work.trainer",),
    meanwhile=trainer.kernels,
)
"""A chart that nobody has asked for before takes a cold machine half a minute; whoever plays on meanwhile asks for the
values of each hand, one at a time, and is not refused for it."""

EXAMINING = WorkLimits(
    seconds=20,
    megabytes=2_048,
    waiting=256,
    waiting_by_address=96,
    waiting_by_guest=3,
    modules=("siete.server.work.school",),
)
"""A whole class behind one address begins its exam at the same moment."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who waits for an answer: a guest, or anybody at an address."""

    address: str
    guest: str = ""

    @property
    def name(self) -> str:
        return self.guest or self.address


NOBODY = Asker("")
"""The house itself."""


@dataclass(slots=True, eq=False)
class _Waiting:
    """A job that is queued or running, and everybody who waits for it."""

    asker: Asker
    job: Job
    key: Hashable
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Workers:
    """A group of worker processes behind a bounded queue. They start with the first job, or with `warm_up`."""

    def __init__(self, limits: WorkLimits = PARSING) -> None:
        self._limits = limits
        self._queues: OrderedDict[str, deque[_Waiting]] = OrderedDict()
        self._by_address: Counter[str] = Counter()
        self._jobs: dict[Hashable, _Waiting] = {}
        self._running = 0
        self._pace = limits.seconds
        self._threads = ThreadPoolExecutor(limits.processes, thread_name_prefix="siete-work")
        self._idle: SimpleQueue[WorkerProcess] = SimpleQueue()
        self._busy: set[WorkerProcess] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    async def ask(
        self, asker: Asker, work: Callable[[*Values], Result], *values: *Values, key: Hashable = None
    ) -> Result:
        """The result of a module's function, computed by a worker; its refusal is raised as it is.

        Whoever asks the same while it is being computed gets the same answer: the same are the function and the
        values, or the `key` where values cannot be hashed.
        """
        same: Hashable = (work, values if key is None else key)
        waiting = self._jobs.get(same)
        if waiting is None:
            self._check(asker)
            waiting = self._queued(_Waiting(asker, Job(work, values, self._limits.seconds), same))
        result: Result = await asyncio.shield(waiting.answer)
        return result

    async def warm_up(self) -> None:
        """Start a worker before somebody needs it."""
        if not self._idle.empty() or self._running:
            return
        await asyncio.get_running_loop().run_in_executor(self._threads, self._start_one)

    def expect_work(self) -> None:
        """Start a worker in the background: somebody is about to ask."""
        if not self._is_closed:
            self._keep(self.warm_up())

    def close(self) -> None:
        """End the workers; what is being computed is given up."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for busy in tuple(self._busy):
            busy.interrupt()
        while (idle := self._taken()) is not None:
            idle.kill()

    # --- the queue ---------------------------------------------------------------------------------------------------

    def _check(self, asker: Asker) -> None:
        """Refuse a job when too many wait already, with the time after which to come back."""
        limits, mine = self._limits, len(self._queues.get(asker.name, ()))
        waiting = sum(self._by_address.values())
        is_full = waiting >= limits.waiting or (
            asker != NOBODY
            and (mine >= limits.waiting_by_guest or self._by_address[asker.address] >= limits.waiting_by_address)
        )
        if is_full:
            seconds = max(1, math.ceil(self._pace * (mine + 1) / limits.processes))
            raise TooManyError("The house is busy with questions like this one.", seconds)

    def _queued(self, waiting: _Waiting) -> _Waiting:
        self._jobs[waiting.key] = waiting
        self._queues.setdefault(waiting.asker.name, deque()).append(waiting)
        self._by_address[waiting.asker.address] += 1
        waiting.answer.add_done_callback(_looked_at)
        self._start_next()
        return waiting

    def _start_next(self) -> None:
        while self._running < self._limits.processes and self._queues:
            name, queue = self._queues.popitem(last=False)
            waiting = queue.popleft()
            if queue:
                self._queues[name] = queue  # at the end: the others come first
            self._running += 1
            self._keep(self._run(waiting))

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        """Run it as a task, which somebody must hold."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, waiting: _Waiting) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            if self._is_closed:
                raise _broken()
            waiting.answer.set_result(await loop.run_in_executor(self._threads, self._carried_out, waiting.job))
        except asyncio.CancelledError:
            waiting.answer.cancel()
            raise
        except BaseException as error:
            waiting.answer.set_exception(error)
        finally:
            self._pace += (loop.time() - began - self._pace) / 4
            self._running -= 1
            del self._jobs[waiting.key]
            self._by_address[waiting.asker.address] -= 1
            self._by_address += Counter()  # forget the addresses that wait for nothing
            self._start_next()

    # --- in the threads ----------------------------------------------------------------------------------------------

    def _carried_out(self, job: Job) -> object:
        """Do a job in an idle worker; a worker that ends unasked is replaced once."""
        for _ in range(2):
            if self._is_closed:
                break
            worker = self._taken() or self._new()
            self._busy.add(worker)
            try:
                return worker.ask(job)
            except EOFError:
                worker.kill()
            finally:
                self._busy.discard(worker)
                if worker.is_alive and not self._is_closed:
                    self._idle.put(worker)
                else:
                    worker.kill()
        raise _broken()

    def _taken(self) -> WorkerProcess | None:
        try:
            return self._idle.get_nowait()
        except Empty:
            return None

    def _new(self) -> WorkerProcess:
        limits = self._limits
        return WorkerProcess(Confines(limits.megabytes, limits.answer, limits.modules, limits.meanwhile))

    def _start_one(self) -> None:
        worker = self._new()
        worker.wait_ready()
        self._idle.put(worker)


def _broken() -> SieteError:
    return SieteError("work/broken", "The house cannot compute this now. Try again.")


def _looked_at(answer: asyncio.Future[Any]) -> None:
    """Take note of an exception for which nobody waits any more."""
    if not answer.cancelled():
        answer.exception()
