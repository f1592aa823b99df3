"""The law of a split round: what its hands win together.

The hands of a round share the dealer and the shoe. What is exact: how often there are so many hands, and for each hand
of such a round the joint law of its end and the dealer's outcome; so the mean of the law is that of the edge. What
remains is how the ends of two hands depend on each other once the dealer's outcome is known: cards that one hand holds
are missing for the other. That is taken to the first order in the cards removed, exactly as an effect of removal, and
what is of second order is left out (Decision: 0126).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations_with_replacement
from math import comb, lcm

import numpy as np

from siete.odds.base.dealer import OUTCOMES, outcomes
from siete.odds.base.jit import Floats
from siete.odds.base.laws.arrays import NOTHING, Array, array_of, side_by_side
from siete.odds.base.laws.hand_ends import BUST, CLASSES, RESCUE, TWENTY_ONE, EndLaw, forward, result_table
from siete.odds.base.splits import patterns, weights
from siete.odds.base.states import VALUES, index_of
from siete.odds.base.versus_up_card import ByValue, Level

LATE = OUTCOMES - 1
_EMPTY = 1e-15
"""Less than this is what rounding leaves of nothing."""
Law = dict[float, float]
"""Chances by result, in units."""


@dataclass
class Ending:
    """Where the hands of one stream end: by class and dealer's outcome for hands below 21, by class for all."""

    weight: Floats = field(default_factory=lambda: np.zeros(CLASSES))
    joint: Floats = field(default_factory=lambda: np.zeros((TWENTY_ONE, OUTCOMES)))
    told: Law = field(default_factory=dict)
    """Told 21s by payout."""

    def scaled(self, factor: float) -> Ending:
        """The same hands, counted so many times."""
        found = Ending()
        _add(found, self, factor)
        return found


@dataclass(frozen=True, eq=False)
class SplitHand:
    """One hand of a split round with its number of hands: joint law with the dealer."""

    joint: Floats
    """By class and outcome; told 21s are further classes at the end."""


@dataclass
class SplitRound:
    """One pair split against one kind of up card."""

    by_value: ByValue
    pair: int
    most: int
    """Hands at most; 0 where some pairs are split again and others not."""
    together: list[float]
    hands: Mapping[int, float]
    """The chance of each number of hands."""
    endings: Mapping[tuple[bool, int], Ending]
    """By freedom of the second card and further pair cards gone, per round split."""

    def __post_init__(self) -> None:
        level = self.level
        self.payouts = sorted({pays for ending in self.endings.values() for pays in ending.told})
        table = np.vstack([result_table(level.terms), np.repeat(np.array([self.payouts]).T, OUTCOMES, axis=1)])
        parts = [Fraction(float(each)).limit_denominator(1000) for each in np.unique(table)]
        self.scale = lcm(*(each.denominator for each in parts), 1)
        self.results = np.rint(table * self.scale).astype(np.int64)
        self.base = forward(self.by_value, level, self.by_value.shoe, is_free=self.most == 2)
        self.used = np.flatnonzero(self.base.weight)

    @property
    def level(self) -> Level:
        return self.by_value.split(self.pair)[0]

    def law(self) -> Law:
        """The law of the round, in units."""
        whole = Array(0, np.zeros(1))
        for chance, dealer, hands in self._rounds():
            for found in self._with_dealer(dealer, hands):
                whole = side_by_side(whole, Array(found.low, chance * found.parts))
        used = np.flatnonzero(whole.parts).tolist()
        return {(whole.low + place) / self.scale: float(whole.parts[place]) for place in used}

    def _rounds(self) -> list[tuple[float, Floats, list[SplitHand]]]:
        """Chance, dealer's law and hands of each kind of round: by pair cards split and hands that were settled."""
        found = self._by_pattern() if self.most else None
        return self._mixed() if found is None else found

    def _by_pattern(self) -> list[tuple[float, Floats, list[SplitHand]]] | None:
        kinds: dict[tuple[int, int], int] = {}
        for pattern in patterns(self.most):
            key = (pattern.splits, pattern.settled)
            kinds[key] = kinds.get(key, 0) + 1
        counts: dict[tuple[bool, int], int] = {}
        for (_, is_free, gone), count in weights(self.most).items():
            counts[is_free, gone] = counts.get((is_free, gone), 0) + count
        rounds = []
        for (splits, settled), times in kinds.items():
            chance = sum(sign * self._at(splits + more) for more, sign in _signs(settled))
            if chance <= 0.0:
                continue
            dealer = sum(
                (sign * self._at(splits + more) * self._dealer(splits + more) for more, sign in _signs(settled)),
                np.zeros(OUTCOMES),
            )
            hands = []
            for is_free, number in ((False, settled), (True, splits + 2 - settled)):
                if not number:
                    continue
                others = settled - (not is_free)
                ending = Ending()
                for more, sign in _signs(others):
                    key = (is_free, splits + more)
                    if key not in self.endings:
                        continue
                    if not counts.get(key):
                        return None
                    _add(ending, self.endings[key], sign / counts[key])
                hands += [self._hand(ending, chance, dealer / chance)] * number
            rounds.append((times * chance, dealer / chance, hands))
        return rounds

    def _mixed(self) -> list[tuple[float, Floats, list[SplitHand]]]:
        """All hands alike, whatever their number."""
        whole = Ending()
        for ending in self.endings.values():
            _add(whole, ending, 1.0)
        mean = sum(number * part for number, part in self.hands.items())
        dealer = self._dealer(0)
        hand = self._hand(whole, mean, dealer)
        return [(part, dealer, [hand] * number) for number, part in self.hands.items()]

    def _at(self, slots: int) -> float:
        return self.together[slots] if slots < len(self.together) else 0.0

    def _dealer(self, gone: int, without: int = -1) -> Floats:
        levels = self.by_value.split(self.pair)
        left = levels[min(gone, len(levels) - 1)].left(self.by_value.shoe, index_of((self.pair,)))
        if without >= 0:
            left[without] -= 1
        row = np.empty(OUTCOMES)
        outcomes(self.by_value.draws, left, self.level.terms.barred, row)
        return row

    def _hand(self, ending: Ending, chance: float, dealer: Floats) -> SplitHand:
        """Joint law of a hand and the dealer: exact below 21, the rest fitted to what is left of both margins."""
        told = np.array([ending.told.get(pays, 0.0) for pays in self.payouts])
        joint = np.zeros((CLASSES + len(self.payouts), OUTCOMES))
        joint[:TWENTY_ONE] = ending.joint / chance
        rest = np.concatenate([ending.weight[TWENTY_ONE:], told]) / chance
        shape = dealer + np.vstack([self.base.mean_cards(), np.zeros((told.size, VALUES))])[TWENTY_ONE:] @ self.removals
        joint[TWENTY_ONE:] = _fitted(rest, np.maximum(dealer - joint[:TWENTY_ONE].sum(axis=0), 0.0), shape)
        return SplitHand(joint)

    @cached_property
    def removals(self) -> Floats:
        """How the dealer's law changes when a card of each value is gone."""
        whole, left = self._dealer(0), self.level.left(self.by_value.shoe, index_of((self.pair,)))
        return np.array(
            [self._dealer(0, value) - whole if left[value] > 1 else np.zeros(OUTCOMES) for value in range(VALUES)]
        )

    def _with_dealer(self, dealer: Floats, hands: list[SplitHand]) -> list[Array]:
        """The results of a round by the dealer's outcome; hands that are alike are put together once."""
        kinds = [(hand, hands.count(hand)) for hand in dict.fromkeys(hands)]
        shifts = self._shifts(hands[0], dealer)
        found = []
        for outcome in np.flatnonzero(dealer > 0.0).tolist():
            if outcome == LATE:
                found.append(self._late(dealer[LATE], hands))
                continue
            alone = [
                (array_of(hand.joint[:, outcome] / dealer[outcome], self.results[:, outcome]), number)
                for hand, number in kinds
            ]
            law = _of_all(alone, NOTHING)
            found.append(Array(law.low, law.parts * dealer[outcome]))
            if len(hands) > 1:
                found += self._of_two(alone, self._common(shifts[:, :, outcome], outcome))
        return found

    def _of_two(self, alone: list[tuple[Array, int]], common: Array) -> list[Array]:
        """What any two hands of a round add by depending on each other, the others beside them."""
        found = []
        for one, two in combinations_with_replacement(range(len(alone)), 2):
            numbers = [number for _, number in alone]
            ways = comb(numbers[one], 2) if one == two else numbers[one] * numbers[two]
            if ways:
                others = [(law, number - (at == one) - (at == two)) for at, (law, number) in enumerate(alone)]
                rest = _of_all(others, common)
                found.append(Array(rest.low, ways * rest.parts))
        return found

    def _common(self, shifts: Floats, outcome: int) -> Array:
        """How two hands depend on each other beside the dealer: a sum over the values of the cards that one holds."""
        results = self.results[self.used, outcome]
        return array_of((self._held @ shifts).ravel(), np.add.outer(results, results).ravel())

    @cached_property
    def _held(self) -> Floats:
        """By class: how many more cards of each value its hands hold than all hands do, weighted."""
        weight, cards = self.base.weight, self.base.cards
        centred: Floats = cards - weight[:, None] * cards.sum(axis=0)
        return centred[self.used]

    def _shifts(self, hand: SplitHand, dealer: Floats) -> Floats:
        """By value of a card gone: how the joint law of a hand and the dealer moves, the dealer's own move left out.

        Only of the classes that hands end in.
        """
        weight = self.base.weight[self.used]
        joint = hand.joint[self.used]
        total = joint.sum(axis=1, keepdims=True)
        # Three-card 21s may all be told; then a class by value is empty but for rounding.
        rows = np.where(total > _EMPTY, joint / np.where(total > _EMPTY, total, 1.0), dealer)
        moved = np.array([each.weight[self.used] - weight for each in self._moved])
        change = moved[:, :, None] * rows + weight[None, :, None] * self.removals[:, None, :]
        found: Floats = change - weight[None, :, None] * change.sum(axis=1, keepdims=True)
        return found

    @cached_property
    def _moved(self) -> list[EndLaw]:
        return [self._without(value) for value in range(VALUES)]

    def _without(self, value: int) -> EndLaw:
        shoe = self.by_value.shoe.copy()
        if self.level.left(shoe, index_of((self.pair,)))[value] <= 1:
            return self.base
        shoe[value] -= 1
        return forward(self.by_value, self.level, shoe, is_free=self.most == 2)

    def _late(self, part: float, hands: list[SplitHand]) -> Array:
        """Results against a late blackjack: one wager of the box, unless hands were lost or rescued before.

        Decision: 0015.
        """
        made, scale = self.level.terms, self.scale
        every, unsaved, lost = NOTHING, NOTHING, NOTHING
        for hand in hands:
            law = hand.joint[:, LATE] / part
            stakes = -self.results[:, 0]
            saved, over, rest = law[RESCUE:CLASSES], law[BUST:RESCUE].copy(), law.sum()
            sure = Array(0, np.zeros(1))
            if made.late_takes_busts:
                sure = array_of(over, -stakes[BUST:RESCUE])
                rest -= over.sum()
            if made.late_ace_ten > 0.0:
                natural = law[TWENTY_ONE + 2]
                sure = side_by_side(sure, Array(round(made.late_ace_ten * scale), np.array([natural])))
                rest -= natural
            rescued = array_of(saved, -stakes[RESCUE:CLASSES])
            open_ = Array(0, np.array([rest - saved.sum()]))
            every = every.plus(side_by_side(side_by_side(rescued, sure), open_))
            unsaved = unsaved.plus(side_by_side(sure, open_))
            lost = lost.plus(sure)
        some = side_by_side(every, Array(unsaved.low, -unsaved.parts))
        taken = side_by_side(unsaved, Array(lost.low, -lost.parts)).shifted(-scale)
        whole = side_by_side(side_by_side(some, taken), lost)
        return Array(whole.low, whole.parts * part)


def _of_all(alone: list[tuple[Array, int]], begun: Array) -> Array:
    """The law of a sum of independent results, each so many times, beside what is begun."""
    return reduce(Array.plus, (law for law, number in alone for _ in range(number)), begun)


def _signs(slots: int) -> list[tuple[int, int]]:
    """The terms of inclusion and exclusion over so many slots that must hold no pair card."""
    return [(more, (-1) ** more * comb(slots, more)) for more in range(slots + 1)]


def _add(total: Ending, more: Ending, factor: float) -> None:
    total.weight += factor * more.weight
    total.joint += factor * more.joint
    for pays, part in more.told.items():
        total.told[pays] = total.told.get(pays, 0.0) + factor * part


def _fitted(rows: Floats, columns: Floats, shape: Floats) -> Floats:
    """A table of this shape with these sums of rows and columns, which have one total."""
    found = np.maximum(shape, 1e-300) * rows[:, None]
    if not rows.sum():
        return found
    columns = columns * (rows.sum() / columns.sum())
    for _ in range(30):
        sums = found.sum(axis=0)
        if np.abs(sums - columns).max() < 1e-15:
            break
        found = found * np.divide(columns, sums, out=np.zeros(OUTCOMES), where=sums > 0)
        sums = found.sum(axis=1)
        found = found * np.divide(rows, sums, out=np.zeros_like(rows), where=sums != 0)[:, None]
    return found
