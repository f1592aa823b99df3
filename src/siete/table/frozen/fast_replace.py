"""A copy of a frozen value with changes, many times faster than the standard library's."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from siete.table.frozen.cached import cached

_Value = TypeVar("_Value")

_new = object.__new__
_set = object.__setattr__


def _replaced(value: _Value, **changes: object) -> _Value:
    """The value with other fields; cached results of the old fields are dropped.

    Of a value without slots one dictionary is copied, where `dataclasses.replace` goes through every field: a
    round of 20 fields takes a tenth of the time. Decision: 0290.
    """
    kind = type(value)
    try:
        worked_out = _WORKED_OUT[kind]
    except KeyError:
        worked_out = _WORKED_OUT[kind] = _found(kind)
    if worked_out is None:
        return dataclasses.replace(value, **changes)  # type: ignore[type-var]  # all our values are dataclasses
    fields = value.__dict__ | changes
    if len(fields) != worked_out.fields:
        for name in worked_out.names:
            if fields.pop(name, None) is not None and len(fields) == worked_out.fields:
                break
        assert len(fields) == worked_out.fields, f"{kind.__name__} has no such fields: {[*changes]}"
    copy = _new(kind)
    _set(copy, "__dict__", fields)
    return copy


class _Remembered(NamedTuple):
    """How many fields the values of a class have, and the properties they remember once they are asked for."""

    fields: int
    names: tuple[str, ...]


_WORKED_OUT: dict[type, _Remembered | None] = {}


def _found(kind: type) -> _Remembered | None:
    """What values of a class remember beside their fields; None where its fields have slots."""
    if not kind.__dictoffset__:
        return None
    names = tuple(name for name, each in vars(kind).items() if isinstance(each, cached))
    return _Remembered(len(dataclasses.fields(kind)), (*getattr(kind, "kept", ()), *names))


if TYPE_CHECKING:
    # Type checkers know the standard library's by name, and check each field that is changed.
    from dataclasses import replace as replace
else:
    replace = _replaced
