"""Mutation proof: break rule values, functions and steps one at a time, and demand that a test notices.

Tests are collected once, and must pass while nothing is broken; every mutant is then tried in a forked child, so that
thousands take minutes. Parts: `data` (every value of a rule set), `procedures` (functions that cite a clause) and
`carriers` (those that name its step or read its parameter), all asked of the tests of their clauses; `engine` (every
function of the engine; asked of the tests that reach it, which `--record` finds out once), `odds` (asked of the tests
of its figures), and three parts which the interpreter runs, and which `all` therefore leaves out: `solver` (the
compiled functions of the odds), `sim` (what turns rules into tables for the simulator) and `kernels`.
`--clauses` asks, for every clause, only its own tests, and keeps the count for `siete rules clauses`; it goes on where
it was stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import sqrt
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "scripts"), str(ROOT)]  # the checkout's, wherever this is run from

from mutation import interpreted  # noqa: E402

INTERPRETED = ("solver", "sim", "kernels")
"""Parts in which numba compiles nothing."""
if set(INTERPRETED) & set(sys.argv):
    interpreted.without_compiling()  # before numba is imported

from mutation import data, functions, hand  # noqa: E402
from mutation.equivalents import is_equivalent  # noqa: E402
from mutation.judge import Judge, Recording, Trial  # noqa: E402
from mutation.ledger import Ledger, batches_of_clauses  # noqa: E402
from mutation.mutant import Mutant  # noqa: E402

PARTS = {
    "data": data.data_mutants,
    "procedures": functions.procedure_mutants,
    "carriers": functions.carrier_mutants,
    "hand": hand.hand_mutants,
    "engine": functions.engine_mutants,
    "odds": functions.odds_mutants,
    "solver": functions.solver_mutants,
    "sim": functions.sim_mutants,
    "kernels": functions.kernel_mutants,
}
RULES = ["tests/table", "tests/rules", "tests/vocabulary"]
FOLDERS = {
    "hand": [*RULES, "tests/host/chance/test_commitments.py"],
    "engine": ["tests/table"],
    "odds": ["tests/odds", "tests/differential", "tests/lab/test_counting.py"],
    "solver": ["tests/odds/base"],
    "sim": ["tests/sim"],
    "kernels": ["tests/sim"],
}
"""Where the tests of a part stand; of the others they may stand anywhere."""


def main() -> int:
    """Exit 0 when every mutant was noticed, or the share that was asked for."""
    asked = _arguments()
    if asked.part in INTERPRETED:
        interpreted.prepare()
    if asked.record:
        return _run(Recording(is_whole=asked.part == "engine"), asked.tests or FOLDERS.get(asked.part, ["tests/table"]))
    if asked.clauses:
        return _clauses(asked)
    made = _mutants(asked.part, asked.module)
    mutants = list(made)
    if asked.sample:
        random.Random(asked.seed).shuffle(mutants)
    wanted = (each for each in mutants if not asked.only or asked.only in each.label)
    possible = (each for each in islice(wanted, 0, None, asked.every) if each.is_possible() and not is_equivalent(each))
    trials = [Trial(mutant=each, clause=each.own) for each in islice(possible, asked.sample or None)]
    judge = _judge(asked, [trials], told=lambda trial, word, by: None, keep=lambda: None)
    _run(judge, asked.tests or FOLDERS.get(asked.part, ["tests"]))
    return _say(judge, asked.least)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__)
    parser.add_argument("--part", choices=("all", *PARTS), default="all", help="which mutants")
    parser.add_argument("--only", default="", help="only mutants with this text in their label; with --clauses: ids")
    parser.add_argument(
        "--module", default="", metavar="TEXT", help="of odds, solver, sim and kernels, only modules with this text"
    )
    parser.add_argument("--tests", nargs="+", default=[], metavar="FILE", help="ask only tests of these files")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth mutant")
    parser.add_argument(
        "--sample", type=int, default=0, metavar="N", help="N mutants, drawn by --seed; with --clauses: batches; 0: all"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--seconds", type=int, default=900, help="wall time for one mutant")
    parser.add_argument("--budget", type=int, default=60, metavar="SECONDS", help="processor time for one mutant")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="mutants at a time")
    parser.add_argument("--least", type=int, default=100, metavar="PERCENT", help="share that must be noticed")
    parser.add_argument("--narrow", action="store_true", help="only the first two parameters of each test: quicker")
    parser.add_argument("--most", type=int, default=0, metavar="N", help="only the N likeliest tests of each; 0: all")
    parser.add_argument("--record", action="store_true", help="find out which tests run which line")
    parser.add_argument("--clauses", action="store_true", help="ask each clause's own tests, and keep the count")
    return parser.parse_args()


def _mutants(part: str, module: str) -> Iterator[Mutant]:
    for name, make in PARTS.items():
        if name == part or (part == "all" and name not in INTERPRETED):
            yield from make(module) if name in ("odds", *INTERPRETED) else make()


def _clauses(asked: argparse.Namespace) -> int:
    tests = json.loads((ROOT / "src/siete/rules/data/proofs.json").read_text("utf-8"))["tests"]
    ledger = Ledger.kept(tests)
    wanted = {id: found for id, found in tests.items() if not asked.only or id in asked.only.split(",")}
    made = (*hand.hand_mutants(wanted), *data.data_mutants(wanted), *functions.engine_mutants(wanted))
    batches = islice(batches_of_clauses(made, ledger, wanted), asked.sample or None)
    judge = _judge(asked, batches, told=ledger.note, keep=ledger.write)
    _run(judge, sorted({test.split("::")[0] for found in wanted.values() for test in found}))
    unproved = [id for id, entry in ledger.entries.items() if not entry["noticed"]]
    print(f"{len(ledger.entries)} clauses tried; their own tests noticed nothing for {len(unproved)}")
    print(*sorted(unproved), sep="\n")
    return 0


def _run(plugin: object, folders: list[str]) -> int:
    os.chdir(ROOT)
    plugins = [part for name in ("cacheprovider", "xdist", "cov") for part in ("-p", f"no:{name}")]
    return int(pytest.main(["-q", "--no-header", *plugins, "-m", "not slow or mutants", *folders], plugins=[plugin]))


def _judge(
    asked: argparse.Namespace,
    batches: Iterable[Sequence[Trial]],
    *,
    told: Callable[[Trial, str, str], None],
    keep: Callable[[], None],
) -> Judge:
    return Judge(
        batches,
        wall=asked.seconds,
        told=told,
        keep=keep,
        is_wide=not asked.narrow,
        most=asked.most,
        budget=asked.budget,
        workers=asked.workers,
    )


def _say(judge: Judge, least: int) -> int:
    """Print what was not noticed and the score with its interval, and give the exit code."""
    if judge.failing is None:
        print("The tests could not be collected, so nothing was proved.")
        return 1
    for nodeid in sorted(judge.failing):
        print(f"FAILS ALREADY  {nodeid}")
    for word, trials in judge.outcomes.items():
        for trial in trials if word != "noticed" else ():
            print(f"{word:13}  {trial.mutant.label}  [{' '.join(sorted(trial.mutant.clauses))}]")
    ended = {word: len(trials) for word, trials in judge.outcomes.items()}
    noticed = ended["noticed"] + ended["ran away"]
    tried = noticed + ended["SURVIVED"] + ended["NO TEST"]
    low, high = _interval(noticed, tried)
    used = sum(resource.getrusage(who)[at] for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN) for at in (0, 1))
    print(f"{noticed} of {tried} mutants noticed: {noticed / max(tried, 1):.1%} (95%: {low:.1%} to {high:.1%})")
    print(
        f"reached by no test {ended['NO TEST']}, not applied {ended['NOT APPLIED']}, out of time {ended['OUT OF TIME']}"
    )
    print(f"{used / 60:.1f} minutes of a processor, {tried / max(used / 60, 0.01):.0f} mutants a minute")
    return 0 if tried and noticed >= least * tried / 100 and not judge.failing else 1


def _interval(hits: int, tried: int) -> tuple[float, float]:
    """Wilson's interval of a share."""
    if not tried:
        return 0.0, 1.0
    z, share = 1.96, hits / tried
    middle, width = share + z * z / (2 * tried), z * sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried))
    scale = 1 + z * z / tried
    return (middle - width) / scale, (middle + width) / scale


if __name__ == "__main__":
    sys.exit(main())
