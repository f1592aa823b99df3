"""The join of register, data, code and tests is true and fresh."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from siete.clauses import ClauseKind, register
from siete.rules.names import NAMES, added_folder
from siete.rules.proof import join as join
from siete.rules.proof.carriers import Source, citation, named_steps
from siete.rules.proof.join import Proof, proofs
from siete.rules.ruleset import rule_set
from siete.rules.steps import Step
from tests.marked import MARKED
from tests.patience import PATIENCE
from tests.rules import made_up

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src" / "siete"
STORED = SOURCE / "rules" / "data" / "proofs.json"


CONDUCT = [
    *("MA-13.c", "MA-7.b.1", "MA-7.k", "MD-7.B.1", "MD-7.B.2", "MD-7.U", "MDD-7.B.1", "MDD-7.B.2", "MDD-7.U"),
    *("S13-g.11", "S13-g.2", "S13-m.3"),
]
"""Which hand draws, who touches cards, and where chips of one box lie: nothing that a table of ours can see."""


@cache
def ours() -> Source:
    """The source as it is, parsed once."""
    return Source(SOURCE)


def test_code_cites_only_clauses_of_the_register() -> None:
    """What rule data cite is checked when they are read."""
    unknown = {id: places for id, places in ours().places()["cited"].items() if id not in register()}
    assert not unknown, "these ids are not in the register"


def test_the_register_is_cited_the_way_it_is_spelled() -> None:
    assert [id for id in register() if not citation().fullmatch(id)] == []


def test_the_stored_join_is_fresh(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """A run of all tests has the join; another asks for it as `scripts/join` does, in a process of its own."""
    if not request.config.getoption("file_or_dir"):
        marked = request.config.stash[MARKED]
        assert_is_stored({**ours().places(), **marked})
        return
    fresh = tmp_path / "proofs.json"
    script = (ROOT / "scripts" / "join").read_text("utf-8")
    asked = re.search(r'"\$venv/bin/python" -m pytest (.*) --proofs src/siete/rules/data/proofs.json', script)
    assert asked is not None, "scripts/join no longer says how the join is asked for"
    arguments = [argument.strip("'") for argument in asked[1].split()]
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    plain["PYTHONPATH"] = str(ROOT)  # where the tests share what is not in their folder
    command = [sys.executable, "-m", "pytest", *arguments, "--proofs", str(fresh)]
    done = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert_is_stored(json.loads(fresh.read_text("utf-8")))


def assert_is_stored(theirs: dict[str, Any]) -> None:
    ours = json.loads(STORED.read_text("utf-8"))
    stale = [part for part in theirs if ours.get(part) != theirs[part]]
    assert not stale, (
        f"the stored join of clauses is stale in {', '.join(stale)}; run scripts/join and commit its result"
    )


def test_a_marker_for_an_unknown_clause_stops_the_run(tmp_path: Path) -> None:
    test = tmp_path / "test_marked.py"
    test.write_text('import pytest\n\n@pytest.mark.clause("MD-99.Z")\ndef test_it() -> None: ...\n')
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    plain["PYTHONPATH"] = str(ROOT)  # where the tests share what is not in their folder
    conftest = tmp_path / "conftest.py"
    conftest.write_text((ROOT / "tests" / "conftest.py").read_text("utf-8"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore", str(test)]
    done = subprocess.run(
        command, cwd=tmp_path, env=plain, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "is marked for MD-99.Z, which is not in the register" in done.stdout + done.stderr


def test_every_step_is_named_by_code_and_every_named_step_has_a_clause() -> None:
    ordered = {step for name in NAMES for step in rule_set(name).steps}
    named = {step for module in ours().modules.values() for step in named_steps(module)}
    assert set(Step) - named == set()
    assert named - ordered == set()


def test_a_docstring_does_not_repeat_what_steps_and_parameters_carry() -> None:
    repeated = {
        f"{each.place}:{each.node.name}": sorted(each.cited & each.carried)
        for each in ours().procedures()
        if each.cited & each.carried
    }
    assert repeated == {}


def proof(id: str, *, code: bool, tests: bool, is_checklist: bool = False) -> Proof:
    return Proof(
        clause=register()[id],
        code=("rules/data/md.toml",) if code else (),
        tests=("tests/test_it.py::test_it",) if tests else (),
        is_checklist=is_checklist,
    )


def test_a_clause_is_proved_by_code_and_test() -> None:
    assert [
        (each.is_open, each.word)
        for each in (
            proof("MD-12.B.7", code=True, tests=True),
            proof("MD-12.B.7", code=True, tests=False),
            proof("MD-12.B.7", code=False, tests=True),
            proof("MD-12.B.7", code=True, tests=True, is_checklist=True),
        )
    ] == [(False, "test"), (True, None), (True, None), (False, "checklist")]


def test_a_clause_of_kind_admin_is_never_open() -> None:
    id = next(each.id for each in register().values() if each.kind is ClauseKind.ADMIN)
    assert not proof(id, code=False, tests=False).is_open


def test_a_proof_has_stable_keys() -> None:
    clause = register()["MD-12.B.7"]
    assert proof("MD-12.B.7", code=True, tests=True).to_json() == {
        "id": "MD-12.B.7",
        "kind": "payout",
        "document": clause.document,
        "reference": clause.reference,
        "summary": clause.summary,
        "proof": "test",
        "code": ["rules/data/md.toml"],
        "tests": ["tests/test_it.py::test_it"],
        "signed_for": "",
        "mutants": {"tried": 0, "noticed": 0},
    }


def test_a_clause_that_is_only_signed_for_says_whether_it_is_an_object_or_conduct() -> None:
    signed = {each.clause.id: each.signed_for for each in proofs() if each.signed_for}
    assert {register()[id].kind for id, what in signed.items() if what == "object"} == {ClauseKind.EQUIPMENT}
    conduct = sorted(id for id, what in signed.items() if what == "conduct")
    assert conduct == CONDUCT, "whatever a step or a view can show is proved by a test"


def test_proofs_are_in_the_order_of_the_register_and_can_be_narrowed() -> None:
    assert [each.clause.id for each in proofs()] == list(register())
    payouts = list(proofs(of=["MD"], kind=ClauseKind.PAYOUT))
    assert payouts
    assert {(each.clause.prefix, each.clause.kind) for each in payouts} == {("MD", ClauseKind.PAYOUT)}


def stored(**parts: Any) -> dict[str, Any]:
    """A join with these parts and nothing else."""
    empty: dict[str, Any] = {"steps": {}, "parameters": {}, "cited": {}, "tests": {}, "checklist": []}
    return {**empty, **parts}


def test_proofs_come_from_the_stored_join(monkeypatch: pytest.MonkeyPatch) -> None:
    joined = stored(cited={"MD-1.B.1": ["a.py"]}, tests={"MD-1.B.1": ["test_a"]}, checklist=["MD-1.B.1"])
    monkeypatch.setattr(join, "_join", lambda: joined)
    by_id = {each.clause.id: each for each in proofs()}
    assert (by_id["MD-1.B.1"].word, by_id["MD-1.B.3"].word) == ("checklist", None)
    assert (by_id["MD-1.B.1"].code, by_id["MD-1.B.1"].tests) == (("a.py",), ("test_a",))


def test_the_code_of_a_clause_is_that_of_its_steps_and_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    joined = stored(
        steps={"peek": ["table/peek.py"]},
        parameters={"insurance_pays": ["table/b.py", "table/a.py"], "bonus_21": ["table/bonus.py"]},
        cited={"MD-7.G.2": ["table/cited.py"]},
    )
    monkeypatch.setattr(join, "_join", lambda: joined)
    code = {each.clause.id: each.code for each in proofs()}
    assert code["S13-g.9-2"] == ("rules/data/s13.toml", "table/peek.py")
    assert code["S13-k.3"] == ("rules/data/s13.toml", "table/a.py", "table/b.py")
    assert code["S13-e.6.vii"] == ("rules/data/s13.toml", "table/bonus.py")
    assert "table/cited.py" in code["MD-7.G.2"]


def test_the_clauses_of_an_added_rule_set_have_code_and_no_tests(tmp_path: Path) -> None:
    with added_folder(made_up.write(tmp_path / "rules")):
        found = {each.clause.id: each for each in proofs(of=[made_up.PREFIX])}
    peek = found["FR-g.9-2"]
    assert str(tmp_path / "rules" / "freedonia.toml") in peek.code
    assert "table/stages/insurance.py" in peek.code
    assert (peek.tests, peek.is_open) == ((), True)


@pytest.mark.parametrize(
    "kind", [ClauseKind.DEFINITION, ClauseKind.SIGNAGE, ClauseKind.OPERATOR_OPTION, ClauseKind.PAYOUT]
)
def test_clauses_that_the_rules_alone_carry_are_proved(kind: ClauseKind) -> None:
    assert [each.clause.id for each in proofs(kind=kind) if each.is_open] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_set_finds_its_clauses_by_prefix(name: str) -> None:
    assert any(True for _ in proofs(of=rule_set(name).prefixes))


def test_a_clause_whose_own_tests_notice_no_mutant_is_unproved() -> None:
    whole = proof("MD-7.P", code=True, tests=True)
    assert whole.word == "test"
    assert not whole.is_unproved
    asked = replace(whole, tried=3)
    assert (asked.word, asked.is_unproved) == ("unproved", True)
    assert (replace(asked, noticed=1).word, replace(asked, noticed=1).is_unproved) == ("test", False)
    assert asked.to_json()["mutants"] == {"tried": 3, "noticed": 0}


def test_the_kept_count_of_mutants_is_of_tests_that_still_prove_the_clause() -> None:
    """A killer that was renamed or lost its marker makes the count stale: run scripts/mutate --clauses again."""
    kept = json.loads((SOURCE / "rules" / "data" / "mutants.json").read_text("utf-8"))
    tests = json.loads(STORED.read_text("utf-8"))["tests"]
    for id, entry in kept.items():
        assert register()[id].is_in_force, id
        assert 0 <= entry["noticed"] <= entry["tried"], id
        assert bool(entry["by"]) is bool(entry["noticed"]), id
        assert not entry["by"] or entry["by"] in tests[id], (id, entry["by"])
