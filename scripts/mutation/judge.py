"""The trial: each mutant is tried in a forked child; the tests that noticed one must pass while nothing is broken."""

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
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import siete.odds.base.kept.cache as solved
from mutation.mutant import Mutant
from mutation.reach import Recorder, caches, recorded

SECONDS, TIMES, MEMORY = 10, 20, 4 << 30
"""What one test of a mutant may use of a processor, on top of a multiple of what it takes otherwise, and of memory: a
broken rule may run for ever, and is noticed."""
UNKNOWN, NEAR = 0.05, 1.0
"""Seconds: of a test that was not recorded, and of tests near a mutant that are asked before the journals."""
NOTICED, SURVIVED, NOT_APPLIED = 0, 1, 2
"""How a child ends."""

NARROW, RECORDED = 2, 8
"""Parameters of a test that are asked in a narrow run, and that are recorded."""

_READ = (
    "tests/table/exact/test_citations.py",
    "tests/table/generated/test_journal.py",
    "tests/table/generated/test_altered.py",
)
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
        batches: Iterable[Sequence[Trial]],
        *,
        wall: int,
        told: Callable[[Trial, str, str], None],
        keep: Callable[[], None],
        is_wide: bool = True,
        most: int = 0,
        budget: int = 60,
        workers: int = 1,
    ) -> None:
        self.batches, self.wall, self.is_wide, self.most = batches, wall, is_wide, most
        self._told, self._keep = told, keep
        self.budget, self.workers = budget, workers
        self.outcomes: dict[str, list[Trial]] = {
            word: []
            for word in ("noticed", "SURVIVED", "NO TEST", "NOT APPLIED", "OUT OF TIME", "ran away", "FAILS ALREADY")
        }
        self.failing: set[str] | None = None
        """Tests that fail while nothing is broken, and so prove nothing; None until tests were collected."""
        self._reach = recorded()
        self._ended: list[tuple[Trial, str, str]] = []
        self._passing: set[str] = set()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants, several at once; see of each batch that the tests that noticed pass while nothing is broken.

        So a run that is stopped loses one batch at most. The next batch is asked for when one is done.
        """
        asked = session.items if self.is_wide else [*_first(session.items, NARROW)]
        by_time = sorted(asked, key=self._seconds)
        _caches()
        gc.collect()
        gc.freeze()  # children leave the parent's memory alone, and copy none of it
        marked, self.failing = {item: _clauses_of(item) for item in by_time}, set()
        for number, batch in enumerate(self.batches, start=1):
            self._try_all(session, marked, batch)
            self.failing |= self._controlled(session, by_time)
            for trial, word, by in self._ended:
                is_proof = by not in self.failing or word in ("SURVIVED", "OUT OF TIME")
                self._end(trial, word if is_proof else "FAILS ALREADY", by)
            self._ended.clear()
            self._keep()
            print(f"{number} batches of mutants tried", file=sys.stderr)
        return True

    def _controlled(self, session: pytest.Session, items: list[pytest.Item]) -> set[str]:
        """Those tests that noticed something in this batch and fail with nothing broken; each is run once."""
        killers = {by for _, word, by in self._ended if word in ("noticed", "ran away") and by} - self._passing
        failing = _failing(session, [item for item in items if item.nodeid in killers]) if killers else set()
        self._passing |= killers - failing
        return failing

    def _seconds(self, item: pytest.Item) -> float:
        return self._reach.seconds.get(item.nodeid, UNKNOWN)

    def _allowed(self, item: pytest.Item) -> float:
        """What a test takes; one that was not recorded as much as its first parameters, or else a whole budget."""
        known = self._reach.seconds.get(item.nodeid)
        name = item.nodeid.split("[")[0]
        return known if known is not None else self._longest.get(name, self.budget / TIMES)

    @functools.cached_property
    def _longest(self) -> dict[str, float]:
        found: dict[str, float] = {}
        for nodeid, seconds in self._reach.seconds.items():
            name = nodeid.split("[")[0]
            found[name] = max(found.get(name, 0.0), seconds)
        return found

    def _tests_for(self, trial: Trial, marked: Marked) -> list[pytest.Item]:
        """The tests that must notice, likely ones first, otherwise in the order given."""
        mutant = trial.mutant
        if trial.clause:
            chosen = [item for item in marked if trial.clause in _clauses_of(item, ("clause",))]
        elif mutant.lines:
            chosen = self._reaching(mutant, list(marked))
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
        return (self._journals_soon(likely, mutant, marked) if mutant.lines else likely)[: self.most or None]

    def _reaching(self, mutant: Mutant, items: list[pytest.Item]) -> list[pytest.Item]:
        """The tests that run the broken lines; of one whose first parameters were recorded, the others come last.

        Where nothing was recorded, what was read as a whole is asked about every mutant.
        """
        assert mutant.lines is not None
        if not self._reach.seconds:
            return [item for item in items if item.nodeid.startswith(_READ)]
        names = self._reach.tests_of(*mutant.lines)
        tests = {name.split("[")[0] for name in names if not name.startswith(_READ)}
        exact = [item for item in items if item.nodeid in names]
        others = (item for item in items if item.nodeid not in self._reach.seconds)
        return [*exact, *(item for item in others if item.nodeid.split("[")[0] in tests)]

    def _journals_soon(self, likely: list[pytest.Item], mutant: Mutant, marked: Marked) -> list[pytest.Item]:
        """The nearest tests, a second of them; then what was read as a whole, which notices most; then the rest."""
        first: list[pytest.Item] = []
        for item in likely:
            is_near = any(word in item.nodeid for word in mutant.near) or bool(mutant.clauses & marked[item])
            if is_near and sum(map(self._seconds, first)) < NEAR:
                first.append(item)
        read = [item for item in likely if item.nodeid.startswith(_READ) and item not in first]
        read.sort(key=self._seconds)
        taken = {*first, *read}
        return [*first, *read, *sorted((item for item in likely if item not in taken), key=self._seconds)]

    def _try_all(self, session: pytest.Session, marked: Marked, trials: Sequence[Trial]) -> None:
        running: dict[int, tuple[Trial, Path]] = {}
        for trial in trials:
            chosen = self._tests_for(trial, marked)
            if not chosen:
                self._ended.append((trial, "NO TEST", ""))
                continue
            if len(running) >= self.workers:
                self._reap(running)
            noticed_by = Path(tempfile.mkstemp(prefix="mutant-")[1])
            asked = [(item, self._allowed(item)) for item in chosen]
            work = functools.partial(_try, session, asked, trial.mutant, noticed_by, self.wall, self.budget)
            running[_fork(work)] = trial, noticed_by
        while running:
            self._reap(running)

    def _reap(self, running: dict[int, tuple[Trial, Path]]) -> None:
        pid, status = os.wait()
        (trial, noticed_by), ended = running.pop(pid), os.waitstatus_to_exitcode(status)
        words = {SURVIVED: "SURVIVED", NOT_APPLIED: "NOT APPLIED", -signal.SIGALRM: "OUT OF TIME"}
        words[-signal.SIGXCPU] = "ran away"
        by = noticed_by.read_text("utf-8")
        noticed_by.unlink()
        word = words.get(ended, "noticed")
        self._ended.append((trial, word, by))
        if word != "noticed":
            print(f"{word}: {trial.mutant.label}", file=sys.stderr)

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
    """Runs tests once and records which lines each of them runs.

    Of a test with many parameters the first few are run, unless all are asked for: a case with a refusal of its own
    runs lines of its own.
    """

    def __init__(self, *, is_whole: bool = False) -> None:
        self.is_whole = is_whole

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run them, with every line noted."""
        wanted = session.items if self.is_whole else _first(session.items, RECORDED)
        items = [item for item in wanted if not any(word in item.nodeid for word in _LONG)]
        session.config.pluginmanager.unregister(name="terminalreporter")
        recorder = Recorder(recorded())
        recorder.run([(pair[0].nodeid, functools.partial(_passes, session, *pair)) for pair in _pairs(items)])
        recorder.write()
        return True


def _first(items: Iterable[pytest.Item], most: int) -> Iterator[pytest.Item]:
    """The first few parameters of each test for each set of clauses that they prove."""
    seen: Counter[tuple[str, frozenset[str]]] = Counter()
    for item in items:
        name = item.nodeid.split("[")[0], _clauses_of(item)
        seen[name] += 1
        if seen[name] <= most or item.nodeid.startswith(_READ):
            yield item


def _passes(session: pytest.Session, item: pytest.Item, following: pytest.Item | None) -> bool:
    """Whether a test passes, run now."""
    session.testsfailed = 0
    session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    return not session.testsfailed


def _pairs(items: Sequence[pytest.Item]) -> Iterable[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)


def _fork(work: Callable[[], int]) -> int:
    """Do some work in a child, which ends with its result, and give the child's number."""
    pid = os.fork()
    if not pid:
        try:
            os._exit(work())
        finally:
            os._exit(NOT_APPLIED)  # whatever happens, a child never goes on with what is its parent's
    return pid


def _failing(session: pytest.Session, items: list[pytest.Item]) -> set[str]:
    """Those of some tests that fail with nothing broken; run in a child, so nothing here changes."""
    with tempfile.NamedTemporaryFile("r+") as found:
        os.waitpid(_fork(functools.partial(_write_failing, session, items, Path(found.name))), 0)
        return set(found.read().splitlines())


def _write_failing(session: pytest.Session, items: list[pytest.Item], found: Path) -> int:
    session.config.pluginmanager.unregister(name="terminalreporter")
    failing = [pair[0].nodeid for pair in _pairs(items) if not _passes(session, *pair)]
    found.write_text("\n".join(failing), "utf-8")
    return 0


def _try(
    session: pytest.Session,
    chosen: list[tuple[pytest.Item, float]],
    mutant: Mutant,
    noticed_by: Path,
    wall: int,
    budget: int,
) -> int:
    """How a child ends that runs these tests with a mutant in place."""
    session.config.pluginmanager.unregister(name="terminalreporter")
    signal.alarm(wall)
    try:
        _forget_caches(is_data=not mutant.lines)
        mutant.apply()
    except BaseException as error:
        print(f"{mutant.label}: {error!r}", file=sys.__stderr__)
        return NOT_APPLIED
    try:
        failed = _first_failure(session, chosen, noticed_by, budget)
    except BaseException:  # whatever a broken rule brings down, it was noticed
        return NOTICED
    return NOTICED if failed else SURVIVED


def _first_failure(
    session: pytest.Session, chosen: list[tuple[pytest.Item, float]], noticed_by: Path, budget: int
) -> bool:
    """Whether a test fails; those after it, or after the budget, are not run. The test that runs is written down."""
    following = [item for item, _ in chosen[1:]] + [None]
    for (item, seconds), after in zip(chosen, following, strict=True):
        if time.process_time() > budget:
            return False
        _bound(seconds)
        noticed_by.write_text(item.nodeid, "utf-8")
        if not _passes(session, item, after):
            return True
    return False


def _bound(seconds: float) -> None:
    """Keep a child that runs away from taking the machine with it; called anew before each test."""
    used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
    limit = used + SECONDS + int(TIMES * seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
    if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
        return
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    memory = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


@functools.cache
def _caches() -> list[Any]:
    """Every cache of a function there is; looked for once, before the first child."""
    return list(caches())


BELOW = ("siete.rules", "siete.clauses", "siete.cards", "siete.money", "siete.strategy")
"""What knows nothing of the parts whose functions are broken: what it remembers of the rules stays true."""


def _forget_caches(*, is_data: bool) -> None:
    """Make sure that nothing remembers the rules as they were, neither in memory nor, solved, on disk."""
    solved.code_version = lambda: f"mutant{os.getpid()}"  # type: ignore[assignment]  # no longer a cache of its own
    for each in _caches():
        if each is not _caches and (is_data or not str(each.__module__).startswith(BELOW)):
            each.cache_clear()
