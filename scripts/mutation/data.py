"""Mutants of rule data: every value of every rule set, changed to another that the file's reader accepts."""

from __future__ import annotations

import copy
import functools
import re
import tomllib
from collections.abc import Collection, Iterator
from decimal import Decimal
from typing import Any

from mutation.mutant import Mutant
from siete.errors import SieteError
from siete.rules import ruleset
from siete.rules.names import NAMES, data_text
from siete.rules.paytable_lines import BonusShape, JackpotJudge, JackpotLine
from siete.rules.table_rules import parameters

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


def data_mutants(wanted: Collection[str] = ()) -> Iterator[Mutant]:
    """Every value of every rule set, or of some clauses, changed in turn to another that the file's reader accepts."""
    for name in NAMES:
        data = tomllib.loads(data_text(name), parse_float=Decimal)
        for path, clauses in _leaves(data, (), ()):
            if _has_one_word(data, path) or (wanted and not set(clauses) & set(wanted)):
                continue
            place, (mutated, now) = ".".join(map(str, path)), _changed(data, path)
            yield Mutant(
                title=functools.partial(str, f"{name}: {place} = {now!r} (was {_at(data, path)!r})"),
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
