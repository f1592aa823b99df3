"""The solved figures that come with the program: complete, used without compiled code, and equal to solving anew."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts import gifts
from siete.cards import Rank
from siete.money import Cents
from siete.odds.base import game, solution
from siete.odds.base.counting.tilted import leaning, tilted
from siete.odds.base.game import Game
from siete.odds.base.kept import shipped
from siete.odds.base.kept.gifts import gift_edges
from siete.odds.base.kept.known import BASE, BESIDE
from siete.odds.base.policy import Given
from siete.odds.base.solution import chart, charted_play, costs, figure
from siete.rules.names import names
from siete.rules.submission import table_rules
from tests.few import TENTHS

_ASKED = """
import sys
from siete.lab.api import chart, costs, figures
for name in sys.argv[1:]:
    chart(name, bet=25), costs(name), figures(name)
assert not any(each == "numba" or each.startswith("numba.") for each in sys.modules), "something was compiled"
"""


def test_no_default_submission_needs_the_solver(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SIETE_SOLVE_ANEW")
    monkeypatch.setenv("SIETE_CACHE_DIR", str(tmp_path))
    subprocess.run([sys.executable, "-c", _ASKED, *names()], check=True, timeout=300)


def test_tables_with_one_base_game_share_its_figures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Limits, boxes and side wagers leave edge, deviation and chart as they are; nothing is solved for them."""
    monkeypatch.delenv("SIETE_SOLVE_ANEW")
    monkeypatch.setenv("SIETE_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(solution, "_game", None)
    usual = table_rules("wa")
    other = table_rules("wa", {"positions": 5, "table_min": 25, "jackpot_games": 0, "mtd_max": 50})
    assert other.rules_hash != usual.rules_hash
    of_usual = {key: value for key, value in figure(usual).to_json().items() if not key.startswith("cover_card")}
    assert figure(other).to_json() == of_usual, "the cover card is another matter"
    assert figure(other).rules_hash == other.rules_hash
    assert chart(other).strategy == chart(usual).strategy
    assert costs(other) == costs(usual)
    with pytest.raises(TypeError):
        figure(table_rules("wa", {"decks": 2}))  # another game


def test_the_solver_reads_no_choice_that_tables_with_one_base_game_may_differ_in() -> None:
    sections = {name: parameter.section for name, parameter, _ in table_rules("wa").items()}
    solver = Path(game.__file__).parent
    read = {
        node.attr
        for path in solver.rglob("*.py")
        if path.name != "hole_card.py"  # it insures, and caches by the whole rules
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in sections
    }
    assert {"dealer_soft17", "decks", "super_bonus_shape"} <= read
    others = {name for name in read if sections[name] not in BASE} - {*BESIDE, "rule_set"}
    assert others == set()


@pytest.mark.parametrize(
    "name", [each if each in ("wa", "md") else pytest.param(each, marks=pytest.mark.slow) for each in names()]
)
def test_solving_anew_gives_what_is_shipped(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = table_rules(name)
    anew = (figure(rules).to_json(), chart(rules).to_json())
    assert charted_play(rules, Cents(2_500)) == chart(rules, Cents(2_500)).strategy
    monkeypatch.delenv("SIETE_SOLVE_ANEW")
    assert _near((figure(rules).to_json(), chart(rules).to_json()), anew)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_solving_the_options_anew_gives_what_is_shipped(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = table_rules(name)
    anew = [(each.option, each.house_edge) for each in costs(rules)]
    monkeypatch.delenv("SIETE_SOLVE_ANEW")
    assert _near([(each.option, each.house_edge) for each in costs(rules)], anew)


def _tilted(name: str) -> dict[str, Any]:
    """The shoes that lean of a rule set's file, by their tags as they are written."""
    kept = json.loads((shipped.FOLDER / f"{name}.json").read_text("utf-8"))
    start = f"tilted {table_rules(name).rules_hash} "
    return {key.removeprefix(start): each for key, each in kept.items() if key.startswith("tilted ")}


def _tags(text: str) -> dict[Rank, int]:
    return {Rank(each[0]): int(each[1:]) for each in text.split(",")}


def test_a_shoe_that_leans_is_worth_what_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of them, by the chart that is shipped; all are solved anew among the slow tests."""
    monkeypatch.delenv("SIETE_SOLVE_ANEW")
    tags, kept = next(iter(_tilted("wa").items()))
    count, shoe = leaning({rank: float(tag) for rank, tag in _tags(tags).items()})[-1]
    rules = table_rules("wa")
    assert count == kept["counts"][-1]
    assert Game(rules, shoe, Given(chart(rules).strategy)).value() == pytest.approx(kept["values"][-1], abs=1e-12)


COUNTS = 3
"""Counts whose shoes are shipped."""
LEANING = [
    (name, count) for at, name in enumerate(names()) for count in range(COUNTS) if TENTHS == 10 or count == at % COUNTS
]
"""In full every count of every rule set; otherwise every count, and every rule set, but not each with each."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), LEANING)
def test_solving_the_shoes_that_lean_anew_gives_what_is_shipped(name: str, count: int) -> None:
    found = _tilted(name)
    assert len(found) == COUNTS
    tags, kept = list(found.items())[count]
    anew = tilted(table_rules(name), _tags(tags), tags)
    assert _near([list(anew.counts), list(anew.values)], [kept["counts"], kept["values"]])
    assert anew.squares == pytest.approx(kept["squares"], abs=1e-7)


def test_every_file_is_of_a_default_submission() -> None:
    """A figure of other rules, left behind when a rule set changed, is never asked for."""
    assert sorted(path.stem for path in shipped.FOLDER.glob("*.json")) == sorted(names())
    for path in shipped.FOLDER.glob("*.json"):
        hash = table_rules(path.stem).rules_hash
        keys = json.loads(path.read_text("utf-8"))
        assert {f"figure {hash} ", f"edge {hash} ", f"chart {hash}"} <= keys.keys()


def _near(one: Any, two: Any) -> bool:
    """Whether two plain values are alike, numbers to the last digits that rounding leaves."""
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(_near(one[key], two[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(two, list | tuple):
        return len(one) == len(two) and all(map(_near, one, two))
    if isinstance(one, float) and isinstance(two, float):
        return one == pytest.approx(two, rel=1e-9, abs=1e-13)
    return bool(one == two)


@pytest.mark.slow
def test_solving_the_gifts_anew_gives_what_is_shipped() -> None:
    """The kernels with which a 21 ties are compiled for it, in a process and a folder of their own."""
    anew = gifts.after_each("md", gifts.all_tied(["md"])["md"])
    assert anew == pytest.approx(gift_edges(table_rules("md").rules_hash), abs=1e-12)
