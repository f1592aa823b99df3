"""The dealer's hands: for each up card all multisets of further cards that end the draw, and their chances.

The order in which a dealer may draw a multiset does not depend on the shoe, so it is counted once; its chance is
that count times a product of falling factorials, exact for any composition. Outcomes are 0 (bust), 1 to 5
(17 to 21 in three cards or more) and 6 (blackjack). `Rows` keeps the chances by the player's hand, which has left the
shoe too.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import NamedTuple

import numpy as np

from siete.odds.base.jit import Bytes, Floats, Ints, compiled
from siete.odds.base.states import ACE, TEN, VALUES, States, states

OUTCOMES = 7
PLENTY = 64
"""A shoe of so many cards cannot run out while one hand and the dealer draw."""
BLACKJACK = 6
LANES = 8
"""How many shoes are walked down the tree side by side."""


class Draws(NamedTuple):
    """The dealer's hands with one up card as a tree of sorted cards, in the order of a walk down it."""

    value: Ints
    depth: Ints
    """Number of cards beside the up card."""
    used: Ints
    """How many of this value the path holds above this card, the up card not among them."""
    after: Ints
    """The first node that is not below this one."""
    orders: Floats
    """In how many orders the dealer may draw exactly these cards and then stop; 0 for none."""
    outcome: Ints
    has_busts: bool
    """Whether busts are in the tree; else they are what is missing to 1, which halves the work."""


def _stands(hard: int, has_ace: bool, *, hits_soft_17: bool) -> bool:
    """Whether the dealer draws no more. Clauses: MD-7.M, MA-12.b, S13-l.2, WA3-G5."""
    is_soft = has_ace and hard <= 11
    total = hard + 10 if is_soft else hard
    return total > 17 or (total == 17 and not (is_soft and hits_soft_17))


def _endings(shown: tuple[int, ...], *, hits_soft_17: bool) -> dict[tuple[int, ...], tuple[float, int]]:
    """Each sorted hand on which the dealer stops, with the number of orders that lead there and its outcome.

    Known are the up card, and the hole card where somebody has seen it. Two cards that the dealer stands on have one
    ending for each card that might come next: whichever it is, nothing changes.
    """
    ends: dict[tuple[int, ...], tuple[float, int]] = {}
    drawing: dict[tuple[int, ...], int] = {(): 1}
    points, has_shown_ace = sum(shown) + len(shown), ACE in shown
    if len(shown) > 1 and _stands(points, has_shown_ace, hits_soft_17=hits_soft_17):
        total = points + 10 if has_shown_ace and points <= 11 else points
        return {(value,): (1.0, BLACKJACK if total == 21 else total - 16) for value in range(VALUES)}
    while drawing:
        longer: dict[tuple[int, ...], int] = defaultdict(int)
        for hand, orders in drawing.items():
            for value in range(VALUES):
                longer[tuple(sorted((*hand, value)))] += orders
        drawing = {}
        for hand, orders in longer.items():
            hard = sum(hand) + len(hand) + points
            has_ace = has_shown_ace or ACE in hand
            if not _stands(hard, has_ace, hits_soft_17=hits_soft_17):
                drawing[hand] = orders
                continue
            total = hard + 10 if has_ace and hard <= 11 else hard
            is_blackjack = total == 21 and len(shown) + len(hand) == 2
            outcome = BLACKJACK if is_blackjack else 0 if total > 21 else total - 16
            ends[hand] = (float(orders), outcome)
    return ends


@cache
def draws(up: int, *, hits_soft_17: bool, has_busts: bool, hole: int = -1) -> Draws:
    """The tree of the dealer's hands with this up card; a shoe that can run out needs its busts.

    With a hole card that is known (-1: none is) the tree holds the cards that come after it.
    """
    ends = _endings((up,) if hole < 0 else (up, hole), hits_soft_17=hits_soft_17)
    if not has_busts:
        ends = {hand: end for hand, end in ends.items() if end[1] > 0}
    paths = sorted({hand[:length] for hand in ends for length in range(1, len(hand) + 1)})
    depth = [len(path) for path in paths]
    return Draws(
        value=np.array([path[-1] for path in paths], dtype=np.int64),
        depth=np.array(depth, dtype=np.int64),
        used=np.array([path.count(path[-1]) - 1 for path in paths], dtype=np.int64),
        after=np.array(_after(depth), dtype=np.int64),
        orders=np.array([ends.get(path, (0.0, 0))[0] for path in paths]),
        outcome=np.array([ends.get(path, (0.0, 0))[1] for path in paths], dtype=np.int64),
        has_busts=has_busts,
    )


def _after(depth: list[int]) -> list[int]:
    """For each node of a tree in order, the next that is not below it."""
    found = [len(depth)] * len(depth)
    above: list[int] = []
    for node, deep in enumerate(depth):
        while above and depth[above[-1]] >= deep:
            found[above.pop()] = node
        above.append(node)
    return found


def blackjack_value(up: int) -> int:
    """The value of the second card that makes a blackjack with this up card; -1 for none."""
    return TEN if up == ACE else ACE if up == TEN else -1


@compiled
def outcomes(draws: Draws, left: Ints, barred: int, row: Floats) -> None:
    """Write the chance of each outcome when these cards are left into `row`.

    `barred` is the value that the dealer is known not to hold (-1: nothing is known). Where the cards cannot
    finish the dealer's hand the row is not a number.
    """
    row[:] = 0.0
    cards = left.sum()
    reach = np.empty(24)
    share = np.empty(24)
    for depth in range(1, 24):
        share[depth] = 1.0 / max(cards - depth + 1, 1)
    reach[0] = 1.0
    if barred >= 0:
        free = cards - left[barred]
        if free <= 0:
            row[:] = np.nan
            return
        reach[0] = cards / free
    node = 0
    while node < draws.value.size:
        depth = draws.depth[node]
        remaining = left[draws.value[node]] - draws.used[node]
        if remaining <= 0:
            node = draws.after[node]
            continue
        reach[depth] = reach[depth - 1] * (remaining * share[depth])
        row[draws.outcome[node]] += draws.orders[node] * reach[depth]
        node += 1
    if barred >= 0:
        row[6] = 0.0
    if not draws.has_busts:
        row[0] = 1.0 - (row[1] + row[2] + row[3] + row[4] + row[5] + row[6])
    elif abs(row.sum() - 1.0) > 1e-9:
        row[:] = np.nan


@compiled
def outcomes_side_by_side(draws: Draws, left: Floats, barred: int, rows: Floats) -> None:
    """The same for several shoes at once, a column of `left` and of `rows` for each.

    Every number is that of `outcomes`, bit for bit; a node's work on all columns is vector arithmetic, which takes a
    quarter of the time (Decision: 0217).
    """
    rows[:] = 0.0
    reach, share = np.empty((24, LANES)), np.empty((24, LANES))
    most = np.zeros(VALUES)
    for lane in range(LANES):
        cards = 0.0
        for value in range(VALUES):
            cards += left[value, lane]
            most[value] = max(most[value], left[value, lane])
        for depth in range(1, 24):
            share[depth, lane] = 1.0 / max(cards - depth + 1.0, 1.0)
        free = cards - left[barred, lane] if barred >= 0 else cards
        reach[0, lane] = cards / free if free > 0.0 else np.nan
    node = 0
    while node < draws.value.size:
        depth, value, outcome = draws.depth[node], draws.value[node], draws.outcome[node]
        used, orders = float(draws.used[node]), draws.orders[node]
        if most[value] <= used:
            node = draws.after[node]
            continue
        for lane in range(LANES):
            remaining = max(left[value, lane] - used, 0.0)
            reach[depth, lane] = reach[depth - 1, lane] * (remaining * share[depth, lane])
            rows[outcome, lane] += orders * reach[depth, lane]
        node += 1
    for lane in range(LANES):
        if barred >= 0:
            rows[6, lane] = 0.0
        known = rows[1, lane] + rows[2, lane] + rows[3, lane] + rows[4, lane] + rows[5, lane] + rows[6, lane]
        if not draws.has_busts:
            rows[0, lane] = 1.0 - known
        elif not abs(rows[0, lane] + known - 1.0) <= 1e-9:
            rows[:, lane] = np.nan


class Rows(NamedTuple):
    """The dealer's chances by player's hand, worked out when first asked for, for one up card.

    `more` holds those for hands of which further cards of one value (that of the pair) are gone as well.
    """

    main: Floats
    is_known: Bytes
    more: Floats
    is_known_more: Bytes


def new_rows(extra: int) -> Rows:
    """Rows of which nothing is known yet; `extra` is how many further cards of a pair's value may be gone."""
    size = len(states().hard)
    return Rows(
        main=np.empty((size, OUTCOMES)),
        is_known=np.zeros(size, dtype=np.int8),
        more=np.empty((extra + 1, size, OUTCOMES)),
        is_known_more=np.zeros((extra + 1, size), dtype=np.int8),
    )


@compiled
def place_of(hands: States, state: int, pair: int, extra: int) -> tuple[int, int]:
    """Where the row of a hand stands: its state when as many of the extra cards as fit are in it, and the others."""
    while extra > 0 and hands.draw[state, pair] >= 0:
        state = hands.draw[state, pair]
        extra -= 1
    return state, extra


@compiled
def row_of(
    hands: States, draws: Draws, shoe: Ints, barred: int, rows: Rows, state: int, pair: int, extra: int
) -> Floats:
    """The dealer's chances when a hand, and `extra` more cards of the pair's value, have left the shoe."""
    place, gone = place_of(hands, state, pair, extra)
    is_known = rows.is_known[place] if gone == 0 else rows.is_known_more[gone, place]
    row: Floats = rows.main[place] if gone == 0 else rows.more[gone, place]
    if not is_known:
        left = shoe - hands.counts[place]
        left[pair] -= gone
        outcomes(draws, left, barred, row)
        if gone == 0:
            rows.is_known[place] = 1
        else:
            rows.is_known_more[gone, place] = 1
    return row


@compiled
def fill_rows(
    hands: States, draws: Draws, shoe: Ints, barred: int, rows: Rows, chosen: Bytes, pair: int, extra: int
) -> None:
    """Work out the rows of the chosen hands that are not known yet, many at a time."""
    waiting = np.empty((chosen.size, 2), dtype=np.int64)
    count = 0
    for hand in range(chosen.size):
        if not chosen[hand]:
            continue
        state, gone = place_of(hands, hand, pair, extra)
        if gone == 0 and not rows.is_known[state]:
            rows.is_known[state] = 1
        elif gone > 0 and not rows.is_known_more[gone, state]:
            rows.is_known_more[gone, state] = 1
        else:
            continue
        waiting[count] = state, gone
        count += 1
    left, found = np.zeros((VALUES, LANES)), np.empty((OUTCOMES, LANES))
    for first in range(0, count, LANES):
        lanes = min(LANES, count - first)
        for lane in range(lanes):
            state, gone = waiting[first + lane]
            for value in range(VALUES):
                left[value, lane] = shoe[value] - hands.counts[state, value] - (gone if value == pair else 0)
        outcomes_side_by_side(draws, left, barred, found)
        for lane in range(lanes):
            state, gone = waiting[first + lane]
            row = rows.main[state] if gone == 0 else rows.more[gone, state]
            row[:] = found[:, lane]
