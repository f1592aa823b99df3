"""Events as JSON and back: name, version and fields; money in cents, cards as text, fractions as text.

    {"type": "WagerPlaced", "version": 1, "fields": {"clause": "MD-6.D", "player": "ana", "box": 1, …}}

What a field holds is told by its type, so a new event needs nothing here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import MISSING, fields
from enum import Enum
from fractions import Fraction
from functools import cache
from sys import modules
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from siete.cards import Card
from siete.errors import ParseError
from siete.store.upcasters import UPCASTERS, Upcasters
from siete.table.events import Event
from siete.table.meter import MeterEvent
from siete.table.wallet import WalletEvent

AnyEvent = Event | MeterEvent | WalletEvent


def event_to_json(event: AnyEvent, upcasters: Upcasters = UPCASTERS) -> str:
    """The event as one line of JSON, which `event_from_json` reads back."""
    name = type(event).__name__
    values = {each.name: _plain(getattr(event, each.name)) for each in fields(event)}
    document = {"type": name, "version": upcasters.version(name), "fields": values}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def event_from_json(text: str, upcasters: Upcasters = UPCASTERS) -> AnyEvent:
    """The event in a line of JSON; one of an older version is lifted to today's first."""
    name, version, values = upcasters.lifted(*_document(text))
    kind = event_types().get(name)
    if kind is None:
        raise ParseError("event/unknown-type", f"There is no event {name[:60]!r}.")
    if version != upcasters.version(name):
        sentence = f"{name} has version {version}, and this siete knows it up to {upcasters.version(name)}."
        raise ParseError("event/unknown-version", sentence)
    return kind(**_values(kind, values))


def event_to_bytes(event: AnyEvent, upcasters: Upcasters = UPCASTERS) -> tuple[str, bytes]:
    """The event as a store keeps it: its kind, and its JSON as bytes."""
    return type(event).__name__, event_to_json(event, upcasters).encode()


def event_from_bytes(data: bytes, upcasters: Upcasters = UPCASTERS) -> AnyEvent:
    """The event in stored bytes, lifted to today's version."""
    try:
        return event_from_json(data.decode(), upcasters)
    except UnicodeDecodeError:
        raise ParseError("event/not-json", "These bytes are no text.") from None


def _document(text: str) -> tuple[str, int, dict[str, Any]]:
    try:
        document = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise ParseError("event/not-json", f"This is not JSON: {str(error)[:100]}.") from None
    if not isinstance(document, dict) or document.keys() != {"type", "version", "fields"}:
        raise ParseError("event/malformed", "An event has a type, a version and fields, and nothing else.")
    name, version, values = document["type"], document["version"], document["fields"]
    if not isinstance(name, str) or type(version) is not int or not isinstance(values, dict):
        raise ParseError("event/malformed", "An event's type is text, its version a number, its fields an object.")
    return name, version, values


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands there twice")
    return found


@cache
def event_types() -> dict[str, type[AnyEvent]]:
    """Every kind of event by its name."""
    return {kind.__name__: kind for base in (Event, MeterEvent, WalletEvent) for kind in _kinds(base)}


def _kinds(base: type[AnyEvent]) -> Iterator[type[AnyEvent]]:
    for kind in base.__subclasses__():
        # A class with slots is made twice, and the first one lingers: only the second bears the name.
        if vars(modules[kind.__module__]).get(kind.__name__) is kind:
            yield kind
            yield from _kinds(kind)


def _values(kind: type[AnyEvent], plain: dict[str, Any]) -> dict[str, Any]:
    known = {each.name: each for each in fields(kind)}
    needed = {name for name, each in known.items() if each.default is MISSING and each.default_factory is MISSING}
    for problem, names in (("has no field", plain.keys() - known), ("lacks the field", needed - plain.keys())):
        if names:
            sentence = f"{kind.__name__} {problem} {', '.join(sorted(names))[:80]}."
            raise ParseError("event/wrong-fields", sentence)
    return {
        name: _revived(_hints(kind.__name__)[name], value, f"{kind.__name__}.{name}") for name, value in plain.items()
    }


@cache
def _hints(name: str) -> dict[str, Any]:
    return get_type_hints(event_types()[name])


def _plain(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case None | bool() | int() | str():
            return value
        case Card() | Fraction():
            return str(value)
        case tuple():
            return [_plain(each) for each in value]
        case frozenset():
            return sorted(_plain(each) for each in value)
    raise AssertionError(f"events hold no {type(value).__name__}")


def _revived(hint: Any, value: Any, where: str) -> Any:
    """The value that a field of this type had."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _of_any(inside, value, where)
    if origin is tuple and isinstance(value, list):
        kinds = inside[:1] * len(value) if inside[1:] == (Ellipsis,) else inside
        if len(kinds) == len(value):
            return tuple(_revived(kind, each, where) for kind, each in zip(kinds, value, strict=True))
    if origin is frozenset and isinstance(value, list):
        return frozenset(_revived(inside[0], each, where) for each in value)
    return _simple(getattr(hint, "__supertype__", hint), value, where)


def _of_any(kinds: tuple[Any, ...], value: Any, where: str) -> Any:
    if value is None and NoneType in kinds:
        return None
    for kind in kinds:
        try:
            return _revived(kind, value, where)
        except ParseError:
            continue
    raise _wrong(value, where)


def _simple(kind: Any, value: Any, where: str) -> Any:
    if kind in (str, int, bool) and type(value) is kind:
        return value
    try:
        if isinstance(value, str) and kind is Card:
            return Card.from_text(value)
        if isinstance(value, str) and kind is Fraction:
            return Fraction(value)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return kind(value)
    except (ParseError, ValueError, ZeroDivisionError):
        pass
    raise _wrong(value, where)


def _wrong(value: Any, where: str) -> ParseError:
    return ParseError("event/wrong-value", f"{str(value)[:40]!r} cannot be the value of {where}.")
