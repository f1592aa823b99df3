"""The kernels of one hand against one up card: the best or the given play, valued backward and dealt forward.

Every unseen card is equally likely to be drawn next, except that the hole card is one of them and, after a
negative peek, known not to make a blackjack; draws and dealer are conditioned on that together, card by card.
A hand from a split is worth what it adds to the box: a late blackjack takes one wager of the whole box, which is
charged to the box and not to its hands, so that all a hand has added comes back (Decision: 0015).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from siete.odds.base.dealer import Draws, Rows, fill_rows, place_of, row_of
from siete.odds.base.jit import Bytes, Floats, Ints, compiled
from siete.odds.base.states import VALUES, States, states
from siete.odds.base.terms import Terms

STAND, HIT, DOUBLE, SPLIT, SURRENDER, RESCUE = range(6)
BEST = -1
"""In place of a given play: whatever is worth most."""
MOST_DOUBLINGS = 3
EVERY = 15
"""The mark of a hand that is wanted after any number of doublings."""


class Values(NamedTuple):
    """What each hand is worth; not a number where it cannot be or the shoe could run out."""

    stand: Floats
    hit: Floats
    double: Floats
    """What the next doubling is worth, by doublings made before."""
    value: Floats
    """By doublings made: the value with the play chosen."""
    play: Bytes
    """By doublings made: the play chosen."""


class Ends(NamedTuple):
    """How often hands are come to and end how, by doublings made."""

    reach: Floats
    stand: Floats
    rescue: Floats
    bust: Floats
    """By doublings: how often a hand busts."""
    late_bust: Floats
    """By doublings: how often a hand busts and a late blackjack follows."""


def free_play() -> Bytes:
    """The table of plays that leaves every decision open."""
    return np.full((MOST_DOUBLINGS + 1, len(states().hard)), BEST, dtype=np.int8)


@compiled
def needs_row(hands: States, terms: Terms, state: int, wanted: int, plays: Bytes) -> bool:
    """Whether a hand may stand, after some number of doublings for which it is wanted, and meets the dealer then."""
    is_21 = hands.hard[state] + 10 * hands.is_soft[state] == 21
    if is_21 and not (terms.is_split and hands.cards[state] == 2 and terms.push_ace_ten != terms.pays):
        return False
    for doublings in range(terms.doublings + 1):
        if wanted >> doublings & 1 == 1 and plays[doublings, state] in (BEST, STAND):
            return True
    return False


@compiled
def chance(terms: Terms, left: Ints, cards: int, value: int) -> float:
    """The chance that the next card has this value."""
    if terms.has_hole and cards < 2:
        return np.nan
    held: int = left[value]
    if terms.barred < 0:
        return held / cards
    if value == terms.barred:
        return held / (cards - 1)
    barred: int = left[terms.barred]
    return held * (cards - 1 - barred) / ((cards - 1) * (cards - barred))


@compiled
def chances(terms: Terms, left: Ints, cards: int) -> Floats:
    """The chance of each value to come next."""
    found = np.zeros(VALUES)
    for value in range(VALUES):
        if left[value] > 0:
            found[value] = chance(terms, left, cards, value)
    return found


@compiled
def cards_left(hands: States, shoe: Ints, state: int, pair: int, extra: int, left: Ints) -> int:
    """Write the unseen cards by value into `left` and return how many there are; -1 where the shoe has not so many.

    A loop in place of array arithmetic, which would need room for each hand.
    """
    cards = 0
    for value in range(VALUES):
        held = shoe[value] - hands.counts[state, value] - (extra if value == pair else 0)
        if held < 0:
            return -1
        left[value] = held
        cards += held
    return cards


@compiled
def late_chance(terms: Terms, left: Ints, cards: int) -> float:
    """The chance of a blackjack that nobody has looked for."""
    if terms.late < 0:
        return 0.0
    held: int = left[terms.late]
    return held / cards


@compiled
def stand_value(
    hands: States, terms: Terms, state: int, late: float, row: Floats, doublings: int, pays_21: float
) -> float:
    """What a hand of 21 or less is worth as it stands."""
    wager = 2.0**doublings
    total = hands.hard[state] + 10 * hands.is_soft[state]
    if total == 21:
        if terms.is_split and hands.cards[state] == 2:
            worth = pays_21 * (1.0 - late) + late * terms.late_ace_ten
            return worth if terms.push_ace_ten == pays_21 else worth + row[5] * (terms.push_ace_ten - pays_21)
        worth = wager * pays_21 * (1.0 - late)
    else:
        won, lost = row[0], 0.0
        for outcome in range(1, 6):
            if outcome + 16 < total:
                won += row[outcome]
            elif outcome + 16 > total:
                lost += row[outcome]
        worth = wager * (terms.pays * won - lost)
    return worth if terms.is_split else worth - late


@compiled
def bust_value(terms: Terms, left: Ints, cards: int, value: int, doublings: int) -> float:
    """What a hand is worth that a card of this value takes over 21."""
    wager = 2.0**doublings
    if terms.late < 0 or terms.late_takes_busts:
        return -wager
    if cards < 2:
        return np.nan
    late: float = (left[terms.late] - (value == terms.late)) / (cards - 1)
    return -wager * (1.0 - late) if terms.is_split else -wager * (1.0 - late) - late


@compiled
def rescue_value(terms: Terms, late: float, doublings: int) -> float:
    """What is lost by rescuing: all but the last double. Decisions: 0015, 0024, 0025."""
    lost = 2.0 ** (doublings - 1)
    return -lost * (1.0 - late) - (lost - 1.0) * late if terms.is_split else -lost


@compiled
def may(hands: States, terms: Terms, state: int, play: int, doublings: int) -> bool:
    """Whether the rules permit a play on a hand that is neither a blackjack nor over 21."""
    if play == STAND:
        return True
    is_21 = hands.hard[state] + 10 * hands.is_soft[state] == 21
    is_hard_21 = is_21 and hands.is_soft[state] == 0
    if play == RESCUE:
        return doublings > 0 and (terms.may_rescue_21 if is_21 else terms.may_rescue)
    if is_hard_21 or not terms.may_draw:
        return False
    if play == HIT:
        return doublings == 0 and (terms.hit_soft21 or not is_21)
    if play == DOUBLE:
        is_long = hands.cards[state] >= terms.double_min_cards
        return is_long and doublings < terms.doublings and (terms.double_soft21 or not is_21)
    return False


@compiled
def value_hands(
    hands: States,
    draws: Draws,
    terms: Terms,
    shoe: Ints,
    rows: Rows,
    pair: int,
    extra: int,
    wanted: Bytes,
    plays: Bytes,
) -> Values:
    """Value the wanted hands, by the plays given or the best; the hand and `extra` of the pair's value are gone.

    A hand is wanted after d doublings where bit d of its mark is set. The dealer's chances are worked out only for
    hands that may stand: they are most of the work.
    """
    size = hands.hard.size
    stand, hit = np.full(size, np.nan), np.full(size, np.nan)
    double = np.full((4, size), np.nan)
    value = np.full((4, size), np.nan)
    play = np.full((4, size), -1, dtype=np.int8)
    none = np.empty(0)
    left = np.empty(VALUES, dtype=np.int64)
    met = np.zeros(size, dtype=np.int8)
    for state in range(1, size):
        if wanted[state] and hands.cards[state] >= 2 and needs_row(hands, terms, state, wanted[state], plays):
            met[state] = cards_left(hands, shoe, state, pair, extra, left) >= 0
    fill_rows(hands, draws, shoe, terms.barred, rows, met, pair, extra)
    for state in range(size - 1, 0, -1):
        if wanted[state] == 0 or hands.cards[state] < 2:
            continue
        cards = cards_left(hands, shoe, state, pair, extra, left)
        if cards < 0:
            continue
        late = late_chance(terms, left, cards)
        is_21 = hands.hard[state] + 10 * hands.is_soft[state] == 21
        may_stand = False
        for doublings in range(terms.doublings + 1):
            is_wanted = wanted[state] >> doublings & 1 == 1
            may_stand |= is_wanted and plays[doublings, state] in (BEST, STAND)
        row = none
        if met[state]:
            place, gone = place_of(hands, state, pair, extra)
            row = rows.main[place] if gone == 0 else rows.more[gone, place]
        if terms.may_draw and not (is_21 and hands.is_soft[state] == 0):
            hit[state] = 0.0
            double[: terms.doublings, state] = 0.0
            for drawn in range(VALUES):
                if left[drawn] == 0:
                    continue
                part = chance(terms, left, cards, drawn)
                child = hands.draw[state, drawn]
                if child >= 0:
                    hit[state] += part * value[0, child]
                    for doublings in range(terms.doublings):
                        double[doublings, state] += part * value[doublings + 1, child]
                else:
                    hit[state] += part * bust_value(terms, left, cards, drawn, 0)
                    for doublings in range(terms.doublings):
                        double[doublings, state] += part * bust_value(terms, left, cards, drawn, doublings + 1)
        for doublings in range(terms.doublings, -1, -1):
            if wanted[state] >> doublings & 1 == 0 or (doublings > 0 and hands.cards[state] < 3):
                continue
            pays_21 = terms.pays_21[hands.cards[state]] if doublings == 0 else terms.pays_doubled_21[hands.cards[state]]
            standing = stand_value(hands, terms, state, late, row, doublings, pays_21) if may_stand else np.nan
            if doublings == 0:
                stand[state] = standing
            best, chosen = standing, STAND
            given = plays[doublings, state]
            if given == BEST:
                if may(hands, terms, state, HIT, doublings) and not hit[state] <= best:
                    best, chosen = hit[state], HIT
                if may(hands, terms, state, DOUBLE, doublings) and not double[doublings, state] <= best:
                    best, chosen = double[doublings, state], DOUBLE
                if may(hands, terms, state, RESCUE, doublings) and not rescue_value(terms, late, doublings) <= best:
                    best, chosen = rescue_value(terms, late, doublings), RESCUE
            elif given == HIT:
                best, chosen = hit[state], HIT
            elif given == DOUBLE:
                best, chosen = double[doublings, state], DOUBLE
            elif given == RESCUE:
                best, chosen = rescue_value(terms, late, doublings), RESCUE
            value[doublings, state] = best
            play[doublings, state] = chosen
    return Values(stand, hit, double, value, play)


@compiled
def reached(hands: States, left: Ints, starts: Bytes, plays: Bytes) -> Bytes:
    """Which hands can be reached from the starts by these plays, a bit for each number of doublings."""
    size = hands.hard.size
    found = starts.copy()
    for state in range(size):
        for doublings in range(4):
            if found[doublings, state] == 0:
                continue
            play = plays[doublings, state]
            if play in (HIT, DOUBLE):
                for drawn in range(VALUES):
                    child = hands.draw[state, drawn]
                    if child >= 0 and left[drawn] > 0:
                        found[doublings + (play == DOUBLE), child] = 1
    wanted = np.zeros(size, dtype=np.int8)
    for doublings in range(4):
        wanted |= found[doublings] << doublings
    return wanted


@compiled
def deal_hands(hands: States, terms: Terms, shoe: Ints, pair: int, extra: int, starts: Floats, plays: Bytes) -> Ends:
    """How often hands end where, when they start with these weights (by doublings) and follow the plays."""
    size = hands.hard.size
    reach = starts.copy()
    stand, rescue = np.zeros((4, size)), np.zeros((4, size))
    bust, late_bust = np.zeros(4), np.zeros(4)
    left = np.empty(VALUES, dtype=np.int64)
    for state in range(size):
        for doublings in range(4):
            weight = reach[doublings, state]
            if weight == 0.0:
                continue
            play = plays[doublings, state]
            if play == RESCUE:
                rescue[doublings, state] += weight
            elif play in (HIT, DOUBLE):
                cards = cards_left(hands, shoe, state, pair, extra, left)
                then = doublings + (play == DOUBLE)
                for drawn in range(VALUES):
                    if left[drawn] <= 0:
                        continue
                    part = weight * chance(terms, left, cards, drawn)
                    child = hands.draw[state, drawn]
                    if child >= 0:
                        reach[then, child] += part
                    else:
                        bust[then] += part
                        if terms.late >= 0:
                            late_bust[then] += part * (left[terms.late] - (drawn == terms.late)) / (cards - 1)
            else:
                stand[doublings, state] += weight
    return Ends(reach, stand, rescue, bust, late_bust)


@compiled
def stand_and_rescue(
    hands: States, draws: Draws, terms: Terms, shoe: Ints, rows: Rows, chosen: Ints, doublings: int
) -> tuple[Floats, Floats]:
    """What doubled hands from no split are worth as they stand, and rescued."""
    stand, rescue = np.empty(chosen.size), np.empty(chosen.size)
    for at in range(chosen.size):
        state = chosen[at]
        left = shoe - hands.counts[state]
        late = late_chance(terms, left, left.sum())
        row = row_of(hands, draws, shoe, terms.barred, rows, state, 0, 0)
        pays = terms.pays_doubled_21[hands.cards[state]]
        stand[at] = stand_value(hands, terms, state, late, row, doublings, pays)
        rescue[at] = rescue_value(terms, late, doublings)
    return stand, rescue
