"""What the engine sees in a hand of cards: totals, blackjacks, pairs, bonus shapes and matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from siete.cards import Card, Rank, Suit
from siete.rules.paytable_lines import BonusShape, SuperBonusShape

BEST_TOTAL = 21


@dataclass(frozen=True, slots=True)
class HandTotal:
    """What a hand counts; soft while one of its aces counts 11."""

    total: int
    is_soft: bool

    @staticmethod
    def of(cards: Sequence[Card]) -> HandTotal:
        """The total of these cards: an ace counts 11 unless that takes the hand above 21, then 1.

        Clauses: MD-3.D.3, MDD-3.D.3, MA-2.b.3, S13-b.2.iii, MD-1.B.3, MDD-1.B.3, MA-1.hard, S13-a.1.ii,
        MD-1.B.5, MDD-1.B.5, MA-1.soft, S13-a.1.v.
        """
        hard, has_ace = 0, False
        for card in cards:
            hard += card.rank.points
            has_ace = has_ace or card.rank is Rank.ACE
        # Two aces at 11 make 22, so at most one ever counts 11.
        if has_ace and hard + 10 <= BEST_TOTAL:
            return _total(hard + 10, is_soft=True)
        return _total(hard, is_soft=False)


_total = lru_cache(maxsize=256)(HandTotal)
"""Totals are values: one object for each."""


def is_bust(cards: Sequence[Card]) -> bool:
    """Whether the hand counts more than 21 however its aces are counted."""
    return HandTotal.of(cards).total > BEST_TOTAL


def is_blackjack(cards: Sequence[Card], *, is_split: bool) -> bool:
    """Whether these are an ace and a jack, queen or king as first two cards; never on a hand from a split.

    Decision: 0001. Clauses: MD-1.B.1, MDD-1.B.1, MA-1.blackjack, S13-a.1.i.
    """
    if is_split or len(cards) != 2:
        return False
    first, second = cards[0].rank, cards[1].rank
    return second.is_face if first is Rank.ACE else second is Rank.ACE and first.is_face


def is_pair(cards: Sequence[Card]) -> bool:
    """Whether these are two cards of equal value: a jack pairs with a queen.

    Clauses: MD-11.A.a, MDD-11.A.a, MA-10.a.1, S13-j.1-1.
    """
    return len(cards) == 2 and cards[0].rank.points == cards[1].rank.points


def bonus_shape(cards: Sequence[Card]) -> BonusShape | None:
    """The one highest bonus shape of a 21, or None; it tells nothing of whether the hand is paid for it.

    Decisions: 0008 (one line, the highest; exactly three cards, in any order), 0009 (seven or more). The
    clause of each line stands beside its odds in the rule data.
    """
    if HandTotal.of(cards).total != BEST_TOTAL:
        return None
    if len(cards) != 3:
        return _BY_NUMBER_OF_CARDS.get(min(len(cards), 7))
    shapes = _THREE_CARD_SHAPES.get(frozenset(card.rank for card in cards))
    return shapes[_suit_class(cards)] if shapes else None


def is_super_bonus(cards: Sequence[Card], up: Card, shape: SuperBonusShape) -> bool:
    """Whether the hand is three sevens, and the up card a seven, as this shape of the super bonus asks.

    Clauses: MD-12.C, MDD-12.C, MA-5.g.1, S13-e.7-1, WA3-G10.b, WA3-G10.c, WA2-G10.b, WA2-G10.c.
    """
    if up.rank is not Rank.SEVEN or len(cards) != 3 or any(card.rank is not Rank.SEVEN for card in cards):
        return False
    suits = {card.suit for card in cards}
    if shape is SuperBonusShape.SUITED_SEVENS:
        return len(suits) == 1
    return up.suit is Suit.SPADES and suits == {Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS}


def is_super_bonus_draw(first: Sequence[Card], up: Card, shape: SuperBonusShape) -> bool:
    """Whether one more card could make these two the super bonus hand."""
    if up.rank is not Rank.SEVEN:
        return False  # asked of every box of every round
    return any(is_super_bonus((*first, Card(Rank.SEVEN, suit)), up, shape) for suit in Suit)


class Match(StrEnum):
    """How a player's card agrees with a dealer's card."""

    NONE = "none"
    UNSUITED = "unsuited"
    SUITED = "suited"


def match_of(card: Card, dealer_card: Card) -> Match:
    """Whether the two cards have the same rank, and then whether the same suit; a jack matches only a jack.

    Decision: 0036. Clauses: MD-7.F.1.b, MDD-7.F.1.b, WA3-TB.2.
    """
    if card.rank is not dealer_card.rank:
        return Match.NONE
    return Match.SUITED if card.suit is dealer_card.suit else Match.UNSUITED


class _SuitClass(StrEnum):
    SPADES = "spades"
    SUITED = "suited"
    MIXED = "mixed"


def _suit_class(cards: Sequence[Card]) -> _SuitClass:
    suits = {card.suit for card in cards}
    if len(suits) > 1:
        return _SuitClass.MIXED
    return _SuitClass.SPADES if suits == {Suit.SPADES} else _SuitClass.SUITED


# A 21 of three cards with ranks 6, 7 and 8 only is 6-7-8 or 7-7-7: the set of its ranks tells which.
_THREE_CARD_SHAPES = {
    frozenset({Rank.SIX, Rank.SEVEN, Rank.EIGHT}): {
        _SuitClass.SPADES: BonusShape.SIX_SEVEN_EIGHT_SPADES,
        _SuitClass.SUITED: BonusShape.SIX_SEVEN_EIGHT_SUITED,
        _SuitClass.MIXED: BonusShape.SIX_SEVEN_EIGHT_MIXED,
    },
    frozenset({Rank.SEVEN}): {
        _SuitClass.SPADES: BonusShape.SEVENS_SPADES,
        _SuitClass.SUITED: BonusShape.SEVENS_SUITED,
        _SuitClass.MIXED: BonusShape.SEVENS_MIXED,
    },
}

_BY_NUMBER_OF_CARDS = {
    5: BonusShape.FIVE_CARDS,
    6: BonusShape.SIX_CARDS,
    7: BonusShape.SEVEN_OR_MORE_CARDS,
}
