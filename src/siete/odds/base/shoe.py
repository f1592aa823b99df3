"""Shoes by their cards: how many of each of the 48 kinds are in play, full or not, possible or not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from siete.cards import SPANISH_RANKS, Card, Rank, Suit
from siete.errors import ParseError, SieteError
from siete.odds.base.states import VALUES

if TYPE_CHECKING:
    from siete.odds.base.jit import Bytes, Ints

KINDS = tuple(Card(rank, suit) for rank in SPANISH_RANKS for suit in Suit)
"""The 48 kinds of cards, four suits of a rank together; a kind is spoken of by its number."""
NUMBER = {card: kind for kind, card in enumerate(KINDS)}
VALUE = tuple(card.rank.points - 1 for card in KINDS)
"""The value of each kind."""
OF_VALUE = tuple(tuple(kind for kind in range(len(KINDS)) if VALUE[kind] == value) for value in range(VALUES))
"""The kinds of each value."""
MOST = 10_000
"""No shoe holds more of one kind; the kernels count in doubles."""


def kind_of(card: Card) -> int:
    """The number of a card's kind; a 10-spot has none."""
    if card.rank is Rank.TEN:
        raise SieteError(
            "hand/ten-spot", f"{card}: a Spanish deck has no 10-spots.", clause="MD-3.B", facts={"card": str(card)}
        )
    return NUMBER[card]


@dataclass(frozen=True, slots=True)
class Shoe:
    """How many cards of each kind there are."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        assert len(self.counts) == len(KINDS) and min(self.counts) >= 0, "a shoe counts 48 kinds"

    @staticmethod
    def full(decks: int) -> Shoe:
        """The whole shoe of so many decks. Clauses: MD-3.A.1, MD-3.B, MA-2.a.1, WA3-G2.a."""
        return Shoe((decks,) * len(KINDS))

    @staticmethod
    def from_text(text: str) -> Shoe:
        """The shoe that `7s:3 Kh:2 5:4` names: counts by card, or by rank for each of its four suits."""
        counts = [0] * len(KINDS)
        for word in text.replace(",", " ").split():
            match = re.fullmatch(r"([^:]+):(\d{1,5})", word)
            if match is None or int(match[2]) > MOST:
                raise ParseError(
                    "shoe/unreadable", f"{word[:20]!r} is not a count of cards; write 7s:3, or 7:3 for each suit."
                )
            names = [match[1]] if len(match[1]) > 1 and match[1] != "10" else [match[1] + suit for suit in Suit]
            for name in names:
                counts[kind_of(Card.from_text(name))] += int(match[2])
        return Shoe(tuple(counts))

    def without(self, cards: Iterable[Card]) -> Shoe:
        """The shoe after these cards have left it; refused when it has not so many."""
        counts = list(self.counts)
        for card in cards:
            kind = kind_of(card)
            if counts[kind] == 0:
                raise SieteError(
                    "hand/too-many",
                    f"The shoe has only {self.counts[kind]} of {card}.",
                    facts={"card": str(card), "count": self.counts[kind]},
                )
            counts[kind] -= 1
        return Shoe(tuple(counts))

    @property
    def cards(self) -> int:
        """How many cards there are in all."""
        return sum(self.counts)

    def values(self) -> Ints:
        """How many cards of each value there are."""
        found = np.zeros(VALUES, dtype=np.int64)
        np.add.at(found, np.array(VALUE), np.array(self.counts, dtype=np.int64))
        return found

    @property
    def is_even(self) -> bool:
        """Whether clubs, diamonds and hearts are alike, rank by rank: then only spades must be told apart."""
        rows = np.array(self.counts).reshape(-1, 4)
        return bool((rows[:, 0] == rows[:, 1]).all() and (rows[:, 1] == rows[:, 2]).all())


@cache
def marks(kinds: frozenset[int]) -> Bytes:
    """A mark for each of these kinds."""
    found = np.zeros(len(KINDS), dtype=np.int8)
    found[list(kinds)] = 1
    return found


@cache
def none_and_all(pair: int) -> Bytes:
    """A row without marks, and one with a mark for each kind of the pair."""
    return np.array([marks(frozenset()), marks(frozenset(OF_VALUE[pair]))])
