"""The join of register, data, code and tests: which clause is carried where, and what proves it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from siete.clauses import Clause, Kind, register

CITATION = re.compile(r"\b(?:MDD|MD|MA|S13|WA3|WA2|WA)-[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*")
"""What looks like a clause id in code or data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A clause with the places that carry it and the tests that fail when it is broken."""

    clause: Clause
    code: tuple[str, ...]
    tests: tuple[str, ...]
    is_checklist: bool

    @property
    def is_open(self) -> bool:
        """Whether the clause is in force and lacks code or a test."""
        return self.clause.is_in_force and not (self.code and self.tests)

    @property
    def word(self) -> str | None:
        """`test`, `checklist`, or nothing yet."""
        if not (self.code and self.tests):
            return None
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
        }


def proofs(*, prefixes: Iterable[str] = (), kind: Kind | None = None) -> Iterator[Proof]:
    """Every clause of the register with its proof, of some rule set or kind only if asked."""
    joined, wanted = _join(), set(prefixes)
    for clause in register().values():
        if (not wanted or clause.prefix in wanted) and kind in (None, clause.kind):
            yield Proof(
                clause=clause,
                code=tuple(joined["code"].get(clause.id, ())),
                tests=tuple(joined["tests"].get(clause.id, ())),
                is_checklist=clause.id in joined["checklist"],
            )


@cache
def _join() -> Mapping[str, Any]:
    """The join as it was computed with the tests at hand; an installed package has no tests to look at."""
    joined: Mapping[str, Any] = json.loads(files("siete.rules").joinpath("data/proofs.json").read_text("utf-8"))
    return joined


def citations(source: Path) -> dict[str, list[str]]:
    """Where under a source folder each clause is cited, in code or rule data; unknown ids included."""
    found: dict[str, list[str]] = {}
    for path in sorted([*source.rglob("*.py"), *source.rglob("*.toml")]):
        place = path.relative_to(source).as_posix()
        for id in dict.fromkeys(CITATION.findall(path.read_text("utf-8"))):
            found.setdefault(id, []).append(place)
    return found
