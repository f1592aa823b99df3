"""Table rules as canonical JSON: what is written, and how texts of earlier versions are read. Decision: 0190.

A parameter added after 0.1.0 is written only where it differs from what tables did before, so that older hashes
stay; where a text lacks it, it has that value. A parameter that has been removed is listed in `RETIRED`, kept as it
was stored and written again, so that a stored table keeps its hash.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from siete.errors import Fault, FaultyDocumentError, ParseError, SieteError, nearest
from siete.rules.own_parameters import KINDS, is_own, kind_word, stored_parameter
from siete.rules.parameter import REQUIRED, Parameter

RETIRED: frozenset[str] = frozenset()
"""Names of parameters that earlier versions stored and that there are no longer. A name is never used again."""


def to_text(items: Iterable[tuple[str, Parameter, Any]], retired: Mapping[str, Any]) -> str:
    """The effective values, sorted and bare."""
    values = {
        name: _plain(name, parameter, value)
        for name, parameter, value in items
        if parameter.as_before is REQUIRED or value != parameter.as_before
    }
    return json.dumps(values | dict(retired), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def from_text(text: str, known: Mapping[str, Parameter]) -> dict[str, Any]:
    """The fields of the record that a text holds; a text that lacks a value, or has one of no version, is refused."""
    plain = _object(text)
    faults = tuple(_faults(plain, known))
    if faults:
        raise FaultyDocumentError(faults)
    declared = {name: each for name, each in plain.items() if is_own(name)}
    own = {name: _declared(name, each) for name, each in declared.items()}
    return {
        **{name: _value(name, what, plain) for name, what in known.items()},
        "own": {name: _revived(name, what, stored) for name, (what, stored) in own.items()},
        "own_parameters": {name: what for name, (what, _) in own.items()},
        "retired": {name: plain[name] for name in sorted(RETIRED & plain.keys())},
    }


def _object(text: str) -> dict[str, object]:
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        plain = None
    if not isinstance(plain, dict):
        raise ParseError("rules/stored", "Stored rules are one JSON object.")
    return plain


def _faults(plain: Mapping[str, Any], known: Mapping[str, Parameter]) -> Iterator[Fault]:
    for name in plain:
        if name not in known and name not in RETIRED and not is_own(name):
            sentence = f"No version of siete up to this one has {name[:60]!r}.{nearest(name, known)}"
            yield Fault(code="rules/stored-unknown", name=name, sentence=sentence)
    for name, what in known.items():
        if name not in plain and _missing(what) is REQUIRED:
            yield Fault(code="rules/stored-missing", name=name, sentence=f"The stored rules lack {name}.")


def _value(name: str, what: Parameter, plain: Mapping[str, Any]) -> Any:
    return _revived(name, what, plain[name]) if name in plain else _missing(what)


def _missing(what: Parameter) -> Any:
    """The value where the text has none."""
    return what.absent if what.as_before is REQUIRED else what.as_before


def _plain(name: str, parameter: Parameter, value: Any) -> Any:
    """A value as JSON holds it; with its kind where no field of the record tells it."""
    plain = None if value is None else parameter.kind.plain(value)
    return {"kind": kind_word(parameter.kind), "value": plain} if is_own(name) else plain


_NOT_OURS = (SieteError, TypeError, ValueError, LookupError, AttributeError, ArithmeticError)
"""What a reviver stumbles over where a value is not one that rules have stored."""


def _declared(name: str, each: object) -> tuple[Parameter, object]:
    """What a side wager has declared for itself, and its value."""
    if not isinstance(each, dict) or set(each) != {"kind", "value"} or str(each["kind"]) not in KINDS:
        raise _wrong_value(name, each)
    return stored_parameter(each["kind"]), each["value"]


def _revived(name: str, parameter: Parameter, plain: object) -> Any:
    """The value that was stored; a file may come from anybody, so one that no rules store is refused."""
    if plain is None and parameter.absent is None:
        return None
    try:
        return parameter.kind.revive(plain)
    except _NOT_OURS:
        raise _wrong_value(name, plain) from None


def _wrong_value(name: str, plain: object) -> ParseError:
    return ParseError("rules/stored-value", f"{name[:60]} cannot be {str(plain)[:40]!r}.")
