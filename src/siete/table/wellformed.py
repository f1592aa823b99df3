"""Whether a command is one at all: of a kind that the engine knows, its fields of their types.

The engine trusts its callers' types; commands from other programs are checked here first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from types import NoneType
from typing import get_args, get_origin, get_type_hints

from siete.errors import ParseError
from siete.money import Cents
from siete.table import commands as c

_ROOTS = (c.Command, c.PlayerCommand, c.FloorCommand, c.Report, c.HouseCommand)
_Test = Callable[[object], bool]


def check(command: object) -> None:
    """Refuse what is not a command, or a command with a value of the wrong type."""
    tests = _tests().get(type(command))
    if tests is None:
        raise ParseError("command/unknown", f"{_shown(command)} is not a command of a table.")
    for name, is_right in tests:
        value = getattr(command, name)
        if not is_right(value):
            sentence = f"{_shown(value)} cannot be the {name} of {type(command).__name__}."
            raise ParseError("command/malformed", sentence)


def _shown(value: object) -> str:
    return repr(value)[:40]


@cache
def _tests() -> dict[type, tuple[tuple[str, _Test], ...]]:
    """The type check of each field of each kind of command."""
    kinds = [each for each in vars(c).values() if isinstance(each, type) and issubclass(each, c.Command)]
    return {kind: tuple(_fields(kind)) for kind in kinds if kind not in _ROOTS}


def _fields(kind: type[c.Command]) -> Iterator[tuple[str, _Test]]:
    hints = get_type_hints(kind)
    return ((each.name, _test(hints[each.name])) for each in fields(kind))


def _test(hint: object) -> _Test:
    if get_origin(hint) is tuple:
        inside = _test(get_args(hint)[0])
        return lambda value: type(value) is tuple and all(map(inside, value))
    if get_args(hint):
        tests = [_test(each) for each in get_args(hint)]
        return lambda value: any(test(value) for test in tests)
    wanted = int if hint is Cents else NoneType if hint is None else hint
    assert isinstance(wanted, type), f"{hint} is a plain type"
    return lambda value: isinstance(value, wanted) and (wanted is not int or not isinstance(value, bool))
