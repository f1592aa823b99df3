"""A doubled soft 21 where every 21 is paid at once: it may be doubled again or is paid, but is not given up."""

from __future__ import annotations

import pytest

from siete.table import commands as c
from siete.table.due import Refusal
from siete.table.practice import PracticeTable


@pytest.mark.parametrize("rules", ["wa", "wa-v002"])
def test_a_doubled_soft_21_is_not_rescued(rules: str) -> None:
    table = PracticeTable(rules, shoe="As 9h 5d 8c 5h", chips={"ana": 500}, double_double=True)
    table.wager("ana", 1, 25)
    table.deal()
    table.decide(1, "double", 25)
    assert {type(each.command) for each in table.legal("ana")} == {c.Double, c.Stand}
    with pytest.raises(Refusal, match="command/may-not-rescue"):
        table.decide(1, "rescue")
    table.decide(1, "stand")
    assert table.state.racks["ana"] == 550_00
