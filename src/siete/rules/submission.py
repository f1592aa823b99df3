"""Submissions: what an operator writes, read without trust, and the table rules it makes with a rule set."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from siete.errors import Fault, FaultyDocumentError, ParseError, SieteError, UnknownNameError, nearest
from siete.rules.bounds import checks
from siete.rules.names import names
from siete.rules.resolve import Resolution
from siete.rules.ruleset import RuleSet, rule_set
from siete.rules.table_rules import TableRules, parameters
from siete.rules.toml import bounds as text_bounds
from siete.rules.toml.places import lines_of_keys

LARGEST_FILE = 1_000_000
"""A submission is a page of text; anything much larger is some other file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """An operator's choices as written, with the line each stands on (none when it came from elsewhere)."""

    rule_set: str
    choices: Mapping[str, Any]
    lines: Mapping[str, int]


def table_rules(rules: str | Path, overrides: Mapping[str, Any] | None = None) -> TableRules:
    """The rules of a rule set's name or a submission's file, with choices laid over it.

    >>> import siete
    >>> rules = siete.table_rules("wa", {"decks": 8})
    >>> rules.decks, rules.clause("decks")
    (8, 'WA3-G2.a')

    What the rule set does not allow is refused, all faults at once, each with its clause.
    """
    submission = _submission(rules)
    choices = {**submission.choices, **(overrides or {})}
    lines = {name: line for name, line in submission.lines.items() if name not in (overrides or {})}
    return compile_rules(Submission(rule_set=submission.rule_set, choices=choices, lines=lines))


def _submission(rules: str | Path) -> Submission:
    known = names()
    if str(rules) in known:
        return Submission(rule_set=str(rules), choices={}, lines={})
    path = Path(rules)
    try:
        is_there = bool(str(rules)) and path.exists()  # no name at all would be this folder
    except (OSError, ValueError):  # a name too long, or with a NUL in it, is no file's
        is_there = False
    if not is_there:
        hint = nearest(str(rules), known)
        raise UnknownNameError(
            "rules/unknown",
            f"{str(rules)[:80]!r} is neither a rule set ({', '.join(known)}) nor a submission's file.{hint}",
        )
    return submission_from_file(path)


def submission_from_file(path: Path) -> Submission:
    """The submission in a file; refused when the file is not text, too large or damaged."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise _unreadable("file/unreadable", f"{path} cannot be read: {error.strerror}.") from None
    if len(raw) > LARGEST_FILE:
        raise _unreadable("file/too-large", f"{path} is larger than a submission can be ({LARGEST_FILE:,} bytes).")
    if b"\0" in raw:  # UTF-16, or no text at all
        raise _unreadable("file/not-utf8", f"{path} is not UTF-8 text; save it as UTF-8.", 1)
    try:
        return submission_from_text(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise _unreadable("file/not-utf8", f"{path} is not UTF-8 text; save it as UTF-8.", line) from None


def submission_from_text(text: str) -> Submission:
    """The submission that a TOML text holds: `rule_set = "md"` and the choices that differ from its defaults."""
    text_bounds.check(text, text_bounds.SUBMISSION)
    data = _toml(text)
    lines = lines_of_keys(text)
    name, known = data.pop("rule_set", None), names()
    if not isinstance(name, str) or name not in known:
        what = "names no rule_set" if name is None else f"has an unknown rule_set, {str(name)[:40]!r}"
        hint = nearest(name, known) if isinstance(name, str) else ""
        code = "submission/no-rule-set" if name is None else "submission/unknown-rule-set"
        raise _unreadable(
            code,
            f"The submission {what}; write rule_set = and one of {', '.join(known)}.{hint}",
            lines.get("rule_set"),
        )
    return Submission(rule_set=name, choices=data, lines=lines)


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.replace("\r\n", "\n"), parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at (?:line (\d+), column \d+|(end of document))\)", str(error))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        sentence = str(error).split(" (at ")[0][:200]
        raise _unreadable("file/not-toml", f"This is not TOML: {sentence}.", line) from None
    except RecursionError:
        raise _unreadable("file/too-deep", "The lists or tables in this file are nested too deeply.") from None
    except (ValueError, InvalidOperation):
        raise _unreadable("file/number-too-long", "A number in this file is too long.") from None


def _unreadable(code: str, sentence: str, line: int | None = None) -> FaultyDocumentError:
    return FaultyDocumentError([Fault(code=code, sentence=sentence, line=line)])


def compile_rules(submission: Submission) -> TableRules:
    """The frozen rules a submission makes, or a refusal with every fault it has."""
    _, made, faults = resolved(submission)
    if faults:
        raise FaultyDocumentError(faults)
    return made


def resolved(submission: Submission) -> tuple[Resolution, TableRules, tuple[Fault, ...]]:
    """What a submission comes to, the rules it makes, and every fault it has; with faults, the rules hold nowhere."""
    rules = rule_set(submission.rule_set)
    written, faults = _written(submission, rules)
    resolution = Resolution(rules, written)
    made = resolution.all()
    unread = (_with_clause(fault, resolution) for fault in faults)
    found = [*unread, *resolution.faults, *checks.faults(resolution)]
    return resolution, made, tuple(_placed(found, submission.lines, rules))


def _with_clause(fault: Fault, resolution: Resolution) -> Fault:
    """A fault of a value that could not be read, with the clause its parameter rests on."""
    name = resolution.rules.aliases.get(fault.name, fault.name)
    known = name in resolution.rules.entries and not fault.clause
    return replace(fault, clause=next(iter(resolution.entry(name).clauses), "")) if known else fault


def _written(submission: Submission, rules: RuleSet) -> tuple[dict[str, Any], list[Fault]]:
    """The choices as values of their kinds, and what is wrong with those that cannot be."""
    written: dict[str, Any] = {}
    faults: list[Fault] = []
    for spelling, raw in _flat(submission.choices, rules):
        name = rules.aliases.get(spelling, spelling)
        try:
            if name in written:
                raise ParseError("submission/said-twice", "this is given twice, under two names. Keep one.")
            written[name] = _value(name, raw, rules)
        except SieteError as error:
            faults.append(
                Fault(
                    code=error.code,
                    clause=error.clause,
                    name=spelling,
                    sentence=f"{spelling}: {error.sentence}",
                )
            )
    return written, faults


def _flat(choices: Mapping[str, Any], rules: RuleSet) -> Iterator[tuple[str, Any]]:
    """The choices by name; those in the table of a side wager, `[lucky-pair]`, by dotted name."""
    wagers = {name.split(".")[0] for name in rules.own}
    for name, raw in choices.items():
        if name in wagers and isinstance(raw, dict):
            yield from ((f"{name}.{key}", value) for key, value in raw.items())
        else:
            yield name, raw


def _value(name: str, raw: Any, rules: RuleSet) -> Any:
    choosable = [each for each in (*parameters(), *rules.own) if each in rules.entries]
    if name not in parameters() and name not in rules.own:
        raise UnknownNameError(
            "submission/unknown-key", f"there is no such choice.{nearest(name, [*choosable, *rules.aliases])}"
        )
    if name not in rules.entries:
        raise ParseError("submission/not-offered", f"the rule set {rules.name} has no such choice.")
    return rules.parameter(name).kind.read(Decimal(repr(raw)) if isinstance(raw, float) else raw)


def _placed(faults: Iterable[Fault], lines: Mapping[str, int], rules: RuleSet) -> Iterator[Fault]:
    """The faults with the lines they stand on, each once."""
    spelled = {name: alias for alias, name in rules.aliases.items() if alias in lines}
    for fault in dict.fromkeys(faults):
        line = lines.get(fault.name) or lines.get(spelled.get(fault.name, ""))
        yield replace(fault, line=line)


def override_from_text(text: str) -> tuple[str, Any]:
    """The choice in `name=value`: the value in TOML; a bare word is a string."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise ParseError("usage/set", f"{text[:60]!r} is not name=value, like decks=8.")
    try:
        written = tomllib.loads(f"value = {value}", parse_float=Decimal)
        if written.keys() == {"value"}:
            return name.strip(), written["value"]
    except (RecursionError, ValueError, InvalidOperation):
        if re.fullmatch(r"[\w$][\w$./: %-]*", value.strip()):
            return name.strip(), value.strip()
    raise ParseError("usage/set", f"The value in {text[:60]!r} is neither TOML nor a bare word.")
