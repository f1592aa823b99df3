"""Entries of the tables that find a function by the class of a command or event.

Each maker ties the class to the function's own parameter, so that a handler of another command is a type error where
the table is written. The tables themselves are plain dictionaries: `table[type(command)](state, rules, command)`. No
type of Python says "takes what its key is", so the one `Any` of the entries stands here, in the four aliases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias, TypeVar

from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Refusal
from siete.table.state.table import TableState

Fold: TypeAlias = Callable[[TableState, Any], TableState]
"""What the state is after an event."""
StepHandler: TypeAlias = Callable[[TableState, TableRules, Any, str], Iterator[e.Event]]
"""What a due step of the house brings about, by the clause that ordered it."""
AnswerHandler: TypeAlias = Callable[[TableState, TableRules, Any], Iterator[e.Event]]
"""What an allowed command brings about."""
Refusing: TypeAlias = Callable[[TableState, TableRules, Any], Refusal | None]
"""Why a command is not allowed; None where it is."""

_E = TypeVar("_E", bound=e.Event)
_Step = TypeVar("_Step", bound=c.HouseCommand)
_Answer = TypeVar("_Answer", bound=c.PlayerCommand)
_Command = TypeVar("_Command", bound=c.Command)


class CommandHandler(NamedTuple):
    """Both halves of a command that may come without being asked for."""

    refuse: Refusing
    decide: AnswerHandler


def fold(kind: type[_E], handler: Callable[[TableState, _E], TableState]) -> tuple[type[e.Event], Fold]:
    return kind, handler


def step(
    kind: type[_Step], handler: Callable[[TableState, TableRules, _Step, str], Iterator[e.Event]]
) -> tuple[type[c.HouseCommand], StepHandler]:
    return kind, handler


def answer(
    kind: type[_Answer], handler: Callable[[TableState, TableRules, _Answer], Iterator[e.Event]]
) -> tuple[type[c.PlayerCommand], AnswerHandler]:
    return kind, handler


def command(
    kind: type[_Command],
    refuse: Callable[[TableState, TableRules, _Command], Refusal | None],
    decide: Callable[[TableState, TableRules, _Command], Iterator[e.Event]],
) -> tuple[type[c.Command], CommandHandler]:
    return kind, CommandHandler(refuse, decide)
