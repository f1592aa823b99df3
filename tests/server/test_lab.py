"""The lab over HTTP: its figures are those of the command line, and all its work is done by workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from siete.odds.base.solution import costs, figure, variants
from siete.odds.wagers import registry
from siete.rules.submission import table_rules
from siete.server.work import lab as lab_work
from tests.server.serving import served

pytestmark = pytest.mark.anyio

WA = 'rule_set = "wa"\n'


def test_explored_figures_are_those_of_the_odds() -> None:
    rules = table_rules("wa")
    found, exact = lab_work.explored(WA), figure(rules)
    base = found["base"]
    assert isinstance(base, dict)
    assert base["house_edge"] == exact.house_edge
    assert base["standard_deviation"] == exact.extra["standard_deviation"]
    assert found["options"] == [words for words, _ in variants(rules)]
    assert found["command"] == "siete odds wa --wager base"
    assert found["rules_hash"] == rules.rules_hash


def test_costs_of_options_are_those_of_the_odds() -> None:
    rules = table_rules("wa")
    known = costs(rules)
    for number in (0, len(known) - 1):
        cost = lab_work.option_cost(WA, number)
        assert (cost["option"], cost["cost"]) == (known[number].option, known[number].cost)


def test_figures_of_a_side_wager_are_those_of_the_odds() -> None:
    found = lab_work.wager_figures(WA, "match-the-dealer")["figures"]
    exact = [each.to_json() for each in registry.figures(table_rules("wa"), "match-the-dealer")]
    assert found == [{key: value for key, value in each.items() if key != "events"} for each in exact]


def test_the_command_says_every_choice() -> None:
    command = lab_work.explored(f"{WA}decks = 2\ndealer_soft17 = 'stand'\n")["command"]
    assert command == "siete odds wa --wager base --set decks=2 --set dealer_soft17=stand"


async def test_a_faulty_submission_is_refused_with_all_its_faults(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        faulty = {"text": 'rule_set = "wa"\ndecks = 3\npositions = 9\n'}
        for path, more in (("explore", {}), ("cost", {"option": 0}), ("wager", {"wager": "jackpot"}), ("par", {})):
            refused = await client.post(f"/api/v1/lab/{path}", json={**faulty, **more})
            assert refused.status_code == 422, path
            assert [fault["name"] for fault in refused.json()["error"]["faults"]] == ["decks", "positions"]
        unknown = await client.post("/api/v1/lab/cost", json={"text": WA, "option": 99})
        assert unknown.json()["error"]["code"] == "lab/no-option"
        unknown = await client.post("/api/v1/lab/wager", json={"text": WA, "wager": "no-such-wager"})
        assert unknown.status_code in (404, 422)
