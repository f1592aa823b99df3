"""A player's hand and the money on it.

The values that events change have no slots, so that a copy is quick.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from siete.cards import Card
from siete.money import Cents
from siete.table.frozen.cached import cached
from siete.table.hand import HandTotal, is_blackjack


class HandStatus(StrEnum):
    """Where a hand stands."""

    PLAYING = "playing"
    STOOD = "stood"
    BUST = "bust"
    SURRENDERED = "surrendered"
    """The wager waits for the dealer's second card, or has been halved."""


@dataclass(frozen=True)
class Stake:
    """One bettor's money on a hand: the original (or split) wager and each doubling of it."""

    player: str
    amount: Cents
    doubles: tuple[Cents, ...] = ()
    is_open: bool = True
    is_answered: bool = False
    """Whether this bettor has answered the question now before the hand's bettors."""
    is_lost: bool = False
    """Whether the house has collected it."""
    coupon: Cents = Cents(0)
    """What a match play coupon beside the original wager is worth. Decision: 0090."""

    @property
    def total(self) -> Cents:
        """All the money this bettor has on the hand."""
        return Cents(self.amount + sum(self.doubles))


@dataclass(frozen=True, kw_only=True)
class Hand:
    """Cards played in a box, with the money on them."""

    cards: tuple[Card, ...] = ()
    stakes: tuple[Stake, ...] = ()
    is_split: bool = False
    status: HandStatus = HandStatus.PLAYING
    doublings: int = 0
    awaits: str = ""
    """What has been asked for and not yet dealt: `hit`, `double`, or a split hand's second `card`."""
    is_removed: bool = False
    """Whether its cards have left the layout."""
    is_held: bool = False
    """A blackjack kept to be doubled instead of being paid. Decision: 0021."""

    @cached
    def total(self) -> HandTotal:
        """What the hand counts."""
        return HandTotal.of(self.cards)

    @cached
    def is_blackjack(self) -> bool:
        """Whether it is a blackjack; a hand from a split never is."""
        return is_blackjack(self.cards, is_split=self.is_split)

    @property
    def sideways(self) -> tuple[int, ...]:
        """The places of its double cards, which lie sideways: the last ones, one for each double that has its card.

        Clauses: MA-9.a.3, S13-i.1-3.
        """
        count = self.doublings - (self.awaits == "double")
        return tuple(range(len(self.cards) - count, len(self.cards)))

    @cached
    def is_open(self) -> bool:
        """Whether any money on it is still undecided or unpaid."""
        return any(stake.is_open for stake in self.stakes)
