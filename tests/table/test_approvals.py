"""A floorperson refuses an approval that is due: on record, with a reason, and the table waits for a person."""

from __future__ import annotations

import pytest

from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.approvals import approval_point, is_refused
from siete.table.automatic import next_due
from siete.table.decide import decide
from siete.table.due import Approval, Refusal
from siete.table.state.table import TableState
from siete.table.stepping import house_steps

RULES = table_rules("md")


def _after(state: TableState, command: c.Command) -> tuple[TableState, tuple[e.Event, ...]]:
    made = decide(state, RULES, command)
    for event in made:
        state = apply(state, event)
    return state, made


def _prepared() -> TableState:
    return _after(TableState(), c.PrepareTable(by="fay", at=600))[0]


def _due(state: TableState) -> Approval:
    due = next_due(state, RULES)
    assert isinstance(due, Approval)
    return due


def test_a_refusal_is_an_event_with_who_and_why_and_the_approval_stays_due() -> None:
    state = _prepared()
    due = _due(state)
    after, (event,) = _after(state, c.RefuseApproval(by="fay", reason=" the sign is missing "))
    assert isinstance(event, e.ApprovalRefused)
    assert (event.by, event.reason, event.command) == ("fay", "the sign is missing", "SignItem")
    assert event.clause == due.clause
    assert _due(after) == due
    assert is_refused(after, due)


def test_the_automatic_floorperson_does_not_give_what_a_person_refused() -> None:
    state = _prepared()
    automatic = house_steps()
    assert automatic(state, _due(state)) is not None
    refused, _ = _after(state, c.RefuseApproval(by="fay", reason="no"))
    assert automatic(refused, _due(refused)) is None
    signed, _ = _after(refused, c.SignItem(by="fay", item=_item(refused)))
    assert automatic(signed, _due(signed)) is not None, "the next approval was refused by nobody"


def _item(state: TableState) -> str:
    command = _due(state).command
    assert isinstance(command, c.SignItem)
    return command.item


def test_the_point_of_an_approval_changes_when_it_is_given_and_not_when_players_come() -> None:
    state = _prepared()
    point = approval_point(state, _due(state).command)
    came, _ = _after(state, c.BringChips(player="ana", amount=10_000))  # type: ignore[arg-type]
    assert approval_point(came, _due(came).command) == point
    signed, _ = _after(came, c.SignItem(by="fay", item=_item(came)))
    assert approval_point(signed, _due(signed).command) != point


@pytest.mark.parametrize(
    ("reason", "code"), [("", "command/no-reason"), ("  ", "command/no-reason"), ("x" * 201, "command/long-reason")]
)
def test_a_refusal_needs_a_reason_of_bounded_length(reason: str, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        decide(_prepared(), RULES, c.RefuseApproval(by="fay", reason=reason))
    assert refusal.value.code == code


def test_nothing_is_refused_where_nothing_is_due() -> None:
    with pytest.raises(Refusal) as refusal:
        decide(TableState(), RULES, c.RefuseApproval(by="fay", reason="no"))
    assert refusal.value.code == "command/no-approval"
