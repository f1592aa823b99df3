"""How fast `siete simulate` plays from the shell beside a reference, in CPU time on one core.

    python bench/ratios.py                                in bare shuffles of the cards of a round of the base game
    python bench/ratios.py --reference "PROGRAM ARGS"     also beside a program that prints "best N M rounds/s"
    python bench/ratios.py --json                         for programs

Start-up is taken out by the difference of two runs. Runs of all kinds and of the reference take turns, and of each the
fastest counts, for other work on the machine moves all of them.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import shlex
import subprocess
import sys

from siete.lab.benchmarks import calibration, cards_of_a_round, kernel_setup
from siete.odds.base.solution import chart
from siete.rules.submission import table_rules
from siete.sim.plan import Plan

FEW, MANY = 4_000_000, 24_000_000
KINDS = {
    "base wager, shoe": "wa --wager base",
    "base wager, fresh shoes": "wa --wager base --cards fresh",
    "Washington, everything offered": "wa",
    "base wager and super bonus": "wa --wager super-bonus",
    "Maryland with spin and Xtreme 16": "md --set spin_offered=true --set xtreme_offered=true",
    "counted": "wa --wager base --count A-1,2+1,3+1,4+1,5+1,6+1,J-1,Q-1,K-1 --bets 1:20,3:50",
    "sessions": "wa --wager base --session 1000 --bankroll 1000",
}
TARGETS = {
    "base wager, shoe": 1.3,
    "base wager, fresh shoes": 1.1,
    "Washington, everything offered": 0.8,
    "base wager and super bonus": 0.9,
    "Maryland with spin and Xtreme 16": 0.8,
    "counted": 0.8,
    "sessions": 0.9,
}
"""Rounds per second beside a kernel in C that plays Washington's base game and nothing else."""


def _cpu(words: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _shell(kind: str, rounds: int) -> float:
    options = ["--workers", "1", "--rounds", str(rounds)]
    return _cpu([sys.executable, "-m", "siete.cli", "simulate", *shlex.split(kind), *options])


def _reference(program: str) -> float:
    """Rounds per second of the other program."""
    done = subprocess.run(shlex.split(program), check=True, capture_output=True, text=True)
    found = re.search(r"best\s+([\d.]+)\s*M", done.stdout)
    if found is None:
        raise SystemExit("The reference did not print 'best N M rounds/s'.")
    return float(found[1]) * 1e6


def _shuffles() -> float:
    """Bare shuffles of the cards of a round of the base game, per second."""
    rules = table_rules("wa")
    setup = kernel_setup(rules, chart(rules).strategy, Plan(super_bonus=False))
    return 1.0 / (calibration() * cards_of_a_round(setup))


def measure(kinds: list[str], times: int, program: str | None) -> dict[str, dict[str, float]]:
    """Rounds per second of each kind, and what they are of the references."""
    few: dict[str, float] = {}
    many: dict[str, float] = {}
    others, shuffles = [], []
    for _ in range(times):
        shuffles.append(_shuffles())
        for kind in kinds:
            few[kind] = min(few.get(kind, 1e9), _shell(KINDS[kind], FEW))
            many[kind] = min(many.get(kind, 1e9), _shell(KINDS[kind], MANY))
            if program is not None:
                others.append(_reference(program))
    found = {}
    for kind in kinds:
        rate = (MANY - FEW) / (many[kind] - few[kind])
        found[kind] = {"rounds_per_second": rate, "shuffles": max(shuffles) / rate}
        if program is not None:
            found[kind] |= {"ratio": rate / max(others), "target": TARGETS[kind]}
    return found


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--reference", metavar="PROGRAM", help="a program that prints 'best N M rounds/s'")
    parser.add_argument("--times", type=int, default=3, help="runs of each, of which the fastest counts")
    parser.add_argument("--only", default="", help="kinds that contain this text")
    asked = parser.parse_args()
    found = measure([kind for kind in KINDS if asked.only in kind], asked.times, asked.reference)
    if asked.json:
        print(json.dumps(found, indent=2))
        return
    for kind, each in found.items():
        beside = f"   {each['ratio']:.2f} of the reference, target {each['target']}" if "ratio" in each else ""
        print(f"{kind:<36}{each['rounds_per_second'] / 1e6:8.1f} million/s {each['shuffles']:6.2f} shuffles{beside}")


if __name__ == "__main__":
    main()
