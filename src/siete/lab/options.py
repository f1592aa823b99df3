"""The options of the base game as switches: what the book leaves to the house, and what it fixes.

A fixed one may be turned, too: the figures are those of a game that no rule set permits, and say so.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from siete.errors import Fault, SieteError
from siete.odds.base.solution import variants
from siete.rules.choices.form import Form, FormField, form_of
from siete.rules.entries import RuleEntry
from siete.rules.ruleset import rule_set
from siete.rules.submission import Submission, compile_rules, resolved, submission_from_text
from siete.rules.table_rules import TableRules
from siete.rules.toml.values import toml_of

_LEFT_TO_THE_HOUSE = ("default", "operator")


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """The rules with one thing turned."""

    key: str
    """The parameter that is turned, and to what where there are several ways."""
    parameter: str
    words: str
    rules: TableRules
    is_outside: bool
    """Whether the rule set, or another choice, forbids it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A parameter of the base game as it is set, and what it can be set to."""

    parameter: str
    says: str
    value: str
    """In words."""
    clause: str
    control: str
    """`switch` for yes and no, else `choice`."""
    is_open: bool
    """Whether the rule set leaves it to the house."""
    is_turned: bool
    """Whether it stands outside the book."""
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """Something that a switch can be set to."""

    text: str
    toml: str
    """What to write into the submission; nothing for a way outside the book."""
    key: str
    """The option that leads there; nothing for what is set."""
    refusal: Fault | None = None
    """Why it cannot be chosen now."""


def rules_with(text: str, outside: Sequence[str] = ()) -> TableRules:
    """The rules of a submission with options turned that its book fixes."""
    rules = compile_rules(submission_from_text(text))
    for key in outside:
        found = next((each for name, _, each in _keyed(rules) if name == key), None)
        if found is None:
            raise SieteError("lab/no-option", f"There is no option {key[:40]!r} to turn.")
        rules = found
    return rules


@lru_cache(maxsize=8)
def options(text: str, outside: tuple[str, ...] = ()) -> tuple[Option, ...]:
    """Everything that can be turned, in the order of the odds; the page asks what each costs, one after another."""
    rules, submission = rules_with(text, outside), submission_from_text(text)
    resolution, permitted, _ = resolved(submission)
    found = zip(_keyed(rules), variants(rules), strict=True)
    return tuple(
        Option(
            key=key,
            parameter=name,
            words=words,
            rules=changed,
            is_outside=bool(outside)
            or permitted.origins.get(name) not in _LEFT_TO_THE_HOUSE
            or not _is_permitted(resolution.entry(name), submission, name, changed.value(name)),
        )
        for (key, name, changed), (words, _) in found
    )


def switches(text: str, outside: Sequence[str] = ()) -> tuple[Switch, ...]:
    """The parameters that the options turn, open ones first."""
    rules, submission = rules_with(text, outside), submission_from_text(text)
    form = form_of(submission)
    turned = {key.partition(":")[0] for key in outside}
    found = tuple(_switch(rules, form, submission, name, name in turned) for name in _parameters(rules))
    return tuple(sorted(found, key=lambda each: not each.is_open))


def _switch(rules: TableRules, form: Form, submission: Submission, name: str, is_turned: bool) -> Switch:
    parameter = rule_set(rules.rule_set).parameter(name)
    field = next((each for each in form.fields if each.name == name), None)
    value = rules.value(name)
    text = parameter.kind.text(value)
    ways = _fixed_ways(rules, name, text) if field is None else _open_ways(rules, submission, field, text)
    return Switch(
        parameter=name,
        says=parameter.says,
        value=text,
        clause=form.rules.clause(name),
        control="switch" if isinstance(value, bool) else "choice",
        is_open=field is not None,
        is_turned=is_turned,
        ways=tuple(ways),
    )


def _open_ways(rules: TableRules, submission: Submission, field: FormField, value: str) -> Iterator[Way]:
    """What the house may choose; a way that another choice forbids says why."""
    for toml, text in field.options or _listed(rules, field):
        is_set = text == value
        refusal = None if is_set else _refusal(submission, field.name, toml)
        yield Way(text=text, toml=toml, key="" if is_set else field.name, refusal=refusal)


def _listed(rules: TableRules, field: FormField) -> tuple[tuple[str, str], ...]:
    """What a choice without listed values can be turned to: yes and no, or what it is and what options make it."""
    if field.control == "switch":
        return (("true", "yes"), ("false", "no"))
    kind = rule_set(rules.rule_set).parameter(field.name).kind
    values = [rules.value(field.name), *(each.value(field.name) for _, of, each in _keyed(rules) if of == field.name)]
    return tuple((toml_of(value, is_money=False), kind.text(value)) for value in values)


def _fixed_ways(rules: TableRules, name: str, value: str) -> Iterator[Way]:
    parameter = rule_set(rules.rule_set).parameter(name)
    found = {value: ""} | {
        parameter.kind.text(changed.value(name)): key for key, of, changed in _keyed(rules) if of == name
    }
    for text, key in found.items():
        yield Way(text=text, toml="", key=key)


def _refusal(submission: Submission, name: str, toml: str) -> Fault | None:
    value = tomllib.loads(f"x = {toml}")["x"]
    faults = resolved(replace(submission, choices={**submission.choices, name: value}))[2]
    return next(iter(faults), None)


def _is_permitted(entry: RuleEntry, submission: Submission, name: str, value: Any) -> bool:
    """Whether the operator could choose a value of an open parameter, as everything else stands."""
    if entry.allowed and value not in entry.allowed:
        return False
    return _refusal(submission, name, toml_of(value, is_money=False)) is None


def _parameters(rules: TableRules) -> tuple[str, ...]:
    """The parameters that can be turned, decks and the dealer first."""
    found = dict.fromkeys(("decks", *(name for _, name, _ in _keyed(rules))))
    return tuple(found)


def _keyed(rules: TableRules) -> list[tuple[str, str, TableRules]]:
    """The variants with the parameter that each turns, and a key: the parameter, with its value where it is shared."""
    found = [(_turned(rules, changed), changed) for _, changed in variants(rules)]
    shared = Counter(name for name, _ in found)
    return [(f"{name}:{changed.value(name)}" if shared[name] > 1 else name, name, changed) for name, changed in found]


def _turned(rules: TableRules, changed: TableRules) -> str:
    """The first parameter in which two sets of rules differ."""
    return next(name for name, _, value in rules.items() if changed.value(name) != value)
