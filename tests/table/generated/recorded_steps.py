"""The steps of a table that was played, as lines of notation that lead to the same commands again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.decide import refusal
from siete.table.due import HOUSE
from siete.table.notation.steps import step_to_text
from siete.table.notation.table import TableRun
from siete.table.state.table import TableState


def steps_of(commands: Iterable[c.Command], rules: TableRules) -> tuple[str, ...]:
    """The lines that lead to these commands again: the house's own steps only where they are needed."""
    run, lines = TableRun(rules), list[str]()
    pending: list[c.Command] = []
    states: list[TableState] = []
    for command in commands:
        if _goes_by_itself(command):
            pending.append(command)
            states.append(run.state)
        else:
            if pending and any(refusal(state, rules, command) is None for state in states):
                lines += _named(pending, states, rules)
            lines.append(step_to_text(_without_readings(command)))
            pending, states = [], []
        run.do(command)
    return tuple(lines + _named(pending, states, rules))


def _named(pending: list[c.Command], states: list[TableState], rules: TableRules) -> list[str]:
    """The last step of the house, as often as it came; all its steps where the last might have come sooner."""
    if not pending:
        return []
    allowed = [place for place, state in enumerate(states) if refusal(state, rules, pending[-1]) is None]
    same = [place for place, step in enumerate(pending) if step == pending[-1]]
    told = pending if allowed != same else [pending[place] for place in same]
    return [step_to_text(_without_readings(step)) for step in told]


def _goes_by_itself(command: c.Command) -> bool:
    """Whether the house does this without being told: a step that needs nothing from outside, or its own signature."""
    if isinstance(command, c.FloorCommand):
        return command.by == HOUSE
    if not isinstance(command, c.HouseCommand):
        return False
    outside = (each for each in fields(command) if not each.compare and each.name not in _READINGS)
    return all(getattr(command, each.name) == each.default for each in outside)


_READINGS = ("amount", "before")
"""What a meter says to a step; the meters of a table begin at their seeds."""


def _without_readings(command: c.Command) -> c.Command:
    values = {
        each.name: getattr(command, each.name)
        for each in fields(command)
        if each.compare or each.name not in _READINGS or not isinstance(command, c.HouseCommand)
    }
    return type(command)(**values)
