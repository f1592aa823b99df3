"""How fast the simulator is, in CPU time on one core, beside a bare shuffle of the cards a round uses.

    python bench/sim.py            a table for people
    python bench/sim.py --json     for programs

The targets: a whole round in 4.3 times its own shuffling, two threads 1.85 times as fast as one; all side wagers 12
million and seven boxes 5 million rounds/s, told here for this machine and for one where the shuffle of a round takes
9.4 ns; no rule set 1.3 times slower than the fastest; a first compilation in 8 s, later starts in 1.2 s, 300 MB.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

from siete.lab.benchmarks import best, calibration, cards_of_a_round, round_time
from siete.odds.base.solution import chart
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.sim.chunks import CHUNK, Setup, run_chunk
from siete.sim.plan import Plan, all_sides

REFERENCE = 9.4e-9
"""What a bare shuffle of a round's cards takes where the absolute targets are meant."""


def _setup(name: str) -> Setup:
    rules = table_rules(name)
    return Setup(rules=rules, strategy=chart(rules).strategy, plan=Plan(super_bonus=False))


def _interleaved(setup: Setup, cards: float, times: int = 12) -> tuple[float, float, float]:
    """Round and shuffle measured in turns, for the machine's speed changes: the middle ratio, and both."""
    found = []
    for _ in range(times):
        before = calibration()
        spent = round_time(setup, CHUNK)
        shuffling = (before + calibration()) / 2 * cards
        found.append((spent / shuffling, shuffling))
    ratio, shuffling = sorted(found)[times // 2]
    return ratio, shuffling, ratio * shuffling


def _threads(setup: Setup) -> tuple[float, float]:
    """How many times faster two threads play than one: by the clock, and by CPU time if both cores were free."""

    def spent(workers: int) -> tuple[float, float]:
        found = []
        for _ in range(4):
            with ThreadPoolExecutor(workers) as pool:
                clock, cpu = time.monotonic(), time.process_time()
                list(pool.map(lambda number: run_chunk(setup, number, CHUNK), range(32)))
                found.append((time.monotonic() - clock, time.process_time() - cpu))
        return min(each for each, _ in found), min(each for _, each in found)

    one, two = spent(1), spent(2)
    return one[0] / two[0], 2 * one[1] / two[1]


def _shell(*, is_first: bool) -> float:
    """CPU seconds of a short simulation from the shell, with nothing compiled yet or everything."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        spent = 0.0
        for _ in range(1 if is_first else 2):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            words = ["simulate", "wa", "--wager", "base", "--rounds", "1000"]
            subprocess.run(
                [sys.executable, "-m", "siete.cli", *words], env=environment, check=True, stdout=subprocess.DEVNULL
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return spent


def _memory(*words: str) -> float:
    """The most memory, in MB, of one run from the shell; by itself, for a peak is kept over all children."""
    program = (
        "import resource, subprocess, sys\n"
        "subprocess.run([sys.executable, '-m', 'siete.cli', *sys.argv[1:]], check=True, stdout=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "simulate", "wa", *words], check=True, capture_output=True, text=True
    )
    return int(done.stdout) / 1e3


def measure() -> dict[str, tuple[float, str]]:
    """Every figure with its target in words."""
    washington = _setup("wa")
    cards = cards_of_a_round(washington)
    ratio, shuffling, plain = _interleaved(washington, cards)
    scale = REFERENCE / shuffling
    sides = replace(washington, plan=Plan(sides=all_sides(washington.rules, washington.plan.wager)))
    seven = replace(washington, plan=Plan(boxes=7, super_bonus=False))
    by_sides, by_seven = round_time(sides), round_time(seven)
    by_rules = {name: best(partial(run_chunk, _setup(name), 0, CHUNK), 3) / CHUNK for name in NAMES}
    by_clock, by_cpu = _threads(washington)
    return {
        "cards shuffled for a round": (cards, ""),
        "bare shuffle of a round, ns": (shuffling * 1e9, ""),
        "round, ns": (plain * 1e9, ""),
        "round in its own shuffling": (ratio, "at most 4.3"),
        "million rounds/s": (1e-6 / plain, ""),
        "million rounds/s where the shuffle takes 9.4 ns": (1e-6 / plain / scale, "at least 25"),
        "two threads, by the clock": (by_clock, "at least 1.85, on a machine with nothing else to do"),
        "two threads, by CPU time": (by_cpu, "at least 1.85"),
        "million rounds/s, all side wagers": (1e-6 / by_sides, "at least 12"),
        "  where the shuffle takes 9.4 ns": (1e-6 / by_sides / scale, ""),
        "million rounds/s, seven boxes": (1e-6 / by_seven, "at least 5"),
        "  where the shuffle takes 9.4 ns, seven boxes": (1e-6 / by_seven / scale, ""),
        "slowest rule set by fastest": (max(by_rules.values()) / min(by_rules.values()), "at most 1.3"),
        "first start, s": (_shell(is_first=True), "at most 8"),
        "later start, s": (_shell(is_first=False), "at most 1.2"),
        "memory, one box, 20 million rounds, MB": (
            _memory("--wager", "base", "--rounds", "20000000"),
            "at most 300",
        ),
        "memory, seven boxes, 5 million rounds, MB": (
            _memory("--wager", "base", "--boxes", "7", "--rounds", "5000000"),
            "at most 300",
        ),
        "memory, seven boxes, all wagers, 2 million, MB": (
            _memory("--boxes", "7", "--rounds", "2000000"),
            "at most 300",
        ),
    }


def main() -> None:
    """Print the figures beside their targets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    found = measure()
    if as_json:
        print(json.dumps({name: {"measured": each, "target": target} for name, (each, target) in found.items()}))
        return
    for name, (each, target) in found.items():
        print(f"{name:<50}{each:10.2f}   {target}")


if __name__ == "__main__":
    main()
