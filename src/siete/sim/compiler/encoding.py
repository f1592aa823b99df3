"""Cards as bytes for the kernel: the rank in the low four bits, the suit in the two above."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from siete.cards import SPANISH_DECK, SPANISH_RANKS, Card, Rank, Suit
from siete.errors import SieteError

Bytes = NDArray[np.uint8]

RANKS = SPANISH_RANKS
SUITS = tuple(Suit)
CODES = 64
"""One more than the largest code; some numbers below it stand for no card."""
RANK_COLUMNS = 16
ACE, SIX, SEVEN, EIGHT = (RANKS.index(rank) for rank in (Rank.ACE, Rank.SIX, Rank.SEVEN, Rank.EIGHT))
FIRST_FACE = RANKS.index(Rank.JACK)
SPADES = SUITS.index(Suit.SPADES)
SEVEN_OF_SPADES = SEVEN | SPADES << 4
UP_COLUMNS = 16
SPADE_SEVEN_COLUMN = 12
"""The seven of spades has a column of its own among the up cards: a strategy may look at its suit."""


_CODES = {card: RANKS.index(card.rank) | SUITS.index(card.suit) << 4 for card in SPANISH_DECK}


def code_of(card: Card) -> int:
    """The byte of a card; a 10-spot has none."""
    if card.rank is Rank.TEN:
        raise SieteError("sim/ten-spot", "A simulated shoe holds no 10-spot cards.")
    return _CODES[card]


def encoded(cards: Iterable[Card]) -> Bytes:
    """Cards as an array of bytes."""
    return np.array([code_of(card) for card in cards], dtype=np.uint8)


_DECK = encoded(SPANISH_DECK)


def full_shoe(decks: int) -> Bytes:
    """All cards of so many decks, in the deck's own order."""
    return np.tile(_DECK, decks)


def up_columns() -> Bytes:
    """The column of each up card: its rank, and one more for the seven of spades."""
    columns = np.zeros(CODES, dtype=np.uint8)
    for card in SPANISH_DECK:
        columns[code_of(card)] = RANKS.index(card.rank)
    columns[SEVEN_OF_SPADES] = SPADE_SEVEN_COLUMN
    return columns
