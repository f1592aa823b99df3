"""Mutation proof: break each rule value and procedure, run its clause's tests, and demand that one fails.

Tests are collected once; every mutant is then tried in a forked child, so that thousands take minutes.
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
import sys
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

from siete.errors import SieteError  # noqa: E402  # the checkout's source, wherever this is run from
from siete.rules import options, ruleset  # noqa: E402
from siete.rules.catalogue import NAMES, data_text  # noqa: E402
from siete.rules.proofs import CITATION  # noqa: E402

WORKERS = os.cpu_count() or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One broken rule: what was changed, the clauses whose tests must notice, and how to break it."""

    label: str
    clauses: frozenset[str]
    apply: Callable[[], None]


# --- rule data -------------------------------------------------------------------------------------------------

Path_ = tuple[str | int, ...]
_PLAIN_KEYS = {
    "clause",
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
            mutated = _changed(data, path)
            if mutated is not None:
                label = f"{name}: {'.'.join(map(str, path))} = {_at(mutated, path)!r} (was {_at(data, path)!r})"
                yield Mutant(label=label, clauses=frozenset(clauses), apply=functools.partial(_install, name, mutated))


def _leaves(node: Any, path: Path_, clauses: tuple[str, ...]) -> Iterator[tuple[Path_, tuple[str, ...]]]:
    """The places of all values, each with the clauses nearest to it."""
    if isinstance(node, dict):
        own = node.get("clause", [])
        near = tuple([own] if isinstance(own, str) else own) or clauses
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


def _changed(data: dict[str, Any], path: Path_) -> dict[str, Any] | None:
    """The data with the value at a place changed; None when no other value could stand there."""
    for value in _others(_at(data, path), path):
        mutated = copy.deepcopy(data)
        if value is _REMOVED:
            del _at(mutated, path[:-1])[path[-1]]
        else:
            _at(mutated, path[:-1])[path[-1]] = value
        try:
            ruleset.from_data(mutated)
        except (SieteError, AssertionError, KeyError, ValueError, TypeError):
            continue
        if value is _REMOVED:
            _at(mutated, path[:-1])[path[-1]] = []
            ruleset.from_data(mutated)
        return mutated
    return None


_REMOVED = object()
_WORDS = sorted(
    {
        word.value
        for each in vars(options).values()
        if inspect.isclass(each) and each.__module__ == options.__name__
        for word in each
    }
)


def _others(value: Any, path: Path_) -> Iterator[Any]:
    """Values that could stand instead, likely ones first."""
    if path[:1] == ("signs",):
        yield _REMOVED
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | Decimal):
        yield from (value + 1, value - 1, value * 2, 0)
    elif isinstance(value, str):
        yield from (
            f"{value[:-1]}{int(value[-1]) + 1}" if value[-1:].isdigit() and value[-1] != "9" else "7 to 5",
            "77%",
            "$77",
        )
        yield from (
            "06:01",
            "A",
            "B",
            "C",
            "D",
            "8",
            *_WORDS,
            "suited-777-v-7",
            "hcd-777-v-7s",
            "678-mixed",
            "21-in-6",
            "K",
            "2",
        )
        yield from ("decks", "table_min", "one-suited", "up-card", "four-cards", "v006", f"{value}x")
    else:
        yield from (["A"], ["4a/1"])


def _install(name: str, data: dict[str, Any]) -> None:
    """Make the mutated data what everybody reads."""
    original, broken = ruleset._load, ruleset.from_data(data)
    ruleset._load = lambda asked: broken if asked == name else original(asked)  # type: ignore[assignment]


# --- rule procedures -------------------------------------------------------------------------------------------


def procedure_mutants() -> Iterator[Mutant]:
    """Every function whose docstring cites clauses, with each of its comparisons, constants and joints changed."""
    for path in sorted((ROOT / "src" / "siete").rglob("*.py")):
        module_name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and "Clauses:" in (ast.get_docstring(node) or ""):
                yield from _mutants_of(module_name, node)


def _mutants_of(module_name: str, node: ast.FunctionDef) -> Iterator[Mutant]:
    clauses = frozenset(CITATION.findall(ast.get_docstring(node) or ""))
    for number, (mutated, what) in enumerate(_broken(node)):
        label = f"{module_name}.{node.name} line {what}"
        apply = functools.partial(_swap, module_name, node.name, mutated)
        if _code_of(mutated, node.name) is not None:
            yield Mutant(label=f"{label} #{number}", clauses=clauses, apply=apply)


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
    places = [place for statement in node.body[1:] for place in ast.walk(statement)]
    for index, place in enumerate(places):
        clone = copy.deepcopy(node)
        target = [each for statement in clone.body[1:] for each in ast.walk(statement)][index]
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
        yield ast.fix_missing_locations(clone), f"{place.lineno}: {ast.unparse(place)[:60]}"


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


class Judge:
    """Runs, for each mutant, the tests of its clauses in a child; keeps those that nobody noticed."""

    def __init__(self, mutants: list[Mutant]) -> None:
        self.mutants = mutants
        self.survivors: list[Mutant] = []
        self.untested: list[Mutant] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants, several at once."""
        items = {
            item: frozenset(
                id for name in ("clause", "data", "checklist") for m in item.iter_markers(name) for id in m.args
            )
            for item in session.items
        }
        running: dict[int, Mutant] = {}
        for number, mutant in enumerate(self.mutants, start=1):
            chosen = [item for item, clauses in items.items() if clauses & mutant.clauses]
            if not mutant.clauses:
                chosen = [item for item in session.items if "test_printed" in item.nodeid]
            if not chosen:
                self.untested.append(mutant)
                continue
            if len(running) >= WORKERS:
                self._reap(running)
            running[_spawn(session, mutant, chosen)] = mutant
            if number % 200 == 0:
                print(f"{number} of {len(self.mutants)} mutants tried", file=sys.stderr)
        while running:
            self._reap(running)
        return True

    def _reap(self, running: dict[int, Mutant]) -> None:
        pid, status = os.wait()
        mutant = running.pop(pid)
        if os.waitstatus_to_exitcode(status) != 0:
            self.survivors.append(mutant)


def _spawn(session: pytest.Session, mutant: Mutant, chosen: list[pytest.Item]) -> int:
    """Try one mutant in a child that ends with 0 when a test failed."""
    pid = os.fork()
    if pid:
        return pid
    with open(os.devnull, "w") as nothing:
        os.dup2(nothing.fileno(), 1)
        os.dup2(nothing.fileno(), 2)
    try:
        for each in gc.get_objects():
            if isinstance(each, functools._lru_cache_wrapper):
                each.cache_clear()
        mutant.apply()
        for index, item in enumerate(chosen):
            session.config.hook.pytest_runtest_protocol(
                item=item, nextitem=chosen[index + 1] if index + 1 < len(chosen) else None
            )
            if session.testsfailed:
                os._exit(0)
    except BaseException:  # whatever a broken rule brings down, it was noticed
        os._exit(0)
    os._exit(1)


def main() -> int:
    """Exit 0 when every mutant was noticed."""
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__)
    parser.add_argument("--only", default="", help="only mutants whose label contains this text")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth mutant")
    options = parser.parse_args()
    mutants = [each for each in [*data_mutants(), *procedure_mutants()] if options.only in each.label][:: options.every]
    judge = Judge(mutants)
    quiet = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-p",
        "no:cov",
        "--no-header",
        "-m",
        "not slow",
    ]
    pytest.main([*quiet, str(ROOT / "tests")], plugins=[judge])
    for mutant in judge.survivors:
        print(f"SURVIVED  {mutant.label}  [{' '.join(sorted(mutant.clauses))}]")
    for mutant in judge.untested:
        print(f"NO TEST   {mutant.label}  [{' '.join(sorted(mutant.clauses))}]")
    noticed = len(mutants) - len(judge.survivors) - len(judge.untested)
    print(f"{noticed} of {len(mutants)} mutants noticed")
    return 0 if mutants and noticed == len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
