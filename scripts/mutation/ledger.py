"""What the own tests of each clause noticed, kept in the package for `siete rules clauses`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from mutation.judge import Trial
from mutation.mutant import Mutant
from mutation.reach import recorded
from siete.clauses import register

KEPT = Path(__file__).parents[2] / "src" / "siete" / "rules" / "data" / "mutants.json"
MOST, FURTHER = 3, 12
"""Mutants that are tried for a clause, and how many before it is said that its own tests notice nothing."""


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

    def most(self, clause: str) -> int:
        """How many mutants of the clause are tried: more where several were, and none of them was noticed."""
        is_unproved = self.tried(clause) >= MOST and not self.entries[clause]["noticed"]
        return FURTHER if is_unproved else MOST

    def note(self, trial: Trial, word: str, by: str) -> None:
        """Count an outcome."""
        if word not in ("noticed", "ran away", "SURVIVED"):
            return
        entry = self.entries.setdefault(trial.clause, {"tried": 0, "noticed": 0, "by": ""})
        entry["tried"] = int(str(entry["tried"])) + 1
        if word in ("noticed", "ran away"):
            entry["noticed"] = int(str(entry["noticed"])) + 1
            entry["by"] = entry["by"] or by.split("[")[0]

    def write(self) -> None:
        """Keep what was found so far, so that a run can be stopped and taken up again."""
        KEPT.write_text(json.dumps(self.entries, indent=0, sort_keys=True) + "\n", "utf-8")


def trials_of_clauses(mutants: Iterable[Mutant], ledger: Ledger, tests: dict[str, list[str]]) -> Iterator[Trial]:
    """Up to three mutants for each clause that has tests, more where nothing was noticed; for fewest clauses first.

    A mutant that was tried before is left out, so that a run goes on where the last one was stopped.
    """
    chance, by_clause = random.Random(7), _by_clause(mutants)
    wanted = [id for id in register() if id in tests]
    chance.shuffle(wanted)
    for number in range(FURTHER):
        for id in wanted:
            near = by_clause.get(id, [])
            if ledger.tried(id) <= number < min(len(near), ledger.most(id)):
                yield Trial(mutant=near[number], clause=id)


def _by_clause(mutants: Iterable[Mutant]) -> dict[str, list[Mutant]]:
    """The mutants of each clause, in turns of what it says (thought of by hand, values) and of code that carries it.

    Those of functions only where some test of the engine reaches them.
    """
    chance, reach = random.Random(7), recorded()
    said, coded = dict[str, list[Mutant]](), dict[str, list[Mutant]]()
    for mutant in mutants:
        if not mutant.rooms and (not mutant.lines or reach.tests_of(*mutant.lines)):
            for id in mutant.clauses:
                (coded if mutant.lines else said).setdefault(id, []).append(mutant)
    for each in (*said.values(), *coded.values()):
        chance.shuffle(each)
        each.sort(key=lambda mutant: len(mutant.clauses))
    return {id: _in_turns(said.get(id, []), coded.get(id, []))[:FURTHER] for id in {**said, **coded}}


def _in_turns(one: list[Mutant], two: list[Mutant]) -> list[Mutant]:
    """One of the first, one of the second, and so on; what is left over of either at the end."""
    return [each for pair in zip_longest(one, two) for each in pair if each is not None]
