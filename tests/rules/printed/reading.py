"""Figures typed from the documents: how they are read, which rules they speak of, and the marks their cases carry."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

from siete.clauses import ClauseKind, clause
from siete.rules.sheet import SheetLine, sheet
from siete.rules.submission import override_from_text, table_rules
from siete.rules.table_rules import TableRules

PRINTED = Path(__file__).parent

SHOWN_BY_A_VALUE = {ClauseKind.DEFINITION, ClauseKind.SIGNAGE, ClauseKind.OPERATOR_OPTION, ClauseKind.PAYOUT}
"""Kinds of clauses that say no more than a value does; the others are proved by the part that plays them."""

Row = dict[str, str]


def printed(name: str) -> list[Row]:
    """The rows of one file of typed figures, by the names of its columns."""
    with (PRINTED / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, dialect="excel-tab", quoting=csv.QUOTE_NONE, strict=True))


@cache
def rules_given(rules: str, given: str) -> TableRules:
    """The rules of a rule set under the choices of a `given` column: `name=value; name=value`."""
    return table_rules(rules, dict(override_from_text(choice) for choice in given.split("; ") if choice))


def sheet_line(row: Row) -> SheetLine:
    """The line of the rule sheet that a row speaks of."""
    return _sheet_lines(rules_given(row["rules"], row["given"]))[row["name"]]


@cache
def _sheet_lines(rules: TableRules) -> Mapping[str, SheetLine]:
    """The first line of the rule sheet on each parameter."""
    return {line.name: line for line in reversed(sheet(rules))}


def marks(ids: Iterable[str]) -> list[pytest.MarkDecorator]:
    """`clause` for the clauses that a right value proves, `data` for those it is only needed for."""
    listed = list(ids)
    proved = [id for id in listed if clause(id).kind in SHOWN_BY_A_VALUE]
    needed = [id for id in listed if id not in proved]
    found = [(pytest.mark.clause, proved), (pytest.mark.data, needed)]
    return [mark(*wanted) for mark, wanted in found if wanted]


def label(*parts: str) -> str:
    """The name of a case, from the columns that tell it from others."""
    return " ".join(part for part in parts if part)
