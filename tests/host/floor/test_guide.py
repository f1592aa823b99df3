"""The guide for when something goes wrong: everything that the engine knows as irregular can be reached, by clause."""

from __future__ import annotations

import pytest

from siete.clauses import citations
from siete.host.access.roles import HouseRole, Person
from siete.host.floor import guide
from siete.host.table.wire import Message, command_from
from siete.rules.names import names
from siete.rules.steps import Step
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table.due import HOUSE
from siete.table.state.table import TableState

FRED = Person(HouseRole.FLOORPERSON, "fred")
ORDERS = {c.DisposeTen, c.RepairReader, c.SetShufflerAside, c.RepairShuffler, c.VoidRound, c.OrderReshuffle}
ORDERS |= {c.OrderRecut, c.ReturnCards}
"""A floorperson's remedies, beside the reports."""


def test_every_irregularity_of_the_engine_is_in_the_guide() -> None:
    reports = {kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, c.Report)} - {c.Report}
    named = {guide.kind_of(each) for each in guide.entries() if each.command}
    assert len(reports) == 12
    assert reports | ORDERS == named


@pytest.mark.parametrize("rules", names())
def test_every_irregularity_clause_of_a_rule_set_is_cited(rules: str) -> None:
    """The clauses of the document's own chapter on irregularities that a step of the engine carries."""
    table = table_rules(rules)
    cited = {clause for each in guide.entries() for clause in each.clauses(table)}
    first, last = list(Step).index(Step.FACE_UP_CARD), list(Step).index(Step.SHUFFLER_OUT)
    carried = {part.strip() for step in list(Step)[first : last + 1] for part in table.clause_of(step).split(",")}
    assert carried - {""} <= cited
    assert len(carried) > (15 if rules in ("md", "md-draft", "ma", "s13") else 0)


@pytest.mark.parametrize("rules", names())
def test_an_entry_tells_steps_with_clauses_and_what_each_orders(rules: str) -> None:
    table = table_rules(rules)
    for entry in guide.entries():
        told = guide.told(entry, table)
        assert told["steps"], entry.id
        clauses = told["clauses"]
        assert isinstance(clauses, list)
        for clause in clauses:
            assert (clause["orders"] != "") is (clause["id"] in citations())
    assert guide.told(guide.entry_of("other"), table)["house_rule"]


def test_the_same_words_lead_to_different_orders() -> None:
    """A broken reader stops a table of Maryland; Massachusetts deals on without it."""
    told = [guide.told(guide.entry_of("reader-broke"), table_rules(name))["clauses"] for name in ("md", "ma")]
    assert ["'MD-13.Q'" in str(told[0]), "'MA-15.k2'" in str(told[1])] == [True, True]
    assert ["no further dealing" in str(each) for each in told] == [True, False]


def test_a_question_is_answered_before_the_command_is_made() -> None:
    for entry in guide.entries():
        if not entry.command:
            continue
        answers = [None] if entry.question is None else [value for _, value in entry.question.answers]
        for answer in answers:
            message = Message(id="x", point="", kind=entry.command, fields=guide.fields_of(entry, answer))
            made = command_from(guide.kind_of(entry), message, FRED)
            assert type(made) is guide.kind_of(entry)


def test_a_preview_changes_nothing_and_says_why_not() -> None:
    shown = guide.preview(TableState(), table_rules("md"), c.Overdraw(by=HOUSE))
    assert (shown["is_possible"], shown["refused"]) == (False, "No cards are being dealt.")
    assert guide.preview(TableState(), table_rules("md"), None)["is_possible"]
