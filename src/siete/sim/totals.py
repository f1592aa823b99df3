"""Running totals of a simulation: chunks are added in their order, in whole numbers, and meters pay as they go."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from siete.sim.chunks import Chunk, Setup, compiled_of, wagered_in_a_round
from siete.sim.codes import ENDS, METERED, WAGERS, WagerCode
from siete.sim.meters import MeterAward, Meters, line_name, meter_of, wager_of

MOST_POINTS = 256
"""Points of the record of convergence; when there are more, every second one is dropped."""
_ADDED = (
    "split_sizes", "acts", "shoes", "full_shoes", "full_rounds", "dealt", "refills", "level_rounds", "insured",
    "matches", "lines", "spins", "aces", "communities", "hots", "supers", "envies", "ends", "split_ends",
)  # fmt: skip


@dataclass
class Hits:
    """What a meter has paid on one line."""

    count: int = 0
    amount: int = 0
    largest: int = 0

    def add(self, other: Hits) -> None:
        """Add what was paid elsewhere, or once more."""
        self.count += other.count
        self.amount += other.amount
        self.largest = max(self.largest, other.largest)


@dataclass
class Totals:
    """Everything counted so far."""

    setup: Setup
    rounds: int = 0
    chunks: int = 0
    """Chunks added, and the number of the next."""
    counts: dict[str, NDArray[np.int64]] = field(default_factory=dict)
    sums: list[int] = field(default_factory=lambda: [0] * (WAGERS + 1))
    """Net cents of each wager, awards included; the last is all together."""
    squares: list[int] = field(default_factory=lambda: [0] * (WAGERS + 1))
    extra_sums: list[int] = field(default_factory=list)
    """Net cents of each registered side wager, in the order of the plan."""
    extra_squares: list[int] = field(default_factory=list)
    awarded: list[int] = field(default_factory=lambda: [0] * WAGERS)
    """What meters have paid to each wager."""
    nets: Counter[int] = field(default_factory=Counter)
    """Rounds by their net cents."""
    others: int = 0
    """Rounds whose net did not fit into a chunk's table."""
    hits: dict[tuple[str, str], Hits] = field(default_factory=dict)
    history: list[tuple[int, dict[str, int]]] = field(default_factory=list)
    """What the meters showed after so many rounds."""
    points: list[tuple[int, int, int]] = field(default_factory=list)
    """Rounds, net and sum of squares of all wagers together, as they ran."""
    session_ends: Counter[int] = field(default_factory=Counter)
    session_downs: Counter[int] = field(default_factory=Counter)
    ruins: int = 0
    whole: Totals | None = None
    """The totals before the last chunk where that one was cut short: what a longer run goes on from."""
    _every: int = 1

    def __post_init__(self) -> None:
        places = len(self.setup.plan.extras)
        self.extra_sums, self.extra_squares = [0] * places, [0] * places
        self.meters = Meters.of(self.setup.rules, wagered_in_a_round(self.setup.plan))

    def copy(self) -> Totals:
        """The same totals, which go their own way; set-up and rules are shared."""
        kept = (self.setup, self.setup.rules, self.setup.strategy)
        return deepcopy(self, {id(each): each for each in kept})

    def add(self, chunk: Chunk) -> None:
        """Add the next chunk."""
        self.whole = self.copy() if chunk.rounds < self.setup.chunk else None
        for name in (*_ADDED, *(("extra_lines",) if self.setup.plan.extras else ())):
            found = chunk.counts[name]
            self.counts[name] = self.counts[name] + found if name in self.counts else found.copy()
        if self.setup.plan.is_plain:
            self._add_plain(chunk)
        else:
            self._add_full(chunk)
        self.rounds += chunk.rounds
        self.chunks += 1
        self._note()

    def _add_plain(self, chunk: Chunk) -> None:
        """The plain kernel counts ends only; their nets are computed here."""
        worth, places = amounts_of_ends(self.setup)
        ends = np.zeros(len(worth), dtype=np.int64)
        np.add.at(ends, places, chunk.counts["ends"])
        found = [(amount, count) for amount, count in zip(worth, ends.tolist(), strict=True) if count]
        pairs = [*found, *_pairs(chunk, "split_net")]
        net, square = 0, 0
        for amount, count in pairs:
            self.nets[amount] += count
            net += amount * count
            square += amount * amount * count
        for place in (WagerCode.BASE, WAGERS):
            self.sums[place] += net
            self.squares[place] += square

    def _add_full(self, chunk: Chunk) -> None:
        for place in range(WAGERS + 1):
            self.sums[place] += int(chunk.counts["sums"][place])
            self.squares[place] += int(chunk.counts["squares"][place])
        for place in range(len(self.setup.plan.extras)):
            self.extra_sums[place] += int(chunk.counts["extra_sums"][place])
            self.extra_squares[place] += int(chunk.counts["extra_squares"][place])
        for amount, count in _pairs(chunk, "total"):
            self.nets[amount] += count
        self.others += int(chunk.counts["total_others"][0])
        self._pay_awards(chunk)
        for end, down, ruin in chunk.sessions.tolist():
            self.session_ends[end] += 1
            self.session_downs[down] += 1
            self.ruins += ruin >= 0

    def rounds_with(self, wager: WagerCode, levels: NDArray[np.int64], rounds: int) -> int:
        """Of so many rounds, of which so many were at each level of the count, those in which a side wager was made."""
        plan = self.setup.plan
        at = None if plan.count is None else plan.count.waits_for(wager)
        if plan.count is None or at is None:
            return rounds
        starts = [start for start, _ in plan.count.levels(plan.wager)]
        return int(levels[1 + starts.index(at) :].sum())

    def _pay_awards(self, chunk: Chunk) -> None:
        fed = _FedMeters(self)
        by_round = {number: list(found) for number, found in groupby(chunk.awards.tolist(), key=lambda row: row[0])}
        for number, *row in chunk.award_rounds.tolist():
            nets = row[: WAGERS + 1]
            fed.to_round(number + 1, row[WAGERS + 1 :])
            awards = [MeterAward(box, WagerCode(wager), line) for _, box, wager, line in by_round[number]]
            for award, amount in self.meters.pay(awards):
                nets[award.wager] += amount
                nets[WAGERS] += amount
                self.awarded[award.wager] += amount
                found = self.hits.setdefault((meter_of(award), line_name(award)), Hits())
                found.add(Hits(1, amount, amount))
            for place, net in enumerate(nets):
                if net:
                    self.sums[place] += net
                    self.squares[place] += net * net
            self.nets[nets[WAGERS]] += 1
        self.meters.hits.clear()
        levels = chunk.counts["level_rounds"]
        fed.to_round(chunk.rounds, [self.rounds_with(wager, levels, chunk.rounds) for wager in METERED])

    def merge(self, other: Totals) -> None:
        """Add the totals of another run, whose meters ran separately; two runs are not continued as one."""
        self.whole = None
        self.rounds += other.rounds
        self.chunks += other.chunks
        for name, found in other.counts.items():
            self.counts[name] = self.counts[name] + found
        self.sums, self.squares = _added(self.sums, other.sums), _added(self.squares, other.squares)
        self.awarded = _added(self.awarded, other.awarded)
        self.extra_sums = _added(self.extra_sums, other.extra_sums)
        self.extra_squares = _added(self.extra_squares, other.extra_squares)
        self.nets += other.nets
        self.others += other.others
        for key, hits in other.hits.items():
            self.hits.setdefault(key, Hits()).add(hits)
        self.session_ends += other.session_ends
        self.session_downs += other.session_downs
        self.ruins += other.ruins

    def _note(self) -> None:
        """Keep a point of the record, every so many chunks."""
        if self.chunks % self._every:
            return
        self.points.append((self.rounds, self.sums[WAGERS], self.squares[WAGERS]))
        if self.meters.meters:
            self.history.append((self.rounds, {name: meter.cents for name, meter in self.meters.meters.items()}))
        if len(self.points) > MOST_POINTS:
            del self.points[::2], self.history[::2]
            self._every *= 2


def _added(one: list[int], two: list[int]) -> list[int]:
    return [a + b for a, b in zip(one, two, strict=True)]


class _FedMeters:
    """Feeds the meters within a chunk: by its rounds, or by those in which each wager was made where one waits."""

    def __init__(self, totals: Totals) -> None:
        count = totals.setup.plan.count
        self._meters, self._before = totals.meters, totals.rounds
        self._waits = count is not None and bool(count.sides_from)
        self._fed = [0] * len(METERED)

    def to_round(self, number: int, fed: list[int]) -> None:
        """Feed up to and with this round of the chunk, the metered wagers having been made so many times in it."""
        if not self._waits:
            self._meters.to_round(self._before + number)
            return
        more = {wager: now - before for wager, now, before in zip(METERED, fed, self._fed, strict=True)}
        self._meters.feed({name: more[wager_of(name)] for name in self._meters.meters}, self._before + number)
        self._fed = fed


@lru_cache(maxsize=16)
def amounts_of_ends(setup: Setup) -> tuple[list[int], NDArray[np.int64]]:
    """The different amounts that a hand can come to, and which of them each end is."""
    amounts, places = np.unique(compiled_of(setup).tables[0]["nets"][:ENDS], return_inverse=True)
    return amounts.tolist(), places


def _pairs(chunk: Chunk, name: str) -> list[tuple[int, int]]:
    amounts, counts = chunk.counts[f"{name}_amounts"], chunk.counts[f"{name}_counts"]
    return list(zip(amounts.tolist(), counts.tolist(), strict=True))
