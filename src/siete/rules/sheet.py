"""Rule sheets: table rules as lines people can read, with clauses; and the lines in which two differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from siete.money import cents_to_text
from siete.rules.entries import RuleEntry
from siete.rules.parameter import Parameter
from siete.rules.paytable import Paytable
from siete.rules.resolve import Resolution
from siete.rules.ruleset import rule_set
from siete.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine:
    """One line of a rule sheet."""

    section: str
    name: str
    says: str
    value: str
    choices: str
    """What the operator may choose instead; empty where nothing is left to choose."""
    clauses: tuple[str, ...]
    origin: str


def sheet(rules: TableRules) -> tuple[SheetLine, ...]:
    """Every rule in force at a table, in the order of play; offers that are off are left out."""
    return tuple(line for name, parameter, value in rules.items() for line in _lines(rules, name, parameter, value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing in which two sheets differ; a value is empty where its sheet has no such line."""

    name: str
    says: str
    values: tuple[str, str]
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    """The clauses of each."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of both."""
        return self.sides[0] + self.sides[1]


def differences(ours: TableRules, theirs: TableRules) -> tuple[Difference, ...]:
    """The lines in which two sheets differ, side by side."""
    sheets = [{(line.name, line.says): line for line in sheet(rules)} for rules in (ours, theirs)]
    found = []
    for name, says in sheets[0] | sheets[1]:
        pair = [each.get((name, says)) for each in sheets]
        mine, other = (line.value if line else "" for line in pair)
        first, second = (line.clauses if line else () for line in pair)
        if mine != other:
            found.append(Difference(name=name, says=says, values=(mine, other), sides=(first, second)))
    return tuple(found)


def _lines(rules: TableRules, name: str, parameter: Parameter, value: Any) -> Iterator[SheetLine]:
    origin = rules.origins.get(name, "")
    is_off = origin in ("absent", "without effect")
    if is_off or (not origin and value == parameter.absent):  # rules from storage have no origins
        return
    if isinstance(value, Paytable) or (isinstance(value, tuple) and value and isinstance(value[0], Paytable)):
        tables = value if isinstance(value, tuple) else (value,)
        for table in tables:
            yield from _paytable_lines(rules, name, parameter, table)
        return
    yield SheetLine(
        section=parameter.section,
        name=name,
        says=parameter.says,
        value=parameter.kind.text(value),
        choices=_choices(rules, name, parameter),
        clauses=rules.clauses.get(name, ()),
        origin=origin,
    )


def _paytable_lines(rules: TableRules, name: str, parameter: Parameter, table: Paytable) -> Iterator[SheetLine]:
    for row in table:
        others = f", every other bettor {cents_to_text(row.community)}" if row.community else ""
        label = table.id if name == "jackpot_pays" else parameter.says
        yield SheetLine(
            section=parameter.section,
            name=name,
            says=f"{label}: {row.line}",
            value=f"{row.pays}{others}",
            choices="",
            clauses=(row.clause,) if row.clause else (),
            origin=rules.origins.get(name, ""),
        )


def _choices(rules: TableRules, name: str, parameter: Parameter) -> str:
    """What an operator may write instead of this value."""
    if rules.origins.get(name) not in ("default", "operator"):
        return ""
    written = {each: rules.value(each) for each, origin in rules.origins.items() if origin == "operator"}
    return choices_text(Resolution(rule_set(rules.rule_set), written).entry(name), parameter)


def choices_text(entry: RuleEntry, parameter: Parameter) -> str:
    """An entry's bounds in words."""
    show = parameter.kind.text
    if entry.allowed:
        return ", ".join(map(show, entry.allowed))
    if entry.is_floor:
        return "no less"
    low, high = entry.low, entry.high
    if low is not None and high is not None:
        return f"{show(low)} to {show(high)}"
    if low is not None:
        return f"{show(low)} and up"
    return f"up to {show(high)}" if high is not None else parameter.kind.word
