"""What all tests share: the join of clauses with the tests that prove them, and solved configurations."""

from __future__ import annotations

import gc
import json
import os
from collections import Counter
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from siete.clauses import register
from siete.rules.proof.carriers import Source
from siete.rules.proof.join import proofs
from tests.marked import MARKED
from tests.postgresql import postgresql, postgresql_server

__all__ = ["postgresql", "postgresql_server"]  # fixtures for every folder

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")  # a loaded machine is slow, and nothing is wrong with it

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "siete"


def pytest_configure(config: pytest.Config) -> None:
    """Give the whole run one cache of solved configurations, apart from its user's.

    Workers and the programs that tests start find it in their environment; files in it are replaced whole.
    """
    gc.disable()  # until everything is collected, which makes a million values and no garbage
    if not hasattr(config, "workerinput"):
        solved = TemporaryDirectory(prefix="siete-solved-")
        os.environ["SIETE_CACHE_DIR"] = solved.name
        os.environ["SIETE_WORKER_NICENESS"] = "0"  # tests wait for their workers, which nobody else's must not
        config.add_cleanup(solved.cleanup)


def pytest_collection_finish() -> None:
    """Let the garbage collector look only at what tests make; modules and items stay to the end."""
    gc.freeze()
    gc.enable()


SOLVED_HERE = ("odds", "sim", "differential")
"""The folders whose tests are about what is solved; all others use the solved figures that come with the program."""


@pytest.fixture(scope="module", autouse=True)
def solver(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let the tests of figures solve them, and no others: `tests/odds` proves that what is shipped is the same."""
    with pytest.MonkeyPatch.context() as patch:
        if request.path.relative_to(TESTS).parts[0] in SOLVED_HERE:
            patch.setenv("SIETE_SOLVE_ANEW", "1")
        yield


@pytest.fixture(scope="session")
def kernels() -> None:
    """The simulator's kernels, compiled once for a whole run: other workers wait, and read them from numba's cache."""
    from tests.compiled import compile_simulator

    with (Path(os.environ["SIETE_CACHE_DIR"]) / "kernels.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        compile_simulator()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `scripts/join` ask for the join instead of a test run."""
    parser.addoption("--proofs", metavar="FILE", help="write the join of clauses, code and tests to FILE")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse a marker on a clause that is not in the register, and write the join if asked for."""
    tests: dict[str, list[str]] = {}
    checklist: set[str] = set()
    for item in items:
        function = item.nodeid.split("[")[0]
        for marker, id in _marked(item):
            if id not in register():
                raise pytest.UsageError(f"{item.nodeid} is marked for {id}, which is not in the register")
            if marker != "data" and function not in tests.setdefault(id, []):
                tests[id].append(function)
            if marker == "checklist":
                checklist.add(id)
    marked: dict[str, object] = {"tests": tests, "checklist": sorted(checklist)}
    config.stash[MARKED] = marked
    target = config.getoption("--proofs")
    if target:
        join = {**Source(SOURCE).places(), **marked}
        Path(target).write_text(json.dumps(join, indent=0, sort_keys=True) + "\n", "utf-8")


def _marked(item: pytest.Item) -> Iterator[tuple[str, str]]:
    for name in ("clause", "data", "checklist"):
        for marker in item.iter_markers(name):
            yield from ((name, id) for id in marker.args)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show how many clauses in force are still without proof, by kind."""
    still_open = Counter(proof.clause.kind.value for proof in proofs() if proof.is_open)
    words = ", ".join(f"{kind} {count}" for kind, count in sorted(still_open.items()))
    terminalreporter.write_line(f"clauses without proof yet: {still_open.total()} ({words or 'none'})")
