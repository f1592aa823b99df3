"""What an automatic dealer or floorperson would do next."""

from __future__ import annotations

from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.automatic import next_due
from siete.table.due import Approval, Due
from siete.table.state.table import TableState


def next_step(state: TableState, rules: TableRules) -> c.HouseCommand | None:
    """The next step of an automatic dealer; None while players must answer first."""
    due = next_due(state, rules)
    return due.command if isinstance(due, Due) else None


def next_approval(state: TableState, rules: TableRules) -> c.FloorCommand | None:
    """What an automatic floorperson signs next; None while nothing waits for a signature."""
    due = next_due(state, rules)
    return due.command if isinstance(due, Approval) else None
