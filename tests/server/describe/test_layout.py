"""What the page is told of a table comes from its rules, for every rule set."""

from __future__ import annotations

import json
from typing import Any

import pytest

from siete.clauses import register
from siete.rules.catalogue import NAMES
from siete.rules.submission import table_rules
from siete.server.felt import describe, describe_short


def clauses_in(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["clause"]] if value.get("clause") else []
        return own + [each for part in value.values() for each in clauses_in(part)]
    return [each for part in value for each in clauses_in(part)] if isinstance(value, list) else []


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_is_in_the_register(name: str) -> None:
    told = describe(table_rules(name))
    assert json.loads(json.dumps(told)) == told
    found = clauses_in(told)
    assert found
    assert set(found) <= set(register())


@pytest.mark.parametrize("name", NAMES)
def test_areas_are_the_wagers_offered(name: str) -> None:
    told = describe(table_rules(name))
    assert {spot["wager"] for spot in told["spots"]} <= set(told["lines"]) | set(told["wheels"])
    assert all(0 < spot["least"] <= spot["most"] for spot in told["spots"])


def test_odds_follow_the_submission() -> None:
    told = describe(table_rules("wa", {"decks": 2}))
    assert told["decks"] == 2
    assert told["cards"] == 96
    assert told["print"]["house"]["text"] == "Dealer must hit soft 17"
    assert describe(table_rules("md"))["print"]["house"]["text"] == "Dealer must stand on all 17s"


def test_bonus_lines_stand_under_their_odds() -> None:
    columns = describe(table_rules("md"))["print"]["bonus"]
    assert [column["odds"] for column in columns] == ["3 to 1", "2 to 1", "3 to 2"]
    assert "6-7-8 spades" in columns[0]["lines"]
    assert "21 in five cards" in columns[2]["lines"]


def test_the_lobby_is_told_less() -> None:
    short = describe_short(table_rules("md"))
    assert {offer["title"] for offer in short["offers"]} == {"Match the Dealer", "Bonus Spin", "Xtreme 16"}
    assert "signs" not in short
