"""The mean squares of what hands of a split are worth, for bounds on variances."""

from __future__ import annotations

import numpy as np

from siete.odds.base.dealer import Draws, Rows, row_of
from siete.odds.base.jit import Bytes, Floats, Ints, compiled
from siete.odds.base.play import DOUBLE, HIT, RESCUE, chance
from siete.odds.base.states import VALUES, States
from siete.odds.base.terms import Terms


@compiled
def square_hands(
    hands: States, draws: Draws, terms: Terms, shoe: Ints, rows: Rows, wanted: Bytes, plays: Bytes
) -> tuple[Floats, Floats]:
    """The mean squares of a hand by the plays given, and by each play first and then those, never too low.

    By play (stand, hit, double, rescue), doublings and hand.
    """
    size = hands.hard.size
    ruled = np.full((4, size), np.nan)
    found = np.full((4, 4, size), np.nan)
    for state in range(size - 1, 0, -1):
        if wanted[state] == 0 or hands.cards[state] < 2:
            continue
        left = shoe - hands.counts[state]
        if left.min() < 0:
            continue
        cards = left.sum()
        total = hands.hard[state] + 10 * hands.is_soft[state]
        if total == 21:
            pays = max(terms.pays_21[hands.cards[state]], max(terms.push_ace_ten, terms.late_ace_ten))
            standing = pays * pays
        else:
            row = row_of(hands, draws, shoe, terms.barred, rows, state, 0, 0)
            standing = row[0] * max(terms.pays * terms.pays, 1.0)
            for outcome in range(1, 6):
                if outcome + 16 != total:
                    standing += row[outcome] * max(terms.pays * terms.pays, 1.0)
        for doublings in range(terms.doublings, -1, -1):
            wager = 4.0**doublings
            found[0, doublings, state] = wager * standing
            if doublings:
                found[3, doublings, state] = wager / 4.0
            for more in range(2):
                then = doublings + more
                if then > terms.doublings or (more == 0 and doublings > 0):
                    continue
                drawn = 0.0
                for value in range(VALUES):
                    if left[value] > 0:
                        child = hands.draw[state, value]
                        drawn += chance(terms, left, cards, value) * (ruled[then, child] if child >= 0 else 4.0**then)
                found[1 + more, doublings, state] = drawn
            play = plays[doublings, state]
            at = 1 if play == HIT else 2 if play == DOUBLE else 3 if play == RESCUE else 0
            ruled[doublings, state] = found[at, doublings, state]
    return ruled, found
