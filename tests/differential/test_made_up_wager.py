"""A side wager that is a file for each part and its data is played, priced, simulated and shown like any other.

Nothing of the project knows it: three files are registered, and a rule set's file declares its parameters.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from siete.cards import Card
from siete.cli.terminal import wager_line
from siete.errors import SieteError
from siete.lab.par_sheet.wager_sheets import wager_sheet
from siete.lab.simulation import setup_of, simulate
from siete.money import Cents
from siete.odds.wagers import registry as priced
from siete.rules.names import added_folder
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.server.describe.layout import describe
from siete.server.describe.table import side_wagers
from siete.sim.saving import load, save
from siete.sim.wagers import registry as simulated
from siete.store.codec import event_from_json, event_to_json
from siete.strategy import never_bust
from siete.table import events as e
from siete.table.definition.perft import worth
from siete.table.due import Refusal
from siete.table.practice import PracticeTable
from siete.table.state import wager as ids
from siete.table.view import Role, event_view, view
from siete.table.wagers import registry as played
from tests.cli.running import Siete, runner
from tests.differential.lucky_pair import RULES
from tests.rules.made_up import NAME, rule_set_text, write

PARTS = "tests.differential.lucky_pair"
ROUNDS, SIGMAS = 1_000_000, 3.5


@contextmanager
def restored(*registries: dict[Any, Any]) -> Iterator[None]:
    """Whatever is registered meanwhile is forgotten afterwards."""
    before = [dict(each) for each in registries]
    try:
        yield
    finally:
        for registry, kept in zip(registries, before, strict=True):
            registry.clear()
            registry.update(kept)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The engine's part of the wager; all parts are registered, and a rule set that offers it is found by name."""
    folder = write(tmp_path_factory.mktemp("made-up") / "rules", rule_set_text() + RULES)
    registries = (ids._KNOWN, played._BY_WAGER, priced._WAGERS, simulated._WAGERS)
    with added_folder(folder), restored(*registries):
        part = import_module(f"{PARTS}.engine")
        played.register(part.WAGER)
        priced.register(import_module(f"{PARTS}.odds").WAGER)
        simulated.register(import_module(f"{PARTS}.simulator").WAGER)
        yield part
    for name in [name for name in sys.modules if name.startswith(f"{PARTS}.")]:
        del sys.modules[name]


@pytest.fixture
def siete(engine: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Siete:
    """Runs the command line where the wager is registered."""
    return runner(monkeypatch, capsys)


@pytest.fixture
def rules(engine: ModuleType) -> TableRules:
    return table_rules(NAME)


def dealt(rules: TableRules, shoe: str) -> PracticeTable:
    """A round with $10 on box 1 and $5 on Lucky Pair, of which the hand is played."""
    table = PracticeTable(rules, shoe=shoe, chips={"ana": 500})
    table.wager("ana", box=1, amount=10)
    table.wager("ana", box=1, wager="lucky-pair", amount=5)
    table.deal()
    table.decide(1, "stand")
    return table


# --- its rules -----------------------------------------------------------------------------------------------------


def test_its_parameters_are_beside_the_common_ones(rules: TableRules) -> None:
    assert rules.value("lucky-pair.wager") == 500
    assert rules.clause("lucky-pair.pays") == "FR-f.1-2"
    assert table_rules(NAME, {"lucky-pair": {"wager": 25}}).value("lucky-pair.wager") == 2_500
    assert table_rules(NAME, {"lucky-pair.wager": 25}).rules_hash != rules.rules_hash
    off = table_rules(NAME, {"lucky-pair.offered": False})
    assert (off.value("lucky-pair.offered"), off.value("lucky-pair.wager")) == (False, None)


def test_stored_rules_hold_them(rules: TableRules) -> None:
    again = TableRules.from_json(rules.canonical_json)
    assert again == rules
    assert again.rules_hash == rules.rules_hash
    assert [row.line for row in again.value("lucky-pair.pays")] == ["three of a rank", "same card twice", "pair"]


def test_a_wrong_choice_is_refused_with_its_clause(engine: ModuleType) -> None:
    with pytest.raises(SieteError, match="above \\$100") as refused:
        table_rules(NAME, {"lucky-pair": {"wager": 500}})
    assert "FR-f.2-1" in str(refused.value)
    with pytest.raises(SieteError, match="no such choice"):
        table_rules(NAME, {"lucky-pair": {"wagger": 5}})


# --- at a table ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shoe", "line", "payout"),
    [
        ("9s 9h 9d Kh", "three of a rank", 15_000),
        ("9s 8h 9s Kh", "same card twice", 7_500),
        ("9s 8h 9d Kh", "pair", 3_000),
        ("9s 9h 8d Kh", "no pair", 0),
    ],
)
def test_a_table_plays_it(rules: TableRules, shoe: str, line: str, payout: int) -> None:
    table = dealt(rules, shoe)
    (result,) = (each for each in table.results() if each.wager == "lucky-pair")
    assert (result.line, result.payout) == (line, payout)
    assert (result.returned, result.collected) == ((500, 0) if payout else (0, 500))
    assert result.clause == "FR-f.1-2"


def test_a_table_refuses_what_its_rules_do_not_allow(rules: TableRules) -> None:
    table = PracticeTable(rules, shoe="9s 9h 8d Kh", chips={"ana": 500})
    table.wager("ana", box=1, amount=10)
    with pytest.raises(Refusal, match="outside-limits") as refused:
        table.wager("ana", box=1, wager="lucky-pair", amount=6)
    assert refused.value.clause == "FR-f.2-1"
    off = replace(rules, own={"lucky-pair.offered": False})
    table = PracticeTable(off, shoe="9s 9h 8d Kh", chips={"ana": 500})
    table.wager("ana", box=1, amount=10)
    with pytest.raises(Refusal, match="not-offered"):
        table.wager("ana", box=1, wager="lucky-pair", amount=5)


def test_its_events_are_stored_as_any_others(engine: ModuleType, rules: TableRules) -> None:
    placed = e.WagerPlaced(player="ana", box=1, wager=engine.LUCKY, amount=Cents(500), clause="FR-f.1-1")
    assert '"wager":"lucky-pair"' in event_to_json(placed)
    assert event_from_json(event_to_json(placed)) == placed


# --- what it is worth ----------------------------------------------------------------------------------------------


def test_engine_and_odds_agree_to_the_last_digit(engine: ModuleType, rules: TableRules) -> None:
    figure = import_module(f"{PARTS}.odds").figure
    shoe = [Card.from_text(text) for text in ["9s", "9s", "9h", "8d", "8d", "Ks", "Kd", "7h", "2c"]]
    base, amount = 2 * rules.table_min, rules.value("lucky-pair.wager")
    alone = worth(rules, shoe, never_bust())
    beside = worth(rules, shoe, never_bust(), {engine.LUCKY: amount})
    assert alone.probability == beside.probability == 1
    assert (beside.mean - alone.mean) * Fraction(base, amount) == -figure(rules, Counter(shoe)).house_edge


def test_odds_and_simulator_agree_within_the_error(rules: TableRules) -> None:
    (exact,) = priced.figures(rules, "lucky-pair")
    assert sum(event.probability for event in exact.events) == 1
    result = simulate(rules, ROUNDS, strategy="never-bust", wager="lucky-pair", cards="fresh", boxes=2)
    found = result.wager("lucky-pair")
    assert abs(found.house_edge - float(exact.house_edge)) < SIGMAS * found.standard_error
    assert sum(found.lines.values()) == 2 * ROUNDS
    expected = {event.name: float(event.probability) * 2 * ROUNDS for event in exact.events}
    assert all(abs(found.lines[line] - count) < 6 * count**0.5 for line, count in expected.items())


def test_a_simulation_without_it_is_the_same_as_ever(rules: TableRules) -> None:
    """Of two boxes, which the same kernel plays with it and without."""
    without = simulate(rules, 20_000, strategy="never-bust", wager="match-the-dealer", boxes=2)
    everything = simulate(rules, 20_000, strategy="never-bust", boxes=2)
    for name in ("base", "match-up"):
        assert without.wager(name).net == everything.wager(name).net
    assert "lucky-pair" in [each.wager for each in everything.wagers]
    assert "lucky-pair" not in [each.wager for each in without.wagers]


def test_a_saved_simulation_of_it_is_carried_on(rules: TableRules, tmp_path: Path) -> None:
    result = simulate(rules, 20_000, strategy="never-bust", wager="lucky-pair")
    save(result, tmp_path / "lucky.json")
    assert load(tmp_path / "lucky.json").wager("lucky-pair") == result.wager("lucky-pair")


def test_the_simulator_refuses_an_amount_that_the_rules_do_not_allow(rules: TableRules) -> None:
    setup = setup_of(rules, strategy="never-bust", wager="lucky-pair")
    assert dict(setup.plan.extras) == {"lucky-pair": 500}
    with pytest.raises(SieteError, match="sim/side-wager"):
        replace(setup, plan=replace(setup.plan, extras={"lucky-pair": Cents(600)})).checked()


# --- where it is shown ---------------------------------------------------------------------------------------------


def test_the_page_is_sent_its_names_limits_and_lines(rules: TableRules) -> None:
    told = describe(rules)
    (spot,) = (each for each in told["spots"] if each["wager"] == "lucky-pair")
    assert (spot["title"], spot["short"], spot["mark"], spot["least"], spot["most"]) == (
        "Lucky Pair",
        "Lucky",
        "LP",
        500,
        500,
    )
    assert told["names"]["lucky-pair"] == "Lucky Pair"
    assert told["lines"]["lucky-pair"]["pair"] == {"text": "Pair", "odds": "6 to 1", "moment": "side"}
    (panel,) = (each for each in told["panels"] if each["wager"] == "lucky-pair")
    assert panel["rows"][0] == ["three of a rank", "30 to 1"]
    assert "lucky-pair" in side_wagers(rules)


def test_players_see_it_on_the_layout_and_may_wager_on_it(rules: TableRules) -> None:
    table = PracticeTable(rules, shoe="9s 9h 8d Kh", chips={"ana": 500})
    table.wager("ana", box=1, amount=10)
    legal = view(table.state, rules, Role.player("ana"))["legal"]
    assert [each["least"] for each in legal if each.get("wager") == "lucky-pair"] == [500]
    table.wager("ana", box=1, wager="lucky-pair", amount=5)
    seen = view(table.state, rules, Role.player("ana"))["round"]["boxes"][0]["bets"]
    assert [(bet["wager"], bet["amount"]) for bet in seen] == [("lucky-pair", 500)]
    paid = [event_view(event, Role.player("ana")) for event in dealt(rules, "9s 8h 9d Kh").events]
    lines = [each["line"] for each in paid if each and each["event"] == "WagerPaid" and each["wager"] == "lucky-pair"]
    assert lines == ["pair"]


def test_the_terminal_lists_it_and_reads_its_letter(rules: TableRules) -> None:
    assert ("l5", "adds $5 on lucky-pair") in list(wager_line.offered(rules))
    placed = list(wager_line.wagers_from("10 l5", "ana"))
    assert [(each.wager.value, each.amount) for each in placed] == [("base", 1_000), ("lucky-pair", 500)]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("odds", NAME, "--wager", "lucky-pair"), "LUCKY-PAIR"),
        (("rules", "show", NAME), "lucky-pair.pays"),
        (("simulate", NAME, "--wager", "lucky-pair", "--rounds", "2000", "--strategy", "never-bust"), "lucky-pair"),
    ],
    ids=["odds", "rules", "simulate"],
)
def test_the_command_line_knows_it(siete: Siete, words: tuple[str, ...], shown: str) -> None:
    ran = siete(*words)
    assert ran.code == 0, ran.err
    assert shown in ran.out


def test_a_dealt_round_puts_money_on_it(siete: Siete, tmp_path: Path) -> None:
    page = tmp_path / "chart.csv"
    page.write_text(never_bust().to_csv(), "utf-8")
    ran = siete("deal", NAME, "--side-wagers", "--rounds", "2", "--strategy", str(page))
    assert ran.code == 0, ran.err
    assert "lucky-pair = 5" in ran.out
    written = tmp_path / "rounds.s21"
    written.write_text(ran.out, "utf-8")
    assert siete("replay", str(written)).code == 0


def test_a_par_sheet_gives_its_title_and_clauses(rules: TableRules) -> None:
    (figure,) = priced.figures(rules, "lucky-pair")
    sheet = wager_sheet(rules, figure)
    assert (sheet.title, sheet.clauses) == ("Lucky Pair", ("FR-f.2-1",))
    assert {line.name: line.clauses for line in sheet.events}["pair"] == ("FR-f.1-2",)
