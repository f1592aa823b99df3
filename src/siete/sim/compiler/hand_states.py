"""Hand states as small numbers: the hands that a strategy and the rules distinguish, and where each card leads.

A hand of two cards is known by its values, and by its suits where they can matter: two cards of 6-7-8 or two sevens. A
longer one is known by its number of cards (nine stand for more), its total, and whether that is soft. Hands that the
`cards` table of a strategy names, and all their parts, are told apart besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from siete.cards import SPANISH_DECK, Card, Rank, Suit
from siete.errors import SieteError
from siete.sim.compiler.encoding import CODES, RANK_COLUMNS, code_of
from siete.strategy import COLUMNS, Strategy, Table

Numbers = NDArray[np.uint8 | np.uint16]

MOST_STATES = 4096
"""Room for the states of strategies with exact hands."""
MOST_CARDS = 9
"""Strategies count cards up to nine."""
BUST = 0
"""The number of every hand above 21."""


def value_of(card: Card) -> str:
    """What a card counts, as strategies write it."""
    return "A" if card.rank is Rank.ACE else "X" if card.rank.is_face else card.rank.value


@dataclass(frozen=True, slots=True)
class HandState:
    """All that play can depend on in a hand not doubled."""

    cards: int
    total: int
    is_soft: bool
    shape: str = ""
    """Of two cards: their values, and the class of their suits where that can matter."""
    told: tuple[tuple[str, ...], ...] = ()
    """The hand by value and by card, where the strategy names it or a longer one so."""


BUST_STATE = HandState(0, 22, False)


@dataclass(frozen=True)
class ExactHands:
    """The exact hands of a strategy and all their parts of two cards or more."""

    by_value: frozenset[tuple[str, ...]]
    by_card: frozenset[tuple[str, ...]]

    @staticmethod
    def of(strategy: Strategy) -> ExactHands:
        """Those of a strategy."""
        by_value: set[tuple[str, ...]] = set()
        by_card: set[tuple[str, ...]] = set()
        for row in strategy.rows:
            if row.table is Table.CARDS:
                words = row.name.rpartition(":")[2].split("-")
                found = by_value if words[0] in COLUMNS else by_card
                found.update(_parts(words))
        return ExactHands(frozenset(by_value), frozenset(by_card))

    def names(self, cards: tuple[Card, ...]) -> tuple[tuple[str, ...], ...]:
        """What tells this hand apart from others of its total."""
        if not self.by_value and not self.by_card:
            return ()
        values, texts = tuple(sorted(map(value_of, cards))), tuple(sorted(map(str, cards)))
        return tuple(
            (kind, *name)
            for kind, name, known in (("value", values, self.by_value), ("card", texts, self.by_card))
            if name in known
        )


def _parts(words: Iterable[str]) -> Iterator[tuple[str, ...]]:
    hand = sorted(words)
    for length in range(2, len(hand) + 1):
        yield from combinations(hand, length)


def state_of(cards: tuple[Card, ...], told: ExactHands) -> HandState:
    """The state of a hand."""
    hard = sum(card.rank.points for card in cards)
    if hard > 21:
        return BUST_STATE
    is_soft = hard <= 11 and any(card.rank is Rank.ACE for card in cards)
    shape = _shape(cards) if len(cards) == 2 else ""
    return HandState(min(len(cards), MOST_CARDS), hard + 10 if is_soft else hard, is_soft, shape, told.names(cards))


_CHASED = {Rank.SIX, Rank.SEVEN, Rank.EIGHT}


def _shape(cards: tuple[Card, ...]) -> str:
    values = "-".join(sorted(map(value_of, cards)))
    ranks = {card.rank for card in cards}
    if not ranks <= _CHASED or (len(ranks) == 1 and Rank.SEVEN not in ranks):
        return values
    suits = {card.suit for card in cards}
    if len(suits) == 1:
        return f"{values} {'spades' if Suit.SPADES in suits else 'suited'}"
    return f"{values} {'mixed' if Suit.SPADES in suits else 'mixed, no spade'}"


@dataclass(frozen=True)
class HandStates:
    """The numbered states of a strategy, with a hand as example for each, and where every card leads."""

    examples: dict[HandState, tuple[Card, ...]]
    told: ExactHands

    @staticmethod
    def of(strategy: Strategy) -> HandStates:
        """All states that hands can reach, bust hands first."""
        return HandStates._of(ExactHands.of(strategy))

    @staticmethod
    @lru_cache(maxsize=8)  # nearly all strategies name no exact hands, and so have the same states
    def _of(told: ExactHands) -> HandStates:
        deck = _deck(told)
        examples: dict[HandState, tuple[Card, ...]] = {BUST_STATE: ()}
        waiting: list[tuple[Card, ...]] = list(combinations_with_replacement(SPANISH_DECK, 2))
        while waiting:
            cards = waiting.pop()
            state = state_of(cards, told)
            if state in examples:
                continue
            examples[state] = cards
            waiting.extend((*cards, card) for card in deck)
        if len(examples) > MOST_STATES:
            raise SieteError("sim/exact-hands", "The strategy names more exact hands than the simulator supports.")
        return HandStates(examples, told)

    @cached_property
    def numbers(self) -> dict[HandState, int]:
        """The number of each state."""
        return {state: number for number, state in enumerate(self.examples)}

    @property
    def count(self) -> int:
        """How many states there are."""
        return len(self.examples)

    @property
    def is_small(self) -> bool:
        """Whether bytes serve and the rank is all that matters of a further card: only exact hands ask for more."""
        return not self.told.by_value and not self.told.by_card

    @property
    def kind(self) -> type[np.uint8] | type[np.uint16]:
        """The kind of a state's number."""
        return np.uint8 if self.is_small else np.uint16

    @property
    def columns(self) -> int:
        """The columns of the table of further cards."""
        return RANK_COLUMNS if self.is_small else CODES

    @property
    def room(self) -> int:
        """Room for states; two sizes only, so that few kernels are compiled."""
        return 256 if self.is_small else MOST_STATES

    @cached_property
    def first(self) -> Numbers:
        """The state of every two cards."""
        table = np.zeros(CODES * CODES, dtype=self.kind)
        for one, two in combinations_with_replacement(SPANISH_DECK, 2):
            number = self.numbers[state_of((one, two), self.told)]
            table[code_of(one) * CODES + code_of(two)] = table[code_of(two) * CODES + code_of(one)] = number
        return table

    @cached_property
    def after(self) -> Numbers:
        """The state after another card: a row for each state, a column for each rank (or card)."""
        columns = self.columns
        table = np.zeros(self.count * columns, dtype=self.kind)
        for state, cards in self.examples.items():
            for card in _deck(self.told, is_all=not self.is_small) if state is not BUST_STATE else ():
                number = self.numbers[state_of((*cards, card), self.told)]
                table[self.numbers[state] * columns + code_of(card) % columns] = number
        return table


def _deck(told: ExactHands, *, is_all: bool = False) -> tuple[Card, ...]:
    """The cards that can lead to different states."""
    if is_all or any(len(hand) > 2 for hand in told.by_card):
        return SPANISH_DECK
    return tuple(card for card in SPANISH_DECK if card.suit is Suit.CLUBS)
