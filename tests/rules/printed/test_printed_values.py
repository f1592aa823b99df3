"""Every value and every bound of the rule data against figures typed from the documents."""

from __future__ import annotations

from typing import Any

import pytest

from siete.rules.names import NAMES
from siete.rules.table_rules import TableRules, parameters
from tests.rules.printed.reading import Row, label, marks, printed, rules_given, sheet_line


def _case(row: Row) -> Any:
    return pytest.param(row, id=label(row["rules"], row["name"], row["given"]), marks=marks(row["clauses"].split()))


VALUES = [_case(row) for row in printed("values")]


def _rules(row: Row) -> TableRules:
    return rules_given(row["rules"], row["given"])


@pytest.mark.parametrize("row", VALUES)
def test_the_value_is_the_documents_and_an_operator_may_choose_what_it_leaves_open(row: Row) -> None:
    shown = parameters()[row["name"]].kind.text(getattr(_rules(row), row["name"]))
    assert (shown, sheet_line(row).choices) == (row["value"], row["may_be"])


@pytest.mark.parametrize("rules", NAMES)
def test_the_clauses_that_say_so_are_cited(rules: str) -> None:
    rows = [row for row in printed("values") if row["rules"] == rules]
    assert rows
    for row in rows:
        assert set(row["clauses"].split()) <= set(_rules(row).clauses[row["name"]]), row
