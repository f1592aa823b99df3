"""The lab over HTTP: its figures are those of the command line, and all its work is done by workers."""

from __future__ import annotations

import shlex
from pathlib import Path
from types import SimpleNamespace

import pytest

from siete.lab.command_line import count_command
from siete.lab.par_sheet.signature import checked
from siete.odds.base import solution
from siete.odds.base.kept import cache
from siete.odds.base.solution import NotSolvedError, costs, figure, house_edge, nothing_solved, variants
from siete.odds.wagers import registry
from siete.rules.submission import table_rules
from siete.server.work.lab import comparison, counting, explorer
from siete.server.work.workers import Workers, WorkLimits
from tests.cli.running import Siete, runner
from tests.server.serving import served

pytestmark = pytest.mark.anyio

WA = 'rule_set = "wa"\n'
ROUTES: tuple[tuple[str, dict[str, object]], ...] = (
    ("edge", {}),
    ("explore", {}),
    ("chart", {}),
    ("cost", {"option": 0}),
    ("wager", {"wager": "jackpot"}),
    ("hand", {"player": "7s 7h", "up": "6d"}),
    ("count", {}),
    ("par", {}),
)


def words(command: object) -> list[str]:
    """What is typed after `siete`."""
    return shlex.split(str(command))[1:]


@pytest.fixture
def siete(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Siete:
    """The command line."""
    return runner(monkeypatch, capsys)


def test_explored_figures_are_those_of_the_command_line(siete: Siete) -> None:
    rules = table_rules("wa")
    first, found, exact = explorer.edge(WA), explorer.explored(WA), figure(rules)
    told = siete(*str(first["command"]).split()[1:], "--json").json["figures"]
    assert first["house_edge"] == told[0]["house_edge"] == exact.house_edge
    base = found["base"]
    assert isinstance(base, dict)
    assert base["standard_deviation"] == told[0]["standard_deviation"] == exact.extra["standard_deviation"]
    assert first["options"] == [
        {"words": words, "is_outside": words not in ("dealer stands on soft 17", *_PERMITTED)}
        for words, _ in variants(rules)
    ]
    assert first["rules_hash"] == rules.rules_hash
    ends = found["ends"]
    assert isinstance(ends, dict)
    assert sum(ends.values()) == pytest.approx(1)


_PERMITTED = ("double-double, three doublings", "2 decks", "4 decks", "5 decks", "8 decks")


def test_costs_of_options_are_those_of_the_odds() -> None:
    rules = table_rules("wa")
    known = costs(rules)
    for number in (0, len(known) - 1):
        cost = explorer.option_cost(WA, number)
        assert (cost["option"], cost["cost"]) == (known[number].option, known[number].cost)


def test_an_option_outside_the_book_is_turned_and_turned_back() -> None:
    turned = explorer.edge(WA, ("surrender_offered",))
    changed = dict(variants(table_rules("wa")))["no surrender"]
    assert turned["house_edge"] == house_edge(changed) > house_edge(table_rules("wa"))
    assert str(turned["command"]).startswith("# outside the rule book")
    switches = turned["switches"]
    assert isinstance(switches, list)
    surrender = next(each for each in switches if each["parameter"] == "surrender_offered")
    assert (surrender["value"], surrender["is_open"], surrender["is_turned"]) == ("no", False, True)


def test_a_switch_that_another_one_forbids_says_why() -> None:
    switches = explorer.edge(f"{WA}dealer_soft17 = 'stand'\n")["switches"]
    assert isinstance(switches, list)
    switch = next(each for each in switches if each["parameter"] == "double_double")
    (way,) = (each for each in switch["ways"] if each["text"] == "yes")
    assert way["refusal"]["clause"] == "WA3-G8.e"


def test_figures_of_a_side_wager_are_those_of_the_odds() -> None:
    found = explorer.wager_figures(WA, "match-the-dealer")["figures"]
    exact = [each.to_json() for each in registry.figures(table_rules("wa"), "match-the-dealer")]
    command = {"command": "siete odds wa --wager match-the-dealer"}
    assert found == [{key: value for key, value in each.items() if key != "events"} | command for each in exact]


def test_the_command_says_every_choice() -> None:
    text = f"{WA}decks = 2\ndealer_soft17 = 'stand'\ntable_max = 300\nchip_denominations = [0.5, 1, 5, 25]\n"
    told = str(explorer.edge(text)["command"])
    assert told.startswith("siete odds wa --wager base ")
    for words in (
        "--set decks=2",
        "--set dealer_soft17=stand",
        "--set table_max=300",
        "chip_denominations=[",
    ):
        assert words in told


OWN = """rule_set = "wa"
decks = 8
dealer_soft17 = "stand"
positions = 5
jackpot_paytable = ["5d/3"]
"""
"""A submission whose figures are not those of its rule set."""


@pytest.mark.parametrize(("text", "wager"), [(OWN, "jackpot"), ('rule_set = "md"\ndecks = 8\n', "bonus-spin")])
def test_the_commands_of_meters_print_the_figures_at_these_meters(siete: Siete, text: str, wager: str) -> None:
    figures = explorer.wager_figures(text, wager)["figures"]
    assert isinstance(figures, list)
    assert figures
    for shown in figures[:3]:
        (told,) = siete(*words(shown["command"]), "--meter", "18264.10", "--json").json["figures"]
        assert told["meter"] == 18264.10
        for key in ("paytable", "decks", "break_even_meter", "house_edge_fixed", "top_award_once_in"):
            assert told[key] == shown[key], key


def worths(actions: object) -> dict[str, float]:
    assert isinstance(actions, list)
    return {each["action"]: each["ev"] for each in actions}


def test_the_command_of_a_hand_prints_its_values(siete: Siete) -> None:
    asked = ("7s 7h", "6d", True, 0, 2500)
    found = explorer.hand(OWN, (), *asked)
    told = siete(*words(found["command"]), "--json").json
    assert worths(found["actions"]) == worths(told["actions"])
    assert worths(explorer.hand(WA, (), *asked)["actions"]) != worths(told["actions"])
    assert explorer.hand(WA, ("surrender_offered",), *asked)["command"] == explorer.OUTSIDE


def test_the_command_of_a_count_names_every_choice_and_its_level() -> None:
    rules = table_rules("wa", {"decks": 8, "dealer_soft17": "stand"})
    assert count_command(rules, 2) == "siete count wa --level 2 --set decks=8 --set dealer_soft17=stand"


@pytest.mark.parametrize("level", [2, 3])
def test_the_count_is_that_of_the_command_line(siete: Siete, level: int) -> None:
    found = counting.counted(WA, level)
    assert found["command"] == f"siete count wa --level {level}"
    told = siete(*words(found["command"]), "--json").json
    for key in ("effects", "tags", "by_true_count", "indices", "house_edge", "ramps"):
        assert found[key] == told[key], key


def test_a_comparison_tells_clauses_of_both_sides_and_the_way_between_the_edges() -> None:
    found = comparison.comparison("md", f"{WA}double_double = true\n")
    sections = found["sections"]
    assert isinstance(sections, list)
    rows = [row for section in sections for row in section["rows"]]
    soft = next(row for row in rows if row["says"] == "dealer on soft 17")
    assert (soft["values"], soft["clauses"]) == (["stand", "hit"], [["MD-7.M"], ["WA3-G5"]])
    assert all(row["values"][0] != row["values"][1] for row in rows)


async def test_a_faulty_submission_is_refused_with_all_its_faults(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        faulty = {"text": 'rule_set = "wa"\ndecks = 3\npositions = 9\n'}
        simulated: tuple[str, dict[str, object]] = ("simulations", {"rounds": 1_000})
        for path, more in (*ROUTES, simulated):
            refused = await client.post(f"/api/v1/lab/{path}", json={**faulty, **more})
            assert refused.status_code == 422, path
            assert [fault["name"] for fault in refused.json()["error"]["faults"]] == ["decks", "positions"], path
        unknown = await client.post("/api/v1/lab/cost", json={"text": WA, "option": 99})
        assert unknown.json()["error"]["code"] == "lab/no-option"
        unknown = await client.post("/api/v1/lab/wager", json={"text": WA, "wager": "no-such-wager"})
        assert unknown.status_code in (404, 422)
        unknown = await client.post("/api/v1/lab/edge", json={"text": WA, "outside": ["no-such-option"]})
        assert unknown.json()["error"]["code"] == "lab/no-option"
        unknown = await client.post("/api/v1/lab/step", json={"ours": "md", "theirs": "md", "step": 0})
        assert unknown.json()["error"]["code"] == "lab/no-step"


async def test_what_is_solved_already_waits_for_no_solver(tmp_path: Path) -> None:
    solvers = Workers(WorkLimits(waiting=0))
    async with served(tmp_path, solvers=solvers) as server, server.client() as client:
        known = {
            path: await client.post(f"/api/v1/lab/{path}", json={"text": WA}) for path in ("edge", "chart", "explore")
        }
        assert {path: answer.status_code for path, answer in known.items()} == dict.fromkeys(known, 200)
        assert known["edge"].json()["house_edge"] == figure(table_rules("wa")).house_edge
        cost = await client.post("/api/v1/lab/cost", json={"text": f"{WA}positions = 4\n", "option": 0})
        assert cost.json()["option"] == "dealer stands on soft 17"
        tilted = {"text": WA, "outside": ["hit_soft21", "rescue", "double_soft21"]}
        assert (await client.post("/api/v1/lab/edge", json=tilted)).status_code == 429, "this has to be solved"


def test_nothing_is_solved_for_what_must_be_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = (WA, ("hit_soft21", "rescue"))
    monkeypatch.setattr(cache, "load", lambda key: None)
    monkeypatch.setattr(cache, "store", lambda key, value: None)
    assert explorer.at_hand(explorer.edge, asked) is None
    with pytest.raises(NotSolvedError), nothing_solved():
        house_edge(table_rules("wa"))
    monkeypatch.setattr(solution, "_last_game", lambda rules, strategy: SimpleNamespace(value=lambda: -0.5))
    assert house_edge(table_rules("wa")) == 0.5, "afterwards it may be solved again"


async def test_a_par_sheet_is_signed_by_the_house(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        sheet = (await client.post("/api/v1/lab/par", json={"text": WA})).content
        signature = checked(sheet)
        assert signature.is_good
        *_, key, hexadecimal, _ = sheet.decode().rsplit(" ", 3)
        asked = {"digest": signature.digest, "key": key, "signature": hexadecimal}
        answer = (await client.post("/api/v1/lab/par/check", json=asked)).json()
        assert (answer["is_good"], answer["is_ours"], answer["key"]) == (True, True, signature.key)
        other = {**asked, "digest": "0" * 64}
        assert (await client.post("/api/v1/lab/par/check", json=other)).json()["is_good"] is False
        other = {**asked, "key": "zz"}
        assert (await client.post("/api/v1/lab/par/check", json=other)).status_code == 400
