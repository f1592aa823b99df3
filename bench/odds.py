"""How fast the base game is solved, in CPU time on one core, compiled code cached, nothing read from kept results.

    python bench/odds.py            a table for people
    python bench/odds.py --json     for programs

The targets: an edge in 2 s, chart and all other figures of a rule set in 5 s beside it, what the lab's explorer shows
of rules that are new to it in 1.5 s, `siete hand` and `siete strategy` in 1.2 s from the shell the second time, 1 GB of
memory.
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from siete.odds.base.charts.derivation import chart
from siete.odds.base.game import Game
from siete.odds.base.policy import Given
from siete.odds.base.results import results
from siete.odds.base.shoe import Shoe
from siete.rules.submission import table_rules
from siete.server.work.lab import explorer

TARGETS = {
    "edge": 2.0,
    "chart and figures": 5.0,
    "explorer, new choices": 1.5,
    "hand, second time": 1.2,
    "strategy, second time": 1.2,
    "memory, GB": 1.0,
}


def _cpu(work: Callable[[], object], times: int = 3) -> float:
    """The least CPU time of a few runs; the first compiles or reads what is compiled."""
    work()
    spent = []
    for _ in range(times):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return min(spent)


def _edge(name: str, choices: dict[str, object]) -> Callable[[], object]:
    rules = table_rules(name, choices)
    return lambda: Game(rules, Shoe.full(rules.decks)).value()


def _all(name: str, choices: dict[str, object]) -> float:
    """The CPU time of everything beside the edge: figures, chart, and the chart's own edge."""
    rules = table_rules(name, choices)
    game = Game(rules, Shoe.full(rules.decks))
    game.value()
    start = time.process_time()
    results(game)
    made = chart(game, "bench")
    Game(rules, Shoe.full(rules.decks), Given(made)).value()
    return time.process_time() - start


def _explored(choice: str) -> float:
    """The CPU time of what the lab's explorer shows first of rules that nobody has solved: edge, deviation, chart."""
    text = f'rule_set = "wa"\n{choice}\n'
    with tempfile.TemporaryDirectory() as folder, _environment(SIETE_CACHE_DIR=folder):
        start = time.process_time()
        explorer.edge(text)
        explorer.explored(text)
        explorer.chart(text)
        return time.process_time() - start


@contextmanager
def _environment(**values: str) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    yield
    for name, value in before.items():
        os.environ.pop(name) if value is None else os.environ.update({name: value})


def _shell(*words: str) -> float:
    """The CPU time of a command, the second time it is given."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SIETE_CACHE_DIR": folder}
        spent = 0.0
        for _ in range(2):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [sys.executable, "-m", "siete.cli", *words]
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return spent


def measure() -> dict[str, float]:
    """All figures, in seconds and gigabytes."""
    found = {
        "edge": max(_cpu(_edge("wa", {})), _cpu(_edge("wa", {"double_double": True, "decks": 8}))),
        "chart and figures": max(_all("wa", {}), _all("wa", {"double_double": True})),
        "explorer, new choices": min(map(_explored, map("dealer_soft17 = 'stand'\ndecks = {}".format, (5, 8)))),
        "hand, second time": _shell("hand", "wa", "--player", "7s 7s", "--up", "7h"),
        "strategy, second time": _shell("strategy", "wa"),
    }
    found["memory, GB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return found


def main() -> None:
    """Print the figures beside their targets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    found = measure()
    if parser.parse_args().json:
        print(json.dumps({name: {"measured": each, "target": TARGETS[name]} for name, each in found.items()}, indent=2))
        return
    for name, each in found.items():
        print(f"{name:<24}{each:8.2f}   target {TARGETS[name]:.1f}")


if __name__ == "__main__":
    main()
