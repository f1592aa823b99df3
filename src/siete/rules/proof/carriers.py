"""Which code carries which clause: the functions that name its step, read its parameter, or cite it.

A clause stands once, in the file of its rule set: beside a step of the table, or beside the value of a parameter. The
engine names the step (`rules.clause_of(Step.SETTLE)`) or reads the parameter (`rules.decks`); from both the code of a
clause is found, and from docstrings that cite one (`Clauses: MD-1.B.3.`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from siete.rules.entries import RuleEntry
from siete.rules.names import NAMES, prefixes
from siete.rules.paytable import Paytable
from siete.rules.ruleset import RuleSet, rule_set
from siete.rules.steps import Step
from siete.rules.table_rules import parameters

ENGINE = "table"
"""The part of the source that carries clauses out; others that read a parameter say what follows from it."""

_ORDERS = ("Due", "Approval")
"""What says that a command has come due, and by which clause."""


def citation() -> re.Pattern[str]:
    """What looks like a clause id in code or data: a prefix of some rule set, and what stands behind it."""
    return re.compile(rf"\b(?:{'|'.join(prefixes())})-[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """A function of the source, with what ties it to clauses."""

    place: str
    """Its file, below the source folder."""
    node: ast.FunctionDef
    steps: frozenset[Step]
    parameters: frozenset[str]
    cited: frozenset[str]

    @property
    def carried(self) -> frozenset[str]:
        """The clauses that come with its steps and parameters, under any rule set of the package."""
        by_step = (id for step in self.steps for id in _clauses_of_step(step))
        return frozenset(by_step) | {id for name in self.parameters for id in _clauses_of_parameter(name)}

    @property
    def clauses(self) -> frozenset[str]:
        """All its clauses."""
        return self.carried | self.cited


class Source:
    """A folder of source code, read for what it says of clauses."""

    def __init__(self, folder: Path) -> None:
        self._citation = citation()
        self.texts = {
            path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in sorted(folder.rglob("*.py"))
        }

    @cached_property
    def modules(self) -> Mapping[str, ast.Module]:
        """Every file, parsed."""
        return {place: ast.parse(text) for place, text in self.texts.items()}

    def procedures(self) -> Iterator[Procedure]:
        """Every function, and every method of a class; functions inside others belong to those."""
        for place, module in self.modules.items():
            is_engine = place.split("/")[0] == ENGINE
            constants, helpers = _constants(module), _helpers(module)
            for node in _functions(module):
                own = [node, *_called(node, helpers)] if is_engine else []
                yield Procedure(
                    place=place,
                    node=node,
                    steps=frozenset(step for each in own for step in self._steps(each, constants)),
                    parameters=frozenset(name for each in own for name in _parameters(each)),
                    cited=frozenset(self._citation.findall(ast.get_docstring(node) or "")),
                )

    def _steps(self, node: ast.FunctionDef, constants: Mapping[str, frozenset[Step]]) -> Iterator[Step]:
        """The steps that a function names, finds in a table of its file, or carries out for a command that is due."""
        yield from named_steps(node)
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and each.id in constants:
                yield from constants[each.id]
        for argument in (*node.args.args, *node.args.kwonlyargs):
            for name in _commands(argument.annotation):
                yield from self._ordered.get(name, ())

    @cached_property
    def _ordered(self) -> Mapping[str, frozenset[Step]]:
        """The steps by which each command comes due."""
        found: dict[str, set[Step]] = {}
        for place, module in self.modules.items():
            if place.startswith(f"{ENGINE}/"):
                for node in _functions(module):
                    for name, step in _orders(node):
                        found.setdefault(name, set()).add(step)
        return {name: frozenset(steps) for name, steps in found.items()}

    def places(self) -> dict[str, dict[str, list[str]]]:
        """The files that name each step, read each parameter and cite each clause; ids that nobody knows included."""
        steps: dict[str, list[str]] = {}
        read: dict[str, list[str]] = {}
        cited: dict[str, list[str]] = {}
        for place, module in self.modules.items():
            for id in dict.fromkeys(self._citation.findall(self.texts[place])):
                cited.setdefault(id, []).append(place)
            if place.startswith(f"{ENGINE}/"):
                for step in dict.fromkeys(named_steps(module)):
                    steps.setdefault(step.value, []).append(place)
                for name in dict.fromkeys(_parameters(module)):
                    read.setdefault(name, []).append(place)
        return {"steps": steps, "parameters": read, "cited": cited}


# --- the source ----------------------------------------------------------------------------------------------------


def _functions(module: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in module.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        yield from (each for each in inside if isinstance(each, ast.FunctionDef))


def _helpers(module: ast.Module) -> dict[str, ast.FunctionDef]:
    """The private functions of a file, which are part of those that call them."""
    return {node.name: node for node in _functions(module) if node.name.startswith("_")}


def _called(node: ast.FunctionDef, helpers: Mapping[str, ast.FunctionDef]) -> list[ast.FunctionDef]:
    """The helpers that a function calls, and those that they call."""
    found: list[ast.FunctionDef] = []
    asked = [node]
    for each in asked:  # grows as it goes
        names = {_last_name(call.func) for call in ast.walk(each) if isinstance(call, ast.Call)}
        more = [helpers[name] for name in sorted(names & helpers.keys()) if helpers[name] not in asked]
        found += more
        asked += more
    return found


def named_steps(node: ast.AST) -> Iterator[Step]:
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and _last_name(each.value) == "Step" and each.attr in Step.__members__:
            yield Step[each.attr]


def _constants(module: ast.Module) -> dict[str, frozenset[Step]]:
    """The tables of a file that hold steps, by name."""
    found: dict[str, frozenset[Step]] = {}
    for node in module.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            steps = frozenset(named_steps(node.value))
            found.update({target.id: steps for target in targets if isinstance(target, ast.Name) and steps})
    return found


def _parameters(node: ast.AST) -> Iterator[str]:
    """The parameters that are read off some `rules`, or asked for their clause."""
    known = parameters()
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and each.attr in known and _last_name(each.value) == "rules":
            yield each.attr
        elif isinstance(each, ast.Call) and _last_name(each.func) in ("clause", "clause_or_step"):
            words = [word.value for word in each.args if isinstance(word, ast.Constant)]
            yield from (word for word in words if isinstance(word, str) and word in known)


def _last_name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _commands(annotation: ast.AST | None) -> Iterator[str]:
    """The commands in the type of an argument."""
    for each in ast.walk(annotation) if annotation is not None else ():
        if isinstance(each, ast.Attribute) and _last_name(each.value) == "c":
            yield each.attr


def _orders(node: ast.FunctionDef) -> Iterator[tuple[str, Step]]:
    """The commands that a function says are due, each with the steps in the clause beside it."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and _last_name(each.func) in _ORDERS and len(each.args) > 1:
            command, clause = each.args[0], each.args[1]
            if isinstance(command, ast.Call) and isinstance(command.func, ast.Attribute):
                yield from ((command.func.attr, step) for step in named_steps(clause))


# --- the data ------------------------------------------------------------------------------------------------------


def clauses_of_steps(book: RuleSet) -> Iterator[tuple[Step, str]]:
    """Every step of a rule set with each of its clauses."""
    return ((step, id) for step, ids in book.step_clauses.items() for id in ids)


def clauses_of_parameters(book: RuleSet) -> Iterator[tuple[str, str]]:
    """Every parameter of a rule set with each clause that its value rests on, whatever else is chosen."""
    for name, entry in book.entries.items():
        yield from ((name, id) for id in _clauses_of_entry(entry))
    spins = (*book.spin_paytables.values(), *book.spin_communities.values())
    wheels = tuple(book.xtreme_paytables.values())
    paytables: Mapping[str, Iterable[Paytable]] = {
        "bonus_21": tuple(table for _, table in book.bonus_21),
        "spin_pays": spins,
        "xtreme_pays": wheels,
        "xtreme_community_pays": wheels,
        "jackpot_pays": tuple(book.jackpot_paytables.values()),
    }
    for name, tables in paytables.items():
        yield from ((name, row.clause) for table in tables for row in table if row.clause)


def _clauses_of_entry(entry: RuleEntry) -> Iterator[str]:
    yield from filter(None, entry.clauses)
    for variant in entry.variants.values():
        yield from _clauses_of_entry(variant)


@cache
def _clauses_of_step(step: Step) -> frozenset[str]:
    return frozenset(id for name in NAMES for each, id in clauses_of_steps(rule_set(name)) if each is step)


@cache
def _clauses_of_parameter(parameter: str) -> frozenset[str]:
    return frozenset(id for name in NAMES for each, id in clauses_of_parameters(rule_set(name)) if each == parameter)
