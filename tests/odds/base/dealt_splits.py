"""Split rounds dealt card by card, by value, without bonuses: what the law of split rounds is held against."""

from __future__ import annotations

import numpy as np

from siete.odds.base.jit import Bytes, Floats, Ints, compiled
from siete.odds.base.play import DOUBLE, RESCUE, STAND
from siete.odds.base.states import States

_STAND, _DOUBLE, _RESCUE = STAND, DOUBLE, RESCUE


@compiled
def _draw(left: Ints, cards: int) -> int:
    at, value = np.random.randint(cards), 0
    while at >= left[value]:
        at -= left[value]
        value += 1
    return value


@compiled
def deal(
    seed: int,
    rounds: int,
    hands: States,
    shoe: Ints,
    pair: int,
    up: int,
    barred: int,
    plays: Bytes,
    most: int,
    hits: bool,
) -> Floats:
    """The results of split rounds after a negative peek; the hole card lies under the up card from the start."""
    np.random.seed(seed)
    start = hands.draw[0, pair]
    results = np.zeros(rounds)
    fixed, total, wager = np.zeros(most), np.zeros(most, dtype=np.int64), np.zeros(most)
    for number in range(rounds):
        left = shoe.copy()
        left[pair] -= 2
        cards = left.sum()
        hole = _draw(left, cards)
        while hole == barred:
            hole = _draw(left, cards)
        left[hole] -= 1
        cards -= 1
        count, done = 2, 0
        while done < count:
            drawn = _draw(left, cards)
            left[drawn] -= 1
            cards -= 1
            if drawn == pair and count < most:
                count += 1
                continue
            state, doublings, is_over = hands.draw[start, drawn], 0, False
            fixed[done], total[done] = 0.0, 0
            while plays[doublings, state] != _STAND and not is_over:
                if plays[doublings, state] == _RESCUE:
                    fixed[done], is_over = -(2.0 ** (doublings - 1)), True
                    continue
                doublings += plays[doublings, state] == _DOUBLE
                drawn = _draw(left, cards)
                left[drawn] -= 1
                cards -= 1
                state = hands.draw[state, drawn]
                if state < 0:
                    fixed[done], is_over = -(2.0**doublings), True
                    break
            wager[done] = 2.0**doublings
            if not is_over:
                total[done] = hands.hard[state] + 10 * hands.is_soft[state]
                if total[done] == 21:
                    fixed[done], total[done] = wager[done], 0
            done += 1
        hard, has_ace = up + hole + 2, up == 0 or hole == 0
        while True:
            is_soft = has_ace and hard <= 11
            dealer = hard + 10 if is_soft else hard
            if dealer > 17 or (dealer == 17 and not (is_soft and hits)):
                break
            drawn = _draw(left, cards)
            left[drawn] -= 1
            cards -= 1
            hard += drawn + 1
            has_ace |= drawn == 0
        for hand in range(count):
            results[number] += fixed[hand]
            if total[hand] > 0:
                results[number] += wager[hand] * np.sign(total[hand] - (0 if dealer > 21 else dealer))
    return results
