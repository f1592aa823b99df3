"""One worker process: limited in memory, of low priority, killed when a job takes too long."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from pathlib import Path
from typing import Any

from siete.errors import SieteError
from siete.rules import names

READY_SECONDS = 120.0
"""For a new process to start, on a machine that is busy with other things."""
NICENESS = 10
"""How much a worker stands back behind the server, unless `SIETE_WORKER_NICENESS` says otherwise."""
SLOWNESS = 8
"""A job that waits instead of computing, or for which the machine has no time, may take so many times its seconds."""
FORKED = "siete.server.work.parsing"
"""Loaded by the process that workers are forked from; whatever starts threads must not be."""
STILL = 0.2
"""Seconds without a job after which a worker prepares for those that may come."""
_READY = b"ready"


Preparation = Callable[[], Iterator[None]]
"""What a worker may do before it is asked; between two pieces it looks whether it is."""


@dataclass(frozen=True, slots=True)
class Job:
    """A module's function, its values, and how long it may take."""

    work: Callable[..., Any]
    values: tuple[Any, ...]
    seconds: float
    """Of the processor's time, where the system tells of it: a busy machine makes no job a hostile one."""


@dataclass(frozen=True, slots=True)
class Confines:
    """What a worker process is given."""

    megabytes: int
    answer: int
    """Bytes of an answer."""
    modules: tuple[str, ...]
    """Loaded first."""
    meanwhile: Preparation | None = None
    """Done piece by piece, while nothing is asked."""


class WorkerProcess:
    """The server's end of a worker process. Used by one thread at a time."""

    def __init__(self, confines: Confines) -> None:
        context = process_context(confines.modules)
        self._pipe, far = context.Pipe()
        self._process = context.Process(target=_work, args=(far, confines), daemon=True, name="siete-worker")
        self._process.start()
        far.close()
        self._is_ready = False

    @property
    def is_alive(self) -> bool:
        return not self._pipe.closed

    def wait_ready(self) -> None:
        """Wait until the process has started; raises EOFError where it has not."""
        if not self._is_ready:
            if not self._pipe.poll(READY_SECONDS):
                self.kill()
                raise EOFError
            self._pipe.recv_bytes()
            self._is_ready = True

    def ask(self, job: Job) -> object:
        """The result of a job, or its refusal; raises EOFError where the process has ended."""
        self.wait_ready()
        try:
            self._pipe.send((names.added(), job.work, job.values))
        except OSError:  # it ended while it was idle
            raise EOFError from None
        if not self._is_answered(job.seconds):
            self.kill()
            raise SieteError("work/too-long", "This takes too long to compute. Send something smaller.")
        result = pickle.loads(self._pipe.recv_bytes())  # from our own process, so unpickling is safe
        if isinstance(result, BaseException):
            raise result
        return result

    def _is_answered(self, seconds: float) -> bool:
        pid = self._process.pid
        assert pid is not None, "it was started"
        began, last = processor_seconds(pid), time.monotonic() + SLOWNESS * seconds
        wait = seconds
        while not self._pipe.poll(wait):
            used = processor_seconds(pid)
            if began is None or used is None or used - began >= seconds or time.monotonic() >= last:
                return False
            wait = max(seconds - (used - began), seconds / SLOWNESS)
        return True

    def kill(self) -> None:
        """End the process at once."""
        self.interrupt()
        self._process.join()
        self._pipe.close()

    def interrupt(self) -> None:
        """Make the process end, from any thread; whoever waits for its answer gets an EOFError."""
        self._process.kill()


def process_context(modules: tuple[str, ...]) -> SpawnContext | ForkServerContext:
    """Start workers from a small process that forks; where there is none, afresh.

    Forking the server itself would copy its threads' locks and its memory.
    """
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([name for name in modules if name == FORKED])
    return context


def processor_seconds(pid: int) -> float | None:
    """What a process has used of the processor; None where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- in the process --------------------------------------------------------------------------------------------------


def _work(pipe: Connection, confines: Confines) -> None:
    confine(confines.megabytes)
    for name in confines.modules:
        import_module(name)  # as a rule the process was forked with them
    pipe.send_bytes(_READY)
    pieces = confines.meanwhile() if confines.meanwhile is not None else iter(())
    while True:
        _prepare(pipe, pieces)
        try:
            sent = pipe.recv()
        except EOFError:
            return
        pipe.send_bytes(_answered(confines.answer, *sent))


def _prepare(pipe: Connection, pieces: Iterator[None]) -> None:
    """Go on with what is left to prepare until there is a job; where that fails, the job that needs it says why."""
    with suppress(Exception):
        while not pipe.poll(STILL):
            next(pieces)


def confine(megabytes: int) -> None:
    """Limit the process, and end it when its server ends, however that happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server's to answer
    if sys.platform != "win32":
        import resource

        with suppress(ValueError):  # macOS knows no such limit; time and size of what comes in are bounded all the same
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        os.nice(int(os.environ.get("SIETE_WORKER_NICENESS", NICENESS)))
    parent = parent_process()
    assert parent is not None, "a worker was started by its server"

    def watch() -> None:
        parent.join()  # at once where the server died while its worker was starting
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _answered(most: int, folders: tuple[Path, ...], work: Callable[..., Any], values: tuple[Any, ...]) -> bytes:
    """What to send back: the result, a refusal, or the error, which the server logs."""
    try:
        names.use_folders(folders)
        data = pickle.dumps(work(*values))
    except (MemoryError, RecursionError):
        data = pickle.dumps(_too_large())
    except Exception as error:
        data = _as_bytes(error)
    return data if len(data) <= most else pickle.dumps(_too_large())


def _too_large() -> SieteError:
    return SieteError("work/too-large", "This is too large or too deeply nested to compute. Send something smaller.")


def _as_bytes(error: Exception) -> bytes:
    try:
        return pickle.dumps(error)
    except Exception:
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
