"""Closing a table: nobody is left at it, its cards go, and it can be opened again. Decision: 0111."""

from __future__ import annotations

import pytest

from siete.rules.names import NAMES
from siete.rules.steps import Step
from siete.table import commands as c
from siete.table import events as e
from tests.table.procedure.closed import MORNING, Closed
from tests.table.procedure.tables import refused

CLOSE = c.CloseTable(by="fay")


@pytest.mark.parametrize("rules", NAMES)
def test_a_table_closes_when_everybody_has_left_and_opens_again(rules: str) -> None:
    table = Closed(rules)
    clause = table.rules.clause_of(Step.OPEN_TABLE)
    assert refused(table, CLOSE) == ("command/not-open", clause)
    table.comes("ana", 1)
    table.go_to(c.StartRound)
    table.play_round()
    assert refused(table, CLOSE) == ("command/players-there", clause)
    table.do(c.LeaveTable(player="ana"))
    (closed,) = table.do(CLOSE)
    assert closed == e.TableClosed(by="fay", count=len(table.full), clause=clause)
    assert table.cards().total() == 0
    assert table.replayed() == table.state
    assert refused(table, c.StartRound()) == ("command/closed", clause)
    assert refused(table, c.SignItem(by="fay", item="layout"))[0] == "command/not-prepared"
    assert refused(table, CLOSE)[0] == "command/not-open"
    assert refused(table, c.PrepareTable(by="fay", at=MORNING - 1))[0] == "command/time-runs-back"
    table.do(c.PrepareTable(by="fay", at=MORNING + 600))
    table.comes("ben", 2)
    table.go_to(c.StartRound)
    table.play_round()
    assert table.cards().total() == len(table.full)


def test_a_table_where_betting_waits_may_be_closed() -> None:
    table = Closed("md")
    table.comes("ana", 1)
    table.go_to(c.StartRound)
    table.step()
    table.do(c.LeaveTable(player="ana"))
    table.do(CLOSE)
    assert table.state.round is None
