"""Benchmarks in CPU time, beside a calibration loop for comparing machines, and other simulators."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from siete.cards import SPANISH_DECK
from siete.lab.peers import PEERS, Peer
from siete.money import Cents
from siete.plain import Plain
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.sim.calibration import shuffle_many
from siete.sim.chunks import CHUNK, Setup, run_chunk
from siete.sim.compiler.compiled_rules import cards_behind
from siete.sim.compiler.encoding import full_shoe
from siete.sim.kernels.shuffling import stream
from siete.sim.plan import Plan, all_sides
from siete.strategy import Strategy, never_bust

Step = Callable[[str, int, int], None]
TIMES = 5
"""Runs, of which the fastest counts: other work on the machine can only slow them down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One thing measured: seconds of CPU for one of it."""

    name: str
    seconds: float
    of: str
    calibration: float
    """Seconds that a bare shuffle takes to place one card."""

    @property
    def calibrated(self) -> float:
        """How many cards a bare shuffle places in that time."""
        return self.seconds / self.calibration

    @property
    def text(self) -> str:
        """For people."""
        if self.seconds < 1e-4:
            return f"{self.seconds * 1e9:.1f} ns for {self.of}, {1 / self.seconds / 1e6:.1f} million/s"
        return f"{self.seconds * 1e3:.2f} ms for {self.of}"

    def to_json(self) -> Plain:
        """With stable keys."""
        return {
            "name": self.name,
            "of": self.of,
            "seconds": self.seconds,
            "per_second": 1 / self.seconds,
            "calibrated": self.calibrated,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmeasured:
    """A simulator that is not installed, or did not run."""

    name: str
    why: str

    def to_json(self) -> Plain:
        """With the keys of what is measured."""
        return {"name": self.name, "of": self.why, "seconds": None, "per_second": None, "calibrated": None}


def best(work: Callable[[], object], times: int = TIMES) -> float:
    """The least CPU time of a few runs, after one to warm up."""
    work()
    spent = []
    for _ in range(times):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return min(spent)


def calibration(decks: int = 6, cards: int = 216) -> float:
    """Seconds that a bare xoshiro256++ prefix shuffle takes for one card."""
    shoe, rng, times = full_shoe(decks), stream(1, 0), 4000
    return best(lambda: shuffle_many(shoe, rng, times, cards)) / times / cards


def kernel_setup(rules: TableRules, strategy: Strategy, plan: Plan) -> Setup:
    """A set-up for measuring."""
    return Setup(rules=rules, strategy=strategy, plan=plan).checked()


def round_time(setup: Setup, rounds: int = CHUNK) -> float:
    """CPU seconds of one round in the kernel."""
    return best(lambda: run_chunk(setup, 0, rounds)) / rounds


def cards_of_a_round(setup: Setup) -> float:
    """Cards that are shuffled for one round."""
    chunk = run_chunk(setup, 0, CHUNK)
    prefix = setup.rules.decks * setup.rules.cards_per_deck - cards_behind(setup.rules) + 4
    return float(chunk.counts["shoes"][0]) * prefix / CHUNK


def measure(step: Step = lambda words, done, parts: None) -> tuple[Measure, ...]:
    """All benchmarks, in order."""
    unit = calibration()
    works: list[tuple[str, str, Callable[[], float]]] = [
        ("calibration: a bare shuffle", "a card", lambda: unit),
        *_kernels(),
        ("engine, one box", "a round", _engine),
        ("odds, Washington's base game", "an edge", _odds),
    ]
    found = []
    for number, (name, of, work) in enumerate(works):
        step(name, number, len(works))
        found.append(Measure(name=name, seconds=work(), of=of, calibration=unit))
    return tuple(found)


def measure_peers(
    unit: float, peers: tuple[Peer, ...] = PEERS, step: Step = lambda words, done, parts: None
) -> tuple[Measure | Unmeasured, ...]:
    """Other simulators beside ours, as far as they are installed."""
    found: list[Measure | Unmeasured] = []
    for number, peer in enumerate(peers):
        name = f"peer {peer.name}: {peer.plays}"
        step(name, number, len(peers))
        seconds = peer.time(best) if peer.is_installed else None
        if seconds:
            found.append(Measure(name=name, seconds=seconds, of="a round", calibration=unit))
        else:
            found.append(Unmeasured(name=name, why="did not run" if peer.is_installed else "not installed"))
    return tuple(found)


def _kernels() -> list[tuple[str, str, Callable[[], float]]]:
    from siete.odds.base.solution import chart

    rules = table_rules("wa")
    plain = kernel_setup(rules, chart(rules).strategy, Plan(super_bonus=False))
    wager = plain.plan.wager
    sides = replace(plain, plan=Plan(sides=all_sides(rules, wager)))
    seven = replace(plain, plan=Plan(boxes=7, super_bonus=False))
    return [
        ("kernel, one box, base wager", "a round", lambda: round_time(plain)),
        ("kernel, one box, all wagers", "a round", lambda: round_time(sides)),
        ("kernel, seven boxes, base wager", "a round of seven", lambda: round_time(seven)),
    ]


def _engine() -> float:
    from siete.table import commands as c
    from siete.table.auto_player import answer
    from siete.table.practice import PracticeTable

    rules, strategy, rounds = table_rules("wa"), never_bust(), 30
    cards = list(SPANISH_DECK * rules.decks)
    Random("bench").shuffle(cards)

    def play() -> None:
        table = PracticeTable(rules, shoe=cards, chips={"ana": 1_000_000})
        for _ in range(rounds):
            table.do(c.StartRound())
            table.do(c.PlaceWager(player="ana", box=1, amount=Cents(1000)))
            while asks := table.deal():
                table.do(answer(table.state, rules, asks[0], strategy))

    return best(play, 2) / rounds


def _odds() -> float:
    from siete.odds.base.game import Game
    from siete.odds.base.shoe import Shoe

    rules = table_rules("wa")
    return best(lambda: Game(rules, Shoe.full(rules.decks)).value(), 1)
