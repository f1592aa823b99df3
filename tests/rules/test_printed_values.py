"""Every value and every bound of the rule data against figures typed from the documents."""

from __future__ import annotations

from typing import Any

import pytest

from siete.rules.sheet import SheetLine, sheet
from siete.rules.table_rules import TableRules, parameters
from tests.rules.reading import Row, label, marks, printed, rules_given


def _case(row: Row) -> Any:
    return pytest.param(row, id=label(row["rules"], row["name"], row["given"]), marks=marks(row["clauses"].split()))


VALUES = [_case(row) for row in printed("values")]


def _rules(row: Row) -> TableRules:
    return rules_given(row["rules"], row["given"])


def _line(row: Row) -> SheetLine:
    """The line of the rule sheet that the row speaks of."""
    return next(line for line in sheet(_rules(row)) if line.name == row["name"])


@pytest.mark.parametrize("row", VALUES)
def test_the_value_is_the_documents(row: Row) -> None:
    shown = parameters()[row["name"]].kind.text(getattr(_rules(row), row["name"]))
    assert shown == row["value"]


@pytest.mark.parametrize("row", VALUES)
def test_an_operator_may_choose_what_the_document_leaves_open(row: Row) -> None:
    assert _line(row).choices == row["may_be"]


@pytest.mark.parametrize("row", [pytest.param(row, id=label(*list(row.values())[:3])) for row in printed("values")])
def test_the_clauses_that_say_so_are_cited(row: Row) -> None:
    assert set(row["clauses"].split()) <= set(_rules(row).clauses[row["name"]])
