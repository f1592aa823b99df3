"""How fast the engine is, in CPU time: rounds decided, events folded, and what a finished round's events weigh.

    python bench/engine.py            a table for people
    python bench/engine.py --json     for programs

Each figure stands beside a calibration loop measured in the same run, so that runs on different machines compare.
"""

from __future__ import annotations

import argparse
import json
import time
import tracemalloc
from collections.abc import Callable, Iterable
from random import Random

from siete.cards import SPANISH_DECK
from siete.money import Cents
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.decide import decide
from siete.table.due import Ask, Due, Question, Waiting
from siete.table.state.table import TableState

TARGETS = {"rounds_per_second": 1_000, "events_per_second": 50_000, "bytes_per_round": 100_000}
AIMS = {"rounds_per_second": 2_000, "events_per_second": 100_000}
ROUNDS = 400


def calibration() -> float:
    """Loops a second of plain interpreter work: dictionaries, attributes and calls."""

    def work() -> None:
        values = {str(number): number for number in range(200)}
        sum(values[key] for key in sorted(values))

    return _per_second(work, 500)


def _per_second(work: Callable[[], object], times: int) -> float:
    start = time.process_time()
    for _ in range(times):
        work()
    return times / (time.process_time() - start)


def opened(rules: TableRules, rng: Random) -> list[e.Event]:
    """A table with a shuffled shoe and one player."""
    shoe = list(SPANISH_DECK * rules.decks)
    rng.shuffle(shoe)
    return [
        e.TableOpened(rules_hash=rules.rules_hash, rules=""),
        e.ShoeLoaded(cards=tuple(shoe)),
        e.ChipsBrought(player="ana", amount=Cents(1_000_000)),
    ]


def fold(events: Iterable[e.Event], state: TableState | None = None) -> TableState:
    """The state after the events."""
    after = state or TableState()
    for event in events:
        after = apply(after, event)
    return after


def play_round(state: TableState, rules: TableRules) -> list[e.Event]:
    """One round on one box by the engine, with a player who hits below 15; its events."""
    made: list[e.Event] = []
    first: list[c.Command] = [c.StartRound(), c.PlaceWager(player="ana", box=1, amount=Cents(25_00))]
    while not made or not isinstance(made[-1], e.RoundEnded):
        events = decide(state, rules, first.pop(0) if first else _next(state, rules))
        made.extend(events)
        state = fold(events, state)
    return made


def _next(state: TableState, rules: TableRules) -> c.Command:
    due = next_due(state, rules)
    if isinstance(due, Due):
        return due.command
    assert isinstance(due, Waiting), "a round with a wager goes on"
    return _answer(state, due.asks[0])


def _answer(state: TableState, ask: Ask) -> c.Command:
    if ask.question is Question.INSURANCE:
        return c.DeclineInsurance(player="ana", box=1)
    if ask.question is Question.BLACKJACK:
        return c.TakeBlackjack(player="ana", box=1)
    assert state.round is not None, "questions are asked within a round"
    hits = state.round.boxes[0].hands[ask.hand].total.total < 15
    return c.Hit(player="ana", box=1) if hits else c.Stand(player="ana", box=1)


def measure(name: str) -> dict[str, float]:
    """The figures of one rule set; opening the table and shuffling are not counted."""
    rules, rng = table_rules(name), Random(21)
    tables = [opened(rules, rng) for _ in range(ROUNDS)]
    states = [fold(events) for events in tables]
    start = time.process_time()
    rounds = [play_round(state, rules) for state in states]
    decided = time.process_time() - start
    start = time.process_time()
    for state, events in zip(states, rounds, strict=True):
        fold(events, state)
    folded = time.process_time() - start
    return {
        "rounds_per_second": ROUNDS / decided,
        "events_per_second": sum(map(len, rounds)) / folded,
        "events_per_round": sum(map(len, rounds)) / ROUNDS,
        "bytes_per_round": weight(states[:50], rules),
    }


def weight(states: list[TableState], rules: TableRules) -> float:
    """The memory that a round's events hold, on average."""
    play_round(states[0], rules)  # what is remembered once for all rounds
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    rounds = [play_round(state, rules) for state in states]
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return held / len(rounds)


def main() -> None:
    """Measure every rule set and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    is_json = parser.parse_args().json
    speed = calibration()
    rules = {name: measure(name) for name in NAMES}
    if is_json:
        found = {"calibration_per_second": speed, "targets": TARGETS, "aims": AIMS, "rules": rules}
        print(json.dumps(found, indent=2))
        return
    print(f"calibration {speed:,.0f} loops/s; targets {TARGETS}; aims {AIMS}")
    print(f"{'rules':10}{'rounds/s':>12}{'per loop':>10}{'events/s':>12}{'per loop':>10}{'bytes/round':>13}")
    for name, figures in rules.items():
        rounds, events = figures["rounds_per_second"], figures["events_per_second"]
        line = f"{name:10}{rounds:12,.0f}{rounds / speed:10.3f}{events:12,.0f}{events / speed:10.2f}"
        print(f"{line}{figures['bytes_per_round']:13,.0f}")


if __name__ == "__main__":
    main()
