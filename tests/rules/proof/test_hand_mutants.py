"""The mutants thought of by hand still fit the code, and some test answers for each."""

from __future__ import annotations

import ast
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src" / "siete"
MUTANTS = tomllib.loads((ROOT / "scripts" / "mutation" / "hand.toml").read_text("utf-8"))["mutant"]
NAMED = (
    *("MD-13.S", "MD-5.K", "MA-15.k2", "WA3-J3.a", "MD-8.F", "MA-15.e", "MD-13.I", "MD-13.K", "MD-4.B", "MD-4.A.2"),
    *("MD-4.C", "MD-7.O.1", "MD-6.G", "MA-4.j.4", "WA3-TA.alt1.a"),
)
"""Clauses whose tests once passed with the clause broken."""


@pytest.mark.parametrize("mutant", MUTANTS, ids=[each["says"] for each in MUTANTS])
def test_what_is_broken_stands_once_in_the_function(mutant: dict[str, Any]) -> None:
    module, name = mutant["function"].split(":")
    text = SOURCE.joinpath(*module.split(".")[1:]).with_suffix(".py").read_text("utf-8")
    found = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef) and each.name == name]
    assert len(found) == 1
    assert (ast.get_source_segment(text, found[0]) or "").count(mutant["was"]) == 1
    assert mutant["now"] != mutant["was"]
    proved = json.loads((SOURCE / "rules" / "data" / "proofs.json").read_text("utf-8"))["tests"]
    if "clause" in mutant:
        assert proved.get(mutant["clause"]), "no test proves the clause"
    else:
        assert all((ROOT / each).exists() for each in mutant["tests"])


def test_each_clause_that_was_weak_has_three() -> None:
    for clause in NAMED:
        assert sum(each.get("clause") == clause for each in MUTANTS) >= 3, clause
    assert sum(each.get("clause", "").startswith("WA3-T4a") for each in MUTANTS) >= 3
