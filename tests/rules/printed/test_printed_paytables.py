"""Every line of every paytable against figures typed from the documents."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from siete.money import cents_to_text
from siete.rules.paytable import Paytable
from siete.rules.paytable import Row as Line
from siete.rules.ruleset import RuleSet, rule_set
from tests.rules.printed.reading import Row, label, marks, printed, rules_given

REPLACED_TOP = 3
"""An alternate set of Washington's top lines has three; the lines below it stay as printed in the table."""


def _tables() -> list[list[Row]]:
    """The typed rows, one list for each paytable."""
    return [list(rows) for _, rows in groupby(printed("paytables"), key=_name)]


def _name(row: Row) -> str:
    return label(row["rules"], row["name"], row["given"])


def _lines() -> list[Any]:
    return [
        pytest.param(number, row, id=f"{_name(row)} {row['line']}", marks=marks(row["clauses"].split()))
        for table in _tables()
        for number, row in enumerate(table)
    ]


def _in_force(row: Row) -> tuple[Line, ...]:
    """The lines of the paytable in force that the typed ones stand for."""
    table = getattr(rules_given(row["rules"], row["given"]), row["name"])
    if isinstance(table, Paytable):
        return table.rows
    first: tuple[Line, ...] = table[0].rows
    return first[:REPLACED_TOP]


@pytest.mark.parametrize(("number", "row"), _lines())
def test_a_line_pays_what_is_printed(number: int, row: Row) -> None:
    line = _in_force(row)[number]
    community = cents_to_text(line.community) if line.community else ""
    assert [line.line, str(line.pays), community] == [row["line"], row["pays"], row["community"]]
    assert line.clause == row["clauses"].split()[0]


@pytest.mark.parametrize("rows", [pytest.param(rows, id=_name(rows[0])) for rows in _tables()])
def test_a_paytable_has_no_other_lines(rows: list[Row]) -> None:
    assert [line.line for line in _in_force(rows[0])] == [row["line"] for row in rows]


# --- Washington's jackpot tables -------------------------------------------------------------------------------

PRINTED_TABLES = {row["table"]: row for row in printed("washington_tables")}
PREFIX = {"wa": "WA3", "wa-v002": "WA2"}


def _rule_set(table: str) -> RuleSet:
    return rule_set(PRINTED_TABLES[table]["rules"])


def _jackpot(row: Row) -> Any:
    clause = f"{PREFIX[PRINTED_TABLES[row['table']]['rules']]}-T{row['table']}.{row['paytable']}"
    return pytest.param(row, clause, id=f"{row['table']}/{row['paytable']}", marks=marks([clause]))


@pytest.mark.parametrize(("row", "clause"), [_jackpot(row) for row in printed("washington_jackpots")])
def test_a_jackpot_paytable_is_the_printed_one(row: Row, clause: str) -> None:
    table = _rule_set(row["table"]).jackpot_paytables[f"{row['table']}/{row['paytable']}"]
    assert "; ".join(str(line.pays) for line in table) == row["pays"]
    assert "; ".join(line.line for line in table) == PRINTED_TABLES[row["table"]]["lines"]
    assert (table.edge, table.clause) == (row["edge"], clause)


@pytest.mark.parametrize(
    "row", [pytest.param(row, id=row["table"], marks=marks([row["clause"]])) for row in PRINTED_TABLES.values()]
)
def test_a_jackpot_table_is_for_the_printed_decks_and_equipment(row: Row) -> None:
    table = _rule_set(row["table"]).jackpot_tables[row["table"]]
    assert " ".join(map(str, table.decks)) == row["decks"]
    assert (table.equipment, table.clause) == (row["equipment"], row["clause"])


@pytest.mark.parametrize("rules", PREFIX)
def test_no_jackpot_paytable_is_invented(rules: str) -> None:
    rows = [row for row in printed("washington_jackpots") if PRINTED_TABLES[row["table"]]["rules"] == rules]
    assert list(rule_set(rules).jackpot_paytables) == [f"{row['table']}/{row['paytable']}" for row in rows]
