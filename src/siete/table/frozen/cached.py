"""What a frozen value works out once and keeps beside its fields.

The standard library's `cached_property` takes a lock each time a result is worked out (until Python 3.12), which costs
more than most of what is kept here. Two threads that ask at once both work out the same result of a frozen value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

__all__ = ["cached"]


class _Cached:
    """A property whose first result is put into the value's dictionary, where later questions find it."""

    def __init__(self, worked_out: Callable[[Any], object]) -> None:
        self.worked_out = worked_out
        self.__doc__ = worked_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, value: Any, owner: type) -> object:
        if value is None:
            return self
        found = value.__dict__[self.name] = self.worked_out(value)
        return found


if TYPE_CHECKING:
    # Type checkers know the standard library's by name, and give the property the type of its result.
    from functools import cached_property as cached
else:
    cached = _Cached
