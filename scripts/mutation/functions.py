"""Mutants of functions: those that carry a clause, all of the engine, the analysts, and the simulator's kernels."""

from __future__ import annotations

import ast
import copy
import functools
import importlib
import inspect
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from mutation.mutant import Mutant
from mutation.operators import Broken, broken
from siete.rules.proof.carriers import Procedure, Source

SOURCE = Path(__file__).parents[2] / "src" / "siete"

ROOMS = {
    "siete.odds.base": (
        "tests/odds/base/definition/test_definition.py",
        "tests/odds/base/test_dealer.py",
        "tests/odds/base/test_hand.py",
        "tests/differential/test_perft_odds.py",
    ),
    "siete.odds": tuple(
        f"tests/odds/wagers/test_{name}.py"
        for name in ("insurance", "jackpot", "jackpot_judges", "match_the_dealer", "super_bonus", "wheels")
    ),
    "siete.sim.compiler": ("tests/sim/test_agreement.py",),
    "siete.sim.kernels": (
        "tests/sim/test_kernel_books.py",
        "tests/sim/test_agreement.py",
        "tests/sim/test_side_by_side.py",
        "tests/sim/test_simulation.py::test_fast_kernels",
        "tests/sim/test_shuffling.py",
    ),
    "siete.sim": ("tests/sim/test_agreement.py", "tests/sim/test_simulation.py"),
}
"""Analysts and simulator are held by their figures, which prove no clause by themselves: the tests of those figures.

None of them asks another process, where nothing is broken.
"""

NEAR = {
    "siete.sim.kernels.wide_boxes": ("fast_kernels",),
    "siete.sim.kernels.wide": ("side_by_side", "fast_kernels"),
    "siete.sim.kernels.shuffling": ("test_shuffling",),
    "siete.sim.kernels": ("kernel_books",),
}
"""Words in the names of the tests that are asked first about some modules."""

NO_RULES = ("siete.table.notation", "siete.table.position", "siete.table.disputes", "siete.table.definition")
"""Parts of the engine's folder that write, read and explain; they carry out no rule."""
CARRIED_OUT = ("table/stages/", "table/irregularities/", "table/wagers/")
"""Where a step or parameter means that its clause is carried out; elsewhere it is asked about, shown or explained."""
COMPILED = ("siete.odds.base.play", "siete.sim.kernels")
"""Code that numba compiles; mutants of kernels are run by the interpreter (`interpreted`), in a run of their own."""
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
    """Every function of the analysts that the interpreter runs, or of those modules with this text in their names."""
    yield from _part_mutants("siete.odds", only)


def sim_mutants(only: str = "") -> Iterator[Mutant]:
    """Every function that turns rules and strategies into a kernel's arrays, or some modules of them."""
    yield from _part_mutants("siete.sim.compiler", only)


def kernel_mutants(only: str = "") -> Iterator[Mutant]:
    """Every function of the simulator's kernels, or of some modules of them."""
    yield from _part_mutants("siete.sim.kernels", only, without=NO_KERNELS)


def _part_mutants(part: str, only: str, *, without: tuple[str, ...] = COMPILED) -> Iterator[Mutant]:
    for procedure in Source(SOURCE).procedures():
        name = module_of(procedure.place)
        if name.startswith(part) and not name.startswith(without) and only in name:
            rooms = next(rooms for prefix, rooms in ROOMS.items() if name.startswith(prefix))
            near = next((near for prefix, near in NEAR.items() if name.startswith(prefix)), ())
            yield from _mutants_of(procedure, rooms=rooms, near=near)


def _mutants_of(
    procedure: Procedure, *, rooms: tuple[str, ...] = (), near: tuple[str, ...] = (), is_reached: bool = False
) -> Iterator[Mutant]:
    node, module_name = procedure.node, module_of(procedure.place)
    names = vars(importlib.import_module(module_name))
    if any(isinstance(each, ast.Name) and "jit" in each.id for line in node.decorator_list for each in ast.walk(line)):
        return
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
