"""Equipment that the rules alone can judge: numbers of decks, and jackpot equipment as new as its tables need."""

from __future__ import annotations

from typing import Any

import pytest

from siete.errors import FaultyDocumentError
from siete.rules.options import EquipmentVersion
from siete.rules.ruleset import rule_set
from siete.rules.submission import table_rules


def fault(rules: str, **choices: Any) -> tuple[str, str]:
    """Code and clause of the one fault of a submission."""
    with pytest.raises(FaultyDocumentError) as caught:
        table_rules(rules, choices)
    (found,) = caught.value.faults
    return found.code, found.clause


@pytest.mark.parametrize(
    ("rules", "clause", "allowed"),
    [
        pytest.param(name, clause, allowed, marks=pytest.mark.clause(clause), id=name)
        for name, clause, allowed in (
            ("md", "MD-3.A.1", {6, 8}),
            ("md-draft", "MDD-3.A.1", {6, 8}),
            ("ma", "MA-2.a.1", {6, 8}),
            ("s13", "S13-b.1-1", {6, 8}),
            ("wa", "WA3-G2.a", {2, 4, 5, 6, 8}),
            ("wa-v002", "WA2-G2.a", {2, 4, 5, 6, 8}),
        )
    ],
)
def test_only_the_decks_of_the_document_can_be_chosen(rules: str, clause: str, allowed: set[int]) -> None:
    for decks in range(1, 10):
        if decks in allowed:
            assert table_rules(rules, {"decks": decks}).decks == decks
        else:
            assert fault(rules, decks=decks) == ("submission/not-allowed", clause)


@pytest.mark.parametrize(
    ("rules", "clause", "allowed"),
    [
        pytest.param(name, clause, allowed, marks=pytest.mark.clause(clause), id=name)
        for name, clause, allowed in (
            ("md", "MD-3.A.2", {1, 2}),
            ("md-draft", "MDD-3.A.2", {1, 2}),
            ("ma", "MA-2.a.2", {1}),
            ("s13", "S13-b.1-2", {1}),
        )
    ],
)
def test_a_cover_card_belongs_to_the_decks(rules: str, clause: str, allowed: set[int]) -> None:
    assert table_rules(rules).cover_cards == 1
    for cards in range(3):
        if cards in allowed:
            assert table_rules(rules, {"cover_cards": cards}).cover_cards == cards
        else:
            assert fault(rules, cover_cards=cards)[1] == clause


@pytest.mark.clause("WA3-J1", "WA3-P3")
def test_the_newer_rules_need_equipment_from_v003_on() -> None:
    assert fault("wa", equipment_version="v002") == ("submission/not-allowed", "WA3-J1")
    for version in ("v003", "v005t", "v006"):
        made = table_rules("wa", {"equipment_version": version, "jackpot_paytable": "3c/1"})
        assert made.equipment_version == version


TABLES = (
    *(("wa", f"3{letter}", "WA3-TA.0", "v003") for letter in "abcd"),
    *(("wa", f"4{letter}", "WA3-TB.0", "v003") for letter in "abcde"),
    *(("wa", f"5{letter}", "WA3-TC.0", "v003") for letter in "abcd"),
    ("wa", "6", "WA3-TD.0", "v006"),
    *(("wa-v002", f"8{letter}", "WA2-TA8.0", "v002") for letter in "abcd"),
    *(("wa-v002", f"9{letter}", "WA2-TB9.0", "v002") for letter in "abcd"),
)


@pytest.mark.parametrize(
    ("rules", "table", "clause", "version"),
    [pytest.param(*row, marks=pytest.mark.clause(row[2]), id=f"{row[0]} {row[1]}") for row in TABLES],
)
def test_a_jackpot_table_asks_for_the_equipment_of_its_heading(
    rules: str, table: str, clause: str, version: str
) -> None:
    printed = rule_set(rules).jackpot_tables[table]
    assert (printed.equipment, printed.clause) == (EquipmentVersion(version), clause)
    choices = {"equipment_version": version, "jackpot_paytable": f"{table}/1", "decks": printed.decks[0]}
    assert table_rules(rules, choices).jackpot_paytable == (f"{table}/1",)
    if table == "6":
        choices["equipment_version"] = "v005t"
        assert fault(rules, **choices) == ("submission/paytable-equipment", clause)
