"""A refusal tells the state it was judged in, as anybody at the table may see it."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from siete.table import commands as c
from siete.table.decide import decide
from siete.table.due import Refusal
from siete.table.position.line import PublicPosition, position_to_text
from siete.table.practice import PracticeTable
from tests.few import first_few
from tests.table.generated.random_play import RandomTable, play_round, random_rules


def test_a_refusal_carries_the_position_without_the_hole_card() -> None:
    table = PracticeTable("md", shoe="7s 7h 5d Kd 9c", chips={"ana": 500})
    table.wager("ana", 1, 25)
    table.deal()
    with pytest.raises(Refusal) as refused:
        table.decide(1, "split")
    assert isinstance(refused.value.facts["position"], PublicPosition), "written out only when somebody reads it"
    assert str(refused.value.facts["position"]) == "s21/1 #1 base 1.1:play 7h? 1:>ana=25:7s5d=a25:- ana=475 -"
    assert "position" not in str(refused.value)
    again = pickle.loads(pickle.dumps(refused.value))
    assert str(again.facts["position"]) == str(refused.value.facts["position"])


@pytest.mark.parametrize("seed", first_few(range(8), range(20)))
def test_every_state_can_be_told(seed: int) -> None:
    """Whatever a table has come to, a step that is not due is refused there, and the refusal can be read."""
    rng = Random(seed)
    table = RandomTable(random_rules(rng), rng)
    told = 0
    for _ in play_round(table, rng):
        wrong = c.PlaceWager(player="nobody", box=1, amount=table.rules.table_min)
        with pytest.raises(Refusal) as refused:
            decide(table.state, table.rules, wrong)
        assert str(refused.value.facts["position"]) == position_to_text(table.state, table.rules)
        told += 1
    assert told
