"""What `scripts/mutate` breaks, and which tests it asks."""

from __future__ import annotations

import ast
import gc
import importlib
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]

FUNCTION = '''
def settle(boxes, rules):
    """Not this one."""
    for box in boxes:
        pay(
            box,
            box.wager * 2,
        )
        take(box)
    if rules.is_open:
        return 1
    return 2
'''


@pytest.fixture
def operators(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module("mutation.operators")


@pytest.fixture
def reach(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module("mutation.reach")


def broken(operators: Any) -> list[Any]:
    node = ast.parse(FUNCTION).body[0]
    return list(operators.broken(node, {}))


def test_every_kind_of_change_says_the_lines_of_its_statement(operators: Any) -> None:
    assert [(each.what, each.line, list(each.lines)) for each in broken(operators)] == [
        ("condition: if rules.is_open:", 10, [10]),
        ("constant: 2", 12, [12]),
        ("constant: 1", 11, [11]),
        ("arithmetic: box.wager * 2", 7, [5, 6, 7, 8]),
        ("constant: 2", 7, [5, 6, 7, 8]),
        ("first only: for box in boxes:", 4, [4]),
        ("drop: pay(box, box.wager * 2)", 5, [5, 6, 7, 8]),
        ("do twice: pay(box, box.wager * 2)", 5, [5, 6, 7, 8]),
        ("swap: pay(box, box.wager * 2)", 5, [5, 6, 7, 8]),
        ("drop: take(box)", 9, [9]),
        ("do twice: take(box)", 9, [9]),
    ]


@pytest.mark.parametrize(
    ("first", "second", "is_swapped"),
    [
        ("a == 1", "a == 2", False),
        ("a in (1, 2)", "a is 3", False),
        ("a in (1, 2)", "a == 2", True),
        ("a in b", "a == 2", True),
        ("a == 1 and c", "a == 2 and d", False),
        ("a == 1 or c", "a == 2", True),
        ("isinstance(a, int) and c", "isinstance(a, str | bytes)", False),
        ("isinstance(a, int)", "isinstance(a, str | bool)", True),
        ("isinstance(a, int)", "isinstance(b, str)", True),
        ("isinstance(a, int)", "isinstance(a, unknown)", True),
        ("a", "b", True),
    ],
)
def test_ways_out_that_exclude_each_other_are_not_swapped(
    operators: Any, first: str, second: str, is_swapped: bool
) -> None:
    node = ast.parse(f"def f(a, b, c, d):\n if {first}:\n  return 1\n if {second}:\n  return 2\n return 3\n").body[0]
    kinds = {"int": int, "str": str, "bytes": bytes, "bool": bool}
    assert any(each.word == "swap" for each in operators.broken(node, kinds)) is is_swapped


@pytest.mark.parametrize(("first", "second", "is_swapped"), [("1", "2", True), ("1", "1", False), ("a()", "b()", True)])
def test_two_ways_out_that_end_alike_are_not_swapped(operators: Any, first: str, second: str, is_swapped: bool) -> None:
    node = ast.parse(f"def f(a, b):\n if a:\n  return {first}\n if b:\n  return {second}\n return 3\n").body[0]
    assert any(each.word == "swap" for each in operators.broken(node, {})) is is_swapped


@pytest.mark.parametrize(
    ("first", "is_swapped"),
    [
        ("settle(a)", True),
        ("due(a)", True),
        ("unknown(a)", True),
        ("is_open(a)", False),
        ("isinstance(a, int)", False),
        ("bool(a)", False),
        ("any(a)", False),
        ("a", False),
    ],
)
def test_of_two_things_that_are_so_or_not_either_may_be_asked_first(
    operators: Any, first: str, is_swapped: bool
) -> None:
    def settle(a: int) -> str:
        return ""

    def is_open(a: int) -> bool:
        return True

    node = ast.parse(f"def f(a, b):\n return {first} or b\n").body[0]
    names = {"settle": settle, "is_open": is_open, "due": lambda a: a}
    assert any(each.word == "swap alternatives" for each in operators.broken(node, names)) is is_swapped


@pytest.mark.parametrize(
    ("step", "is_repeated"),
    [
        ("found.append(a)", True),
        ("found.setdefault(a, []).append(b)", True),
        ("found.setdefault(a, b)", False),
        ("found.sort(key=a)", False),
        ("found.clear()", False),
        ("wellformed.check(a)", False),
        ("_check_amount(a)", False),
        ("yield check(a)", True),
        ("a += b", True),
        ("a %= b", False),
    ],
)
def test_what_changes_nothing_when_it_is_done_again_is_done_once(operators: Any, step: str, is_repeated: bool) -> None:
    node = ast.parse(f"def f(a, b, found):\n {step}\n").body[0]
    words = [each.word for each in operators.broken(node, {})]
    assert ("do twice" in words) is is_repeated
    assert "drop" in words


def test_a_changed_function_is_made_when_asked_for_and_leaves_the_real_one_alone(operators: Any) -> None:
    node = ast.parse(FUNCTION).body[0]
    before = ast.dump(node)
    made = [ast.dump(each.make()) for each in operators.broken(node, {})]
    assert ast.dump(node) == before
    assert len({*made, before}) == len(made) + 1, "every change changes something, and something else"


def test_the_tests_of_a_mutant_are_those_that_run_one_of_its_lines(reach: Any) -> None:
    kept = reach.Reach(seconds={"a": 0.1, "b": 0.2, "c": 0.3}, lines={"siete/x.py": {5: 0b001, 6: 0b100, 9: 0b010}})
    assert kept.tests_of("siete/x.py", range(5, 8)) == {"a", "c"}
    assert kept.tests_of("siete/x.py", range(9, 10)) == {"b"}
    assert kept.tests_of("siete/y.py", range(5, 8)) == frozenset()
    moved = replace(kept, stale=frozenset({"siete/x.py"}))
    assert moved.tests_of("siete/x.py", range(5, 8)) == {"a", "b", "c"}, "its lines may stand elsewhere by now"


def test_caches_are_found_that_were_frozen_when_tests_were_collected(reach: Any) -> None:
    names = {"siete.table.wellformed", "siete.table.due"}
    assert all(map(importlib.import_module, names))
    gc.freeze()
    found = {each.__module__ for each in reach.caches()}
    gc.freeze()
    assert names <= found


@pytest.mark.parametrize(("module", "name"), [("table", "layout"), ("hand", "sideways"), ("round", "players")])
def test_cached_and_plain_properties_and_methods_can_be_broken(
    monkeypatch: pytest.MonkeyPatch, module: str, name: str
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    functions = importlib.import_module("mutation.functions")
    (found,) = functions._functions(importlib.import_module(f"siete.table.state.{module}"), name)
    assert found.__name__ == name


@pytest.mark.parametrize(("decorator", "is_compiled"), [("compiled", True), ("kernel", True), ("cache", False)])
def test_what_is_compiled_is_told_from_what_the_interpreter_runs(
    monkeypatch: pytest.MonkeyPatch, decorator: str, is_compiled: bool
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    functions = importlib.import_module("mutation.functions")
    node = ast.parse(f"@{decorator}\ndef f(): return 1").body[0]
    assert functions._is_compiled(SimpleNamespace(node=node)) is is_compiled


@pytest.fixture
def ledger(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    found = importlib.import_module("mutation.ledger")
    monkeypatch.setattr(found, "KEPT", tmp_path / "mutants.json")
    return found


def test_a_clause_of_which_nothing_was_noticed_is_asked_again_before_others(ledger: Any) -> None:
    """Three mutants of each are tried, and up to twelve of one whose tests notice nothing."""
    mutant = importlib.import_module("mutation.mutant").Mutant
    clauses = ("MD-7.E", "MD-7.D", "MD-7.I")
    made = [
        mutant(title=lambda id=id, number=number: f"{id} {number}", clauses=frozenset((id,)), apply=print)
        for id in clauses
        for number in range(20)
    ]
    kept, asked = ledger.Ledger(), list[list[str]]()
    for batch in ledger.batches_of_clauses(made, kept, dict.fromkeys(clauses, ("t::a",))):
        asked.append([trial.clause for trial in batch])
        for trial in batch:
            kept.note(trial, "SURVIVED" if trial.clause == "MD-7.D" else "noticed", "t::a[1]")
    assert [sorted(each) for each in asked[:3]] == [sorted(clauses)] * 3
    assert asked[1][0] == "MD-7.D"
    assert asked[3:] == [["MD-7.D"]] * 9
    assert kept.entries["MD-7.D"] == {"tried": 12, "noticed": 0, "by": ""}
    assert kept.entries["MD-7.E"] == {"tried": 3, "noticed": 3, "by": "t::a"}


def test_a_test_that_moved_still_counts_and_one_that_is_gone_does_not(ledger: Any) -> None:
    entries = {
        "MD-7.E": {"by": "old::a", "noticed": 1, "tried": 2},
        "MD-7.D": {"by": "old::b", "noticed": 1, "tried": 1},
        "MD-7.I": {"by": "", "noticed": 0, "tried": 1},
    }
    ledger.KEPT.write_text(json.dumps(entries), "utf-8")
    kept = ledger.Ledger.kept({"MD-7.E": ["new::c", "new::a"], "MD-7.D": ["new::c"], "MD-7.I": ["new::c"]})
    assert kept.entries == {"MD-7.E": entries["MD-7.E"] | {"by": "new::a"}, "MD-7.I": entries["MD-7.I"]}
    kept.write()
    assert json.loads(ledger.KEPT.read_text("utf-8")) == kept.entries
