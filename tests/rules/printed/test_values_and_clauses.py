"""Every value against its typed figure once more, for all clauses that the data cites for it.

The printed figures are marked with the clauses that state them. The data often rests a value on more: a clause that
leaves it open, or that speaks of it in passing. A broken value must be noticed from each of them.
"""

from __future__ import annotations

from typing import Any

import pytest

from siete.rules.paytable_lines import JackpotJudge
from siete.rules.ruleset import rule_set
from tests.rules.printed.reading import Row, label, printed, rules_given, sheet_line


def _case(row: Row) -> Any:
    cited = rules_given(row["rules"], row["given"]).clauses[row["name"]]
    return pytest.param(row, id=label(row["rules"], row["name"], row["given"]), marks=pytest.mark.data(*cited))


@pytest.mark.parametrize("row", [_case(row) for row in printed("values")])
def test_the_value_and_its_bounds_are_as_typed(row: Row) -> None:
    line = sheet_line(row)
    assert (line.value, line.choices) == (row["value"], row["may_be"])


JUDGES = {
    JackpotJudge.UP_CARD: "3a 3b 3c 3d 8a 8b 8c 8d",
    JackpotJudge.EACH_DEALER_CARD: "4a 4b 4c 4d 4e 9a 9b 9c 9d",
    JackpotJudge.UP_CARD_THEN_BOTH: "5a 5b 5c 5d",
    JackpotJudge.FOUR_CARDS: "6",
}


@pytest.mark.data
@pytest.mark.parametrize("rules", ["wa", "wa-v002"])
def test_a_jackpot_table_reads_the_cards_its_own_way(rules: str) -> None:
    """Decisions: 0044, 0050, 0051."""
    typed = {table: judge for judge, tables in JUDGES.items() for table in tables.split()}
    for paytable in rule_set(rules).jackpot_paytables.values():
        assert paytable.judge == typed[paytable.id.split("/")[0]]


@pytest.mark.data("WA2-J6.a")
def test_two_decks_have_no_paytable_under_the_older_rules() -> None:
    assert rule_set("wa-v002").entries["jackpot_paytable"].variants["2"].value == ()
