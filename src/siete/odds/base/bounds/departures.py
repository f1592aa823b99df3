"""A proved bound on what the split class `own-cards` leaves of the best play of all. Decision: 0127.

Somebody who watches the other hands of a split may play a hand otherwise than its rule does. Hands played by the rule
do not depend on one another's cards, so what one departure gains shows on that hand alone: it is -M(c), M(c) being
what the rule's play is worth beyond the other, the rule being followed afterwards, when the cards c of other hands are
known to be gone. All that watching gains is therefore at most the sum of E[max(0, -M(c))] over all decisions.

As cards become known M is a martingale; its mean is the margin m that the rule itself sees. A variable with mean m and
variance v has E[max(0, -M)] ≤ (√(m² + v) - m) / 2. The variance after k of n cards is a sum of parts by order r, each
growing with k as C(k, r) / C(n - k, r): the harmonic parts of functions on the subsets of n cards. The part of order 1
is worked out by taking each single card from the shoe. The rest is bounded by the variance there is when only so many
cards remain as the hand and the dealer need.

Where the dealer has looked for a blackjack, every M is weighed with the chance of that look: then cards are drawn from
all unseen ones alike, and the weighed M is a martingale again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb

import numpy as np

from siete.odds.base.bounds.second_moments import square_hands
from siete.odds.base.dealer import new_rows
from siete.odds.base.jit import Bytes, Floats, Ints
from siete.odds.base.play import DOUBLE, EVERY, HIT, RESCUE, STAND, free_play, may, rescue_value, value_hands
from siete.odds.base.states import VALUES, index_of, states
from siete.odds.base.terms import Terms
from siete.odds.base.versus_up_card import ByValue, Level, most_hands

PLAYS = (STAND, HIT, DOUBLE, RESCUE)
RARE = 1e-7
"""Hands longer than happens with this chance are bounded by the most there is to win and lose."""
MOST_HANDS = 8
"""Hands of a split that the rule sets permit at most."""
MOST_DRAWS, MOST_POINTS = 120, 220
"""The cards and points of seven hands that bust."""
LENGTHS = (1e-2, 1e-4, 1e-7, 1e-11)
"""Hands are told apart by length where longer ones have these chances."""


def least(mean: Floats, variance: Floats) -> Floats:
    """The most that max(0, -M) can be in the mean, for the mean and the variance of M."""
    found: Floats = np.maximum((np.sqrt(mean * mean + variance) - mean) / 2.0, 0.0)
    return found


def share_of_rest(order: int, known: int, needed: int, cards: Floats) -> Floats:
    """The part of the variance of all orders from this one on that shows when `known` cards are known.

    `needed` cards decide the matter, so all of it is there once all but those are known.
    """
    if known + needed >= float(cards.min()):
        return np.ones_like(cards)
    found = np.full_like(cards, float(comb(known, order) * comb(needed, order)))
    for each in range(order):
        found *= (each + 1.0) / (cards - needed - each) * (each + 1.0) / (cards - known - each)
    return found


def tail(shoe: Ints, draws: int, points: int, gone: int = 40) -> float:
    """The chance that so many draws count no more than so many points, whatever `gone` other cards are gone."""
    cards = int(shoe.sum()) - gone
    if cards < draws:
        return 1.0
    return float(_ways(tuple(shoe.tolist()), _wide(points))[draws, : points + 1].sum()) / comb(cards, draws)


def _wide(points: int) -> int:
    return 100 if points <= 100 else MOST_POINTS


@cache
def _ways(shoe: tuple[int, ...], points: int) -> Floats:
    """In how many ways cards can be taken from a shoe, by their number and the points they count."""
    most = MOST_DRAWS
    found = np.zeros((most + 1, points + 1))
    found[0, 0] = 1.0
    for value, count in enumerate(shoe):
        more = np.zeros_like(found)
        for taken in range(min(count, most, points // (value + 1)) + 1):
            counted = taken * (value + 1)
            more[taken:, counted:] += comb(count, taken) * found[: most + 1 - taken, : points + 1 - counted]
        found = more
    return found


@dataclass(frozen=True)
class PlayValues:
    """What every play is worth on every hand in one shoe, the rule being followed afterwards."""

    value: Floats
    """By doublings and hand."""
    by_play: Floats
    """By play, doublings and hand."""


@dataclass
class Watching:
    """One pair against one up card."""

    by_value: ByValue
    pair: int

    @property
    def level(self) -> Level:
        return self.by_value.split(self.pair)[0]

    @property
    def terms(self) -> Terms:
        return self.level.terms

    @cached_property
    def rule(self) -> Bytes:
        return self.level.values.play

    @cached_property
    def permitted(self) -> Bytes:
        """By play, doublings and hand: whether it is another than the rule's and the rules permit it."""
        hands = states()
        found = np.zeros((len(PLAYS), 4, len(hands.hard)), dtype=np.int8)
        for state in np.flatnonzero((hands.counts[:, self.pair] > 0) & (hands.cards > 1)).tolist():
            for doublings in range(min(self.terms.doublings, int(hands.cards[state]) - 2) + 1):
                for at, play in enumerate(PLAYS):
                    is_other = play != self.rule[doublings, state]
                    found[at, doublings, state] = is_other and may(hands, self.terms, state, play, doublings)
        return found

    def gone(self, extra: int) -> Ints:
        """The shoe when so many further pair cards are gone beside the first two; a hand's own is still in it."""
        shoe = self.by_value.shoe.copy()
        shoe[self.pair] -= 1 + extra
        return shoe

    def worth(self, shoe: Ints) -> PlayValues:
        """What every play is worth on every hand with a pair card."""
        hands, terms = states(), self.terms
        wanted = np.where(hands.counts[:, self.pair] > 0, EVERY, 0).astype(np.int8)
        rows = new_rows(0)
        draws = self.by_value.draws
        ruled = value_hands(hands, draws, terms, shoe, rows, -1, 0, wanted, self.rule)
        stand = value_hands(hands, draws, terms, shoe, rows, -1, 0, wanted, np.full_like(free_play(), STAND))
        by_play = np.full((len(PLAYS), 4, len(hands.hard)), np.nan)
        by_play[0], by_play[1, 0], by_play[2] = stand.value, ruled.hit, ruled.double
        left = shoe - hands.counts
        cards = left.sum(axis=1)
        late = left[:, terms.late] / cards if terms.late >= 0 else np.zeros(len(cards))
        for doublings in (1, 2, 3):
            by_play[3, doublings] = [rescue_value(terms, each, doublings) for each in late.tolist()]
        return PlayValues(value=ruled.value, by_play=by_play)

    def free(self, left: Ints) -> Floats:
        """The chance that the dealer's look finds nothing, by the unseen cards."""
        cards = left.sum(axis=-1)
        if self.terms.barred < 0:
            return np.ones_like(cards, dtype=np.float64)
        found: Floats = 1.0 - left[..., self.terms.barred] / cards
        return found

    def reach(self, shoe: Ints) -> Floats:
        """The chance of each hand to be the first cards drawn to one pair card, by any play."""
        hands = states()
        own = np.zeros(VALUES, dtype=np.int64)
        own[self.pair] = 1
        left = shoe - own
        found = np.zeros(len(hands.hard))
        for state in np.flatnonzero((hands.counts[:, self.pair] > 0) & (hands.cards > 1)).tolist():
            drawn = hands.counts[state] - own
            ways = np.prod([float(comb(int(left[v]), int(drawn[v]))) for v in range(VALUES) if drawn[v]])
            found[state] = ways / comb(int(left.sum()), int(drawn.sum()))
        return found * self.free(shoe - hands.counts) / float(self.free(left))

    def longest(self, limit: float, points: int) -> int:
        """The number of draws that stay within so many points with less than this chance."""
        shoe = self.by_value.shoe
        lengths = (draws for draws in range(1, MOST_DRAWS) if tail(shoe, draws, points, self.others) < limit)
        return next(lengths, int(shoe.sum()))

    def drawn(self, hands: int) -> int:
        """How many cards so many hands draw at most, RARE aside; a hand that busts ends with ten points at most."""
        return self.longest(RARE, hands * (20 - self.pair) + (hands - 1) * 10) if hands else 0

    def needed(self, hands: int, limit: float) -> int:
        """How many cards so many hands and the dealer need at most, but for that chance in each hand."""
        own = hands * self.longest(limit, 20 - self.pair) + hands - 1
        return 1 + own + self.longest(limit, 15 - self.by_value.up.value)

    @property
    def others(self) -> int:
        """No fewer cards than all hands of a split take before the dealer draws, RARE aside."""
        return 40 if most_hands(self.by_value.rules, self.pair) <= 4 else 100

    @property
    def swing(self) -> float:
        """The most there is between the best and the worst result of a hand."""
        best = max(float(self.terms.pays_21.max()), 3.0)
        return (best + 1.0) * 2.0**self.terms.doublings

    def single(self, extra: int) -> tuple[PlayValues, list[PlayValues], Ints]:
        """What plays are worth with `extra` pair cards gone, and with each single card gone beside them."""
        if extra not in self._singles:
            shoe = self.gone(extra)
            self._singles[extra] = (self.worth(shoe), [self.worth(less(shoe, value)) for value in range(VALUES)], shoe)
        return self._singles[extra]

    @cached_property
    def _singles(self) -> dict[int, tuple[PlayValues, list[PlayValues], Ints]]:
        return {}

    def gain(
        self,
        unseen: Ints,
        margin: Floats,
        each: Sequence[Floats],
        known: int,
        rest: Floats,
        more: Floats | float = 0.0,
        suits: Floats | float = 0.0,
    ) -> Floats:
        """The most that departing can gain by margins in the shoe `unseen`, and in those with each one card less.

        `more` is a further part of the margin, `suits` its deviation.
        """
        cards = unseen.sum(axis=-1)
        parts = np.moveaxis(np.maximum(unseen, 0) / cards[..., None], -1, 0)
        parts = parts.reshape(VALUES, *(1,) * (margin.ndim - cards.ndim), *cards.shape)
        looks = [self.free(less(unseen, value)) / self.free(unseen) for value in range(VALUES)]
        moves = np.array([margins * look - margin for margins, look in zip(each, looks, strict=True)])
        moves = np.where(parts > 0, moves, 0.0)
        assert np.nanmax(np.abs((moves * parts).sum(axis=0)), initial=0.0) < 1e-9, "a margin is a martingale"
        return most_gain(margin + more, moves * (cards - 1.0) / (cards - known), parts, known, rest, suits)

    def hand(self, extra: int, known: int) -> float:
        """What a hand can gain that knows `known` random cards, with `extra` pair cards known to be gone."""
        base, singles, shoe = self.single(extra)
        reach = self.reach(shoe)
        reach[self.told] = 0.0
        margins = [one.value[None] - one.by_play for one in (base, *singles)]
        found = self.gain(shoe - states().counts, margins[0], margins[1:], known, self.rest(shoe, known))
        comes = reach > 0
        found = np.where(self.permitted, found, 0.0)[:, :, comes]
        assert not np.isnan(found).any(), "every margin is known"
        return float((found.sum(axis=(0, 1)) * reach[comes]).sum())

    @property
    def told(self) -> list[int]:
        """The hands of two cards that a bonus of three cards can come of."""
        return [index_of((self.pair, second)) for second, _ in NEEDS.get(self.pair, ())]

    def rest(self, shoe: Ints, known: int) -> Floats:
        """The variance of order 2 and more; hands and dealers of usual length are told from longer ones."""
        hands = states()
        cards = (shoe - hands.counts).sum(axis=1).astype(np.float64)
        ruled, by_play = self.squares(shoe)
        return self.rest_of(2.0 * (ruled[None] + by_play), 1, known, cards, self.free(shoe - hands.counts))

    def squares(self, shoe: Ints) -> tuple[Floats, Floats]:
        """The mean squares of hands by the rule, and by each play first."""
        hands = states()
        wanted = np.where(hands.counts[:, self.pair] > 0, EVERY, 0).astype(np.int8)
        return square_hands(hands, self.by_value.draws, self.terms, shoe, new_rows(0), wanted, self.rule)

    def rest_of(self, square: Floats, hands: int, known: int, cards: Floats, free: Floats) -> Floats:
        """The variance of order 2 and more of what `hands` hands decide, by its mean square."""
        deviation, is_longer = np.zeros_like(square), 1.0
        swing = hands * self.swing
        for limit in LENGTHS:
            part = share_of_rest(2, known, self.needed(hands, limit), cards)
            deviation += np.sqrt(np.minimum(square / free, swing**2 * is_longer / free**2) * part)
            is_longer = (hands + 1.0) * limit
        found: Floats = (deviation + swing * np.sqrt(is_longer) / free) ** 2 if known else np.zeros_like(square)
        return found


def most_gain(margin: Floats, moves: Floats, parts: Floats, known: int, rest: Floats, suits: Floats | float) -> Floats:
    """The most that max(0, -M) can be in the mean, M being a margin, a sum of `known` moves, and a rest.

    The moves and the rest are uncorrelated, the part that suits decide is not. Drawn without replacement a sum of
    moves is no wider, for any convex function, than drawn with it (Hoeffding), which bounds its far end.
    """
    spread = known * (parts * moves**2).sum(axis=0)
    best = least(margin, (np.sqrt(spread + rest) + suits) ** 2)
    if not known:
        return best
    rest = (np.sqrt(rest) + suits) ** 2
    for share in (0.4, 0.6, 0.75, 0.85):
        at = np.maximum(share * margin, 0.0)
        far = np.maximum(at / np.maximum(spread, 1e-18), 1e-9)
        with np.errstate(over="ignore"):
            turned = np.log((parts * np.exp(-np.minimum(far * moves, 50.0))).sum(axis=0))
            linear = np.exp(known * turned - far * at - 1.0) / far
        best = np.fmin(best, np.where(margin > 0.0, linear + least((1.0 - share) * margin, rest), np.inf))
    return best


NEEDS = {5: ((6, 7), (7, 6)), 6: ((5, 7), (7, 5), (6, 6)), 7: ((5, 6), (6, 5))}
"""By value of the first card: second and third cards of a 6-7-8 or 7-7-7."""


def less(shoe: Ints, value: int) -> Ints:
    """The shoe with one card of a value less."""
    found = shoe.copy()
    found[..., value] -= 1
    return found
