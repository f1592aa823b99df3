"""Hands in a discard rack: every way in which a round's cards can be parted into the hands of its boxes.

The order of picking up decides it: a hand paid in mid-round goes into the rack then; all that lies on the layout at
the end is taken up from the far right counterclockwise, then the bonus cards, the dealer's own cards last. Within a
hand the cards lie as they were dealt. This module knows the order by itself and does not ask the engine that made it.

Clauses: MD-7.T, MDD-7.T, MA-7.h.1, MA-7.h.2, S13-g.8-1, S13-g.8-2. Decision: 0120.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from siete.cards import Card
from siete.rules.options import TwentyOnePaid
from siete.rules.table_rules import TableRules
from siete.table.dealer import draws
from siete.table.hand import BEST_TOTAL, HandTotal

Place = tuple[int, int]
"""Box and hand."""

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """One way to part a rack: each hand's cards by box and place, the bonus cards, and the dealer's."""

    hands: Mapping[Place, Cards]
    bonus: Cards
    dealer: Cards

    def boxes(self) -> dict[int, tuple[Cards, ...]]:
        """The hands of each box from the left."""
        numbers = sorted({box for box, _ in self.hands})
        return {box: tuple(self.hands[place] for place in sorted(self.hands) if place[0] == box) for box in numbers}


def partings(rack: Cards, hands: Mapping[int, int], rules: TableRules) -> Iterator[Parting]:
    """Every way to part the rack among boxes with these numbers of hands."""
    places = tuple((box, hand) for box in sorted(hands) for hand in range(hands[box]))
    for count in range(1, len(rack) + 1):
        dealer, rest = rack[len(rack) - count :], rack[: len(rack) - count]
        if len(rest) < rules.mtd_bonus_cards + 2 * len(places):
            return
        if not _may_be_dealers(dealer, rules):
            continue
        cut = len(rest) - rules.mtd_bonus_cards
        for found in _split_up(rest[:cut], places, (), rules):
            yield Parting(hands=found, bonus=rest[cut:], dealer=dealer)


def _split_up(
    rack: Cards, left: tuple[Place, ...], early: tuple[Place, ...], rules: TableRules
) -> Iterator[dict[Place, Cards]]:
    """Hands that went early, then the rest from the far right."""
    yield from _from_far_right(rack, left)
    for place in left:
        for length in _lengths(rack, len(left)):
            hand = rack[:length]
            if not _may_go_early(hand, rules) or not _may_follow(place, early):
                continue
            others = tuple(each for each in left if each != place)
            for found in _split_up(rack[length:], others, (*early, place), rules):
                yield {place: hand, **found}


def _may_go_early(hand: Cards, rules: TableRules) -> bool:
    """Whether a hand can have been paid and taken up in mid-round: a blackjack, or a 21 where it is paid at once."""
    is_any_21 = rules.twenty_one_paid is TwentyOnePaid.AT_ONCE
    return HandTotal.of(hand).total == BEST_TOTAL and (is_any_21 or len(hand) == 2)


def _may_follow(place: Place, early: tuple[Place, ...]) -> bool:
    """Hands go early in the order of play; blackjacks paid before the first decision have a pass of their own."""
    order = (*early, place)
    return sum(after < before for before, after in pairwise(order)) <= 1


def _from_far_right(rack: Cards, left: tuple[Place, ...]) -> Iterator[dict[Place, Cards]]:
    if not left:
        if not rack:
            yield {}
        return
    for length in _lengths(rack, len(left)):
        for found in _from_far_right(rack[length:], left[:-1]):
            yield {left[-1]: rack[:length], **found}


def _lengths(rack: Cards, hands: int) -> Iterator[int]:
    """How many of the first cards can be one hand, two being left for each of the others."""
    for length in range(2, len(rack) - 2 * (hands - 1) + 1):
        if length > 2 and not _may_grow(rack[: length - 1]):
            return
        yield length


@lru_cache(maxsize=100_000)
def _may_grow(cards: Cards) -> bool:
    """Whether a hand of these cards can have had another one."""
    total = HandTotal.of(cards)
    return total.total < BEST_TOTAL or (total.total == BEST_TOTAL and total.is_soft)


def _may_be_dealers(cards: Cards, rules: TableRules) -> bool:
    """Whether the dealer can have drawn just these; one card where none depended on the second."""
    return all(draws(HandTotal.of(cards[:count]), rules) for count in range(2, len(cards)))
