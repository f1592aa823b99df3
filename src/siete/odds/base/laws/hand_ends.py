"""How a hand of a split can end, apart from the dealer: the classes that its result depends on.

A hand stands on a total below 21, has a 21 (by number of cards, for bonus lines), is over 21, or is rescued, each by
doublings made. What a class wins depends on the dealer's outcome only where the hand stands below 21.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from siete.odds.base.dealer import OUTCOMES
from siete.odds.base.jit import Bytes, Floats, Ints, compiled
from siete.odds.base.play import DOUBLE, HIT, Ends, cards_left, chance, chances, deal_hands
from siete.odds.base.play import RESCUE as RESCUED
from siete.odds.base.states import VALUES, States, index_of, states
from siete.odds.base.terms import MOST_CARDS, Terms
from siete.odds.base.versus_up_card import ByValue, Level

_D = 4
_BELOW = 21
"""Classes of standing totals for each number of doublings: 0 to 20, of which the small ones stay empty."""
TWENTY_ONE = _D * _BELOW
BUST = TWENTY_ONE + _D * MOST_CARDS
RESCUE = BUST + _D
CLASSES = RESCUE + _D


@cache
def class_of() -> Ints:
    """The class of each standing hand, by doublings."""
    hands = states()
    total = hands.hard + 10 * hands.is_soft
    found = np.empty((_D, len(hands.hard)), dtype=np.int64)
    for doublings in range(_D):
        of_21 = TWENTY_ONE + doublings * MOST_CARDS + np.minimum(hands.cards, MOST_CARDS - 1)
        found[doublings] = np.where(total == 21, of_21, doublings * _BELOW + total)
    return found


@cache
def _stakes() -> Floats:
    """What a hand of each class has at stake."""
    stakes = np.zeros(CLASSES)
    for doublings in range(_D):
        stakes[doublings * _BELOW : (doublings + 1) * _BELOW] = 2.0**doublings
        stakes[TWENTY_ONE + doublings * MOST_CARDS : TWENTY_ONE + (doublings + 1) * MOST_CARDS] = 2.0**doublings
        stakes[BUST + doublings] = 2.0**doublings
        stakes[RESCUE + doublings] = 2.0 ** (doublings - 1)
    return stakes


def result_table(made: Terms) -> Floats:
    """What a class wins against each outcome of the dealer but a late blackjack."""
    stakes = _stakes()
    found = np.zeros((CLASSES, OUTCOMES))
    for outcome in range(OUTCOMES - 1):
        for doublings in range(_D):
            totals = np.arange(_BELOW)
            beats = np.ones(_BELOW) if outcome == 0 else np.sign(totals - (outcome + 16.0))
            worth = np.where(beats > 0, made.pays * beats, beats)
            found[doublings * _BELOW : (doublings + 1) * _BELOW, outcome] = 2.0**doublings * worth
            first = TWENTY_ONE + doublings * MOST_CARDS
            pays = made.pays_doubled_21 if doublings else made.pays_21
            found[first : first + MOST_CARDS, outcome] = 2.0**doublings * pays[:MOST_CARDS]
        found[BUST:, outcome] = -stakes[BUST:]
    found[TWENTY_ONE + 2, OUTCOMES - 2] = made.push_ace_ten
    return found


@dataclass(frozen=True)
class EndLaw:
    """How often one hand ends in each class, and how many cards of each value it then has on average."""

    weight: Floats
    cards: Floats
    """Sums over hands, so that they add up: the mean of a class is its row over its weight."""

    def mean_cards(self) -> Floats:
        """Mean cards of each value in the hands of a class."""
        return np.divide(
            self.cards, self.weight[:, None], out=np.zeros_like(self.cards), where=self.weight[:, None] > 0
        )


def forward(by_value: ByValue, level: Level, shoe: Ints, *, is_free: bool) -> EndLaw:
    """One hand of a split by its values: dealt from its second card on, with the plays of its level."""
    hands, made = states(), level.terms
    start = index_of((level.pair,))
    left = shoe - hands.counts[start]
    left[level.pair] -= level.extra
    parts = chances(made, left, int(left.sum()))
    if not is_free:
        parts[level.pair] = 0.0
    starts = np.zeros((_D, len(hands.hard)))
    for value in np.flatnonzero(parts > 0):
        starts[0, hands.draw[start, value]] += parts[value] / parts.sum()
    ends = deal_hands(hands, made, shoe, level.pair, level.extra, starts, level.values.play)
    weight, cards = np.zeros(CLASSES), np.zeros((CLASSES, VALUES))
    collect(hands, made, shoe, level.pair, level.extra, ends, level.values.play, class_of(), weight, cards)
    return EndLaw(weight=weight, cards=cards)


@compiled
def collect(
    hands: States,
    terms: Terms,
    shoe: Ints,
    pair: int,
    extra: int,
    ends: Ends,
    plays: Bytes,
    classes: Ints,
    weight: Floats,
    cards: Floats,
) -> None:
    """Add the hands that ended to their classes, and the cards they hold."""
    left = np.empty(VALUES, dtype=np.int64)
    for doublings in range(_D):
        for state in range(hands.hard.size):
            reach, play = ends.reach[doublings, state], plays[doublings, state]
            if reach == 0.0:
                continue
            if play not in (HIT, DOUBLE):
                end = RESCUE + doublings if play == RESCUED else classes[doublings, state]
                weight[end] += reach
                for value in range(VALUES):
                    cards[end, value] += reach * hands.counts[state, value]
                continue
            count = cards_left(hands, shoe, state, pair, extra, left)
            bust = BUST + doublings + (play == DOUBLE)
            for drawn in range(VALUES):
                if hands.draw[state, drawn] < 0 and left[drawn] > 0:
                    part = reach * chance(terms, left, count, drawn)
                    weight[bust] += part
                    for value in range(VALUES):
                        cards[bust, value] += part * hands.counts[state, value]
                    cards[bust, drawn] += part
