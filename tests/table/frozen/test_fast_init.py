"""Commands and events are made the quick way, and differ in nothing from what dataclasses make."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Due
from siete.table.frozen.fast_init import quicken


def _kinds(base: type[Any]) -> Iterator[type[Any]]:
    for kind in base.__subclasses__():
        if "__slots__" in vars(kind):
            yield kind
            yield from _kinds(kind)


KINDS = (*_kinds(e.Event), *_kinds(c.Command), Due)


def _made(kind: type[Any], arguments: dict[str, object]) -> object:
    """What the standard library makes of these arguments."""
    value: object = object.__new__(kind)
    for field in dataclasses.fields(kind):
        object.__setattr__(value, field.name, arguments.get(field.name, field.default))
    return value


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_value_has_the_fields_and_defaults_of_its_class(kind: type[Any]) -> None:
    given = {each.name: f"a {each.name}" for each in dataclasses.fields(kind)}
    needed = {each.name: given[each.name] for each in dataclasses.fields(kind) if each.default is dataclasses.MISSING}
    for arguments in (given, needed):
        value = kind(**arguments)
        assert value == _made(kind, dict(arguments))
        assert pickle.loads(pickle.dumps(value)) == value  # made here
    parameters = inspect.signature(kind).parameters.values()
    assert [(each.name, each.kind is each.KEYWORD_ONLY) for each in parameters] == [
        (each.name, each.kw_only) for each in (*_by_place(kind), *_by_name(kind))
    ]


def _by_place(kind: type[Any]) -> list[dataclasses.Field[object]]:
    return [each for each in dataclasses.fields(kind) if not each.kw_only]


def _by_name(kind: type[Any]) -> list[dataclasses.Field[object]]:
    return [each for each in dataclasses.fields(kind) if each.kw_only]


def test_a_class_that_is_quickened_now_takes_its_fields_by_place_and_by_name() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class Pair:
        one: int
        two: int = 2
        three: int = dataclasses.field(default=3, kw_only=True)

    @dataclasses.dataclass(frozen=True, slots=True)
    class Nothing:
        pass

    @dataclasses.dataclass(frozen=True)
    class Loose:
        one: int

    plain = Loose.__init__
    quicken(Pair, Nothing, Loose, int)
    assert dataclasses.astuple(Pair(1)) == (1, 2, 3)
    assert dataclasses.astuple(Pair(4, 5, three=6)) == (4, 5, 6)
    assert Pair.__init__.__qualname__ == f"{Pair.__qualname__}.__init__"
    with pytest.raises(TypeError):
        Pair(1, 2, 3)  # type: ignore[call-arg]  # the third goes by name
    assert Nothing() == Nothing()
    assert Loose.__init__ is plain, "without slots it is left alone"


def test_a_value_is_as_frozen_and_as_strict_as_before() -> None:
    step = c.Deal(box=1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        step.box = 2  # type: ignore[misc]  # what must not be done
    with pytest.raises(TypeError, match="unexpected keyword argument 'seat'"):
        c.Deal(seat=1)  # type: ignore[call-arg]  # what must not be done
    with pytest.raises(TypeError, match="required keyword-only argument"):
        e.CardDealt(box=1)  # type: ignore[call-arg]  # what must not be done


def test_a_class_that_does_more_when_it_is_made_is_left_to_the_standard_library() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class Watched:
        box: int

        def __post_init__(self) -> None: ...

    with pytest.raises(AssertionError, match="does something"):
        quicken(Watched)
