"""How hands are played: the best play, or that of a given strategy, as tables for the kernels.

A hand is decided by its values alone, unless it is one of the *told* hands, for which suits or ranks matter:
those that are a 6-7-8 or 7-7-7 or can become one, and those for which a strategy has a row by card, with all their
parts. Told hands are decided and valued card by card.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, product

import numpy as np

from siete.cards import Card, Rank, Suit
from siete.odds.base.jit import Bytes, interpreted
from siete.odds.base.play import BEST, DOUBLE, HIT, MOST_DOUBLINGS, RESCUE, SPLIT, STAND, SURRENDER, free_play, may
from siete.odds.base.shoe import KINDS, NUMBER, VALUE
from siete.odds.base.states import VALUES, index_of, states
from siete.odds.base.terms import Terms, is_blackjack
from siete.strategy import COLUMNS, Play, Situation, Strategy, Table

Hand = tuple[int, ...]
"""Kinds of cards, sorted."""

NAMES = ((0, 1, 2, 3), (0, 2, 1, 3), (1, 0, 2, 3), (1, 2, 0, 3), (2, 0, 1, 3), (2, 1, 0, 3))
"""The ways to name clubs, diamonds and hearts; spades are spades."""

may_plain = interpreted(may)
"""A call of compiled code costs ten times what is decided here."""

CODES = {
    Play.STAND: STAND,
    Play.HIT: HIT,
    Play.DOUBLE: DOUBLE,
    Play.SPLIT: SPLIT,
    Play.SURRENDER: SURRENDER,
    Play.RESCUE: RESCUE,
}


def hand_of(kinds: Iterable[int]) -> Hand:
    """The kinds in order."""
    return tuple(sorted(kinds))


def renamed(hand: Hand, names: tuple[int, ...]) -> Hand:
    """The hand with its suits renamed."""
    return hand_of(kind // 4 * 4 + names[kind % 4] for kind in hand)


@cache
def shape(hand: Hand) -> str:
    """`678` or `777` for three cards that are one, else nothing."""
    if len(hand) != 3:
        return ""
    ranks = "".join(KINDS[kind].rank.value for kind in hand)
    return ranks if ranks in ("678", "777") else ""


@cache
def state_of(hand: Hand) -> int:
    """The hand by its values."""
    return index_of(VALUE[kind] for kind in hand)


def _suits(rank: Rank) -> tuple[int, ...]:
    return tuple(NUMBER[Card(rank, suit)] for suit in Suit)


@cache
def bonus_hands() -> frozenset[Hand]:
    """All 6-7-8 and 7-7-7 and the pairs of cards that can become one."""
    sixes, sevens, eights = map(_suits, (Rank.SIX, Rank.SEVEN, Rank.EIGHT))
    straights = {hand_of(hand) for hand in product(sixes, sevens, eights)}
    triples = set(combinations_with_replacement(sevens, 3))
    pairs = {hand_of(pair) for hand in straights | triples for pair in combinations(hand, 2)}
    return frozenset(straights | triples | pairs)


@dataclass(frozen=True)
class Policy:
    """The best play everywhere; a given strategy is a policy that answers more."""

    @property
    def name(self) -> str:
        """The strategy class, or the strategy's name."""
        return "own-cards"

    @property
    def is_given(self) -> bool:
        """Whether every decision is known beforehand."""
        return False

    @property
    def told(self) -> frozenset[Hand]:
        """The hands of two cards or more that are decided and valued card by card."""
        return bonus_hands()

    @cached_property
    def _draws(self) -> dict[Hand, tuple[int, ...]]:
        return {}

    def told_draws(self, hand: Hand) -> tuple[int, ...]:
        """The kinds that make a told hand of this one."""
        if hand not in self._draws:
            kinds = range(len(KINDS))
            self._draws[hand] = tuple(kind for kind in kinds if hand_of((*hand, kind)) in self.told)
        return self._draws[hand]

    def concerns(self, hand: Hand) -> frozenset[int]:
        """The values of which cards already gone change what a told hand can become."""
        kinds = self.told_draws(hand)
        return frozenset(VALUE[kind] for kind in kinds).union(
            *(self.concerns(hand_of((*hand, kind))) for kind in kinds)
        )

    @cached_property
    def _concerned(self) -> dict[int, frozenset[int]]:
        return {}

    def concerned(self, pair: int) -> frozenset[int]:
        """The same of all hands that can come of a pair of this value."""
        if pair not in self._concerned:
            kinds = (kind for kind in range(len(KINDS)) if VALUE[kind] == pair)
            self._concerned[pair] = frozenset[int]().union(*(self.concerns((kind,)) for kind in kinds))
        return self._concerned[pair]

    @property
    def is_blind_to_suits(self) -> bool:
        """Whether clubs, diamonds and hearts are played alike."""
        return True

    def plays(self, up: int, terms: Terms) -> Bytes:
        """The play on every hand by its values, by doublings made; splits and surrenders left aside."""
        return free_play()

    def first(self, hand: Hand, up: int, allowed: tuple[int, ...], *, is_split: bool) -> int:
        """The play among those allowed on a hand not doubled."""
        return BEST


@dataclass(frozen=True)
class Given(Policy):
    """The decisions of one strategy: in each situation the first play of its list that the rules permit."""

    strategy: Strategy
    _totals: Strategy = field(init=False, repr=False, compare=False)
    """The same without its rows for exact hands."""
    _values: Strategy = field(init=False, repr=False, compare=False)
    """The same without its rows by card."""

    def __post_init__(self) -> None:
        rows = self.strategy.rows
        totals = tuple(row for row in rows if row.table is not Table.CARDS)
        values = tuple(row for row in rows if row.table is not Table.CARDS or _is_by_value(row.name))
        object.__setattr__(self, "_totals", Strategy(name=self.strategy.name, rows=totals))
        object.__setattr__(self, "_values", Strategy(name=self.strategy.name, rows=values))

    @property
    def name(self) -> str:
        return self.strategy.name

    @property
    def is_given(self) -> bool:
        return True

    @cached_property
    def _exact(self) -> tuple[tuple[Hand, ...], tuple[int, ...]]:
        """The hands of the rows by card, and the states of the rows by value."""
        by_card, by_value = [], []
        for row in self.strategy.rows:
            if row.table is Table.CARDS:
                words = row.name.rpartition(":")[2].split("-")
                if _is_by_value(row.name):
                    by_value.append(index_of(_value(word) for word in words))
                else:
                    by_card.append(hand_of(NUMBER[Card.from_text(word)] for word in words if word[0] != "T"))
        return tuple(by_card), tuple(state for state in by_value if state >= 0)

    @cached_property
    def told(self) -> frozenset[Hand]:
        parts = {
            part
            for hand in self._exact[0]
            if state_of(hand) >= 0
            for length in range(2, len(hand) + 1)
            for part in combinations(hand, length)
        }
        return bonus_hands() | parts

    @property
    def is_blind_to_suits(self) -> bool:
        return not self._exact[0]

    @cached_property
    def _tables(self) -> dict[tuple[object, ...], Bytes]:
        return {}

    def plays(self, up: int, terms: Terms) -> Bytes:
        key = (up, terms.is_split, terms.may_draw, terms.hit_soft21, terms.double_soft21, terms.double_min_cards,
               terms.doublings, terms.may_rescue, terms.may_rescue_21)  # fmt: skip
        if key not in self._tables:
            self._tables[key] = self._new_plays(up, terms)
        return self._tables[key]

    def _new_plays(self, up: int, terms: Terms) -> Bytes:
        hands = states()
        table = np.full((MOST_DOUBLINGS + 1, len(hands.hard)), STAND, dtype=np.int8)
        keys = hands.hard * 64 + hands.is_soft * 32 + np.minimum(hands.cards, 10)
        _, firsts, where = np.unique(keys, return_index=True, return_inverse=True)
        for doublings in range(terms.doublings + 1):
            fits = hands.cards[firsts] >= (3 if doublings else 2)
            codes = [self._code(self._totals, int(state), up, terms, doublings) if fit else STAND
                     for state, fit in zip(firsts, fits, strict=True)]  # fmt: skip
            table[doublings] = np.array(codes, dtype=np.int8)[where]
        own = [index_of(pair) for pair in combinations_with_replacement(range(VALUES), 2)]
        for state in {*own, *self._exact[1]}:
            table[0, state] = self._code(self._values, state, up, terms, 0)
        return table

    def _code(self, strategy: Strategy, state: int, up: int, terms: Terms, doublings: int) -> int:
        cards = tuple(_CARDS[value] for value in np.repeat(np.arange(VALUES), states().counts[state]))
        situation = Situation(cards=cards, up=_CARDS[up], is_split=terms.is_split, doublings=doublings)
        codes = (CODES[play] for play in strategy.preferences(situation))
        return next(code for code in codes if may_plain(states(), terms, state, code, doublings))

    @cached_property
    def _firsts(self) -> dict[tuple[object, ...], int]:
        return {}

    def first(self, hand: Hand, up: int, allowed: tuple[int, ...], *, is_split: bool) -> int:
        key = (hand, up, allowed, is_split)
        if key not in self._firsts:
            self._firsts[key] = self._new_first(hand, up, allowed, is_split=is_split)
        return self._firsts[key]

    def _new_first(self, hand: Hand, up: int, allowed: tuple[int, ...], *, is_split: bool) -> int:
        situation = Situation(cards=tuple(KINDS[kind] for kind in hand), up=KINDS[up], is_split=is_split)
        codes = (CODES[play] for play in self.strategy.preferences(situation))
        return next(code for code in codes if code in allowed)


_CARDS = tuple(KINDS[VALUE.index(value)] for value in range(VALUES))


def _is_by_value(name: str) -> bool:
    """Whether the name of an exact hand gives values, not cards."""
    return name.rpartition(":")[2].split("-")[0] in COLUMNS


def _value(word: str) -> int:
    return 0 if word == "A" else 9 if word == "X" else int(word) - 1


def allowed_plays(
    hand: Hand, terms: Terms, *, may_split: bool, may_surrender: bool, double_blackjack: bool
) -> tuple[int, ...]:
    """The plays permitted on a hand not doubled."""
    state = state_of(hand)
    values = tuple(VALUE[kind] for kind in hand)
    if is_blackjack(values) and not terms.is_split:
        return (STAND, DOUBLE) if double_blackjack and terms.double_min_cards <= 2 else (STAND,)
    plays = [play for play in (STAND, HIT, DOUBLE) if may_plain(states(), terms, state, play, 0)]
    if may_split and len(values) == 2 and values[0] == values[1]:
        plays.append(SPLIT)
    if may_surrender and len(values) == 2:
        plays.append(SURRENDER)
    return tuple(plays)
