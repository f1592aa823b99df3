"""Approvals that are due: the point that names one, and a floorperson's refusal to give it.

A refused approval stays due. The automatic floorperson does not give what a person has refused; a person may still give
it once the cause is remedied, or order the remedy: cards go back, a round that cannot be finished is void.
Decision: 0245.
"""

from __future__ import annotations

from collections.abc import Iterator

from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import handlers
from siete.table.automatic import next_due
from siete.table.due import Approval, Due, Refusal
from siete.table.state.table import TableState

LONGEST_REASON = 200


def approval_point(state: TableState, command: c.FloorCommand) -> str:
    """The point of an approval: it changes when the approval is given, and with nothing that players do meanwhile."""
    opening = state.opening
    done = 0 if opening is None else len(opening.signed) + len(opening.done) + len(opening.disposed)
    boxes = state.round.boxes if state.round is not None else ()
    hands = sum(len(box.hands) for box in boxes)
    what = getattr(command, "item", "") or getattr(command, "box", "")
    cards = state.dealt + len(state.removed) + len(state.discards)
    return ".".join(map(str, (state.rounds, type(command).__name__, what, done, cards, hands)))[:64]


def is_refused(state: TableState, due: Approval) -> bool:
    """Whether a person has refused the approval that is due."""
    return state.refused_point == approval_point(state, due.command)


def refuse_refusal(state: TableState, rules: TableRules, command: c.RefuseApproval) -> Refusal | None:
    """Why there is nothing to refuse, or not like this."""
    due = next_due(state, rules)
    if not isinstance(due, Approval):
        clause = due.clause if isinstance(due, Due) else rules.clause_of(Step.START_ROUND)
        return Refusal("command/no-approval", "No approval is due.", clause=clause)
    if not command.reason.strip():
        return Refusal("command/no-reason", "Say why you refuse it.", clause=due.clause)
    if len(command.reason) > LONGEST_REASON:
        return Refusal("command/long-reason", f"Say it in {LONGEST_REASON} letters.", clause=due.clause)
    return None


def refuse(state: TableState, rules: TableRules, command: c.RefuseApproval) -> Iterator[e.Event]:
    """The refusal is on record, and the table waits for a person."""
    due = next_due(state, rules)
    assert isinstance(due, Approval), "a refusal would have been given"
    yield e.ApprovalRefused(
        command=type(due.command).__name__,
        point=approval_point(state, due.command),
        by=command.by,
        reason=command.reason.strip(),
        clause=due.clause,
    )


COMMANDS = dict((handlers.command(c.RefuseApproval, refuse_refusal, refuse),))
