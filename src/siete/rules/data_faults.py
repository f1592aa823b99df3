"""What is wrong with a rule set's file, all of it at once.

Names nobody knows, values that cannot be read, clauses that no register has.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from siete.clauses import readings, register
from siete.errors import Fault, FaultyDocumentError, SieteError, nearest
from siete.rules import own_parameters
from siete.rules.entries import entry_from, variants_of
from siete.rules.options import EquipmentVersion
from siete.rules.parameter import REQUIRED, Section
from siete.rules.paytable import pay_from_text
from siete.rules.steps import Step
from siete.rules.table_rules import parameters
from siete.rules.toml.places import Path, lines_of_paths
from siete.rules.value_kinds import PAYTABLE

_ABOUT = ("name", "title", "document", "prefixes")
_TABLES = ("about", "rules", "steps", "signs")
_PAYTABLES = {
    "bonus_21": ("decks", "rows"),
    "spin_paytables": ("id", "rows"),
    "spin_communities": ("id", "rows"),
    "xtreme_paytables": ("id", "rows"),
    "jackpot_tables": ("id", "decks", "equipment", "judge", "lines", "paytables"),
    "jackpot_tops": ("tops", "name", "rows"),
    "conditions": ("when", "blame", "code", "clause", "sentence"),
}
"""The lists of tables that a file may hold, and the keys that each of their tables needs."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A fault and the path of what is at fault."""

    path: Path
    code: str
    sentence: str


def sound_data(name: str, text: str) -> Mapping[str, Any]:
    """The data of a rule set's file, or a refusal with every fault that it has."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else None
        sentence = f"{name}.toml is not TOML: {str(error).split(' (at ')[0][:200]}."
        raise FaultyDocumentError([Fault(code="file/not-toml", sentence=sentence, line=line)]) from None
    found = list(_faults(name, data))
    if found:
        lines = lines_of_paths(text)
        raise FaultyDocumentError(_placed(name, fault, lines) for fault in found)
    return data


def _placed(name: str, found: _Found, lines: Mapping[Path, int]) -> Fault:
    """The fault with the line of its path, or of the nearest thing around it that has one."""
    around = (found.path[:length] for length in range(len(found.path), 0, -1))
    line = next((lines[path] for path in around if path in lines), None)
    word = str(found.path[-1]) if found.path else ""
    return Fault(code=found.code, sentence=f"{name}.toml: {found.sentence}", name=word, line=line)


def _faults(name: str, data: Mapping[str, Any]) -> Iterator[_Found]:
    """Every fault there is, the shape of the file first."""
    for key in _TABLES:
        if not isinstance(data.get(key), dict):
            yield _Found((key,), "rules/missing-table", f"it needs a table [{key}].")
    if not data.get("bonus_21"):
        yield _Found((), "rules/missing-table", "it needs a table [[bonus_21]].")
    yield from _about(name, _table(data, "about"))
    yield from _own_name(name, _table(data, "rules"))
    yield from _values(_table(data, "rules"))
    yield from (_Found(path, "rules/wrong-entry", sentence) for path, sentence in own_parameters.faults(data))
    yield from _steps(_table(data, "steps"))
    for key in _PAYTABLES:
        yield from _lists(key, data.get(key, []))
    yield from _clauses(data, _table(data, "about").get("prefixes", []))


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key)
    return found if isinstance(found, dict) else {}


def _about(name: str, about: Mapping[str, Any]) -> Iterator[_Found]:
    """What the file says of itself: complete, and under the name that it is found by."""
    for key in _ABOUT:
        if not about.get(key):
            yield _Found(("about",), "rules/about", f"[about] lacks {key}.")
    if about.get("name", name) != name:
        sentence = f"[about] gives the name {str(about['name'])[:40]!r}; the file is found as {name!r}."
        yield _Found(("about", "name"), "rules/wrong-name", sentence)


def _own_name(name: str, chapters: Mapping[str, Any]) -> Iterator[_Found]:
    """The value that every table's rules carry is the rule set's own name, and not that of one it was copied from."""
    given = _table(_table(chapters, "table"), "rule_set").get("value", name)
    if given != name:
        sentence = f"rule_set is {str(given)[:40]!r}; write the file's own name, {name!r}."
        yield _Found(("rules", "table", "rule_set"), "rules/wrong-name", sentence)


# --- values ------------------------------------------------------------------------------------------------------


def _values(chapters: Mapping[str, Any]) -> Iterator[_Found]:
    """Every chapter, parameter and value there is, and every parameter that is missing."""
    known, seen = parameters(), set[str]()
    for chapter, entries in chapters.items():
        if chapter not in set(Section) or not isinstance(entries, dict):
            sentence = f"there is no chapter {chapter[:40]!r}.{nearest(chapter, list(Section))}"
            yield _Found(("rules", chapter), "rules/unknown-chapter", sentence)
            continue
        for name, raw in entries.items():
            seen.add(name)
            if name in known:
                yield from _entry(("rules", chapter, name), name, raw)
            else:
                sentence = f"there is no parameter {name[:40]!r}.{nearest(name, known)}"
                yield _Found(("rules", chapter, name), "rules/unknown-parameter", sentence)
    for name, parameter in known.items():
        if parameter.absent is REQUIRED and parameter.kind is not PAYTABLE and name not in seen:
            yield _Found(("rules",), "rules/missing-parameter", f"it does not say {name}: {parameter.says}.")


def _entry(path: Path, name: str, raw: object) -> Iterator[_Found]:
    """One entry: its values are of the parameter's kind, and what it leans on is there."""
    if not isinstance(raw, dict):
        yield _Found(path, "rules/wrong-entry", f"{name} needs a table, like {{ value = …, clause = … }}.")
        return
    others = [raw.get("by"), raw.get("needs"), raw.get("same_as"), raw.get("like"), *raw.get("follows", {})]
    for other in filter(None, others):
        if other not in parameters():
            sentence = f"{name} leans on {str(other)[:40]!r}, which is no parameter.{nearest(str(other), parameters())}"
            yield _Found(path, "rules/unknown-parameter", sentence)
    variants = variants_of(raw)
    if bool(variants or "like" in raw) != ("by" in raw):
        what = f"has {', '.join(variants)} and no `by`" if variants else "has `by` and nothing to choose between"
        yield _Found(path, "rules/wrong-entry", f"{name} {what}.")
    elif not variants and not {"value", "default", "same_as", "follows", "like"} & raw.keys():
        yield _Found(path, "rules/wrong-entry", f"{name} has neither value nor default.")
    own = {key: value for key, value in raw.items() if key not in variants}
    try:
        entry_from(parameters()[name].kind, own)
    except SieteError as error:
        yield _Found(path, "rules/wrong-value", f"{name}: {error.sentence}")
    for key, variant in variants.items():
        yield from _entry((*path, key), name, variant)


# --- steps, tables, clauses ---------------------------------------------------------------------------------------


def _steps(steps: Mapping[str, Any]) -> Iterator[_Found]:
    known = [step.value for step in Step]
    for step, ids in steps.items():
        if not ids:
            yield _Found(("steps", step), "rules/wrong-step", f"{step} has no clause.")
        if step not in known:
            sentence = f"there is no step {step[:40]!r}.{nearest(step, known)}"
            yield _Found(("steps", step), "rules/unknown-step", sentence)


def _lists(key: str, tables: object) -> Iterator[_Found]:
    """Every paytable and condition with what it needs; pays that can be read, parameters and equipment that exist."""
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        yield _Found((key,), "rules/wrong-table", f"{key} is a list of tables, [[{key}]].")
        return
    for index, table in enumerate(tables):
        path = (key, index)
        for missing in (each for each in _PAYTABLES[key] if each not in table):
            yield _Found(path, "rules/wrong-table", f"a table [[{key}]] lacks {missing}.")
        for number, row in enumerate(table.get("rows", [])):
            yield from _row((*path, "rows", number), row)
        for number, printed in enumerate(table.get("paytables", [])):
            yield from _printed((*path, "paytables", number), printed, len(table.get("lines", [])))
        for name in [*table.get("when", {}), *([table["blame"]] if "blame" in table else [])]:
            if name not in parameters():
                sentence = f"there is no parameter {name[:40]!r}.{nearest(name, parameters())}"
                yield _Found(path, "rules/unknown-parameter", sentence)
        equipment = table.get("equipment", {}).get("value", "")
        if "equipment" in table and equipment not in set(EquipmentVersion):
            yield _Found((*path, "equipment"), "rules/wrong-table", f"there is no equipment {str(equipment)[:40]!r}.")


def _row(path: Path, row: Mapping[str, Any]) -> Iterator[_Found]:
    for missing in (each for each in ("line", "pays", "clause") if each not in row):
        yield _Found(path, "rules/wrong-table", f"a row lacks {missing}.")
    if "pays" in row:
        yield from _pays(path, row["pays"])


def _printed(path: Path, printed: Mapping[str, Any], lines: int) -> Iterator[_Found]:
    pays = printed.get("pays", [])
    if len(pays) != lines or "clause" not in printed:
        yield _Found(path, "rules/wrong-table", f"a paytable needs a clause, and a pay for each of {lines} lines.")
    for each in pays:
        yield from _pays(path, each)


def _pays(path: Path, text: object) -> Iterator[_Found]:
    try:
        pay_from_text(str(text))
    except SieteError as error:
        yield _Found(path, "rules/wrong-value", error.sentence)


def _clauses(data: Mapping[str, Any], prefixes: list[str]) -> Iterator[_Found]:
    """Every clause that is cited stands in the register, under a prefix of the rule set; a step may cite a reading."""
    known = register()
    for path, id in _cited(data, ()):
        if path[:1] == ("steps",) and id in readings():
            continue
        if id not in known:
            sentence = f"no register has the clause {id[:40]!r}.{nearest(id, known)}"
            yield _Found(path, "rules/unknown-clause", sentence)
        elif known[id].prefix not in prefixes:
            sentence = f"the clause {id} is not one of this rule set's, which begin with {' or '.join(prefixes)}."
            yield _Found(path, "rules/foreign-clause", sentence)


def cited_clauses(data: Mapping[str, Any]) -> frozenset[str]:
    """Every clause that the file of a rule set cites."""
    return frozenset(id for _, id in _cited(data, ()))


def _cited(node: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Every clause id of a file with its path: under `clause`, and all of `[steps]` and `[signs]`."""
    if isinstance(node, dict):
        for key, child in node.items():
            if key == "clause" or path in (("steps",), ("signs",)):
                yield from (((*path, key), id) for id in (child if isinstance(child, list) else [child]) if id)
            else:
                yield from _cited(child, (*path, key))
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from _cited(child, (*path, index))
