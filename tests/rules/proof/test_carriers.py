"""The code of a clause is found through steps and parameters, and where it is cited."""

from __future__ import annotations

from pathlib import Path

import pytest

from siete.rules.proof.carriers import Procedure, Source
from siete.rules.steps import Step

ENGINE = '''
_TABLE = {"plug": Step.SHUFFLE_PLUG}


def due(current, rules):
    """What comes next. Clauses: MD-1.B.3, MD-99.Z."""
    if rules.decks > 2:
        return Due(c.Peek(), rules.clause_of(Step.PEEK))
    return Approval(c.OpenTable(by=HOUSE), rules.clause_or_step("idle_spread", Step.OPEN_TABLE))


def peek(state, rules, command: c.Peek, clause: str):
    yield e.Peeked(clause=clause)


def plug(rules: TableRules):
    return _TABLE["plug"]


def turn(rules):
    return _turn(rules)


def _turn(rules):
    return peek(rules) or rules.clause_of(Step.TURN)


class Hand:
    def pays(self):
        return self.rules.bonus_21, other.decks
'''


@pytest.fixture
def source(tmp_path: Path) -> Source:
    (tmp_path / "table" / "stages").mkdir(parents=True)
    (tmp_path / "odds").mkdir()
    (tmp_path / "table" / "stages" / "peeking.py").write_text(ENGINE, "utf-8")
    (tmp_path / "odds" / "peeking.py").write_text(ENGINE, "utf-8")
    return Source(tmp_path)


def by_name(source: Source, part: str) -> dict[str, Procedure]:
    return {each.node.name: each for each in source.procedures() if each.place == f"{part}/peeking.py"}


def test_a_function_carries_the_steps_it_names_the_parameters_it_reads_and_what_it_cites(source: Source) -> None:
    due = by_name(source, "table/stages")["due"]
    assert due.steps == {Step.PEEK, Step.OPEN_TABLE}
    assert due.parameters == {"decks", "idle_spread"}
    assert due.cited == {"MD-1.B.3", "MD-99.Z"}
    assert due.carried >= {"S13-g.9-2", "S13-b.1-1", "S13-d.8-1"}
    assert due.clauses == due.carried | due.cited


def test_a_handler_carries_the_steps_by_which_its_command_comes_due(source: Source) -> None:
    assert by_name(source, "table/stages")["peek"].steps == {Step.PEEK}


def test_a_table_of_steps_belongs_to_the_functions_that_use_it(source: Source) -> None:
    assert by_name(source, "table/stages")["plug"].steps == {Step.SHUFFLE_PLUG}


def test_a_private_function_is_part_of_those_that_call_it(source: Source) -> None:
    found = by_name(source, "table/stages")
    assert found["turn"].steps == found["_turn"].steps == {Step.TURN}


def test_methods_count_and_only_rules_have_parameters(source: Source) -> None:
    pays = by_name(source, "table/stages")["pays"]
    assert pays.parameters == {"bonus_21"}
    assert "S13-e.6.vii" in pays.carried


def test_outside_the_engine_a_function_carries_what_it_cites(source: Source) -> None:
    due = by_name(source, "odds")["due"]
    assert not due.steps
    assert not due.parameters
    assert due.clauses == {"MD-1.B.3", "MD-99.Z"}


def test_the_places_of_steps_parameters_and_citations(source: Source) -> None:
    places = source.places()
    assert places["steps"] == {
        step: ["table/stages/peeking.py"] for step in ("shuffle_plug", "peek", "open_table", "turn")
    }
    assert set(places["parameters"]) == {"decks", "idle_spread", "bonus_21"}
    assert places["cited"]["MD-99.Z"] == ["odds/peeking.py", "table/stages/peeking.py"]
