"""Ranks, suits and cards, the 48-card Spanish deck, and their text: `7s`, `Kh`, `As`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from siete.errors import ParseError


class Suit(StrEnum):
    """The four suits. Clauses: MA-1.suit, S13-a.1.vi."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"

    @property
    def symbol(self) -> str:
        """The suit as it is printed on a card."""
        return {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[self]

    @property
    def is_red(self) -> bool:
        """Whether the suit is printed in red; the other two are black."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)


class Rank(StrEnum):
    """The ranks a shoe can hold; the 10-spot is no part of a Spanish deck but can turn up in one."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    @property
    def points(self) -> int:
        """What the rank counts; an ace counts 1 here, and 11 where the whole hand can bear it.

        Clauses: MD-3.D.1, MD-3.D.2, MDD-3.D.1, MDD-3.D.2, MA-2.b.1, MA-2.b.2, S13-b.2.i, S13-b.2.ii.
        """
        return _POINTS[self]

    @property
    def is_face(self) -> bool:
        """Whether the rank is a jack, queen or king: the only 10-value cards of a Spanish deck."""
        return self in (Rank.JACK, Rank.QUEEN, Rank.KING)

    @property
    def word(self) -> str:
        """The rank as it stands on a card face: `10` for the 10-spot, else its letter or digit."""
        return "10" if self is Rank.TEN else self.value


_POINTS = {rank: min(number, 10) for number, rank in enumerate(Rank, start=1)}

SPANISH_RANKS = tuple(rank for rank in Rank if rank is not Rank.TEN)
"""The twelve ranks of a Spanish deck, ace first."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card. Its text is rank and suit, `7s`; the 10-spot reads `Td` and may be written `10d`.

    >>> from siete import Card
    >>> card = Card.from_text("7s")
    >>> str(card), card.rank.points, card.suit.symbol
    ('7s', 7, '♠')
    """

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def picture(self) -> str:
        """The card with its printed suit, for people: `7♠`, `10♦`."""
        return f"{self.rank.word}{self.suit.symbol}"

    @staticmethod
    def from_text(text: str) -> Card:
        """The card that a text such as `7s`, `Kh` or `10d` names; case does not matter."""
        card = _BY_TEXT.get(text.strip().lower())
        if card is None:
            sentence = f"{text[:20]!r} is not a card; write rank and suit, like 7s or Kh."
            raise ParseError("notation/unknown-card", sentence)
        return card


def cards_from_text(text: str) -> tuple[Card, ...]:
    """The cards named in a text, with spaces or commas between them: `7s 7s Kh`.

    >>> from siete import cards_from_text
    >>> [str(card) for card in cards_from_text("7s, 7s Kh")]
    ['7s', '7s', 'Kh']
    """
    return tuple(Card.from_text(word) for word in text.replace(",", " ").split())


def cards_to_text(cards: Iterable[Card]) -> str:
    """Cards as text that `cards_from_text` reads back: `7s 7s Kh`."""
    return " ".join(map(str, cards))


SPANISH_DECK = tuple(Card(rank, suit) for suit in Suit for rank in SPANISH_RANKS)
"""One 48-card pack: every rank but the 10-spot, in every suit.

Clauses: MD-3.B, MDD-3.B, MA-2.a.3, S13-b.1-3, WA3-G2.c, WA3-D1, WA2-G2.c, WA2-D1.
"""

_BY_TEXT = {str(Card(rank, suit)).lower(): Card(rank, suit) for rank in Rank for suit in Suit} | {
    f"10{suit.value}": Card(Rank.TEN, suit) for suit in Suit
}
