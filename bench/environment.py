"""How many decisions a second the vectorised environment takes, in CPU time on one core.

    python bench/environment.py            a table for people
    python bench/environment.py --json     for programs

Only actions count: a step that begins the next round of a table is left out, and so is the time in which actions are
chosen. The target is a million a second. The engine's environment stands beside it.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

from siete.lab.environment.env import Spanish21Env
from siete.lab.environment.vector import Spanish21VectorEnv
from siete.rules.names import NAMES


def vectorised(rules: str, tables: int, seconds: float, *, sees_cards: bool) -> float:
    """Decisions a second at so many tables, each the first that is allowed: wager, stand, decline."""
    env = Spanish21VectorEnv(rules, num_envs=tables, sees_cards=sees_cards)
    _, info = env.reset(seed=1)
    spent, taken = 0.0, 0
    while spent < seconds:
        actions = info["action_mask"].argmax(axis=1)
        taken += int(info["action_mask"].any(axis=1).sum())
        began = time.process_time()
        _, _, _, _, info = env.step(actions)
        spent += time.process_time() - began
    return taken / spent


def by_engine(rules: str, seconds: float) -> float:
    """Decisions a second of the environment that the engine plays."""
    env = Spanish21Env(rules)
    _, info = env.reset(seed=1)
    spent, taken = 0.0, 0
    while spent < seconds:
        action = np.int64(info["action_mask"].argmax())
        began = time.process_time()
        _, _, is_over, _, info = env.step(action)
        taken += 1
        if is_over:
            _, info = env.reset()
        spent += time.process_time() - began
    return taken / spent


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--json", action="store_true")
    asked.add_argument("--seconds", type=float, default=2.0, help="CPU seconds of each measurement")
    asked.add_argument("--tables", type=int, default=4096)
    given = asked.parse_args()
    vectorised(NAMES[0], 8, 0.001, sees_cards=False)  # compiles
    found = {
        name: {
            "vectorised": vectorised(name, given.tables, given.seconds, sees_cards=False),
            "vectorised, cards seen": vectorised(name, given.tables, given.seconds, sees_cards=True),
            "engine": by_engine(name, given.seconds / 2),
        }
        for name in NAMES
    }
    if given.json:
        print(json.dumps({"decisions_per_second": found}))
        return
    print(f"decisions a second of CPU time, {given.tables} tables\n")
    for name, rates in found.items():
        print(f"{name:9}" + "   ".join(f"{what} {rate:,.0f}" for what, rate in rates.items()))


if __name__ == "__main__":
    main()
