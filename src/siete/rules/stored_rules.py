"""Table rules as canonical JSON: what is written, and how texts of earlier versions are read. Decision: 0190.

A parameter added after 0.1.0 is written only where it differs from what tables did before, so that older hashes
stay; where a text lacks it, it has that value. A parameter that has been removed is listed in `RETIRED`, kept as it
was stored and written again, so that a stored table keeps its hash.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from siete.errors import Fault, FaultyDocumentError, ParseError, nearest
from siete.rules.own_parameters import is_own, kind_word, stored_parameter
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
    plain = json.loads(text)
    if not isinstance(plain, dict):
        raise ParseError("rules/stored", "Stored rules are one JSON object.")
    faults = tuple(_faults(plain, known))
    if faults:
        raise FaultyDocumentError(faults)
    declared = {name: each for name, each in plain.items() if is_own(name)}
    own_parameters = {name: stored_parameter(each["kind"]) for name, each in declared.items()}
    return {
        **{name: _value(name, what, plain) for name, what in known.items()},
        "own": {name: _revived(own_parameters[name], each["value"]) for name, each in declared.items()},
        "own_parameters": own_parameters,
        "retired": {name: plain[name] for name in sorted(RETIRED & plain.keys())},
    }


def _faults(plain: Mapping[str, Any], known: Mapping[str, Parameter]) -> Iterator[Fault]:
    for name in plain:
        if name not in known and name not in RETIRED and not is_own(name):
            sentence = f"No version of siete up to this one has {name[:60]!r}.{nearest(name, known)}"
            yield Fault(code="rules/stored-unknown", name=name, sentence=sentence)
    for name, what in known.items():
        if name not in plain and _missing(what) is REQUIRED:
            yield Fault(code="rules/stored-missing", name=name, sentence=f"The stored rules lack {name}.")


def _value(name: str, what: Parameter, plain: Mapping[str, Any]) -> Any:
    return _revived(what, plain[name]) if name in plain else _missing(what)


def _missing(what: Parameter) -> Any:
    """The value where the text has none."""
    return what.absent if what.as_before is REQUIRED else what.as_before


def _plain(name: str, parameter: Parameter, value: Any) -> Any:
    """A value as JSON holds it; with its kind where no field of the record tells it."""
    plain = None if value is None else parameter.kind.plain(value)
    return {"kind": kind_word(parameter.kind), "value": plain} if is_own(name) else plain


def _revived(parameter: Parameter, plain: Any) -> Any:
    return None if plain is None else parameter.kind.revive(plain)
