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
from siete.table.hand import BEST_TOTAL, HandTotal
from siete.table.stages.dealer import draws

Place = tuple[int, int]
"""Box and hand."""

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RackParting:
    """One way to part a rack: each hand's cards by box and place, the bonus cards, and the dealer's."""

    hands: Mapping[Place, Cards]
    bonus: Cards
    dealer: Cards

    def boxes(self) -> dict[int, tuple[Cards, ...]]:
        """The hands of each box from the left."""
        return by_box(self.hands)


def by_box(hands: Mapping[Place, Cards]) -> dict[int, tuple[Cards, ...]]:
    """Hands by box, each box's from the left."""
    numbers = sorted({box for box, _ in hands})
    return {box: tuple(hands[place] for place in sorted(hands) if place[0] == box) for box in numbers}


def partings(
    rack: Cards, places: tuple[Place, ...], rules: TableRules, *, is_void: bool = False
) -> Iterator[RackParting]:
    """Every way to part the rack among these hands, two cards to each.

    A void round may lack dealer's and bonus cards, and the second cards of split hands.
    """
    split = {box for box, hand in places if hand} if is_void else set()
    left = tuple((place, 1 if place[0] in split else 2) for place in places)
    for count in range(0 if is_void else 1, len(rack) + 1):
        dealer, rest = rack[len(rack) - count :], rack[: len(rack) - count]
        if not _may_be_dealers(dealer, rules):
            continue
        for bonus in range(0 if is_void else rules.mtd_bonus_cards, rules.mtd_bonus_cards + 1):
            cut = len(rest) - bonus
            if cut >= _least(left):
                for found in _split_up(rest[:cut], left, (), rules):
                    yield RackParting(hands=found, bonus=rest[cut:], dealer=dealer)


_Left = tuple[tuple[Place, int], ...]
"""Hands whose cards have still to be found, each with the fewest cards that it can have."""


def _least(left: _Left) -> int:
    return sum(least for _, least in left)


def broken_off(
    rack: Cards, places: tuple[Place, ...], short: frozenset[int], rules: TableRules
) -> Iterator[RackParting]:
    """Every way to part the rack of a round that was void before each of these boxes had its two cards.

    Boxes are dealt to from the left, one card and then another; those that were dealt past have one all the while.
    """
    if any(hand for _, hand in places):
        return
    seen: set[tuple[int, ...]] = set()
    for dealt in range(2 * len(places) + 1):
        full = [dealt // len(places) + (place < dealt % len(places)) for place in range(len(places))] if places else []
        passed = [min(count, 1) if box in short else count for count, (box, _) in zip(full, places, strict=True)]
        for counts in (tuple(full), tuple(passed)):
            if counts not in seen and (not places or min(counts) < 2):
                seen.add(counts)
                yield from _laid(rack, dict(zip(places, counts, strict=True)), rules)


def _laid(rack: Cards, counts: Mapping[Place, int], rules: TableRules) -> Iterator[RackParting]:
    """The rack with so many cards to each hand, taken up from the far right; the rest are bonus and dealer's cards."""
    taken, hands = 0, dict[Place, Cards]()
    for place in sorted(counts, reverse=True):
        hands[place] = rack[taken : taken + counts[place]]
        taken += counts[place]
    left = rack[taken:]
    for bonus in range(rules.mtd_bonus_cards + 1):
        if taken <= len(rack) and bonus <= len(left) <= bonus + 2:
            yield RackParting(hands=hands, bonus=left[:bonus], dealer=left[bonus:])


def _split_up(rack: Cards, left: _Left, early: tuple[Place, ...], rules: TableRules) -> Iterator[dict[Place, Cards]]:
    """Hands that went early, then the rest from the far right."""
    yield from _from_far_right(rack, left)
    for place, least in left:
        others = tuple(each for each in left if each[0] != place)
        for length in _lengths(rack, least, others):
            hand = rack[:length]
            if not _may_go_early(hand, rules) or not _may_follow(place, early):
                continue
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


def _from_far_right(rack: Cards, left: _Left) -> Iterator[dict[Place, Cards]]:
    if not left:
        if not rack:
            yield {}
        return
    place, least = left[-1]
    for length in _lengths(rack, least, left[:-1]):
        for found in _from_far_right(rack[length:], left[:-1]):
            yield {place: rack[:length], **found}


def _lengths(rack: Cards, least: int, others: _Left) -> Iterator[int]:
    """How many of the first cards can be one hand, enough being left for the others."""
    for length in range(least, len(rack) - _least(others) + 1):
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
