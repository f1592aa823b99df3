"""Mutation proof: break each rule value and procedure, run its clause's tests, and demand that one fails.

Tests are collected once, and must pass while nothing is broken; every mutant is then tried in a forked child, so that
thousands take minutes.
"""

from __future__ import annotations

import argparse
import ast
import copy
import functools
import gc
import importlib
import inspect
import os
import re
import resource
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

import siete.odds.base.cache as solved  # noqa: E402
from siete.errors import SieteError  # noqa: E402  # the checkout's source, wherever this is run from
from siete.rules import ruleset  # noqa: E402
from siete.rules.names import NAMES, data_text  # noqa: E402
from siete.rules.paytable_lines import BonusShape, JackpotJudge, JackpotLine  # noqa: E402
from siete.rules.proof.carriers import Procedure, Source  # noqa: E402
from siete.rules.table_rules import parameters  # noqa: E402

WORKERS = os.cpu_count() or 1
SECONDS, MEMORY = 60, 4 << 30
"""What one test of a mutant may use of a processor and of memory: a broken rule may run for ever, and is noticed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One broken rule: what was changed, the clauses whose tests must notice, and how to break it."""

    label: str
    clauses: frozenset[str]
    apply: Callable[[], None]
    near: tuple[str, ...] = ()
    """Words in the names of tests that are likely to notice; they are run first."""
    rooms: tuple[str, ...] = ()
    """Files and folders whose tests answer for it, whatever they are marked with, in place of those of its clauses."""


# --- rule data -------------------------------------------------------------------------------------------------

Path_ = tuple[str | int, ...]
_PLAIN_KEYS = {
    "clause",
    "steps",
    "decision",
    "by",
    "needs",
    "also",
    "name",
    "title",
    "document",
    "prefixes",
    "sentence",
    "code",
}


def data_mutants() -> Iterator[Mutant]:
    """Every value of every rule set changed in turn to another that the file's reader accepts."""
    for name in NAMES:
        data = tomllib.loads(data_text(name), parse_float=Decimal)
        for path, clauses in _leaves(data, (), ()):
            if _has_one_word(data, path):
                continue
            place, (mutated, now) = ".".join(map(str, path)), _changed(data, path)
            yield Mutant(
                label=f"{name}: {place} = {now!r} (was {_at(data, path)!r})",
                clauses=frozenset(clauses),
                apply=functools.partial(_install, name, mutated),
                near=(f"[{name} ", f" {path[2]}") if path[0] == "rules" else (f"[{name} ",),
            )


def _leaves(node: Any, path: Path_, clauses: tuple[str, ...]) -> Iterator[tuple[Path_, tuple[str, ...]]]:
    """The places of all values, each with the clauses nearest to it."""
    if isinstance(node, dict):
        own = node.get("clause", [])
        near = tuple(id for id in ([own] if isinstance(own, str) else own) if id) or clauses
        for key, child in node.items():
            if path[:1] == ("signs",) and isinstance(child, list):
                yield (*path, key), tuple(child)
            elif key not in _PLAIN_KEYS and path[:1] != ("about",) and (*path, key) != ("about",):
                yield from _leaves(child, (*path, key), near)
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from _leaves(child, (*path, index), clauses)
        if not node:
            yield path, clauses
    else:
        yield path, clauses


def _at(data: Any, path: Path_) -> Any:
    for step in path:
        data = data[step]
    return data


def _changed(data: dict[str, Any], path: Path_) -> tuple[dict[str, Any], Any]:
    """The data with the value at a place changed, and what it was changed to."""
    was = _at(data, path)
    for value in (other for other in _others(was, path) if other != was):
        mutated = copy.deepcopy(data)
        if value is _REMOVED:
            del _at(mutated, path[:-1])[path[-1]]
        else:
            _at(mutated, path[:-1])[path[-1]] = value
        try:
            ruleset.from_data(mutated)
        except (SieteError, AssertionError, KeyError, ValueError, TypeError):
            continue
        return mutated, "nothing" if value is _REMOVED else value
    raise LookupError(f"no other value can stand at {path}; teach _others one")


_REMOVED = object()


_WORDS_OF_KEYS: dict[str, list[str]] = {
    "same_as": ["table_min"],
    "blame": ["decks"],
    "judge": [judge.value for judge in JackpotJudge],
    "bonus_21": [shape.value for shape in BonusShape],
    "lines": [line.value for line in JackpotLine],
    "jackpot_tops": [line.value for line in JackpotLine],
    "spin_paytable": ["A", "B", "C", "D"],
    "spin_community": ["A", "B", "C", "D"],
}


def _words(path: Path_) -> list[str]:
    """The words that can stand at a place, if it is one for words."""
    for key in reversed(path):
        if key in _WORDS_OF_KEYS and path[-1] not in ("pays", "tops", "name") and "follows" not in path:
            return _WORDS_OF_KEYS[str(key)]
    name = path[2] if path[0] == "rules" else path[3] if path[0] == "conditions" and path[2] == "when" else ""
    kind = parameters()[str(name)].kind.word if name else ""
    listed = re.search(r"one of ([\w, -]+?)(?: each|, or none)*$", kind)
    return listed[1].split(", ") if listed else []


def _has_one_word(data: Any, path: Path_) -> bool:
    """Whether a place holds the only word there is: nothing else can be said there, so nothing can be broken."""
    return _words(path) == [_at(data, path)]


def _others(value: Any, path: Path_) -> Iterator[Any]:
    """Values that could stand instead, likely ones first."""
    if path[0] == "signs":
        yield _REMOVED
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | Decimal):
        yield from (value + 1, value - 1, value * 2, 0)
    elif isinstance(value, str):
        yield from (word for word in _words(path) if word != value)
        yield from _other_texts(value, str(path[-1]))
    else:
        yield from (["A"], ["4a/1"])


def _other_texts(value: str, key: str) -> Iterator[str]:
    """Texts of many kinds, of which the reader takes the first that fits: names, figures, ranks."""
    if key in ("id", "name"):
        yield f"{value}x"
    if value[-1:].isdigit() and value[-1] != "9":
        yield f"{value[:-1]}{int(value[-1]) + 1}"
    yield from ("7 to 5", "77%", "$77", "06:01", "v006", "v005t")
    yield from (each for each in ("K", "2", "odds", "jackpot", f"{value}x") if each != value)


def _install(name: str, data: dict[str, Any]) -> None:
    """Make the mutated data what everybody reads."""
    original, broken = ruleset._load, ruleset.from_data(data)
    ruleset._load = lambda asked, text: broken if asked == name else original(asked, text)  # type: ignore[assignment]


# --- rule procedures -------------------------------------------------------------------------------------------


def procedure_mutants() -> Iterator[Mutant]:
    """Every function that cites clauses, with each of its comparisons, constants and joints changed."""
    for procedure in Source(ROOT / "src" / "siete").procedures():
        if procedure.cited:
            yield from _mutants_of(procedure)


def _mutants_of(procedure: Procedure) -> Iterator[Mutant]:
    node, module_name = procedure.node, ".".join(["siete", *Path(procedure.place).with_suffix("").parts])
    for number, (mutated, what) in enumerate(_broken(node)):
        label = f"{module_name}.{node.name} line {what}"
        apply = functools.partial(_swap, module_name, node.name, mutated)
        if _code_of(mutated, node.name) is not None:
            yield Mutant(
                label=f"{label} #{number}",
                clauses=procedure.clauses,
                apply=apply,
                near=(f"test_{module_name.rpartition('.')[2]}.py",),
                rooms=next((rooms for part, rooms in _ROOMS.items() if module_name.startswith(part)), ()),
            )


_ROOMS = {
    "siete.odds.base": (
        "tests/odds/base/definition/test_definition.py",
        "tests/odds/base/test_dealer.py",
        "tests/differential/",
    ),
    "siete.odds": tuple(
        f"tests/odds/wagers/test_{name}.py"
        for name in ("insurance", "jackpot", "jackpot_judges", "match_the_dealer", "super_bonus", "wheels")
    ),
}
"""Analysts are held by their figures, which prove no clause by themselves: here are the tests of those figures.

None of them asks another process, where nothing is broken.
"""


_FLIP: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


def _broken(node: ast.FunctionDef) -> Iterator[tuple[ast.FunctionDef, str]]:
    """The function with one thing changed, in every way we know."""
    for index, place in enumerate(_places(node)):
        clone = copy.deepcopy(node)
        target = _places(clone)[index]
        if isinstance(target, ast.Compare):
            target.ops[0] = _FLIP[type(target.ops[0])]()
        elif isinstance(target, ast.BoolOp):
            target.op = ast.Or() if isinstance(target.op, ast.And) else ast.And()
        elif isinstance(target, ast.Constant) and type(target.value) is int:
            target.value += 1
        elif isinstance(target, ast.Constant) and type(target.value) is bool:
            target.value = not target.value
        else:
            continue
        yield ast.fix_missing_locations(clone), f"{getattr(place, 'lineno', 0)}: {ast.unparse(place)[:60]}"


def _places(node: ast.FunctionDef) -> list[ast.AST]:
    """All parts of a function but its docstring and its asserts, which are about our own bugs and no rule."""
    places: list[ast.AST] = list(node.body[1:] if ast.get_docstring(node) else node.body)
    for place in places:  # grows as it goes
        if not isinstance(place, ast.Assert):
            places.extend(ast.iter_child_nodes(place))
    return places


def _code_of(node: ast.FunctionDef, name: str) -> CodeType | None:
    plain = copy.deepcopy(node)
    plain.decorator_list = []
    module = compile(ast.Module(body=[plain], type_ignores=[]), "<mutant>", "exec")
    return next((each for each in module.co_consts if isinstance(each, CodeType) and each.co_name == name), None)


def _swap(module_name: str, name: str, node: ast.FunctionDef) -> None:
    """Give the real function the broken code, wherever it is bound."""
    module = importlib.import_module(module_name)
    code = _code_of(node, name)
    assert code is not None
    for function in _functions(module, name):
        function.__code__ = code


def _functions(module: Any, name: str) -> Iterator[FunctionType]:
    holders = [
        module,
        *(each for each in vars(module).values() if inspect.isclass(each) and each.__module__ == module.__name__),
    ]
    for holder in holders:
        found = inspect.getattr_static(holder, name, None)
        found = getattr(found, "__func__", getattr(found, "fget", getattr(found, "func", found)))
        found = inspect.unwrap(found) if callable(found) else found
        if isinstance(found, FunctionType):
            yield found


# --- the run ---------------------------------------------------------------------------------------------------

NOTICED, SURVIVED, NOT_APPLIED = 0, 1, 2
"""How a child ends."""


class Judge:
    """Runs, for each mutant, the tests of its clauses in a child; keeps those that nobody noticed."""

    def __init__(self, mutants: list[Mutant]) -> None:
        self.mutants = mutants
        self.outcomes: dict[str, list[Mutant]] = {"SURVIVED": [], "NO TEST": [], "NOT APPLIED": []}
        self.ran_away: list[Mutant] = []
        """Mutants that were stopped because they used up their time."""
        self.failing: set[str] | None = None
        """Tests that fail while nothing is broken, and so prove nothing; None until tests were collected."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants, several at once."""
        rooms = tuple({room for mutant in self.mutants for room in mutant.rooms})
        marked = {
            item: _clauses_of(item)
            for item in session.items
            if _clauses_of(item) or _is_printed(item) or item.nodeid.startswith(rooms)
        }
        wanted = {item for mutant in self.mutants for item in _tests_for(mutant, marked)}
        seconds = _control(session, [item for item in marked if item in wanted])
        self.failing = {item.nodeid for item in wanted} - set(seconds)
        _caches()
        passing = [item for item in marked if item.nodeid in seconds]
        passing.sort(key=lambda item: seconds[item.nodeid])
        self._try_all(session, {item: marked[item] for item in passing})
        return True

    def _try_all(self, session: pytest.Session, marked: dict[pytest.Item, frozenset[str]]) -> None:
        running: dict[int, Mutant] = {}
        for number, mutant in enumerate(self.mutants, start=1):
            chosen = _tests_for(mutant, marked)
            if not chosen:
                self.outcomes["NO TEST"].append(mutant)
                continue
            if len(running) >= WORKERS:
                self._reap(running)
            running[_fork(functools.partial(_try, session, chosen, mutant))] = mutant
            if number % 200 == 0:
                print(f"{number} of {len(self.mutants)} mutants tried", file=sys.stderr)
        while running:
            self._reap(running)

    def _reap(self, running: dict[int, Mutant]) -> None:
        pid, status = os.wait()
        mutant, ended = running.pop(pid), os.waitstatus_to_exitcode(status)
        if ended == SURVIVED:
            self.outcomes["SURVIVED"].append(mutant)
            print(f"survived: {mutant.label}", file=sys.stderr)
        elif ended == NOT_APPLIED:
            self.outcomes["NOT APPLIED"].append(mutant)
        elif ended == -signal.SIGXCPU:
            self.ran_away.append(mutant)


def _clauses_of(item: pytest.Item) -> frozenset[str]:
    names = ("clause", "data", "checklist")
    return frozenset(id for name in names for marker in item.iter_markers(name) for id in marker.args)


def _is_printed(item: pytest.Item) -> bool:
    """Whether the test answers for values that rest on no clause: on printed figures, or marked `data` without one."""
    return "test_printed" in item.nodeid or any(not marker.args for marker in item.iter_markers("data"))


def _tests_for(mutant: Mutant, marked: dict[pytest.Item, frozenset[str]]) -> list[pytest.Item]:
    """The tests that must notice, likely ones first, otherwise in the order given."""
    if mutant.rooms:
        chosen = [item for item in marked if item.nodeid.startswith(mutant.rooms)]
    elif mutant.clauses:
        chosen = [item for item, clauses in marked.items() if clauses & mutant.clauses]
    else:
        chosen = [item for item in marked if _is_printed(item)]
    return sorted(chosen, key=lambda item: -sum(word in item.nodeid for word in mutant.near))


def _fork(work: Callable[[], int]) -> int:
    """Do some work in a child, which ends with its result, and give the child's number."""
    pid = os.fork()
    if not pid:
        os._exit(work())
    return pid


def _control(session: pytest.Session, items: list[pytest.Item]) -> dict[str, float]:
    """The tests that pass with nothing broken, and how long each takes; run in a child, so nothing here changes."""
    with tempfile.NamedTemporaryFile("r+") as found:
        os.waitpid(_fork(functools.partial(_write_passing, session, items, Path(found.name))), 0)
        lines = [line.split(maxsplit=1) for line in found.read().splitlines()]
    return {nodeid: float(took) for took, nodeid in lines}


def _write_passing(session: pytest.Session, items: list[pytest.Item], found: Path) -> int:
    session.config.pluginmanager.unregister(name="terminalreporter")
    with found.open("w", encoding="utf-8") as file:
        for item, following in zip(items, [*items[1:], None], strict=True):
            session.testsfailed, began = 0, time.perf_counter()
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if not session.testsfailed:
                print(time.perf_counter() - began, item.nodeid, file=file)
    return 0


def _try(session: pytest.Session, chosen: list[pytest.Item], mutant: Mutant) -> int:
    """How a child ends that runs these tests with a mutant in place."""
    session.config.pluginmanager.unregister(name="terminalreporter")
    try:
        _forget_caches()
        mutant.apply()
    except BaseException as error:
        print(f"{mutant.label}: {error!r}", file=sys.__stderr__)
        return NOT_APPLIED
    try:
        return NOTICED if _first_failure(session, chosen, _bound) else SURVIVED
    except BaseException:  # whatever a broken rule brings down, it was noticed
        return NOTICED


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


def _first_failure(
    session: pytest.Session, chosen: list[pytest.Item], before: Callable[[], None] = lambda: None
) -> pytest.Item | None:
    """The first of the tests that fails; those after it are not run."""
    for item, following in zip(chosen, [*chosen[1:], None], strict=True):
        before()
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return item
    return None


def main() -> int:
    """Exit 0 when every mutant was noticed."""
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__)
    parser.add_argument("--part", choices=("all", "data", "procedures"), default="all", help="which mutants")
    parser.add_argument("--only", default="", help="only mutants whose label contains this text")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth mutant")
    asked = parser.parse_args()
    found = [
        *(data_mutants() if asked.part != "procedures" else ()),
        *(procedure_mutants() if asked.part != "data" else ()),
    ]
    judge = Judge([each for each in found if asked.only in each.label][:: asked.every])
    plugins = [part for name in ("cacheprovider", "xdist", "cov") for part in ("-p", f"no:{name}")]
    pytest.main(["-q", "--no-header", *plugins, "-m", "not slow", str(ROOT / "tests")], plugins=[judge])
    return _say(judge)


def _say(judge: Judge) -> int:
    """Print what was not noticed, and give the exit code."""
    if judge.failing is None:
        print("The tests could not be collected, so nothing was proved.")
        return 1
    for nodeid in sorted(judge.failing):
        print(f"FAILS ALREADY  {nodeid}")
    for word, mutants in judge.outcomes.items():
        for mutant in mutants:
            print(f"{word:13}  {mutant.label}  [{' '.join(sorted(mutant.clauses))}]")
    for mutant in judge.ran_away:
        print(f"RAN AWAY, so noticed  {mutant.label}")
    noticed = len(judge.mutants) - sum(map(len, judge.outcomes.values()))
    print(f"{noticed} of {len(judge.mutants)} mutants noticed")
    return 0 if judge.mutants and noticed == len(judge.mutants) and not judge.failing else 1


if __name__ == "__main__":
    sys.exit(main())
