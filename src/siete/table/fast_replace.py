"""A copy of a frozen value with changes, many times as fast as that of the standard library."""

from __future__ import annotations

import dataclasses
from functools import cached_property
from typing import Any, TypeVar

_Value = TypeVar("_Value")


def replace(value: _Value, **changes: Any) -> _Value:
    """The value with other fields; what it had worked out from the old ones is left behind.

    Of a value without slots one dictionary is copied, where `dataclasses.replace` goes through every field: a
    round of 20 fields takes a tenth of the time.
    """
    kind: Any = type(value)
    try:
        worked_out = _WORKED_OUT[kind]
    except KeyError:
        worked_out = _WORKED_OUT[kind] = _found(kind)
    if worked_out is None:
        return dataclasses.replace(value, **changes)  # type: ignore[type-var]  # all our values are dataclasses
    copy: _Value = object.__new__(kind)
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
