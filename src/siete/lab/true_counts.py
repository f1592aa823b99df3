"""How often each true count comes when a wager is placed, and what a round is worth then. Decisions: 0243, 0461.

Which cards have gone is counted exactly, card by card; where rounds begin, by the measured lengths of rounds. The part
of the value that is linear in the cards gone is exact (effects of removal); the bend is that of the chart in shoes that
lean, with nothing left of it on average over the shoes of a depth, as the cards' order demands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from siete.cards import SPANISH_RANKS, Rank
from siete.lab.round_lengths import counted_rounds, round_lengths
from siete.odds.base.counting.tilted import tilted
from siete.odds.base.solution import chart, figure
from siete.rules.options import ShuffleMethod
from siete.rules.table_rules import TableRules
from siete.sim.compiler.compiled_rules import cards_behind

DECK = 48
MOST_COUNT = 12
"""True counts beyond this are put together."""
_LEAST_CHANCE = 1e-14

Floats = NDArray[np.float64]
ByRank = Mapping[Rank, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtCount:
    """The rounds with a true count, rounded down to a whole number."""

    share: float
    """Of all rounds."""
    value: float
    """What one is worth to the player, a part of the wager."""
    square: float
    """The mean square of its result."""


def most_of(tags: ByRank, decks: int) -> int:
    """More than any running count of a shoe."""
    return 4 * decks * sum(map(abs, tags.values()))


def running_counts(tags: ByRank, decks: int) -> tuple[Floats, NDArray[np.int64]]:
    """The chance of each running count (column) after so many cards (row), exactly; and the counts."""
    cards, most = DECK * decks, most_of(tags, decks)
    sizes: dict[int, int] = {}
    for rank in SPANISH_RANKS:
        sizes[tags.get(rank, 0)] = sizes.get(tags.get(rank, 0), 0) + 4 * decks
    ways = np.zeros((cards + 1, 2 * most + 1))
    ways[0, most] = 1.0
    for tag, size in sizes.items():
        more = np.zeros_like(ways)
        for gone in range(size + 1):
            moved = np.roll(ways[: cards + 1 - gone], tag * gone, axis=1)
            more[gone:] += float(Fraction(comb(size, gone), 2**size)) * moved
        ways = more
    return ways / ways.sum(axis=1, keepdims=True), np.arange(-most, most + 1)


def round_starts(rules: TableRules) -> Floats:
    """Of one shoe, how many rounds begin after so many cards that were seen; cards burned are not."""
    if rules.shuffle_method is ShuffleMethod.CONTINUOUS:
        return np.ones(1)
    last = DECK * rules.decks - cards_behind(rules) - rules.burn_on_load
    lengths = {int(cards): share for cards, share in round_lengths(rules)["lengths"].items()}
    starts = np.zeros(last + 1)
    starts[0] = 1.0
    for seen in range(1, last + 1):
        starts[seen] = sum(starts[seen - cards] * share for cards, share in lengths.items() if cards <= seen)
    return starts


def start_chances(rules: TableRules, tags: ByRank) -> Floats:
    """The chance that a round begins after so many cards that were seen (row), where they count so much (column).

    Whether one does depends on the cards that went and their order alone, and any cards are in any order alike: in
    a shoe without end as in this one. There both laws, of rounds and of cards, are sums of parts that go their own way.
    """
    last, most = len(round_starts(rules)) - 1, most_of(tags, rules.decks)
    starts = np.zeros((last + 1, 2 * most + 1))
    starts[0, most] = 1.0
    cards = starts.copy()
    rounds = {int(length): law for length, law in counted_rounds(rules, tags).items()} if last else {}
    one = {1: _one_card(tags)}
    for seen in range(1, last + 1):
        starts[seen] = _after(starts, rounds, seen)
        cards[seen] = _after(cards, one, seen)
    return np.divide(starts, cards, out=np.zeros_like(starts), where=cards > _LEAST_CHANCE)


def _one_card(tags: ByRank) -> tuple[int, list[float]]:
    each = np.array([tags.get(rank, 0) for rank in SPANISH_RANKS])
    return int(each.min()), (np.bincount(each - each.min()) / len(each)).tolist()


def _after(laws: Floats, parts: Mapping[int, tuple[int, list[float]]], seen: int) -> Floats:
    """The law after so many cards, of laws before, by the parts that come next: their cards and what they count."""
    found = np.zeros(laws.shape[1])
    for cards, (least, shares) in parts.items():
        if cards <= seen:
            wide = np.convolve(laws[seen - cards], shares)
            low = max(0, -least)
            found[max(0, least) :][: len(wide) - low] += wide[low : low + len(found) - max(0, least)]
    return found


def true_counts(rules: TableRules, tags: ByRank, name: str, slope: float) -> dict[int, AtCount]:
    """The rounds by true count; the slope is what a true count of one is worth, linearly."""
    sums = np.zeros((2 * MOST_COUNT + 1, 3))
    for places, parts, values, squares in _depths(rules, tags, name, slope):
        for column, each in enumerate((parts, parts * values, parts * squares)):
            sums[:, column] += np.bincount(places, weights=each, minlength=len(sums))
    rounds = sums[:, 0].sum()
    return {
        place - MOST_COUNT: AtCount(share=part / rounds, value=value / part, square=square / part)
        for place, (part, value, square) in enumerate(sums.tolist())
        if part > 0
    }


def _depths(
    rules: TableRules, tags: ByRank, name: str, slope: float
) -> Iterator[tuple[NDArray[np.int64], Floats, Floats, Floats]]:
    """For each number of cards seen: place of each count, its rounds, what they are worth, their squares."""
    value = -chart(rules).house_edge
    square = float(figure(rules).extra["standard_deviation"]) ** 2 + value**2
    bend = tilted(rules, tags, name)  # last, for it lets go of the solved game that both of those share
    for told, exact, law, parts in _starts_by_count(rules, tags):
        bent = _unlinear(_bent(bend.counts, bend.values, exact, law), exact, law)
        yield told, parts, value + slope * exact + bent, square + _bent(bend.counts, bend.squares, exact, law)


def _starts_by_count(rules: TableRules, tags: ByRank) -> Iterator[tuple[NDArray[np.int64], Floats, Floats, Floats]]:
    """For each number of cards seen: place of each count, the count itself, its chance, the rounds that begin so."""
    cards = DECK * rules.decks
    laws, counts = running_counts(tags, rules.decks)
    mean = sum(tags.values()) / len(SPANISH_RANKS)
    burned = 0 if rules.shuffle_method is ShuffleMethod.CONTINUOUS else rules.burn_on_load
    for seen, starts in enumerate(start_chances(rules, tags)):
        here = (laws[seen] > _LEAST_CHANCE) & (starts > 0)
        if not here.any():
            continue
        running, law = counts[here], laws[seen][here]
        exact = DECK * (running - seen * mean) / (cards - seen)
        told = np.clip(DECK * running // (cards - seen - burned), -MOST_COUNT, MOST_COUNT) + MOST_COUNT
        yield told, exact, law, starts[here] * law


def worth_by_count(
    rules: TableRules, tags: ByRank, value: float, slope: float, bend: tuple[tuple[float, ...], tuple[float, ...]]
) -> dict[int, tuple[float, float]]:
    """By true count, rounded down: the share of rounds, and what a side wager is worth then.

    It is worth `value` with a full shoe and, linearly, `slope` more for each true count; the bend is what it is worth
    in very large shoes that lean as far as some counts say.
    """
    sums: dict[int, list[float]] = {}
    for _, exact, law, parts in _starts_by_count(rules, tags):
        worth = value + slope * exact + _unlinear(_bent(*bend, exact, law), exact, law)
        floors = np.floor(exact).astype(np.int64)
        for count in np.unique(floors).tolist():
            here = floors == count
            each = sums.setdefault(count, [0.0, 0.0])
            each[0] += float(parts[here].sum())
            each[1] += float(parts[here] @ worth[here])
    rounds = sum(part for part, _ in sums.values())
    return {count: (part / rounds, together / part) for count, (part, together) in sorted(sums.items()) if part > 0}


def _bent(at: tuple[float, ...], found: tuple[float, ...], counts: Floats, law: Floats) -> Floats:
    """What was found at some true counts, at others; less its mean over the shoes of a depth."""
    line = np.polynomial.Polynomial.fit(at, found, len(at) - 1)
    bent = np.asarray(line(np.clip(counts, 1.4 * at[0], 1.4 * at[-1])), dtype=np.float64)
    return bent - float(law @ bent)


def _unlinear(bent: Floats, counts: Floats, law: Floats) -> Floats:
    """A bend less its linear part over the shoes of a depth."""
    spread = float(law @ counts**2)
    return bent - counts * (float(law @ (bent * counts)) / spread if spread else 0.0)
