"""Mutants thought of by hand (`hand.toml`): each is asked of its clause's tests alone, or of those it names."""

from __future__ import annotations

import ast
import functools
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path

from mutation.functions import SOURCE, swap
from mutation.mutant import Mutant

LIST = Path(__file__).with_name("hand.toml")


def hand_mutants(wanted: Collection[str] = ()) -> Iterator[Mutant]:
    """Every one of the list, or those of some clauses."""
    for entry in tomllib.loads(LIST.read_text("utf-8"))["mutant"]:
        module, name = entry["function"].split(":")
        clause, rooms = entry.get("clause", ""), tuple(entry.get("tests", ()))
        if wanted and clause not in wanted:
            continue
        yield Mutant(
            title=functools.partial(str, f"{clause or rooms[0]}: {entry['says']} ({module}.{name})"),
            clauses=frozenset((clause,) if clause else ()),
            own=clause,
            rooms=rooms,
            apply=functools.partial(swap, module, name, rewritten(module, name, entry["was"], entry["now"])),
        )


def rewritten(module: str, name: str, was: str, now: str) -> ast.FunctionDef:
    """The function with a piece of its text replaced, which must stand there once."""
    text = _file(module).read_text("utf-8")
    node = next(each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef) and each.name == name)
    lines = text.splitlines()[node.lineno - 1 : node.end_lineno]
    source = "\n".join(line[node.col_offset :] for line in lines)
    if source.count(was) != 1:
        raise LookupError(f"{module}.{name} has {source.count(was)} times {was!r}")
    made = ast.parse(source.replace(was, now)).body[0]
    assert isinstance(made, ast.FunctionDef)
    return made


def _file(module: str) -> Path:
    place = SOURCE.joinpath(*module.split(".")[1:])
    return place.with_suffix(".py") if place.with_suffix(".py").exists() else place / "__init__.py"
