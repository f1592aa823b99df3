"""The register of clauses."""

from __future__ import annotations

from importlib.resources import files

import pytest

from siete.clauses import ClauseKind, clause, register
from siete.errors import UnknownNameError


def test_a_clause_is_found_by_its_id() -> None:
    found = clause("MD-12.B.7")
    assert (found.id, found.kind, found.prefix) == ("MD-12.B.7", ClauseKind.PAYOUT, "MD")
    assert found.document == "maryland-standard-rules.txt"
    assert found.reference
    assert "five cards" in found.summary


def test_an_unknown_clause_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError) as refusal:
        clause("MD-12.B.77")
    assert refusal.value.code == "clause/unknown"
    assert "MD-12.B.7" in str(refusal.value)


def test_every_clause_is_whole_and_stands_under_its_own_id() -> None:
    assert register()
    for id, found in register().items():
        assert found.id == id
        assert found.document
        assert found.reference
        assert found.summary


def test_every_clause_belongs_to_one_of_the_documents() -> None:
    assert {found.prefix for found in register().values()} == {"MD", "MDD", "MA", "S13", "WA", "WA3", "WA2"}


def test_every_kind_is_used() -> None:
    assert {found.kind for found in register().values()} == set(ClauseKind)


def test_only_administration_is_out_of_force() -> None:
    assert {found.kind for found in register().values() if not found.is_in_force} == {ClauseKind.ADMIN}


def test_no_id_is_given_twice() -> None:
    lines = files("siete.rules").joinpath("data/clauses.tsv").read_text("utf-8").splitlines()
    assert len(lines) == len(register()) + 1
