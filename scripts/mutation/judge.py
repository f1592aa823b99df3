"""The trial: tests are collected once and must pass while nothing is broken; each mutant is tried in a forked child."""

from __future__ import annotations

import functools
import gc
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import siete.odds.base.kept.cache as solved
from mutation.mutant import Mutant
from mutation.reach import Recorder, recorded

WORKERS = os.cpu_count() or 1
SECONDS, MEMORY = 60, 4 << 30
"""What one test of a mutant may use of a processor and of memory: a broken rule may run for ever, and is noticed."""
NOTICED, SURVIVED, NOT_APPLIED = 0, 1, 2
"""How a child ends."""

FIRST = 2
"""Parameters of a test that are recorded."""

_READ = ("tests/table/test_citations.py", "tests/table/test_journal.py")
"""What results and refusals cite, and what tables do, as it was read: asked last, about every mutant of the engine."""

Marked = dict[pytest.Item, frozenset[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A mutant and the tests that must notice it."""

    mutant: Mutant
    clause: str = ""
    """The one clause whose tests are asked, where only those are."""


class Judge:
    """Runs, for each trial, the tests that must notice; keeps how each one ended."""

    def __init__(
        self,
        trials: Sequence[Trial],
        *,
        wall: int,
        told: Callable[[Trial, str, str], None],
        is_wide: bool = True,
        most: int = 0,
    ) -> None:
        self.trials, self.wall, self._told, self.is_wide, self.most = trials, wall, told, is_wide, most
        self.outcomes: dict[str, list[Trial]] = {
            word: [] for word in ("noticed", "SURVIVED", "NO TEST", "NOT APPLIED", "OUT OF TIME", "ran away")
        }
        self.failing: set[str] | None = None
        """Tests that fail while nothing is broken, and so prove nothing; None until tests were collected."""
        self._reached = recorded()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants, several at once."""
        asked = session.items if self.is_wide else [*_first(session.items)]
        marked = {item: _clauses_of(item) for item in asked}
        wanted = {item for trial in self.trials for item in self._tests_for(trial, marked)}
        seconds = _control(session, [item for item in marked if item in wanted])
        self.failing = {item.nodeid for item in wanted} - set(seconds)
        _caches()
        passing = sorted((item for item in marked if item.nodeid in seconds), key=lambda item: seconds[item.nodeid])
        self._try_all(session, {item: marked[item] for item in passing})
        return True

    def _tests_for(self, trial: Trial, marked: Marked) -> list[pytest.Item]:
        """The tests that must notice, likely ones first, otherwise in the order given."""
        mutant = trial.mutant
        if trial.clause:
            chosen = [item for item in marked if trial.clause in _clauses_of(item, ("clause",))]
        elif mutant.function:
            reaching = self._reached.get(mutant.function, frozenset())
            chosen = [item for item in marked if item.nodeid.split("[")[0] in reaching]
        elif mutant.rooms:
            chosen = [item for item in marked if item.nodeid.startswith(mutant.rooms)]
        elif mutant.clauses:
            chosen = [item for item, clauses in marked.items() if clauses & mutant.clauses]
        else:
            chosen = [item for item in marked if _is_printed(item)]
        own = mutant.clauses
        likely = sorted(
            chosen,
            key=lambda item: (-sum(word in item.nodeid for word in mutant.near), -len(own & marked[item])),
        )
        chosen = likely[: self.most or None]
        is_read = bool(chosen and mutant.function)
        return [*chosen, *(item for item in marked if is_read and item.nodeid.startswith(_READ) and item not in chosen)]

    def _try_all(self, session: pytest.Session, marked: Marked) -> None:
        running: dict[int, tuple[Trial, Path]] = {}
        for number, trial in enumerate(self.trials, start=1):
            chosen = self._tests_for(trial, marked)
            if not chosen:
                self._end(trial, "NO TEST", "")
                continue
            if len(running) >= WORKERS:
                self._reap(running)
            noticed_by = Path(tempfile.mkstemp(prefix="mutant-")[1])
            work = functools.partial(_try, session, chosen, trial.mutant, noticed_by, self.wall)
            running[_fork(work)] = trial, noticed_by
            if number % 50 == 0:
                print(f"{number} of {len(self.trials)} mutants tried", file=sys.stderr)
        while running:
            self._reap(running)

    def _reap(self, running: dict[int, tuple[Trial, Path]]) -> None:
        pid, status = os.wait()
        (trial, noticed_by), ended = running.pop(pid), os.waitstatus_to_exitcode(status)
        words = {SURVIVED: "SURVIVED", NOT_APPLIED: "NOT APPLIED", -signal.SIGALRM: "OUT OF TIME"}
        words[-signal.SIGXCPU] = "ran away"
        by = noticed_by.read_text("utf-8")
        noticed_by.unlink()
        self._end(trial, words.get(ended, "noticed"), by)

    def _end(self, trial: Trial, word: str, by: str) -> None:
        self.outcomes[word].append(trial)
        self._told(trial, word, by)


def _clauses_of(item: pytest.Item, names: Iterable[str] = ("clause", "data", "checklist")) -> frozenset[str]:
    return frozenset(id for name in names for marker in item.iter_markers(name) for id in marker.args)


def _is_printed(item: pytest.Item) -> bool:
    """Whether the test answers for values that rest on no clause: on printed figures, or marked `data` without one."""
    return "test_printed" in item.nodeid or any(not marker.args for marker in item.iter_markers("data"))


_LONG = ("stateful", "random", "many_rounds", "running_tables", "perft", "/notation/", "/position/", "/disputes/")
"""Tests that play for long, or read and write what was played: they reach everything and tell little."""


class Recording:
    """Runs the engine's tests once and records which function of the engine each one reaches.

    Of a test with many parameters the first few are run: which functions it reaches does not change much after them.
    """

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run them, with every call of the engine noted."""
        items = [item for item in _first(session.items) if not any(word in item.nodeid for word in _LONG)]
        recorder = Recorder()
        session.config.pluginmanager.unregister(name="terminalreporter")
        for item, following in _pairs(items):
            recorder.begin(item.nodeid.split("[")[0])
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            recorder.end()
        recorder.write()
        return True


def _first(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """The first few parameters of each test for each set of clauses that they prove."""
    seen: Counter[tuple[str, frozenset[str]]] = Counter()
    for item in items:
        name = item.nodeid.split("[")[0], _clauses_of(item)
        seen[name] += 1
        if seen[name] <= FIRST:
            yield item


def _pairs(items: Sequence[pytest.Item]) -> Iterable[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)


def _fork(work: Callable[[], int]) -> int:
    """Do some work in a child, which ends with its result, and give the child's number."""
    pid = os.fork()
    if not pid:
        os._exit(work())
    return pid


def _control(session: pytest.Session, items: list[pytest.Item]) -> Mapping[str, float]:
    """The tests that pass with nothing broken, and how long each takes; run in a child, so nothing here changes."""
    with tempfile.NamedTemporaryFile("r+") as found:
        os.waitpid(_fork(functools.partial(_write_passing, session, items, Path(found.name))), 0)
        lines = [line.split(maxsplit=1) for line in found.read().splitlines()]
    return {nodeid: float(took) for took, nodeid in lines}


def _write_passing(session: pytest.Session, items: list[pytest.Item], found: Path) -> int:
    session.config.pluginmanager.unregister(name="terminalreporter")
    with found.open("w", encoding="utf-8") as file:
        for item, following in _pairs(items):
            session.testsfailed, began = 0, time.process_time()
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if not session.testsfailed:
                print(time.process_time() - began, item.nodeid, file=file)
    return 0


def _try(session: pytest.Session, chosen: list[pytest.Item], mutant: Mutant, noticed_by: Path, wall: int) -> int:
    """How a child ends that runs these tests with a mutant in place."""
    session.config.pluginmanager.unregister(name="terminalreporter")
    signal.alarm(wall)
    try:
        _forget_caches()
        mutant.apply()
    except BaseException as error:
        print(f"{mutant.label}: {error!r}", file=sys.__stderr__)
        return NOT_APPLIED
    try:
        failed = _first_failure(session, chosen, noticed_by)
    except BaseException:  # whatever a broken rule brings down, it was noticed
        return NOTICED
    return NOTICED if failed else SURVIVED


def _first_failure(session: pytest.Session, chosen: list[pytest.Item], noticed_by: Path) -> bool:
    """Whether a test fails; those after it are not run. The test that is running is written down."""
    for item, following in _pairs(chosen):
        _bound()
        noticed_by.write_text(item.nodeid, "utf-8")
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return True
    return False


def _bound() -> None:
    """Keep a child that runs away from taking the machine with it; called anew before each test."""
    used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
    resource.setrlimit(resource.RLIMIT_CPU, (used + SECONDS, resource.RLIM_INFINITY))
    if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
        return
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


@functools.cache
def _caches() -> list[Any]:
    """Every cache of a function there is; looked for once, before the first child."""
    return [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]


def _forget_caches() -> None:
    """Make sure that nothing remembers the rules as they were, neither in memory nor, solved, on disk."""
    solved.code_version = lambda: f"mutant{os.getpid()}"  # type: ignore[assignment]  # no longer a cache of its own
    for each in _caches():
        if each is not _caches:
            each.cache_clear()
