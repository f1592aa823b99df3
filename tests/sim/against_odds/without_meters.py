"""Simulations whose wagers are also added up without what meters pay: that part can be held against odds exactly."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt

import numpy as np

from siete.sim.chunks import CHUNK, Setup, run_chunk
from siete.sim.codes import WAGERS, WagerCode
from siete.sim.results import Result
from siete.sim.totals import Totals

SIGMAS = 3.5
"""What an edge may be off."""
LINE_SIGMAS = 4.5
"""What the frequency of one line may be off: there are very many lines."""


@dataclass(frozen=True)
class Played:
    """A simulation, with what each wager came to in all rounds, awards of meters left out."""

    result: Result
    sums: tuple[int, ...]
    squares: tuple[int, ...]

    @property
    def rounds(self) -> int:
        """Rounds played."""
        return self.result.rounds

    def edge(self, wager: WagerCode) -> tuple[float, float]:
        """The edge without awards of meters, and its standard error."""
        plan = self.result.totals.setup.plan
        unit = plan.boxes * plan.sides.get(wager, plan.wager)
        mean, square = self.sums[wager] / self.rounds, self.squares[wager] / self.rounds
        return -mean / unit, sqrt((square - mean * mean) / self.rounds) / unit

    def is_worth(self, wager: WagerCode, exact: object) -> bool:
        """Whether the edge without awards of meters is where odds have it."""
        edge, error = self.edge(wager)
        return abs(edge - float(exact)) < SIGMAS * error  # type: ignore[arg-type]  # a fraction or a float


def play(setup: Setup, rounds: int) -> Played:
    """Play at least so many rounds, in whole chunks."""
    setup = setup.checked()
    totals = Totals(setup)
    sums, squares = [0] * WAGERS, [0] * WAGERS
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for chunk in pool.map(lambda number: run_chunk(setup, number, CHUNK), range(-(-rounds // CHUNK))):
            totals.add(chunk)
            waiting = chunk.award_rounds[:, 1 : 1 + WAGERS].astype(np.int64)
            for wager in range(WAGERS):
                sums[wager] += int(chunk.counts["sums"][wager]) + int(waiting[:, wager].sum())
                squares[wager] += int(chunk.counts["squares"][wager]) + int((waiting[:, wager] ** 2).sum())
    return Played(Result(totals), tuple(sums), tuple(squares))


def is_near(count: int, chance: float, trials: float) -> bool:
    """Whether a count is where chance would have it."""
    return abs(count - trials * chance) < LINE_SIGMAS * sqrt(trials * chance * (1 - chance)) + 1
