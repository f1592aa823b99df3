"""The definition for one hand of a real shoe: the actions of `best_play` as fractions, soon or not at all.

Cards that play alike are counted as one kind: tens always, suits for the dealer, and suits for the player where no
6-7-8 and no 7-7-7 can come of the hand. Nothing else is rearranged.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from siete.cards import Card
from siete.errors import SieteError
from siete.odds.base.definition.best_play import Best
from siete.odds.base.definition.given_play import Cards, Ended, Left, Walk
from siete.odds.base.shoe import KINDS, NUMBER, VALUE, Shoe, kind_of
from siete.rules.table_rules import TableRules
from siete.strategy import Play, mimic_the_dealer

MOST_STEPS = 1_000_000
"""Hands of the dealer that are looked at: half a minute."""
_MOST_KEPT = 100_000
"""Hands of the dealer that are remembered: some 100 MB."""
_PLAIN = tuple(VALUE.index(value) for value in VALUE)
"""For each kind, the first that counts the same."""
_TOLD = tuple(kind if VALUE[kind] in (5, 6, 7) else plain for kind, plain in enumerate(_PLAIN))
"""The same with sixes, sevens and eights by their suits."""


def exact_hand(
    rules: TableRules, player: tuple[Card, ...], up: Card, shoe: Shoe, *, doublings: int = 0
) -> dict[Play, Fraction]:
    """What each action but a split is worth on a hand from no split; `shoe` is what the round was dealt from."""
    left = shoe.without((*player, up))
    hand = tuple(map(kind_of, player))
    told = len(hand) == 2 and all(VALUE[kind] in (5, 6, 7) for kind in hand)
    kinds = _TOLD if told else _PLAIN
    shown = hand if len(hand) == 3 else tuple(kinds[kind] for kind in hand)  # three cards may be a bonus already
    best = _OfOneHand(rules, NUMBER[up])  # the up card keeps its rank, by which the dealer looks or not
    return best.actions(tuple(sorted(shown)), doublings, _merged(left.counts, kinds))


def _merged(counts: Left, kinds: tuple[int, ...]) -> Left:
    found = [0] * len(KINDS)
    for kind, count in zip(kinds, counts, strict=True):
        found[kind] += count
    return tuple(found)


@dataclass
class _Counted(Walk):
    """A walk that looks at so many hands of the dealer and no more."""

    steps: int = 0

    def _drawn(self, ended: tuple[Ended, ...], cards: Cards, left: Left) -> Fraction:
        return super()._drawn(ended, tuple(_PLAIN[kind] for kind in cards), _merged(left, _PLAIN))

    def _outcomes(self, cards: Cards, left: Left) -> dict[int, Fraction]:
        if (cards, left) not in self._dealers:
            self._count()
        return super()._outcomes(cards, left)

    def _count(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            sentence = "Fractions of this hand take too long: too many cards can still be drawn. Leave --exact out."
            raise SieteError("odds/exact-too-long", sentence, facts={"steps": MOST_STEPS})
        if len(self._dealers) > _MOST_KEPT:
            self._dealers.clear()


class _OfOneHand(Best):
    """Best play whose dealer is looked at no longer than is reasonable."""

    @cached_property
    def _walk(self) -> Walk:
        return _Counted(self.rules, mimic_the_dealer())
