"""Events as JSON and back: name, version and fields; money in cents, cards as text, fractions as text.

    {"type": "WagerPlaced", "version": 1, "fields": {"clause": "MD-6.D", "player": "ana", "box": 1, …}}

A field is encoded by its type, so a new event needs nothing here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from sys import modules
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from siete.cards import Card
from siete.errors import ParseError
from siete.plain import Plain
from siete.store.floor_events import FloorEvent
from siete.store.records import RecordEvent
from siete.store.reviews import ReviewEvent
from siete.store.upcasters import UPCASTERS, Upcasters
from siete.table.events import LATER, Event
from siete.table.money.meter import MeterEvent
from siete.table.money.wallet import WalletEvent

AnyEvent = Event | MeterEvent | WalletEvent | RecordEvent | ReviewEvent | FloorEvent


def event_to_json(event: AnyEvent, upcasters: Upcasters = UPCASTERS) -> str:
    """The event as one line of JSON, which `event_from_json` reads back."""
    return event_to_bytes(event, upcasters)[1].decode()


_NAMES: dict[type[AnyEvent], tuple[tuple[str, ...], Mapping[str, object]]] = {}


def _names(kind: type[AnyEvent]) -> tuple[tuple[str, ...], Mapping[str, object]]:
    """The fields of an event, and those added later with their defaults; found once for each kind."""
    if kind not in _NAMES:
        later = {each.name: each.default for each in fields(kind) if each.metadata == LATER}
        _NAMES[kind] = (tuple(each.name for each in fields(kind) if each.name not in later), later)
    return _NAMES[kind]


def event_from_json(text: str, upcasters: Upcasters = UPCASTERS) -> AnyEvent:
    """The event in a line of JSON; an event of an older version is upcast first."""
    name, version, values = upcasters.lifted(*_document(text))
    kind = event_types().get(name)
    if kind is None:
        raise ParseError("event/unknown-type", f"There is no event {name[:60]!r}.")
    if version != upcasters.version(name):
        sentence = f"{name} has version {version}, and this siete knows it up to {upcasters.version(name)}."
        raise ParseError("event/unknown-version", sentence)
    return _revived_event(kind, values)


def event_to_bytes(event: AnyEvent, upcasters: Upcasters = UPCASTERS) -> tuple[str, bytes]:
    """The event as a store keeps it: its kind, and its JSON as bytes."""
    name = type(event).__name__
    always, later = _names(type(event))
    values = {each: _plain(getattr(event, each)) for each in always}
    for each, default in later.items():
        if (value := getattr(event, each)) != default:
            values[each] = _plain(value)
    return name, msgspec.json.encode({"type": name, "version": upcasters.version(name), "fields": values})


def event_from_bytes(data: bytes, upcasters: Upcasters = UPCASTERS) -> AnyEvent:
    """The event in stored bytes, upcast to the current version."""
    if not data:
        raise ParseError("history/archived", "This event is in an archive. Name the file with --archive.")
    try:
        return event_from_json(data.decode(), upcasters)
    except UnicodeDecodeError:
        raise ParseError("event/not-json", "These bytes are not text.") from None


def _document(text: str) -> tuple[str, int, Plain]:
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


def _once(pairs: list[tuple[str, Any]]) -> Plain:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands there twice")
    return found


@cache
def event_types() -> dict[str, type[AnyEvent]]:
    """Every kind of event by its name."""
    bases = (Event, MeterEvent, WalletEvent, RecordEvent, ReviewEvent, FloorEvent)
    return {kind.__name__: kind for base in bases for kind in _kinds(base)}


def _kinds(base: type[AnyEvent]) -> Iterator[type[AnyEvent]]:
    for kind in base.__subclasses__():
        # A dataclass with slots is created twice, and the first lingers: only the second is reachable by name.
        if vars(modules[kind.__module__]).get(kind.__name__) is kind:
            yield kind
            yield from _kinds(kind)


Reader = Callable[[Any], Any]
"""Decodes a field's value from plain JSON; raises one of the errors below when it cannot."""

_UNREADABLE = (ValueError, TypeError, LookupError, ArithmeticError, ParseError)


def _revived_event(kind: type[AnyEvent], plain: Plain) -> AnyEvent:
    known, needed = _readers(kind.__name__)
    if not needed <= plain.keys() <= known.keys():
        raise _wrong_fields(kind, plain)
    values = {}
    for name, value in plain.items():
        try:
            values[name] = known[name](value)
        except _UNREADABLE:
            sentence = f"{str(value)[:40]!r} cannot be the value of {kind.__name__}.{name}."
            raise ParseError("event/wrong-value", sentence) from None
    return kind(**values)


def _wrong_fields(kind: type[AnyEvent], plain: Plain) -> ParseError:
    known, needed = _readers(kind.__name__)
    unknown, missing = plain.keys() - known, needed - plain.keys()
    problem = (
        f"has no field {', '.join(sorted(unknown))}" if unknown else f"lacks the field {', '.join(sorted(missing))}"
    )
    return ParseError("event/wrong-fields", f"{kind.__name__} {problem[:100]}.")


@cache
def _readers(name: str) -> tuple[dict[str, Reader], frozenset[str]]:
    """The decoder of each field of an event, and the required fields; computed once for each kind."""
    kind = event_types()[name]
    hints = get_type_hints(kind)
    readers = {each.name: _reader(hints[each.name]) for each in fields(kind)}
    needed = (each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING)
    return readers, frozenset(needed)


def _plain(value: Any) -> Any:
    if type(value) in (str, int):  # most are
        return value
    match value:
        case Enum():
            return value.value
        case None | bool() | int():
            return value
        case str():  # an id, which is a text of its own kind
            return str(value)
        case Card() | Fraction():
            return str(value)
        case tuple():
            return [_plain(each) for each in value]
        case frozenset():
            return sorted(_plain(each) for each in value)
    raise AssertionError(f"events hold no {type(value).__name__}")


@cache
def _reader(hint: Any) -> Reader:
    """How a value of this type is read."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _reader_of_any(inside)
    if origin is tuple and inside[1:] == (Ellipsis,):
        return _reader_of_many(_reader(inside[0]), tuple)
    if origin is tuple:
        return _reader_of_each(tuple(map(_reader, inside)))
    if origin is frozenset:
        return _reader_of_many(_reader(inside[0]), frozenset)
    return _reader_of_one(getattr(hint, "__supertype__", hint))


def _reader_of_any(kinds: tuple[Any, ...]) -> Reader:
    others = [_reader(kind) for kind in kinds if kind is not NoneType]

    def read(value: Any) -> Any:
        if value is None and NoneType in kinds:
            return None
        for reader in others:
            try:
                return reader(value)
            except _UNREADABLE:
                continue
        raise ValueError

    return read


def _reader_of_many(reader: Reader, made: type[tuple[Any, ...]] | type[frozenset[Any]]) -> Reader:
    def read(value: Any) -> Any:
        return made([reader(each) for each in _listed(value)])

    return read


def _reader_of_each(readers: tuple[Reader, ...]) -> Reader:
    def read(value: Any) -> Any:
        return tuple(reader(each) for reader, each in zip(readers, _listed(value), strict=True))

    return read


def _listed(value: Any) -> list[Any]:
    if type(value) is not list:
        raise TypeError
    return value


def _reader_of_one(kind: Any) -> Reader:
    if kind is Card:
        return _card
    if kind is Fraction:
        return lambda value: Fraction(_exactly(str, value))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {member.value: member for member in kind}.__getitem__ if issubclass(kind, str) else kind
    if isinstance(kind, type) and issubclass(kind, str) and kind is not str:
        return lambda value: kind(_exactly(str, value))
    return lambda value: _exactly(kind, value)


def _exactly(kind: Any, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError
    return value


@lru_cache(maxsize=256)  # there are no more cards than this
def _card(text: Any) -> Card:
    return Card.from_text(_exactly(str, text))
