"""The dealer as numbers: where each card leads, and for which up cards the dealer peeks, offers insurance or waits."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from siete.cards import Rank
from siete.rules.options import HoleCardProcedure, Soft17
from siete.rules.table_rules import TableRules
from siete.sim.codes import Dealer
from siete.sim.compiler.encoding import RANK_COLUMNS, RANKS, Bytes
from siete.sim.compiler.layout import Fields

FIRST_RUNNING = 8
"""Dealer states from here on take another card; those below are ends."""


def _ranks(wanted: tuple[Rank, ...]) -> Bytes:
    flags = np.zeros(RANK_COLUMNS, dtype=np.uint8)
    flags[[RANKS.index(rank) for rank in wanted if rank in RANKS]] = 1
    return flags


def dealer_fields(rules: TableRules) -> Fields:
    """The dealer's part of the record."""
    numbers: dict[tuple[int, bool, bool], int] = {}
    for state in _running(rules):
        numbers[state] = FIRST_RUNNING + len(numbers)
    table = np.zeros((FIRST_RUNNING + len(numbers), RANK_COLUMNS), dtype=np.uint8)
    for state, number in numbers.items():
        for rank in RANKS:
            table[number, RANKS.index(rank)] = _dealer_after(state, rank, rules, numbers)
    one = [numbers[_first(rank)] if column < len(RANKS) else 0 for column, rank in enumerate((*RANKS, *[RANKS[0]] * 4))]
    looks = rules.hole_card_procedure in (HoleCardProcedure.HOLE_READER, HoleCardProcedure.HOLE_PEEK)
    return {
        "dealer_one": np.array(one, dtype=np.uint8),
        "dealer_next": table.ravel(),
        "peeks": _ranks(rules.peek_up_cards if looks else ()),
        "insurable": _ranks(rules.insurance_up_cards),
        "parks": _ranks(rules.surrender_parked_up_cards),
        "may_be_blackjack": _ranks((Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)),
    }


def _first(rank: Rank) -> tuple[int, bool, bool]:
    """A dealer's single card: total, soft, and that it is one card."""
    return (11, True, True) if rank is Rank.ACE else (rank.points, False, True)


def _running(rules: TableRules) -> Iterator[tuple[int, bool, bool]]:
    yield from dict.fromkeys(map(_first, RANKS))
    yield from ((total, False, False) for total in range(4, 17))
    yield from ((total, True, False) for total in range(12, 18) if _draws(total, rules))


def _draws(soft: int, rules: TableRules) -> bool:
    return soft < 17 or (soft == 17 and rules.dealer_soft17 is Soft17.HIT)


def _dealer_after(
    state: tuple[int, bool, bool], rank: Rank, rules: TableRules, numbers: dict[tuple[int, bool, bool], int]
) -> int:
    total, is_soft, is_one = state
    if is_one and {total, _first(rank)[0]} == {10, 11}:
        return Dealer.BLACKJACK
    hard = total - (10 if is_soft else 0) + rank.points
    has_ace = is_soft or rank is Rank.ACE
    is_soft = has_ace and hard <= 11
    total = hard + 10 if is_soft else hard
    if total > 21:
        return Dealer.BUST
    if total < 17 or (is_soft and total == 17 and _draws(17, rules)):
        return numbers[total, is_soft, False]
    return total - 17
