"""A submission as a form: every choice that is open, what may be chosen, what is written, and its clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from siete.errors import Fault
from siete.rules.entries import RuleEntry
from siete.rules.parameter import Parameter
from siete.rules.resolve import Resolution
from siete.rules.sheet import choices_text
from siete.rules.submission import Submission, resolved
from siete.rules.table_rules import TableRules, parameters
from siete.rules.toml.values import toml_of


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """One choice of an operator. Values stand as TOML, ready to be written into a submission."""

    name: str
    says: str
    section: str
    control: str
    """What it is chosen by, as `Kind.control` says; `choice` wherever the values can be listed."""
    toml: str
    text: str
    """The value in words."""
    default: str
    """What holds when nothing is written, as TOML."""
    options: tuple[tuple[str, str], ...]
    """What can be chosen between, each as TOML and in words; empty where it cannot be listed."""
    allowed: str
    """The bounds in words."""
    clauses: tuple[str, ...]
    decision: str
    is_written: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A submission's choices as they are now, the rules they make, and what is wrong with them."""

    fields: tuple[FormField, ...]
    rules: TableRules
    """Meaningful where there are no faults."""
    faults: tuple[Fault, ...]


def form_of(submission: Submission) -> Form:
    """The form of a submission, faulty ones too; a faulty choice shows the value that holds instead."""
    resolution, rules, faults = resolved(submission)
    return Form(fields=tuple(_fields(resolution, rules)), rules=rules, faults=faults)


def _fields(resolution: Resolution, rules: TableRules) -> Iterator[FormField]:
    for name in (*parameters(), *resolution.rules.own):
        if rules.origins[name] in ("default", "operator"):
            yield _field(name, resolution)


def _field(name: str, resolution: Resolution) -> FormField:
    parameter, entry, value = resolution.rules.parameter(name), resolution.entry(name), resolution.value(name)
    without = Resolution(resolution.rules, {each: v for each, v in resolution.written.items() if each != name})
    return FormField(
        name=name,
        says=parameter.says,
        section=parameter.section.value,
        control=_control(parameter, entry),
        toml=_toml(parameter, value),
        text=parameter.kind.text(value),
        default=_toml(parameter, without.value(name)),
        options=_options(parameter, entry),
        allowed=choices_text(entry, parameter),
        clauses=tuple(filter(None, entry.clauses)),
        decision=entry.decision,
        is_written=name in resolution.written,
    )


def _control(parameter: Parameter, entry: RuleEntry) -> str:
    return "choice" if entry.allowed else parameter.kind.control


def _options(parameter: Parameter, entry: RuleEntry) -> tuple[tuple[str, str], ...]:
    kind = parameter.kind
    values = entry.allowed or tuple(map(kind.read, kind.words))
    return tuple((_toml(parameter, value), kind.text(value)) for value in values)


def _toml(parameter: Parameter, value: Any) -> str:
    return toml_of(value, is_money="an amount" in parameter.kind.word)
