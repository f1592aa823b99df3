"""A rule set that is nothing but a file in some folder is played, priced, simulated and served like any other.

Its insurance pays 3 to 1, a blackjack 6 to 5, and its dealer hits a soft 17; else it is Section 13.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from siete.host.settings import PRACTICE, rules_of
from siete.lab.simulation import simulate
from siete.money import Cents
from siete.odds.base.solution import house_edge
from siete.odds.wagers.registry import figures
from siete.rules.names import added_folder
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.server.demo_tables import demos
from siete.sim.plan import Plan, all_sides
from siete.strategy import never_bust
from siete.table.practice import PracticeTable
from tests.patience import PATIENCE
from tests.rules.made_up import NAME, write
from tests.sim.engine import compare
from tests.table.generated.random_play import random_shoe

ROUNDS, SIGMAS = 2_000_000, 3.5
INSURED = 400_000
"""Rounds that tell 3 to 1 from 2 to 1 by more than twenty standard errors."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the made-up rule set, which is found by name meanwhile."""
    path = write(tmp_path_factory.mktemp("made-up") / "rules")
    with added_folder(path):
        yield path


@pytest.fixture
def rules(folder: Path) -> TableRules:
    return table_rules(NAME)


def insured(rules: str) -> Cents:
    """What insurance of $5 is paid against a dealer's blackjack."""
    table = PracticeTable(rules, shoe="9s Ah 9d Kh", chips={"ana": 500})
    table.wager("ana", box=1, amount=10)
    table.deal()
    table.decide(1, "insure", 5)
    return next(result.payout for result in table.results() if result.wager == "insurance")


def test_insurance_pays_what_its_file_says_in_engine_odds_and_simulator(rules: TableRules) -> None:
    assert (insured("s13"), insured(NAME)) == (1_000, 1_500)
    (ours,), (theirs,) = figures(rules, "insurance"), figures(table_rules("s13"), "insurance")
    assert theirs.house_edge - ours.house_edge == Fraction(72, 287)
    played = simulate(rules, INSURED, strategy="never-bust", wager="insurance", cards="fresh").wager("insurance")
    assert abs(played.house_edge - float(ours.house_edge)) < SIGMAS * played.standard_error
    assert abs(played.house_edge - float(theirs.house_edge)) > 20 * played.standard_error


def test_the_base_game_is_worth_the_same_to_odds_and_simulator(rules: TableRules) -> None:
    exact = house_edge(rules, never_bust())
    played = simulate(rules, ROUNDS, strategy="never-bust", wager="base", cards="fresh")
    assert abs(played.house_edge - exact) < SIGMAS * played.standard_error
    assert exact - house_edge(table_rules("s13"), never_bust()) > 10 * played.standard_error


def test_engine_and_kernel_play_its_shoes_wager_by_wager(rules: TableRules) -> None:
    plan = Plan(boxes=3, wager=Cents(2500), sides=all_sides(rules, Cents(2500)), insurance=True)
    shoes = [random_shoe(Random(f"{NAME} {number}"), rules) for number in range(4)]
    assert compare(rules, never_bust(), plan, shoes, 12) >= 40


def test_a_house_opens_tables_under_it(folder: Path) -> None:
    assert rules_of(f'rule_set = "{NAME}"\ndecks = 8\n', mode=PRACTICE).decks == 8
    assert [(demo.id, demo.name) for demo in demos() if demo.id == NAME] == [(NAME, "The duck")]


def asked(folder: Path, *words: str, by_environment: bool = False) -> str:
    """What the program prints, in a process that knows the folder by its argument or environment only."""
    program = [sys.executable, "-c", "from siete.cli.app import run; run()"]
    words = words if by_environment else ("--rules-dir", str(folder), *words)
    environment = {**os.environ, **({"SIETE_RULES_DIR": str(folder)} if by_environment else {})}
    done = subprocess.run(
        [*program, *words], env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("by_environment", [False, True], ids=["argument", "environment"])
def test_the_command_line_lists_it(folder: Path, by_environment: bool) -> None:
    listed = json.loads(asked(folder, "rules", "list", "--json", by_environment=by_environment))
    assert listed[-1] == {"name": NAME, "title": "Freedonia, Gaming Decree", "document": "freedonia.txt"}


def test_the_command_line_prices_and_simulates_it(folder: Path) -> None:
    (figure,) = json.loads(asked(folder, "odds", NAME, "--wager", "insurance", "--json"))["figures"]
    simulated = json.loads(
        asked(folder, "simulate", NAME, "--rounds", "2000", "--strategy", "never-bust", "--wager", "base", "--json")
    )
    assert figure["wager"] == "insurance"
    assert simulated["rounds"] == 2_000


def test_its_rounds_are_replayed_from_their_notation(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "chart.csv"
    page.write_text(never_bust().to_csv(), "utf-8")
    written = tmp_path / "rounds.s21"
    written.write_text(asked(folder, "deal", NAME, "--rounds", "2", "--strategy", str(page)), "utf-8")
    assert f'rules = "{NAME}"' in written.read_text("utf-8")
    assert asked(folder, "replay", str(written))
