"""What the own tests of each clause noticed, kept in the package for `siete rules clauses`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from zlib import crc32

from mutation.judge import Trial
from mutation.mutant import Mutant
from mutation.reach import recorded
from siete.clauses import register

KEPT = Path(__file__).parents[2] / "src" / "siete" / "rules" / "data" / "mutants.json"
MOST, FURTHER, BATCH = 3, 12, 60
"""Mutants that are tried for a clause, how many of one whose own tests notice nothing, and how many at a time."""


@dataclass
class Ledger:
    """For each clause the mutants that were tried, and those that its own tests noticed, with the test that did."""

    entries: dict[str, dict[str, object]] = field(default_factory=dict)

    @staticmethod
    def kept(tests: Mapping[str, Sequence[str]]) -> Ledger:
        """What was found before; of clauses whose test is gone nothing is known, one that moved is named anew."""
        entries = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
        for id, entry in list(entries.items()):
            moved = [test for test in tests.get(id, ()) if _name(test) == _name(entry["by"])]
            entry["by"] = moved[0] if moved else ""
            if bool(entry["by"]) is not bool(entry["noticed"]):
                del entries[id]
        return Ledger(entries)

    def tried(self, clause: str) -> int:
        """How many mutants of the clause were tried before."""
        return int(str(self.entries.get(clause, {}).get("tried", 0)))

    def noticed(self, clause: str) -> int:
        """How many of them its own tests noticed."""
        return int(str(self.entries.get(clause, {}).get("noticed", 0)))

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


def batches_of_clauses(
    mutants: Iterable[Mutant], ledger: Ledger, tests: Mapping[str, Sequence[str]]
) -> Iterator[list[Trial]]:
    """One mutant of each clause that needs one most, again and again; a run goes on where the last one was stopped.

    Clauses that were never tried come first; then those whose tests noticed nothing yet, up to twelve mutants; then the
    others, up to three.
    """
    by_clause = _by_clause(mutants)
    wanted = [id for id in register() if id in tests and id in by_clause]
    random.Random(7).shuffle(wanted)
    asked = {id: ledger.tried(id) for id in wanted}
    while batch := _neediest(ledger, {id: asked[id] for id in wanted if asked[id] < len(by_clause[id])}):
        yield [Trial(mutant=by_clause[id][asked[id]], clause=id) for id in batch]
        asked |= {id: asked[id] + 1 for id in batch}


def _neediest(ledger: Ledger, asked: Mapping[str, int]) -> list[str]:
    """The clauses of the next batch, by how many of their mutants were asked about."""
    never = [id for id, number in asked.items() if not number]
    nothing = [id for id, number in asked.items() if 0 < number < FURTHER and not ledger.noticed(id)]
    more = [id for id, number in asked.items() if 0 < number < MOST and ledger.noticed(id)]
    return [*never, *nothing, *more][:BATCH]


def _by_clause(mutants: Iterable[Mutant]) -> dict[str, list[Mutant]]:
    """The mutants of each clause, in turns of what it says (thought of by hand, values) and of code that carries it.

    Those of functions only where some test of the engine reaches them. Their order is by lot, and the same tomorrow.
    """
    reach = recorded()
    said, coded = dict[str, list[Mutant]](), dict[str, list[Mutant]]()
    for mutant in mutants:
        if not mutant.rooms and (not mutant.lines or reach.tests_of(*mutant.lines)):
            for id in mutant.clauses:
                (coded if mutant.lines else said).setdefault(id, []).append(mutant)
    for each in (*said.values(), *coded.values()):
        each.sort(key=lambda mutant: (len(mutant.clauses), crc32(mutant.label.encode())))
    return {id: _in_turns(said.get(id, []), coded.get(id, []))[:FURTHER] for id in {**said, **coded}}


def _in_turns(one: list[Mutant], two: list[Mutant]) -> list[Mutant]:
    """One of the first, one of the second, and so on; what is left over of either at the end."""
    return [each for pair in zip_longest(one, two) for each in pair if each is not None]


def _name(test: str) -> str:
    return test.rpartition("::")[2]
