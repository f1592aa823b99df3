"""Maryland's two documents side by side: most clauses are in both, under their own ids."""

from __future__ import annotations

from dataclasses import replace

import pytest

from siete.rules.options import HoleCardProcedure
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.due import Due
from siete.table.practice import PracticeTable
from siete.table.state.box import Box
from siete.table.state.round import Round

RULE_SETS = ("md", "md-draft")


def both(*clauses: str) -> pytest.MarkDecorator:
    """Run a test under either rule set as `rules`; each run proves the clauses of its own document."""
    return pytest.mark.parametrize(
        "rules",
        [pytest.param(rules, marks=pytest.mark.clause(*(own(rules, each) for each in clauses))) for rules in RULE_SETS],
    )


def own(rules: str, clause: str) -> str:
    """A Maryland clause as the rule set's own document numbers it."""
    return clause if rules == "md" else clause.replace("MD-", "MDD-", 1)


def unseen(rules: str) -> TableRules:
    """The rules of a table where nobody looks at the hole card.

    The reader keeps a dealer's blackjack from ever meeting a doubled, split or surrendered hand; the clauses
    that would settle such a hand are in force all the same.
    """
    return replace(table_rules(rules), hole_card_procedure=HoleCardProcedure.HOLE_NO_PEEK)


def step_due(table: PracticeTable) -> Due:
    """The step of the house that is due now, with its clause."""
    due = next_due(table.state, table.rules)
    assert isinstance(due, Due), f"no step is due, but {due}"
    return due


def one_step(table: PracticeTable) -> c.HouseCommand:
    """Do the one step that is due, and say which it was."""
    step = step_due(table).command
    table.step(step)
    return step


def round_of(table: PracticeTable) -> Round:
    """The round at the table."""
    assert table.state.round is not None, "the round is over"
    return table.state.round


def box_of(table: PracticeTable, number: int = 1) -> Box:
    """A box in play."""
    box = round_of(table).box(number)
    assert box is not None, f"nobody plays box {number}"
    return box


def story(table: PracticeTable, *kinds: type[e.Event]) -> list[e.Event]:
    """The events of these kinds, in the order in which they happened."""
    return [event for event in table.events if isinstance(event, kinds)]
