"""The answer of `next_due` is kept; it must be the one that would be given anew."""

from __future__ import annotations

from siete.host.chance.shuffling import Chance
from siete.host.memory_table import MemoryTable
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table.automatic import _next_due, next_due
from siete.table.state.table import TableState


def test_every_answer_is_the_one_that_would_be_given_anew() -> None:
    seen: list[TableState] = []
    table = MemoryTable(table_rules("md"), Chance("kept answers"), told=lambda step: seen.append(step.state))
    table.comes("ana", Cents(100_000), box=1)
    table.go_on()
    table.do(c.LookOver(player="ana", box=1))
    table.go_on()
    assert len(seen) > 20
    for state in (*seen, *reversed(seen), *seen[::7]):
        assert next_due(state, table.rules) == next_due(state, table.rules) == _next_due(state, table.rules)


def test_one_state_under_two_sets_of_rules_has_two_answers() -> None:
    maryland, washington = table_rules("md"), table_rules("wa")
    state = MemoryTable(maryland, Chance("two answers")).state
    for rules in (maryland, washington, maryland):
        assert next_due(state, rules) == _next_due(state, rules)
    assert next_due(state, maryland) != next_due(state, washington)
