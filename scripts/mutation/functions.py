"""Mutants of functions: those that carry a clause, all of the engine, the analysts, and the simulator's kernels."""

from __future__ import annotations

import ast
import copy
import functools
import importlib
import inspect
import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from mutation.mutant import Mutant
from mutation.operators import Broken, broken
from siete.rules.proof.carriers import Procedure, Source

SOURCE = Path(__file__).parents[2] / "src" / "siete"

JOURNAL = "tests/odds/base/test_journal.py"
_SMALL = f"{JOURNAL}::test_small_shoes"
ROOMS = {
    "siete.odds": ("tests/odds/", "tests/differential/test_perft_odds.py", "tests/lab/test_counting.py"),
    "siete.sim": (
        "tests/sim/test_journal.py",
        "tests/sim/test_kernel_books.py",
        "tests/sim/test_agreement.py",
        "tests/sim/test_side_by_side.py",
        "tests/sim/test_simulation.py::test_fast_kernels",
        "tests/sim/test_shuffling.py",
    ),
}
"""Analysts and simulator are held by their figures, which prove no clause by themselves: the tests of those figures.

None of them asks another process, where nothing is broken.
"""
SOLVER = (
    _SMALL,
    "tests/odds/base/definition/test_definition.py",
    "tests/odds/base/counting/test_hole_card.py::test_every_round_of_a_small_shoe",
    f"{JOURNAL}::test_watched_hands",
)
"""The tests of compiled code of the analysts that the interpreter can run: those of small shoes."""

NEAR = {
    "siete.odds.base.charts": (f"{JOURNAL}::test_whole_decks[chart",),
    "siete.odds.base.counting.effects": (f"{JOURNAL}::test_whole_decks[effects",),
    "siete.odds.base.counting.hole_card": (f"{JOURNAL}::test_whole_decks[hole",),
    "siete.odds.base.counting.tilted": (f"{JOURNAL}::test_whole_decks[tilted",),
    "siete.odds.base.bounds": (
        f"{JOURNAL}::test_watched_hands",
        f"{JOURNAL}::test_whole_decks[bounds",
        "tests/odds/base/bounds/",
    ),
    "siete.odds.base.definition": ("tests/odds/base/definition/", "test_every_round_of_a_small_shoe"),
    "siete.odds.base.hand": (f"{JOURNAL}::test_whole_decks[hands",),
    "siete.odds.base.actions": (f"{JOURNAL}::test_whole_decks[hands",),
    "siete.odds.base.solution": (f"{JOURNAL}::test_whole_decks[solution",),
    "siete.odds.base": (_SMALL,),
    "siete.odds.wagers": ("tests/odds/wagers/",),
    "siete.sim.kernels.shuffling": ("test_shuffling",),
    "siete.sim": ("tests/sim/test_journal.py",),
}
"""Words in the names of the tests that are asked first about some modules."""

NO_RULES = ("siete.table.notation", "siete.table.position", "siete.table.disputes", "siete.table.definition")
"""Parts of the engine's folder that write, read and explain; they carry out no rule."""
CARRIED_OUT = ("table/stages/", "table/irregularities/", "table/wagers/")
"""Where a step or parameter means that its clause is carried out; elsewhere it is asked about, shown or explained."""
COMPILED = ("compiled", "kernel")
"""The decorators of code that numba compiles; its mutants are run by the interpreter (`interpreted`), in runs of their
own: a function that is compiled already does not know that its source was changed."""
NO_KERNELS = ("siete.sim.kernels.jit", "siete.sim.kernels.episode")
"""How kernels are compiled, and the lanes of agents that learn."""


def module_of(place: str) -> str:
    """The module of a file below the source folder."""
    return ".".join(["siete", *Path(place).with_suffix("").parts]).removesuffix(".__init__")


def procedure_mutants() -> Iterator[Mutant]:
    """Every function that cites clauses, broken in every way; the tests of its clauses must notice."""
    yield from _by_clauses(lambda each: bool(each.cited))


def carrier_mutants() -> Iterator[Mutant]:
    """Every other function of the engine's stages and wagers that carries clauses out by their steps and parameters."""
    yield from _by_clauses(lambda each: bool(each.clauses) and not each.cited and each.place.startswith(CARRIED_OUT))


def _by_clauses(is_wanted: Callable[[Procedure], bool]) -> Iterator[Mutant]:
    for procedure in Source(SOURCE).procedures():
        if is_wanted(procedure):
            rooms = next((rooms for part, rooms in ROOMS.items() if module_of(procedure.place).startswith(part)), ())
            yield from _mutants_of(procedure, rooms=rooms)


def engine_mutants(wanted: Collection[str] = ()) -> Iterator[Mutant]:
    """Every function of the engine, or those of some clauses, cited or not; the tests that reach it must notice."""
    for procedure in Source(SOURCE).procedures():
        name = module_of(procedure.place)
        is_wanted = not wanted or bool(procedure.clauses & set(wanted))
        if name.startswith("siete.table.") and not name.startswith(NO_RULES) and is_wanted:
            yield from _mutants_of(procedure, is_reached=True)


def odds_mutants(only: str = "") -> Iterator[Mutant]:
    """Every function of the analysts that is not compiled, or of those modules with this text in their names."""
    yield from _part_mutants("siete.odds", only, is_wanted=lambda each: not _is_compiled(each))


def solver_mutants(only: str = "") -> Iterator[Mutant]:
    """Every compiled function of the analysts, or of some modules of them."""
    for mutant in _part_mutants("siete.odds", only, is_wanted=_is_compiled):
        yield replace(mutant, rooms=SOLVER)


def sim_mutants(only: str = "") -> Iterator[Mutant]:
    """Every function that turns rules and strategies into a kernel's arrays, or some modules of them."""
    yield from _part_mutants("siete.sim.compiler", only)


def kernel_mutants(only: str = "") -> Iterator[Mutant]:
    """Every function of the simulator's kernels, or of some modules of them."""
    yield from _part_mutants("siete.sim.kernels", only, without=NO_KERNELS)


def _part_mutants(
    part: str,
    only: str,
    *,
    without: tuple[str, ...] = (),
    is_wanted: Callable[[Procedure], bool] = lambda each: True,
) -> Iterator[Mutant]:
    for procedure in Source(SOURCE).procedures():
        name = module_of(procedure.place)
        is_part = name.startswith(part) and not (without and name.startswith(without))
        if is_part and only in name and is_wanted(procedure):
            rooms = next(rooms for prefix, rooms in ROOMS.items() if name.startswith(prefix))
            near = next((near for prefix, near in NEAR.items() if name.startswith(prefix)), ())
            yield from _mutants_of(procedure, rooms=rooms, near=near)


def _is_compiled(procedure: Procedure) -> bool:
    return any(isinstance(each, ast.Name) and each.id in COMPILED for each in procedure.node.decorator_list)


def _mutants_of(
    procedure: Procedure, *, rooms: tuple[str, ...] = (), near: tuple[str, ...] = (), is_reached: bool = False
) -> Iterator[Mutant]:
    node, module_name = procedure.node, module_of(procedure.place)
    names = vars(importlib.import_module(module_name))
    clauses = procedure.clauses
    for number, change in enumerate(broken(node, names)):
        yield Mutant(
            title=functools.partial(_title, f"{module_name}.{node.name}", change, number),
            clauses=clauses,
            apply=functools.partial(_break, module_name, node.name, change),
            is_possible=functools.partial(_is_possible, node.name, change),
            near=(f"test_{module_name.rpartition('.')[2]}.py", *near),
            rooms=rooms,
            lines=(f"siete/{procedure.place}", change.lines) if is_reached else None,
        )


def _title(function: str, change: Broken, number: int) -> str:
    return f"{function} line {change.line}: {change.what} #{number}"


def _break(module_name: str, name: str, change: Broken) -> None:
    if module_name.startswith("siete.odds"):
        os.environ["SIETE_SOLVE_ANEW"] = "1"  # what comes with the program was solved by what is broken now
    swap(module_name, name, change.make())


def _is_possible(name: str, change: Broken) -> bool:
    return _code_of(change.make(), name) is not None


def _code_of(node: ast.FunctionDef, name: str) -> CodeType | None:
    plain = copy.deepcopy(node)
    plain.decorator_list = []
    try:
        module = compile(ast.Module(body=[plain], type_ignores=[]), "<mutant>", "exec")
    except (SyntaxError, ValueError):
        return None  # a change that no program can have
    return next((each for each in module.co_consts if isinstance(each, CodeType) and each.co_name == name), None)


def swap(module_name: str, name: str, node: ast.FunctionDef) -> None:
    """Give the real function the broken code, wherever it is bound."""
    code = _code_of(node, name)
    assert code is not None
    found = list(_functions(importlib.import_module(module_name), name))
    if not found or any(len(each.__code__.co_freevars) != len(code.co_freevars) for each in found):
        raise LookupError(f"{module_name}.{name} cannot be given other code")
    for function in found:
        function.__code__ = code


_WRAPPED = ("__func__", "fget", "func", "worked_out")
"""Where methods, properties and cached properties, the standard library's and the engine's, keep their function."""


def _functions(module: Any, name: str) -> Iterator[FunctionType]:
    holders = [
        module,
        *(each for each in vars(module).values() if inspect.isclass(each) and each.__module__ == module.__name__),
    ]
    for holder in holders:
        found = inspect.getattr_static(holder, name, None)
        found = next((getattr(found, name) for name in _WRAPPED if hasattr(found, name)), found)
        found = inspect.unwrap(found) if callable(found) else found
        if isinstance(found, FunctionType):
            yield found
