"""Counting over the player's first two cards and the dealer's up and down card.

A wager on these four cards asks only how the player's cards match the dealer's, in rank, suit and colour, and
whether they are aces or kings of spades. So every card of another rank than the dealer's two is as good as any
other, and ranks other than ace and king are as good as each other. That turns five million deals into a few
thousand; a shoe of any composition works, a full one is fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import perm
from typing import TypeVar

from siete.cards import Card, Rank, Suit
from siete.odds.shoe import Shoe, size, without

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class FirstCards:
    """The first two cards of one player and of the dealer; the order of the player's own does not matter."""

    player: tuple[Card, Card]
    up: Card
    down: Card


def distribution(shoe: Shoe, judge: Callable[[FirstCards], Result]) -> dict[Result, Fraction]:
    """The chance of everything a judge can make of four cards; it must treat alike what the module says is alike."""
    deals = perm(size(shoe, least=4), 4)
    ways: Counter[Result] = Counter()
    for up, down, repeated in _dealers(shoe):
        for player, pairs in _players(without(shoe, (up, down)), {up.rank, down.rank}):
            ways[judge(FirstCards(player, up, down))] += repeated * pairs
    return {result: Fraction(count, deals) for result, count in ways.items()}


def _dealers(shoe: Shoe) -> Iterator[tuple[Card, Card, int]]:
    """One pair of dealer's cards for all that are alike, and in how many ways they are dealt."""
    of_rank = {rank: tuple(shoe.get(Card(rank, suit), 0) for suit in Suit) for rank in {card.rank for card in shoe}}
    repeats = {rank: sum(perm(count, 2) for count in counts) for rank, counts in of_rank.items()}
    found: dict[object, tuple[Card, Card]] = {}
    ways: Counter[object] = Counter()
    for up, down in product(shoe, repeat=2):
        dealt = shoe[up] * (shoe[down] - (up == down))
        if dealt:
            ranks = {up.rank, down.rank}
            kind = (as_judged(up), as_judged(down), len(ranks), of_rank[up.rank], of_rank[down.rank])
            key = (*kind, sum(repeats[rank] for rank in ranks))
            found.setdefault(key, (up, down))
            ways[key] += dealt
    return ((*found[key], count) for key, count in ways.items())


def as_judged(card: Card) -> tuple[Rank | None, Suit]:
    """What the judges know a card by, beside the other cards of its rank."""
    return (card.rank if card.rank in (Rank.ACE, Rank.KING) else None, card.suit)


def _players(left: Shoe, ranks: set[Rank]) -> Iterator[tuple[tuple[Card, Card], int]]:
    """The player's pairs, those of other ranks than the dealer's taken together, and their ways in order."""
    near = {card: count for card, count in left.items() if card.rank in ranks}
    far = {card: count for card, count in left.items() if card.rank not in ranks}
    for (one, count), (other, more) in product(near.items(), repeat=2):
        yield (one, other), count * (more - (one == other))
    if far:
        others, equal = sum(far.values()), sum(perm(count, 2) for count in far.values())
        some = next(iter(far))
        yield from (((card, some), 2 * count * others) for card, count in near.items())
        yield (some, some), equal
        yield (some, next(reversed(far))), perm(others, 2) - equal
