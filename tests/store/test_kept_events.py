"""Events as they were once stored, of every kind there was, are read for ever.

`fixtures/events-*.jsonl` hold one event of each kind in the version of their day. A file is never changed: where a kind
gets a new version, its old lines stay and an upcaster reads them; the new version goes into a new file. To write one
for kinds that have none yet: `python -m tests.store.test_kept_events NAME`.
"""

from __future__ import annotations

import json
import sys
from dataclasses import MISSING, fields
from enum import Enum
from fractions import Fraction
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from siete.cards import Card
from siete.store.codec import AnyEvent, event_from_json, event_to_json, event_types
from siete.store.upcasters import UPCASTERS
from siete.table.state.wager import Wager

FIXTURES = Path(__file__).with_name("fixtures")
FILES = sorted(FIXTURES.glob("events-*.jsonl"))
LINES = [line for file in FILES for line in file.read_text("utf-8").splitlines()]


def known() -> set[tuple[str, int]]:
    """Kinds and versions that are kept."""
    return {(document["type"], document["version"]) for document in map(json.loads, LINES)}


def example(hint: Any) -> Any:
    """Some value of a field's type, never the one it has by itself."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return example(next(kind for kind in inside if kind is not NoneType))
    if origin is tuple and inside[1:] == (Ellipsis,):
        return (example(inside[0]),) * 2
    if origin is tuple:
        return tuple(map(example, inside))
    if origin is frozenset:
        return frozenset({example(inside[0])})
    kind = getattr(hint, "__supertype__", hint)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return list(kind)[-1]
    values: dict[Any, Any] = {
        str: "ana ♠",
        int: 7,
        bool: True,
        Card: Card.from_text("7s"),
        Fraction: Fraction(7, 9),
        Wager: Wager.JACKPOT_2,
    }
    return values[kind]


def example_of(kind: type[AnyEvent]) -> AnyEvent:
    """An event of a kind, with a value in every field."""
    hints = get_type_hints(kind)
    return kind(**{each.name: example(hints[each.name]) for each in fields(kind)})


@pytest.mark.parametrize("line", LINES, ids=lambda line: json.loads(line)["type"])
def test_an_event_of_any_day_is_read(line: str) -> None:
    event = event_from_json(line)
    written = json.loads(event_to_json(event))
    stored = json.loads(line)
    if (written["type"], written["version"]) == (stored["type"], stored["version"]):
        added = {each.name for each in fields(event) if each.default is not MISSING} - stored["fields"].keys()
        assert {name: value for name, value in written["fields"].items() if name not in added} == stored["fields"]


def test_every_kind_of_today_is_kept() -> None:
    today = {(name, UPCASTERS.version(name)) for name in event_types()}
    assert today - known() == set(), "keep one of each: python -m tests.store.test_kept_events NAME"


def main() -> None:
    """Write a file with the kinds and versions that no file has."""
    missing = sorted(name for name in event_types() if (name, UPCASTERS.version(name)) not in known())
    lines = [event_to_json(example_of(event_types()[name])) for name in missing]
    with (FIXTURES / f"events-{sys.argv[1]}.jsonl").open("x", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    main()
