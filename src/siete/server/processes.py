"""Several processes of one house behind one port: they share the listening socket, and one that dies is started again.

Each process has a second, internal address of its own, at which the others reach it.
"""

from __future__ import annotations

import multiprocessing
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import FrameType

import structlog

from siete.errors import SieteError
from siete.server.serving import BACKLOG, Options, is_shared, serve

_log = structlog.get_logger("siete.server")
_spawning = multiprocessing.get_context("spawn")

TOO_SOON = 5.0
"""Seconds that a process must have lived, so that its death is no failure to start."""
MOST_FAILURES = 3
"""Failures to start, one after the other, after which the house is closed."""
PATIENCE = 15.0
"""Seconds for a process to close the house before it is killed."""


def serve_together(options: Options, count: int, say: Callable[[str], None]) -> None:
    """Serve one house with so many processes until a signal stops them."""
    if not is_shared(options):
        sentence = "A SQLite file is written by one process. Several processes need --database postgresql://…."
        raise SieteError("serve/one-process", sentence)
    with _public_socket(options) as public, _stopping() as stops:
        _Group(options, public, say).run(count, stops)


class _Group:
    """The processes that run, and how those were started that have ended."""

    def __init__(self, options: Options, public: socket.socket, say: Callable[[str], None]) -> None:
        self._options, self._public, self._say = options, public, say
        self._running: list[_Running] = []
        self._failures = 0

    def run(self, count: int, stops: _Stops) -> None:
        """Start the processes one after the other, and replace those that end."""
        try:
            for place in range(count):
                self._start(is_first=place == 0)
            self._say(f"{count} processes serve this house.")
            while not stops.is_due:
                wait([each.process.sentinel for each in self._running], timeout=0.5)
                self._replace(stops)
        finally:
            self._close()

    def _start(self, *, is_first: bool) -> None:
        """Start one process, and wait until it listens."""
        host = "::1" if ":" in self._options.host else "127.0.0.1"
        with socket.create_server((host, 0), family=self._public.family) as own:
            shown = f"[{host}]" if ":" in host else host
            options = replace(self._options, internal=f"http://{shown}:{own.getsockname()[1]}")
            ours, theirs = _spawning.Pipe(duplex=False)
            process = _spawning.Process(target=_run, args=(options, self._public, own, theirs, is_first))
            process.start()
        theirs.close()
        self._running.append(_Running(process, time.monotonic()))
        with ours:
            self._hear(ours, is_first=is_first)

    def _hear(self, lines: multiprocessing.connection.Connection, *, is_first: bool) -> None:
        try:
            while line := lines.recv():
                if is_first:
                    self._say(line)
        except EOFError:
            _log.error("a process of the house did not start")

    def _replace(self, stops: _Stops) -> None:
        dead = [each for each in self._running if each.process.exitcode is not None]
        for each in dead:
            self._running.remove(each)
            lived = time.monotonic() - each.since
            self._failures = self._failures + 1 if lived < TOO_SOON else 0
            _log.error("a process of the house ended", code=each.process.exitcode, seconds=round(lived, 1))
            if self._failures >= MOST_FAILURES:
                raise SieteError("serve/process-fails", "A process of the house cannot be started. The log says why.")
            if not stops.is_due:
                self._start(is_first=False)

    def _close(self) -> None:
        for each in self._running:
            each.process.terminate()
        until = time.monotonic() + PATIENCE
        for each in self._running:
            each.process.join(max(0.0, until - time.monotonic()))
            if each.process.exitcode is None:
                each.process.kill()


@dataclass(frozen=True, slots=True)
class _Running:
    process: BaseProcess
    since: float


def _run(
    options: Options,
    public: socket.socket,
    own: socket.socket,
    lines: multiprocessing.connection.Connection,
    is_first: bool,
) -> None:
    """One process: tells what the server says, and an empty line once it listens."""

    def say(line: str) -> None:
        lines.send(line)

    serve(replace(options, makes_link=is_first), say, sockets=(public, own), on_ready=lambda: lines.send(""))


class _Stops:
    """Whether a signal asked to stop."""

    is_due = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.is_due = True


@contextmanager
def _stopping() -> Iterator[_Stops]:
    stops = _Stops()
    before = {number: signal.signal(number, stops) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stops
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _public_socket(options: Options) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    try:
        made = socket.create_server((options.host, options.port), family=family, backlog=BACKLOG)
    except OSError as error:
        sentence = f"Cannot listen on port {options.port} of {options.host}. Choose another with --port."
        raise SieteError("serve/no-port", sentence) from error
    with made:
        yield made
