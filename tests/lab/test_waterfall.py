"""From one edge to another: the last step ends at the other's edge, and steps that change nothing are steps too."""

from __future__ import annotations

import pytest

from siete.errors import SieteError
from siete.lab.waterfall import step_edge, waterfall
from siete.odds.base.solution import house_edge
from siete.rules.submission import table_rules


@pytest.mark.parametrize(("ours", "theirs"), [("md", "wa"), ("wa", "ma"), ("ma", "md")])
def test_the_last_step_ends_at_the_other_edge(ours: str, theirs: str) -> None:
    one, other = table_rules(ours), table_rules(theirs)
    steps = waterfall(one, other)
    assert steps[-1].house_edge == pytest.approx(house_edge(other), abs=1e-12)
    assert all(step.words for step in steps)


def test_the_same_rules_have_no_steps() -> None:
    rules = table_rules("md")
    assert waterfall(rules, rules) == ()
    with pytest.raises(SieteError) as refused:
        step_edge(rules, rules, 0)
    assert refused.value.code == "lab/no-step"
