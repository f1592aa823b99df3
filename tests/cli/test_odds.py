"""`siete odds`: JSON with stable keys, tables for people, refusals with codes."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Siete

KEYS = [
    "wager",
    "paytable",
    "decks",
    "house_edge",
    "house_edge_exact",
    "method",
    "error_bound",
    "strategy",
    "events",
]
EVENT_KEYS = ["name", "probability", "probability_exact", "pays", "probability_error", "net"]


Asked = Callable[..., dict[str, Any]]


@pytest.fixture
def run(siete: Siete) -> Siete:
    return partial(siete, "odds")


@pytest.fixture
def asked(run: Siete) -> Asked:
    def answer(*arguments: str) -> dict[str, Any]:
        done = run(*arguments, "--json")
        assert done.code == 0, done.err
        found: dict[str, Any] = done.json
        return found

    return answer


@pytest.mark.parametrize(
    ("rules", "wager"),
    [
        ("md", "insurance"),
        ("md", "match-the-dealer"),
        ("md", "super-bonus"),
        ("md", "bonus-spin"),
        ("ma", "bonus-spin"),
        ("md", "xtreme-16"),
        ("wa", "jackpot"),
        ("wa-v002", "jackpot"),
    ],
)
def test_json_has_the_stable_keys(asked: Asked, rules: str, wager: str) -> None:
    answer = asked(rules, "--wager", wager)
    assert list(answer) == ["rules", "rules_hash", "figures"]
    assert answer["rules"] == rules
    assert len(answer["rules_hash"]) == 64
    for figure in answer["figures"]:
        assert list(figure)[: len(KEYS)] == KEYS
        assert figure["wager"] == wager
        assert figure["error_bound"] == 0
        assert [list(event) for event in figure["events"]] == [EVENT_KEYS] * len(figure["events"])
        assert sum(event["probability"] for event in figure["events"]) == pytest.approx(1, abs=1e-12)


def test_insurance_in_json(asked: Asked) -> None:
    figure = asked("wa", "--wager", "insurance")["figures"][0]
    assert figure["house_edge"] == pytest.approx(71 / 287)
    assert figure["house_edge_exact"] == "71/287"


def test_jackpot_in_json(asked: Asked) -> None:
    figures = asked("wa", "--wager", "jackpot", "--paytable", "3c/6", "--meter", "$10,000")["figures"]
    assert len(figures) == 1
    figure = figures[0]
    assert f"{figure['house_edge']:.2%}" == "8.21%"
    assert figure["house_edge_fixed"] == pytest.approx(figure["house_edge"] + 0.21)
    shares = [line["frequency"] for line in figure["lines"][:2]]
    at_meter = figure["house_edge_fixed"] - (shares[0] + shares[1] / 10) * 10_000 / 5
    assert figure["house_edge_at_meter"] == pytest.approx(at_meter)
    assert figure["break_even_meter"] == pytest.approx(figure["house_edge_fixed"] / (shares[0] + shares[1] / 10))


def test_choices_reach_the_figures(asked: Asked) -> None:
    decks = asked("wa", "--wager", "jackpot", "--decks", "2")["figures"]
    assert [figure["paytable"] for figure in decks] == [f"4a/{number}" for number in range(1, 9)]
    bonus = asked("wa", "--wager", "match-the-dealer", "--set", "mtd_configuration=2")["figures"]
    assert [figure["card"] for figure in bonus] == ["up card", "down card"]
    envy = asked("md", "--wager", "super-bonus", "--bet", "25", "--players", "7")["figures"][0]
    assert (envy["bet"], envy["players"]) == (25, 7)


@pytest.mark.parametrize("paytable", "ABCD")
def test_another_wheel_can_be_asked_for(asked: Asked, paytable: str) -> None:
    for wager in ([], ["--wager", "bonus-spin"]):
        figures = asked("md", *wager, "--paytable", paytable)["figures"]
        assert [figure["paytable"] for figure in figures] == [paytable]


def test_text_for_people(run: Siete) -> None:
    done = run("wa", "--wager", "jackpot")
    assert done.code == 0
    assert "3c/6" in done.out
    assert "8.2123%" in done.out
    one = run("wa", "--paytable", "4d/6").out
    assert "two-suited-up-or-down" in one
    assert "house edge 8.2123%" in one
    assert "72" not in run("md", "--wager", "insurance").err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["md", "--wager", "insurence"], "odds/unknown-wager"),
        (["wa", "--wager", "jackpot", "--paytable", "3c/66"], "odds/unknown-paytable"),
        (["wa", "--wager", "jackpot", "--paytable", "3d/6"], "odds/paytable-decks [WA3-T3d.6]"),
        (["wa", "--wager", "jackpot", "--meter", "-5"], "odds/negative-meter"),
        (["wa", "--wager", "jackpot", "--meter=-5"], "odds/negative-meter"),
        (["wa", "--wager", "jackpot", "--meter", "much"], "money/unreadable"),
        (["md", "--wager", "super-bonus", "--bet", "-5"], "odds/negative-bet"),
        (["md", "--wager", "jackpot"], "odds/not-offered"),
        (["md", "--wager", "bonus-spin", "--paytable", "E"], "odds/unknown-paytable [MD-12.D]"),
        (["s13", "--wager", "bonus-spin", "--paytable", "A"], "odds/not-offered"),
        (["nowhere"], "rules/unknown"),
        (["md", "--strategy", "no-such-file"], "file/unreadable"),
    ],
)
def test_refusals(run: Siete, arguments: list[str], code: str) -> None:
    done = run(*arguments)
    assert done.code == 1
    assert done.err.startswith(f"{code}")
    assert "Traceback" not in done.err
    assert done.out == ""


GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "odds.md"


@pytest.mark.parametrize(
    "line", [line for line in GUIDE.read_text("utf-8").splitlines() if line.startswith("./siete odds ")]
)
def test_examples_of_the_guide_run(run: Siete, line: str) -> None:
    done = run(*shlex.split(line, comments=True)[2:])
    assert done.code == 0, done.err
    assert done.out


def test_refusals_in_json(run: Siete) -> None:
    done = run("md", "--wager", "insurence", "--json")
    assert done.code == 1
    assert done.json["faults"][0]["code"] == "odds/unknown-wager"


def test_wrong_usage(run: Siete) -> None:
    assert run().code == 2
    assert run("md", "--players", "many").code == 2


def test_help_has_an_example(run: Siete) -> None:
    assert "Example: siete odds" in run("--help").out


def test_a_file_too_large_for_a_strategy(run: Siete, tmp_path: Path) -> None:
    large = tmp_path / "strategy.txt"
    large.write_bytes(b" " * 1_000_001)
    done = run("md", "--wager", "base", "--strategy", str(large))
    assert (done.code, done.err.split(":")[0]) == (1, "file/too-large")


def test_exact_figures_are_fractions_and_the_base_game_has_none(run: Siete, asked: Asked) -> None:
    figures = asked("wa", "--exact")["figures"]
    assert {each["wager"] for each in figures} > {"insurance", "match-the-dealer", "super-bonus"}
    assert all(each["house_edge_exact"] is not None and each["error_bound"] == 0 for each in figures)
    assert run("wa", "--exact", "--wager", "base").err.startswith("odds/not-exact")


def test_the_bound_of_splits_is_told_where_it_is_asked_for(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siete.odds.base.solution.own_cards_bound", lambda rules: 1.3e-4)
    (bounded,) = asked("wa", "--wager", "base", "--split-bound")["figures"]
    assert bounded["own_cards_leave_at_most"] == 1.3e-4
    (plain,) = asked("wa", "--wager", "base")["figures"]
    assert "own_cards_leave_at_most" not in plain
