"""Hands told card by card, by kernels: what they are worth beyond their values, and where they go.

All told hands of one up card and one set of known cards are worked out in one pass: down for values, up for courses. A
hand is kept by its number; longer hands have larger ones. Suits do not depend on how many unseen cards of a value are
gone: the share of a kind among its value is that of the cards known, however many others left the shoe unseen.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from siete.odds.base.dealer import OUTCOMES, Draws, outcomes
from siete.odds.base.jit import Bytes, Floats, Ints, compiled
from siete.odds.base.play import BEST, DOUBLE, HIT, STAND, Values, chance, chances, late_chance, stand_value
from siete.odds.base.policy import Hand, hand_of, state_of
from siete.odds.base.shoe import KINDS, VALUE
from siete.odds.base.states import VALUES, States
from siete.odds.base.terms import Terms


class ToldHands(NamedTuple):
    """Told hands by rising length, and the draws that lead from one to another; single cards stand behind them."""

    state: Ints
    """Each hand by its values."""
    begin: Ints
    """Where the draws of each hand begin, then those of each single card."""
    kind: Ints
    """By draw: the kind drawn."""
    child: Ints
    """By draw: the hand it makes."""
    held: Ints
    """By draw: how many cards of that kind the hand holds before."""
    value: Ints
    """The value of each kind."""


class Lines(NamedTuple):
    """The bonus lines for three cards that told hands have; hands of one state and line are alike."""

    of: Ints
    """By hand: the number of its line, -1 for none."""
    pays: Floats
    is_open: bool
    """Whether such a hand is paid its line, before and after it was doubled."""
    is_open_doubled: bool


class Deal(NamedTuple):
    """The cards of one level: hand and `extra` cards of the pair's value are gone, some others known."""

    shoe: Ints
    """By value, the up card gone."""
    kinds: Ints
    """By kind, the up card gone."""
    known: Ints
    """Cards seen beside hand and up card, by kind; within `extra`."""
    pair: int
    extra: int


class ToldValues(NamedTuple):
    """By told hand: what each play is worth (not a number where it was not asked for), the value, the play."""

    worth: Floats
    value: Floats
    play: Bytes


@cache
def told_hands(told: frozenset[Hand]) -> tuple[ToldHands, dict[Hand, int]]:
    """The hands as arrays, and the number of each."""
    ordered = sorted(told, key=lambda hand: (len(hand), hand))
    number = {hand: index for index, hand in enumerate(ordered)}
    begin, edges = [0], []
    for hand in (*ordered, *((kind,) for kind in range(len(KINDS)))):
        longer = ((kind, number.get(hand_of((*hand, kind)), -1)) for kind in range(len(KINDS)))
        edges += [(kind, child, hand.count(kind)) for kind, child in longer if child >= 0]
        begin.append(len(edges))
    columns = np.array(edges, dtype=np.int64).reshape(-1, 3)
    made = ToldHands(
        state=np.array([state_of(hand) for hand in ordered], dtype=np.int64),
        begin=np.array(begin, dtype=np.int64),
        kind=columns[:, 0].copy(),
        child=columns[:, 1].copy(),
        held=columns[:, 2].copy(),
        value=np.array(VALUE, dtype=np.int64),
    )
    return made, number


@cache
def counted(kinds: Hand) -> Ints:
    """How many cards of each kind there are among these."""
    return np.bincount(np.array(kinds, dtype=np.int64), minlength=len(KINDS))


@compiled
def unseen_of(hands: States, told: ToldHands, deal: Deal, state: int) -> Ints:
    """The cards of each value that are neither in the hand nor known."""
    found: Ints = deal.shoe - hands.counts[state]
    for kind in range(deal.known.size):
        found[told.value[kind]] -= deal.known[kind]
    return found


@compiled
def left_of(hands: States, deal: Deal, state: int) -> Ints:
    """The cards of each value that are in the shoe still."""
    left: Ints = deal.shoe - hands.counts[state]
    if deal.pair >= 0:
        left[deal.pair] -= deal.extra
    return left


@compiled
def share(deal: Deal, kind: int, value: int, held: int, unseen: Ints) -> float:
    """The share of a kind among the unseen cards of its value."""
    count = deal.kinds[kind] - held - deal.known[kind]
    return count / unseen[value] if count > 0 and unseen[value] > 0 else 0.0


@compiled
def stand_told(
    hands: States, draws: Draws, terms: Terms, left: Ints, state: int, standing: float, doublings: int, pays: float
) -> float:
    """What a told hand is worth as it stands; `standing` is what its values say, where they do."""
    is_21 = hands.hard[state] + 10 * hands.is_soft[state] == 21
    if not is_21 and doublings == 0 and not np.isnan(standing):
        return standing
    row = np.empty(OUTCOMES)
    if not is_21 or (terms.is_split and hands.cards[state] == 2):
        outcomes(draws, left, terms.barred, row)
    late = late_chance(terms, left, left.sum())
    return stand_value(hands, terms, state, late, row, doublings, pays)


@compiled
def told_values(
    hands: States,
    draws: Draws,
    told: ToldHands,
    terms: Terms,
    deal: Deal,
    lines: Lines,
    values: Values,
    allowed: Bytes,
    rules: Bytes,
    every: bool,
) -> ToldValues:
    """Value the told hands that can come of the pair; `rules` gives the play, or leaves it open.

    Of a hand with a given play only that is worked out, unless every permitted one is wanted.
    """
    size = told.state.size
    worth = np.full((3, size), np.nan)
    value = np.full(size, np.nan)
    play = np.full(size, -1, dtype=np.int8)
    for hand in range(size - 1, -1, -1):
        state = told.state[hand]
        if deal.pair >= 0 and hands.counts[state, deal.pair] == 0:
            continue
        left = left_of(hands, deal, state)
        if left.min() < 0:
            continue
        cards = left.sum()
        unseen = unseen_of(hands, told, deal, state)
        worth[HIT, hand], worth[DOUBLE, hand] = values.hit[state], values.double[0, state]
        for draw in range(told.begin[hand], told.begin[hand + 1]):
            kind, child = told.kind[draw], told.child[draw]
            of = told.value[kind]
            part = share(deal, kind, of, told.held[draw], unseen)
            if part == 0.0 or left[of] <= 0:
                continue
            part *= chance(terms, left, cards, of)
            longer = told.state[child]
            worth[HIT, hand] += part * (value[child] - values.value[0, longer])
            if lines.is_open_doubled and lines.of[child] >= 0 and values.play[1, longer] == STAND:
                left[of] -= 1
                pays = lines.pays[lines.of[child]]
                standing = stand_told(hands, draws, terms, left, longer, np.nan, 1, pays)
                worth[DOUBLE, hand] += part * (standing - values.value[1, longer])
                left[of] += 1
        given = rules[hand]
        if every or given in (BEST, STAND):
            has_line = lines.is_open and lines.of[hand] >= 0
            pays = lines.pays[lines.of[hand]] if has_line else terms.pays_21[hands.cards[state]]
            worth[STAND, hand] = stand_told(hands, draws, terms, left, state, values.stand[state], 0, pays)
        best, chosen = worth[STAND, hand], STAND
        for other in (HIT, DOUBLE):
            if allowed[hand] >> other & 1 and not worth[other, hand] <= best:
                best, chosen = worth[other, hand], other
        if given != BEST:
            best, chosen = worth[given, hand], given
        value[hand], play[hand] = best, chosen
    return ToldValues(worth, value, play)


@compiled
def second_values(
    hands: States, told: ToldHands, terms: Terms, deal: Deal, values: Values, value: Floats, firsts: Ints, barred: Bytes
) -> Floats:
    """What hands with these first cards are worth before their second, if that is not barred (0 where it is).

    A row for each row of marks in `barred`.
    """
    start = hands.draw[0, deal.pair]
    left = left_of(hands, deal, start)
    cards = left.sum()
    unseen = unseen_of(hands, told, deal, start)
    by_value = np.zeros(VALUES)
    parts = chances(terms, left, cards)
    for of in range(VALUES):
        if left[of] > 0:
            by_value[of] = values.value[0, hands.draw[start, of]]
    found = np.empty((len(barred), firsts.size))
    for row, is_barred in enumerate(barred):
        for at, first in enumerate(firsts):
            found[row, at] = (parts * by_value).sum()
            for kind in range(is_barred.size):
                of = told.value[kind]
                if is_barred[kind] and left[of] > 0:
                    found[row, at] -= parts[of] * share(deal, kind, of, kind == first, unseen) * by_value[of]
            begin = told.state.size + first
            for draw in range(told.begin[begin], told.begin[begin + 1]):
                kind = told.kind[draw]
                of = told.value[kind]
                if not is_barred[kind] and left[of] > 0:
                    part = parts[of] * share(deal, kind, of, told.held[draw], unseen)
                    if part > 0.0:
                        found[row, at] += part * (value[told.child[draw]] - by_value[of])
    return found


@compiled
def deal_seconds(
    hands: States,
    told: ToldHands,
    terms: Terms,
    deal: Deal,
    firsts: Floats,
    barred: Bytes,
    starts: Floats,
    weights: Floats,
) -> None:
    """Deal second cards to hands of a split, weighted by first card: to `starts` by value, to `weights` if told."""
    start = hands.draw[0, deal.pair]
    left = left_of(hands, deal, start)
    parts = chances(terms, left, left.sum())
    unseen = unseen_of(hands, told, deal, start)
    for first in range(firsts.size):
        if firsts[first] == 0.0:
            continue
        rest = parts.copy()
        for kind in range(barred.size):
            if barred[kind]:
                of = told.value[kind]
                rest[of] -= parts[of] * share(deal, kind, of, kind == first, unseen)
        row = told.state.size + first
        for draw in range(told.begin[row], told.begin[row + 1]):
            kind = told.kind[draw]
            if not barred[kind]:
                of = told.value[kind]
                part = parts[of] * share(deal, kind, of, told.held[draw], unseen)
                rest[of] -= part
                weights[told.child[draw]] += firsts[first] * part
        for of in range(VALUES):
            # What rounding leaves of a value that is barred or told altogether is none.
            if rest[of] > 1e-15:
                starts[0, hands.draw[start, of]] += firsts[first] * rest[of]


@compiled
def deal_told(
    hands: States,
    told: ToldHands,
    terms: Terms,
    deal: Deal,
    lines: Lines,
    values: Values,
    plays: Bytes,
    weights: Floats,
    starts: Floats,
    stands: Floats,
    paid: Floats,
    bust: Floats,
    late_bust: Floats,
) -> None:
    """Play told hands with these weights until they end or are told no more.

    `starts`, `stands` and `bust` are as those of hands by value; `paid` has hands paid a line, by doublings and line.
    """
    for hand in range(told.state.size):
        weight, state, play = weights[hand], told.state[hand], plays[hand]
        if weight == 0.0:
            continue
        if play == STAND:
            if lines.is_open and lines.of[hand] >= 0:
                paid[0, lines.of[hand]] += weight
            else:
                stands[0, state] += weight
            continue
        left = left_of(hands, deal, state)
        cards = left.sum()
        unseen = unseen_of(hands, told, deal, state)
        parts = chances(terms, left, cards)
        rest = parts.copy()
        for draw in range(told.begin[hand], told.begin[hand + 1]):
            kind, child = told.kind[draw], told.child[draw]
            of = told.value[kind]
            part = parts[of] * share(deal, kind, of, told.held[draw], unseen)
            if play == HIT:
                rest[of] -= part
                weights[child] += weight * part
            elif lines.is_open_doubled and lines.of[child] >= 0 and values.play[1, told.state[child]] == STAND:
                rest[of] -= part
                paid[1, lines.of[child]] += weight * part
        then = 1 if play == DOUBLE else 0
        for of in range(VALUES):
            child = hands.draw[state, of]
            if child >= 0:
                starts[then, child] += weight * rest[of]
            else:
                bust[then] += weight * rest[of]
                if terms.late >= 0 and rest[of] > 0.0:
                    late_bust[then] += weight * rest[of] * (left[terms.late] - (of == terms.late)) / (cards - 1)
