"""Splits and resplits: how many hands come of a pair, and how often each of them meets which shoe.

**The class `own-cards`.** Every hand of a split pair is played by one rule that sees its own cards, the up card
and that one more card of the pair's value has left the shoe (the other pair card, by its value); it does not see
what the other hands drew nor how many there are. It is split again whenever it is a pair and the rules permit.

**What is computed.** The exact expected value of that play. Hands are dealt in order, each its second card and
then the rest, but no hand's play depends on another's cards; so the second cards may be thought dealt first, in
the same order: the cards in the slots of all hands have the same joint law whatever slot is filled first. What
remains is a sequence of second cards: a card of the pair's value makes one hand more while fewer than the limit
exist; any other card settles its hand, and so does any card at all once the limit is reached. A pattern of such
events asks of a hand's value that so many named slots hold pair cards and so many others do not; the latter by
inclusion and exclusion: E[f; r slots hold none] = Σ_s (-1)^s C(r,s) E[f; s slots hold pair cards]. So the value of
the split is Σ_k w_k Π_k G(k), where G(k) is what a hand is worth when k pair cards beside the first two are gone,
Π_k is the chance that k named slots hold pair cards, and w_k are the whole numbers that `weights` counts.

**What the class leaves.** Somebody who also watched the other hands could gain a little more (Decision: 0125). The
rule is the best one for a shoe with one pair card gone and is applied with any number; where the dealer does not look
for a blackjack, a hand is played for what it adds to the box.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import comb

FIRST, SECOND, NEW = range(3)
"""Whose first card a hand has: the first or second card of the pair, or a card drawn since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """One course of the second cards: the hands, each with its origin and whether its second card is free."""

    splits: int
    """How many pair cards were drawn and split."""
    hands: tuple[tuple[int, bool], ...]

    @property
    def settled(self) -> int:
        """How many hands must not have drawn a pair card."""
        return sum(not is_free for _, is_free in self.hands)


@cache
def patterns(most: int) -> tuple[Pattern, ...]:
    """All courses from two hands to at most so many."""
    return tuple(courses_of((FIRST, SECOND), (), 0, most))


def courses_of(
    open_hands: tuple[int, ...], hands: tuple[tuple[int, bool], ...], splits: int, most: int
) -> list[Pattern]:
    if not open_hands:
        return [Pattern(splits=splits, hands=hands)]
    if splits + 2 == most:
        free = tuple((origin, True) for origin in open_hands)
        return [Pattern(splits=splits, hands=hands + free)]
    first, *rest = open_hands
    again = courses_of((first, NEW, *rest), hands, splits + 1, most)
    settled = courses_of(tuple(rest), (*hands, (first, False)), splits, most)
    return again + settled


@cache
def weights(most: int) -> dict[tuple[int, bool, int], int]:
    """How often each kind of hand is counted: by origin, freedom of the second card, and k pair cards gone."""
    found: Counter[tuple[int, bool, int]] = Counter()
    for pattern in patterns(most):
        for origin, is_free in pattern.hands:
            others = pattern.settled - (not is_free)
            for barred in range(others + 1):
                found[origin, is_free, pattern.splits + barred] += (-1) ** barred * comb(others, barred)
    return dict(found)


@cache
def deepest(most: int) -> int:
    """The largest number of further pair cards that a hand's value is asked for."""
    return max(key[2] for key in weights(most))


def hand_chances(most: int, together: list[float]) -> dict[int, float]:
    """The chance of each number of hands; `together[k]` is the chance that k named slots hold pair cards."""
    found: dict[int, float] = {}
    for pattern in patterns(most):
        part = sum(
            (-1) ** barred * comb(pattern.settled, barred) * _at(together, pattern.splits + barred)
            for barred in range(pattern.settled + 1)
        )
        found[len(pattern.hands)] = found.get(len(pattern.hands), 0.0) + part
    return found


def _at(together: list[float], slots: int) -> float:
    return together[slots] if slots < len(together) else 0.0
