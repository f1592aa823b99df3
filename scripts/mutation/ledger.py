"""What the own tests of each clause noticed, kept in the package for `siete rules clauses`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mutation.judge import Trial
from mutation.mutant import Mutant
from mutation.reach import recorded
from siete.clauses import register

KEPT = Path(__file__).parents[2] / "src" / "siete" / "rules" / "data" / "mutants.json"
MOST = 3
"""Mutants that are tried for a clause."""


@dataclass
class Ledger:
    """For each clause the mutants that were tried, and those that its own tests noticed, with the test that did."""

    entries: dict[str, dict[str, object]] = field(default_factory=dict)

    @staticmethod
    def kept() -> Ledger:
        """What was found before."""
        return Ledger(json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {})

    def tried(self, clause: str) -> int:
        """How many mutants of the clause were tried before."""
        return int(str(self.entries.get(clause, {}).get("tried", 0)))

    def note(self, trial: Trial, word: str, by: str) -> None:
        """Write an outcome down at once, so that a run can be stopped and taken up again."""
        if word in ("NOT APPLIED", "OUT OF TIME"):
            return
        entry = self.entries.setdefault(trial.clause, {"tried": 0, "noticed": 0, "by": ""})
        entry["tried"] = int(str(entry["tried"])) + 1
        if word in ("noticed", "ran away"):
            entry["noticed"] = int(str(entry["noticed"])) + 1
            entry["by"] = entry["by"] or by.split("[")[0]
        KEPT.write_text(json.dumps(self.entries, indent=0, sort_keys=True) + "\n", "utf-8")


def trials_of_clauses(mutants: Iterable[Mutant], ledger: Ledger, tests: dict[str, list[str]]) -> Iterator[Trial]:
    """Up to three mutants for each clause that has tests: those made for fewest clauses first.

    A mutant that was tried before is left out, so that a run goes on where the last one was stopped.
    """
    chance, by_clause = random.Random(7), _by_clause(mutants)
    wanted = [id for id in register() if id in tests]
    chance.shuffle(wanted)
    for number in range(MOST):
        for id in wanted:
            near = by_clause.get(id, [])
            if ledger.tried(id) <= number < len(near):
                yield Trial(mutant=near[number], clause=id)


def _by_clause(mutants: Iterable[Mutant]) -> dict[str, list[Mutant]]:
    """The mutants of each clause; those of functions only where some test of the engine reaches them."""
    chance, reach = random.Random(7), recorded()
    found: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        if not mutant.rooms and (not mutant.lines or reach.tests_of(*mutant.lines)):
            for id in mutant.clauses:
                found.setdefault(id, []).append(mutant)
    for each in found.values():
        chance.shuffle(each)
        each.sort(key=lambda mutant: len(mutant.clauses))
        del each[MOST:]
    return found
