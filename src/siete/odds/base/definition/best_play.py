"""The definition of best play without splits: every action of a hand in fractions, for tiny shoes.

A player knows the hand, the up card and, after a negative peek, that the hole card makes no blackjack; everything else
is the mean over all cards unseen, the hole card among them, each taken in turn. No line is shared with the kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from siete.odds.base.definition.given_play import Cards, Ended, Left, Live, Walk, draws, is_blackjack, total_of
from siete.odds.base.shoe import KINDS, Shoe
from siete.rules.options import HoleCardProcedure
from siete.rules.table_rules import TableRules
from siete.strategy import Play, mimic_the_dealer

Worth = Callable[[int | None, Left], Fraction]


def exact_actions(rules: TableRules, hand: Cards, up: int, shoe: Shoe, *, doublings: int = 0) -> dict[Play, Fraction]:
    """What each action but a split is worth on a hand from no split; `shoe` has neither hand nor up card."""
    return Best(rules, up).actions(tuple(sorted(hand)), doublings, shoe.counts)


@dataclass
class Best:
    """The best play against one up card."""

    rules: TableRules
    up: int
    _values: dict[tuple[Cards, int], Fraction] = field(init=False, default_factory=dict)

    @cached_property
    def _walk(self) -> Walk:
        return Walk(self.rules, mimic_the_dealer())

    @property
    def _peeks(self) -> bool:
        looks = self.rules.hole_card_procedure in (HoleCardProcedure.HOLE_PEEK, HoleCardProcedure.HOLE_READER)
        return looks and KINDS[self.up].rank in self.rules.peek_up_cards

    def actions(self, hand: Cards, doublings: int, unseen: Left) -> dict[Play, Fraction]:
        """What each permitted action is worth."""
        shown = tuple(KINDS[kind] for kind in hand)
        plays = (Play.STAND, Play.HIT, Play.DOUBLE, Play.SURRENDER, Play.RESCUE)
        allowed = [play for play in plays if self._walk.may(play, shown, is_split=False, hands=1, doublings=doublings)]
        return {play: self._worth(play, hand, doublings, unseen) for play in allowed}

    def _worth(self, play: Play, hand: Cards, doublings: int, unseen: Left) -> Fraction:
        walk = self._walk
        if play is Play.STAND and is_blackjack(hand):
            return self.rules.blackjack_pays.payout
        if play is Play.SURRENDER:
            return self._mean(unseen, lambda hole, left: walk.surrendered(self.up, hole, left))
        if play in (Play.STAND, Play.RESCUE):
            lost = 2 ** (doublings - 1) if play is Play.RESCUE else 0
            ended = walk.end(Live(hand, doublings), lost, is_split=False)
            return self._settled(ended, unseen)
        return self._drawn(hand, doublings + (play is Play.DOUBLE), unseen)

    def _settled(self, ended: Ended, unseen: Left) -> Fraction:
        walk = self._walk
        return self._mean(unseen, lambda hole, left: walk.dealer((ended,), (self.up, hole), left))

    def _drawn(self, hand: Cards, doublings: int, unseen: Left) -> Fraction:
        found = Fraction(0)
        for card, part, less in self._draws(unseen):
            longer = tuple(sorted((*hand, card)))
            found += part * self._value(longer, doublings, less)
        return found

    def _value(self, hand: Cards, doublings: int, unseen: Left) -> Fraction:
        key = (hand, doublings)
        if key not in self._values:
            if total_of(tuple(KINDS[kind] for kind in hand))[0] > 21:
                self._values[key] = self._settled(self._walk.end(Live(hand, doublings), is_split=False), unseen)
            else:
                self._values[key] = max(self.actions(hand, doublings, unseen).values())
        return self._values[key]

    def _holes(self, unseen: Left) -> list[tuple[int | None, Fraction, Left]]:
        """The hole cards there may be, with their chances after the peek; none where none is dealt."""
        if self.rules.hole_card_procedure is HoleCardProcedure.NO_HOLE:
            return [(None, Fraction(1), unseen)]
        fitting = [each for each in draws(unseen) if not (self._peeks and is_blackjack((self.up, each[0])))]
        whole = sum((part for _, part, _ in fitting), Fraction(0))
        return [(hole, part / whole, left) for hole, part, left in fitting]

    def _mean(self, unseen: Left, worth: Worth) -> Fraction:
        return sum((part * worth(hole, left) for hole, part, left in self._holes(unseen)), Fraction(0))

    def _draws(self, unseen: Left) -> Iterator[tuple[int, Fraction, Left]]:
        """The cards that may come next, the hole card being one of the unseen."""
        chances: dict[int, Fraction] = {}
        for _, part, left in self._holes(unseen):
            for card, more, _ in draws(left):
                chances[card] = chances.get(card, Fraction(0)) + part * more
        for card, part in chances.items():
            yield card, part, (*unseen[:card], unseen[card] - 1, *unseen[card + 1 :])
