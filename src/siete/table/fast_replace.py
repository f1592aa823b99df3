"""A copy of a frozen value with changes, many times as fast as that of the standard library."""

from __future__ import annotations

import dataclasses
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

_Value = TypeVar("_Value")


def _replaced(value: _Value, **changes: object) -> _Value:
    """The value with other fields; cached results of the old fields are dropped.

    Of a value without slots one dictionary is copied, where `dataclasses.replace` goes through every field: a
    round of 20 fields takes a tenth of the time.
    """
    kind = type(value)
    try:
        worked_out = _WORKED_OUT[kind]
    except KeyError:
        worked_out = _WORKED_OUT[kind] = _found(kind)
    if worked_out is None:
        return dataclasses.replace(value, **changes)  # type: ignore[type-var]  # all our values are dataclasses
    copy = object.__new__(kind)
    fields = copy.__dict__
    fields.update(value.__dict__)
    assert changes.keys() <= fields.keys(), f"{kind.__name__} has no such fields: {changes.keys() - fields.keys()}"
    fields.update(changes)
    for name in worked_out:
        fields.pop(name, None)
    return copy


_WORKED_OUT: dict[type, tuple[str, ...] | None] = {}


def _found(kind: type) -> tuple[str, ...] | None:
    """The properties that values of a class remember once they are asked for; None where its fields have slots."""
    if not kind.__dictoffset__:
        return None
    return tuple(name for name, each in vars(kind).items() if isinstance(each, cached_property))


if TYPE_CHECKING:
    # Type checkers know the standard library's by name, and check each field that is changed.
    from dataclasses import replace as replace
else:
    replace = _replaced
