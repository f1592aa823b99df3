"""What the split class `own-cards` can leave of the best play of a whole round: `departures` summed over decisions.

Hands are counted in the order in which they are finished. The second knows what the first drew; a third needs one pair
card drawn to a hand of the split (two places where that may be), a fourth two of them (five pairs of places), and so
on. Drawing until it busts shows most, so that is what earlier hands are taken to do, their own result left untouched.

A late blackjack, which nobody has looked for, takes one wager of the box. Several hands rescued before lose more, which
no play gains by. Where it takes busted hands or pays an ace and a ten beside, a box with no other hand loses one less:
the chance of such a blackjack bounds what that can bring.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import comb, sqrt

import numpy as np

from siete.errors import SieteError
from siete.odds.base.bounds.departures import MOST_HANDS, NEEDS, PLAYS, RARE, Watching, less, share_of_rest
from siete.odds.base.dealer import new_rows
from siete.odds.base.game import Game
from siete.odds.base.jit import Floats, Ints
from siete.odds.base.play import DOUBLE, HIT, SPLIT, Values, chance, may, reached, value_hands
from siete.odds.base.policy import Hand, hand_of, state_of
from siete.odds.base.shoe import KINDS, VALUE
from siete.odds.base.splits import FIRST, courses_of
from siete.odds.base.states import VALUES, index_of, states
from siete.odds.base.versus_up_card import Against, most_hands
from siete.rules.options import DealerBjCollect, HoleCardProcedure, SplitTwoCard21
from siete.rules.table_rules import TableRules

Place = tuple[int, int, int]
"""Where a hand may be split again: splits before, hands finished before, hands still waiting."""


@cache
def again_places(most: int) -> dict[Place, int]:
    """Where a hand of a split may be split again, and after how many courses of the hands before it."""
    found: Counter[Place] = Counter()
    _go_on(found, (0, 0, 1), most)
    return dict(found)


def _go_on(found: Counter[Place], place: Place, most: int) -> None:
    splits, finished, waiting = place
    if splits + 2 == most:
        return
    found[place] += 1
    _go_on(found, (splits + 1, finished, waiting + 1), most)
    if waiting:
        _go_on(found, (splits, finished + 1, waiting - 1), most)


def courses_with(splits: int) -> int:
    """In how many ways two hands become so many more: the places that must hold pair cards."""
    return comb(2 * splits + 2, splits + 1) // (splits + 2)


def leaves(game: Game) -> float:
    """The most that the best play of all can be worth beyond the class, a part of the wager per round."""
    _check(game.rules)
    total = 0.0
    bounds: dict[tuple[object, ...], float] = {}
    for deal in game.deals:
        pair = VALUE[deal.hand[0]]
        worth = game.actions(deal.hand, deal.up) if VALUE[deal.hand[1]] == pair else {}
        if SPLIT in worth:
            against = game.against(deal.up)
            key = (deal.up if pair in NEEDS else id(against.by_value), pair)
            if key not in bounds:
                bounds[key] = Pair(against, pair).bound() + late_spares(against, pair)
            gained = worth[SPLIT] + bounds[key] - max(worth.values())
            total += deal.chance * (1.0 - game.blackjack_chance(deal.hand, deal.up)) * max(gained, 0.0)
    return total


def _check(rules: TableRules) -> None:
    """Refuse more hands than any rule set permits."""
    if max(most_hands(rules, pair) for pair in (0, 1)) > MOST_HANDS:
        raise SieteError("odds/not-proved", f"No bound is proved for more than {MOST_HANDS} hands of a split.")


def _is_joint(rules: TableRules) -> bool:
    """Whether a late blackjack may take nothing of a box: where it takes busted hands, or pays an ace and a ten."""
    looks = rules.hole_card_procedure in (HoleCardProcedure.HOLE_PEEK, HoleCardProcedure.HOLE_READER)
    literal = rules.split_two_card_21 is SplitTwoCard21.MA_LITERAL_3TO2
    return not looks and (literal or rules.dealer_bj_collect is DealerBjCollect.BUSTED_PLUS_ONE)


def late_spares(against: Against, pair: int) -> float:
    """The chance of a late blackjack that spares a wager of whoever has no hand left for it."""
    value = against.by_value.up.late
    if value < 0 or not _is_joint(against.rules):
        return 0.0
    left = less(less(against.by_value.shoe, pair), pair)
    return float(left[value] / left.sum())


@cache
def open_weights(hands: int, more: int) -> dict[tuple[bool, int], int]:
    """How often each kind of hand is counted when so many wait for their second card and `more` splits are left."""
    found: Counter[tuple[bool, int]] = Counter()
    for pattern in courses_of((FIRST,) * hands, (), 0, more + 2):
        for _, is_free in pattern.hands:
            others = pattern.settled - (not is_free)
            for barred in range(others + 1):
                found[is_free, pattern.splits + barred] += (-1) ** barred * comb(others, barred)
    return {key: count for key, count in found.items() if count}


@dataclass
class Pair:
    """One pair against one up card, told card by card where a bonus needs it."""

    against: Against
    pair: int

    def __post_init__(self) -> None:
        self.watching = Watching(self.against.by_value, self.pair)
        self.most = most_hands(self.against.rules, self.pair)

    def bound(self) -> float:
        """The most that watching can gain in a round in which the pair is split."""
        found = self.rare()
        for weight, extra, known in filter(lambda each: each[0], self.hands()):
            found += weight * (self.watching.hand(extra, known) + self.told(extra, known))
        for place, courses in again_places(self.most).items():
            together = self.together(place[0] + 1)
            found += courses * together * self.again(*place) if together else 0.0
        return found

    def rare(self) -> float:
        """What hands longer than RARE can add."""
        free = float(self.watching.free(self.watching.gone(0)))
        others = max(3, self.most - 1)
        return others * RARE / free * others * self.watching.swing

    def hands(self) -> Iterator[tuple[float, int, int]]:
        """The hands by weight, pair cards known to be gone, and other cards known."""
        drawn, again = self.watching.drawn, self.most - 2
        for extra in range(again + 1):
            yield self.together(extra), extra, 0
        for extra in range(again + 1):
            yield courses_with(extra) * self.together(extra), extra, drawn(extra + 1) + again - extra

    def together(self, cards: int) -> float:
        """The chance that so many named places hold pair cards, the first two of the pair gone."""
        found = 1.0
        for drawn in range(cards):
            left = less(self.watching.gone(drawn), self.pair)
            found *= float(chance(self.watching.terms, left, int(left.sum()), self.pair)) if left[self.pair] else 0.0
        return found

    def told(self, extra: int, known: int) -> float:
        """The same for hands of two cards that a bonus of three cards can come of, the worst suits taken."""
        _, _, shoe = self.watching.single(extra)
        reach, (_, squares) = self.watching.reach(shoe), self.watching.squares(shoe)
        found = 0.0
        for second, third in NEEDS.get(self.pair, ()):
            state = index_of((self.pair, second))
            hands = [hand_of((own, other)) for own in _kinds(self.pair) for other in _kinds(second)]
            worst = max(self._told_hand(extra, known, hand, third, squares[:, 0, state]) for hand in hands)
            found += float(reach[state]) * worst
        return found

    def _told_hand(self, extra: int, known: int, hand: Hand, third: int, by_play: Floats) -> float:
        watching, state = self.watching, state_of(hand)
        base, singles, shoe = watching.single(extra)
        unseen = shoe - states().counts[state]
        rule = PLAYS.index(self.against.rule(hand, watching.level))
        margins = [(one.by_play[rule] - one.by_play)[:, 0, state] for one in (base, *singles)]
        more, squares = self._bonus(hand, extra, third)
        cards, free = np.array(float(unseen.sum())), watching.free(unseen)
        rest = watching.rest_of(2.0 * (by_play[rule] + by_play), 1, known, cards, free)
        # A bonus is decided by one draw and the hole card. Suits of other pair cards matter to three sevens only.
        suits = np.sqrt(share_of_rest(1, known, 2, cards) * 2.0 * (squares + squares[rule]) / free)
        suits += (third == self.pair) * (1 + extra) * watching.swing / (cards * free)
        found = watching.gain(unseen, margins[0], margins[1:], known, rest, more[rule] - more, suits)
        allowed = self.against.allowed(hand, watching.level)
        return float(sum(found[at] for at, play in enumerate(PLAYS[:3]) if play in allowed and at != rule))

    def _bonus(self, hand: Hand, extra: int, third: int) -> tuple[Floats, Floats]:
        """What a bonus of three cards adds to each play on two, and its mean square."""
        found, squares = np.zeros(len(PLAYS)), np.zeros(len(PLAYS))
        kinds, terms = _kinds(third), self.watching.terms
        levels = self.against.by_value.split(self.pair)
        level = levels[min(extra, len(levels) - 1)]
        for kind, part in zip(kinds, self.against.chances(hand, level, (), kinds), strict=True):
            for at, doublings in ((1, 0), (2, 1)):
                name, pays = self.against.line(hand_of((*hand, kind)), terms, doublings)
                if name:
                    more = (pays - float((terms.pays_doubled_21 if doublings else terms.pays_21)[3])) * 2.0**doublings
                    found[at] += part * more
                    squares[at] += part * more * more
        return found, squares

    def again(self, splits: int, finished: int, waiting: int) -> float:
        """What can be gained by not splitting a hand again, after so many splits, finished and waiting hands."""
        left = self.most - 2 - splits
        if left < 1:
            return 0.0
        watching, known = self.watching, self.watching.drawn(finished) + splits * (finished > 0)
        base, singles, shoe = watching.single(splits)
        pairs = index_of((self.pair, self.pair))
        unseen = shoe - states().counts[pairs]
        shoes = (shoe, *(less(shoe, value) for value in range(VALUES)))
        splitting = [self._open(each, splits, waiting, left) if each.min() >= 0 else np.nan for each in shoes]
        margins = [more - one.by_play[:3, 0, pairs] for more, one in zip(splitting, (base, *singles), strict=True)]
        # Hands that come of splits still later are rare.
        hands = 3.0 + 2 * waiting + (2 * left - 1) * sqrt((waiting + 2) * self.together(1))
        ruled, by_play = watching.squares(shoe)
        # With a pair card more gone nothing that two hands and a dealer draw is likelier by a quarter.
        square = 1.25 * hands**2 * max(np.nanmax(ruled[0, self._seconds()]), np.nanmax(by_play[:3, 0, pairs]))
        cards, free = np.array(float(unseen.sum())), watching.free(unseen)
        rest = watching.rest_of(np.full(3, square), waiting + 1 + left, known, cards, free)
        more, suits = self._suits(splits, hands, known, float(cards), float(free))
        found = watching.gain(unseen, margins[0], margins[1:], known, rest, -more, suits)
        plays = [at for at, play in enumerate(PLAYS[:3]) if may(states(), watching.terms, pairs, play, 0)]
        return float(found[plays].sum())

    def _seconds(self) -> list[int]:
        return [index_of((self.pair, value)) for value in range(VALUES)]

    def _suits(self, splits: int, hands: float, known: int, cards: float, free: float) -> tuple[Floats, float]:
        """What suits can add to playing a pair on, and the deviation of what they decide in all hands of a split.

        What bonuses add to splitting is left aside: more hands come of it. The shares of suits, by which the rule of a
        told hand is weighed, are taken even; that is right within a tenth.
        """
        base, _, _ = self.watching.single(splits)
        pays, square, apart = np.zeros(3), 0.0, 0.0
        for second, third in NEEDS.get(self.pair, ()):
            for hand in (hand_of((own, other)) for own in _kinds(self.pair) for other in _kinds(second)):
                more, squares = self._bonus(hand, splits, third)
                worth, ruled = base.by_play[:, 0, state_of(hand)], base.value[0, state_of(hand)]
                apart = max(apart, abs(float(worth[PLAYS.index(self.against.rule(hand, self.watching.level))] - ruled)))
                square = max(square, float(squares.max()))
                pays = np.maximum(pays, more[:3]) if second == self.pair else pays
        seconds = sum(self._chance(splits, second) for second, _ in NEEDS.get(self.pair, ()))
        part = share_of_rest(1, known, 3, np.array(cards)) / free
        wide = hands * np.sqrt(part * (square + apart**2) * seconds) + np.sqrt(part * square)
        return pays + 0.1 * hands * seconds * apart, float(wide)

    def _chance(self, splits: int, value: int) -> float:
        left = less(self.watching.gone(splits), self.pair)
        return float(chance(self.watching.terms, left, int(left.sum()), value)) if left[value] > 0 else 0.0

    def _open(self, shoe: Ints, splits: int, waiting: int, left: int) -> float:
        """What splitting again adds to the hands that wait for their second card."""
        split, kept = open_weights(waiting + 2, left - 1), open_weights(waiting, left)
        whole = shoe.copy()
        whole[self.pair] += 1 + splits
        hands, terms, by_value = states(), self.watching.terms, self.against.by_value
        deep = max(key[1] for key in (*split, *kept))
        rows = new_rows(deep + splits + 3)
        wanted = reached(hands, by_value.shoe, by_value.starts(self.pair), self.watching.rule)
        found, together = 0.0, 1.0
        for gone in range(deep + 1):
            extra = 2 + splits + gone
            unseen = whole - hands.counts[index_of((self.pair,))]
            unseen[self.pair] -= extra
            if unseen[self.pair] < 0:
                break
            made = value_hands(hands, by_value.draws, terms, whole, rows, self.pair, extra, wanted, self.watching.rule)
            parts = [
                float(chance(terms, unseen, int(unseen.sum()), value)) * self._second(made, value)
                if unseen[value] > 0
                else 0.0
                for value in range(VALUES)
            ]
            for is_free, worth in ((True, sum(parts)), (False, sum(parts) - parts[self.pair])):
                weight = split.get((is_free, gone), 0) - kept.get((is_free, gone), 0)
                found += weight * together * worth
            if unseen[self.pair] == 0:
                break
            together *= float(chance(terms, unseen, int(unseen.sum()), self.pair))
        return found

    def _second(self, made: Values, value: int) -> float:
        """The value of two cards by the rule; where suits decide, of the mean over them, the bonus left aside."""
        state = index_of((self.pair, value))
        ruled = float(made.value[0, state])
        others = dict(NEEDS.get(self.pair, ()))
        if value not in others:
            return ruled
        plays = [self._told_rules(own, other) for own in _kinds(self.pair) for other in _kinds(value)]
        by_play = {int(made.play[0, state]): ruled, HIT: float(made.hit[state]), DOUBLE: float(made.double[0, state])}
        return sum(by_play[play] for play in plays) / len(plays)

    def _told_rules(self, own: int, other: int) -> int:
        return self.against.rule(hand_of((own, other)), self.watching.level)


def _kinds(value: int) -> list[int]:
    return [kind for kind in range(len(KINDS)) if VALUE[kind] == value]
