"""Events as JSON: every kind there is, with any values it can have, and nothing that is no event."""

from __future__ import annotations

import json
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from random import Random
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siete.cards import SPANISH_DECK, Card
from siete.errors import ParseError
from siete.rules.names import NAMES
from siete.store.codec import AnyEvent, event_from_json, event_to_json, event_types
from siete.store.floor_events import FloorEvent
from siete.store.records import RecordEvent
from siete.store.reviews import ReviewEvent
from siete.table import events as e
from siete.table.apply import apply
from siete.table.money import meter, wallet
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from tests.table.generated.random_play import RandomTable, play_round, random_rules


def kinds() -> list[type[AnyEvent]]:
    """Every kind of event, found by walking the classes rather than by asking the codec."""
    # A class with slots is made twice; the one without them is a left-over.
    others: list[type[AnyEvent]] = [RecordEvent, ReviewEvent, FloorEvent]
    waiting = [e.Event, meter.MeterEvent, wallet.WalletEvent, *others]
    found: list[type[AnyEvent]] = []
    while waiting:
        children = [kind for kind in waiting.pop().__subclasses__() if "__slots__" in vars(kind)]
        found += children
        waiting += children
    return sorted(found, key=lambda kind: kind.__name__)


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Anything that a field of this type can hold."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return st.one_of(*map(values, inside))
    if origin is tuple and inside[1:] == (Ellipsis,):
        return st.lists(values(inside[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, inside))
    if origin is frozenset:
        return st.frozensets(values(inside[0]), max_size=3)
    kind = getattr(hint, "__supertype__", hint)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(kind)
    known: dict[Any, st.SearchStrategy[Any]] = {
        str: st.text(),
        int: st.integers(-(10**15), 10**15),
        bool: st.booleans(),
        NoneType: st.none(),
        Card: st.sampled_from(SPANISH_DECK),
        Fraction: st.fractions(),
        Wager: st.sampled_from(Wager.known()),
    }
    return known[kind]


def made(kind: type[AnyEvent]) -> st.SearchStrategy[AnyEvent]:
    hints = get_type_hints(kind)
    return st.builds(kind, **{each.name: values(hints[each.name]) for each in fields(kind)})


def test_no_kind_of_event_is_unknown_to_the_codec() -> None:
    assert sorted(event_types()) == [kind.__name__ for kind in kinds()]
    assert len(event_types()) > 40


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
@settings(max_examples=20)
@given(data=st.data())
def test_every_event_reads_back(kind: type[AnyEvent], data: st.DataObject) -> None:
    event = data.draw(made(kind))
    text = event_to_json(event)
    assert "\n" not in text
    assert event_from_json(text) == event


def test_what_an_event_looks_like() -> None:
    """Pinned: what is stored today must be read for ever."""
    event = e.CardDealt(card=Card.from_text("7s"), box=1, clause="MD-7.E.1")
    assert json.loads(event_to_json(event)) == {
        "type": "CardDealt",
        "version": 1,
        "fields": {
            "clause": "MD-7.E.1",
            "card": "7s",
            "box": 1,
            "hand": 0,
            "is_face_up": True,
            "is_bonus": False,
            "total": 0,
        },
    }


def test_fields_that_have_a_default_may_be_left_out() -> None:
    text = '{"type":"CardDealt","version":1,"fields":{"card":"7s","box":1}}'
    assert event_from_json(text) == e.CardDealt(card=Card.from_text("7s"), box=1)


@pytest.mark.parametrize("name", NAMES)
def test_a_round_read_from_json_folds_to_the_same_state(name: str) -> None:
    rng = Random(name)
    table = RandomTable(random_rules(rng, name), rng)
    for _ in range(3):
        if table.state.round is None:  # where nobody wagered, a round has begun and waits for ever
            for _ in play_round(table, rng):
                pass
    assert table.state.rounds > 0
    state = TableState()
    for event in table.events:
        read = event_from_json(event_to_json(event))
        assert isinstance(read, e.Event)
        state = apply(state, read)
    assert state == table.state


GOOD = '{"type":"WagerPlaced","version":1,"fields":{"player":"ana","box":1,"wager":"base","amount":2500}}'


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (GOOD, "", "event/not-json"),
        (GOOD, "[", "event/not-json"),
        (GOOD, "[" * 100_000, "event/not-json"),
        (GOOD, "7", "event/malformed"),
        (GOOD, '{"type":"WagerPlaced"}', "event/malformed"),
        (GOOD, GOOD[:-1] + ',"extra":1}', "event/malformed"),
        ('"version":1', '"version":1,"version":1', "event/not-json"),
        ('"box":1', '"box":1,"box":1', "event/not-json"),
        ('"version":1', '"version":true', "event/malformed"),
        ('"version":1', '"version":"1"', "event/malformed"),
        ('"version":1', '"version":2', "event/unknown-version"),
        ('"version":1', '"version":0', "event/unknown-version"),
        ("WagerPlaced", "WagerLost", "event/unknown-type"),
        ("WagerPlaced", "Event", "event/unknown-type"),
        ('"player":"ana",', "", "event/wrong-fields"),
        ('"player":"ana",', '"player":"ana","seat":3,', "event/wrong-fields"),
        ('"box":1', '"box":"1"', "event/wrong-value"),
        ('"box":1', '"box":true', "event/wrong-value"),
        ('"box":1', '"box":1.0', "event/wrong-value"),
        ('"base"', '"bass"', "event/wrong-value"),
        ('"ana"', "null", "event/wrong-value"),
    ],
)
def test_what_is_no_event_is_refused(old: str, new: str, code: str) -> None:
    event_from_json(GOOD)
    assert old in GOOD
    with pytest.raises(ParseError) as refused:
        event_from_json(GOOD.replace(old, new, 1))
    assert refused.value.code == code


@pytest.mark.parametrize("card", ['"1s"', "7", "null", '["7s"]'])
def test_a_card_is_a_card(card: str) -> None:
    with pytest.raises(ParseError) as refused:
        event_from_json('{"type":"CardDealt","version":1,"fields":{"card":%s,"box":1}}' % card)  # noqa: UP031  # braces
    assert refused.value.code == "event/wrong-value"
