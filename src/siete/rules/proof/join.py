"""The join of register, data, code and tests: which clause is carried where, and what proves it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from siete.clauses import Clause, ClauseKind, register
from siete.rules.names import data_text, names, place
from siete.rules.proof.carriers import citation, clauses_of_parameters, clauses_of_steps
from siete.rules.ruleset import rule_set


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A clause with the places that carry it and the tests that fail when it is broken."""

    clause: Clause
    code: tuple[str, ...]
    tests: tuple[str, ...]
    is_checklist: bool
    tried: int = 0
    """Mutants of it that its own tests were asked about; 0 where that was not done yet."""
    noticed: int = 0
    """Those of them that its own tests noticed."""
    by: str = ""
    """A test that noticed one."""

    @property
    def is_open(self) -> bool:
        """Whether the clause is in force and lacks code or a test."""
        return self.clause.is_in_force and not (self.code and self.tests)

    @property
    def is_unproved(self) -> bool:
        """Whether the clause is in force and its own tests noticed none of the mutants they were asked about."""
        return self.clause.is_in_force and not self.is_checklist and self.tried > 0 and self.noticed == 0

    @property
    def is_untried(self) -> bool:
        """Whether the clause is in force and its own tests were asked about no mutant yet: nobody knows."""
        return self.clause.is_in_force and not self.is_checklist and bool(self.tests) and not self.tried

    @property
    def signed_for(self) -> str:
        """What the house signs for where that is all the proof there is: an `object`, or the `conduct` of people.

        That an object is there can only be signed for. Conduct is nothing that a signature at the opening proves.
        """
        if not self.is_checklist:
            return ""
        return "conduct" if self.clause.kind is ClauseKind.CONDUCT else "object"

    @property
    def word(self) -> str | None:
        """`test`, `checklist`, `unproved`, or nothing yet."""
        if not (self.code and self.tests):
            return None
        if self.is_unproved:
            return "unproved"
        return "checklist" if self.is_checklist else "test"

    def to_json(self) -> dict[str, Any]:
        """The proof with stable keys."""
        return {
            "id": self.clause.id,
            "kind": self.clause.kind.value,
            "document": self.clause.document,
            "reference": self.clause.reference,
            "summary": self.clause.summary,
            "proof": self.word,
            "code": list(self.code),
            "tests": list(self.tests),
            "signed_for": self.signed_for,
            "mutants": {"tried": self.tried, "noticed": self.noticed},
        }


def proofs(*, of: Iterable[str] = (), kind: ClauseKind | None = None) -> Iterator[Proof]:
    """Every clause of the register with its proof, of some prefixes or one kind only if asked."""
    joined, code, wanted, ledger = _join(), _code(_join()), set(of), _mutants()
    for clause in register().values():
        if (not wanted or clause.prefix in wanted) and kind in (None, clause.kind):
            asked = ledger.get(clause.id, {})
            yield Proof(
                clause=clause,
                code=tuple(sorted(code.get(clause.id, ()))),
                tests=tuple(joined["tests"].get(clause.id, ())),
                is_checklist=clause.id in joined["checklist"],
                tried=asked.get("tried", 0),
                noticed=asked.get("noticed", 0),
                by=asked.get("by", ""),
            )


@cache
def _join() -> Mapping[str, Any]:
    """The join as it was computed with source and tests at hand; an installed package has no tests to look at."""
    joined: Mapping[str, Any] = json.loads(files("siete.rules").joinpath("data/proofs.json").read_text("utf-8"))
    return joined


@cache
def _mutants() -> Mapping[str, Any]:
    """What `scripts/mutate --clauses` found: for each clause the mutants tried and noticed, and a test that did."""
    found: Mapping[str, Any] = json.loads(files("siete.rules").joinpath("data/mutants.json").read_text("utf-8"))
    return found


def _code(joined: Mapping[str, Any]) -> dict[str, set[str]]:
    """The files that carry each clause: rule data, the code of its steps and parameters, and what cites it."""
    found: dict[str, set[str]] = {}
    ids = citation()

    def carry(id: str, places: Iterable[str]) -> None:
        found.setdefault(id, set()).update(places)

    for name in names():
        for id in ids.findall(data_text(name)):
            carry(id, [place(name)])
        for step, id in clauses_of_steps(rule_set(name)):
            carry(id, joined["steps"].get(step.value, ()))
        for parameter, id in clauses_of_parameters(rule_set(name)):
            carry(id, joined["parameters"].get(parameter, ()))
    for id, places in joined["cited"].items():
        carry(id, places)
    return found
