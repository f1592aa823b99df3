"""What the page is told of a table comes from its rules, for every rule set."""

from __future__ import annotations

import json
from typing import Any

import pytest

from siete.clauses import register
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.server.describe.layout import describe, describe_short


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


@pytest.mark.parametrize("name", NAMES)
def test_every_wager_and_meter_has_a_name_for_the_page(name: str) -> None:
    told = describe(table_rules(name))
    offered = {spot["wager"] for spot in told["spots"]}
    assert offered | {"base", "insurance"} <= set(told["names"])
    assert offered <= set(told["lines"])
    assert len({spot["mark"] for spot in told["spots"]}) == len(told["spots"])
    assert all(meter["title"] for meter in told["meters"])


def test_the_page_is_told_which_wheel_turns_for_everybody() -> None:
    told = describe(table_rules("md"))
    assert {wager: wheel["is_shared"] for wager, wheel in told["wheels"].items()} == {
        "bonus-spin": False,
        "xtreme-16": True,
        "xtreme-16-everybody": True,
    }
    assert told["wheels"]["xtreme-16"]["everybody"] in told["wheels"]
    assert told["lines"]["xtreme-16"]["jackpot 1"]["text"] == "Xtreme 16: jackpot 1"
    assert [meter["meter"] for meter in told["meters"]] == ["spin", "xtreme-primary", "xtreme-secondary"]


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


def test_what_the_page_says_of_rules_follows_them() -> None:
    """The super bonus of two decks is another hand, and surrender's share and the odds are those of the table."""
    told = {decks: describe(table_rules("wa", {"decks": decks})) for decks in (2, 6)}
    assert [told[decks]["panels"][-1]["note"] for decks in (2, 6)] == [
        "7 of hearts, clubs, diamonds against 7 of spades",
        "7-7-7 suited against a 7",
    ]
    assert told[6]["losses"]["surrender"] == "surrendered, half the wager"
    assert told[6]["payouts"][0] == ["Blackjack, always wins", told[6]["lines"]["base"]["blackjack"]["odds"]]
    assert told[6]["questions"]["insurance"]["sentence"].startswith("Insure? Insurance pays 2 to 1")
    assert told[6]["defaults"]["Stand"] == "the hand stands"


def test_the_lobby_is_told_less() -> None:
    short = describe_short(table_rules("md"))
    assert {offer["title"] for offer in short["offers"]} == {"Match the Dealer", "Bonus Spin", "Xtreme 16"}
    assert "signs" not in short
