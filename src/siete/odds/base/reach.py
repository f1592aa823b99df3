"""The course of all rounds: how often hands end where, with exact weights, for everything that adds up over hands.

Hands of a split are dealt once for each number of further pair cards gone, with the whole-number weights of
`splits`; some of those are negative, their sums are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from siete.odds.base.game import Game
from siete.odds.base.jit import Floats
from siete.odds.base.play import DOUBLE, HIT, MOST_DOUBLINGS, SPLIT, STAND, SURRENDER, Ends, chances, deal_hands
from siete.odds.base.policy import Hand, hand_of, state_of
from siete.odds.base.resplits import SplitHands
from siete.odds.base.shoe import VALUE
from siete.odds.base.splits import hand_chances, weights
from siete.odds.base.states import index_of, states
from siete.odds.base.terms import is_blackjack
from siete.odds.base.versus_up_card import Against, ByValue, Level, most_hands


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A 21 with a bonus for its three cards, standing."""

    hand: Hand
    doublings: int
    weight: float


@dataclass
class Stream:
    """The hands that are dealt at one level."""

    level: Level
    starts: Floats = field(default_factory=lambda: np.zeros((MOST_DOUBLINGS + 1, len(states().hard))))
    stands: Floats = field(default_factory=lambda: np.zeros((MOST_DOUBLINGS + 1, len(states().hard))))
    """Told hands that stand, by value."""
    told: list[Told] = field(default_factory=list)
    decided: dict[Hand, float] = field(default_factory=dict)
    """How often each told hand has to be decided on."""
    bust: Floats = field(default_factory=lambda: np.zeros(MOST_DOUBLINGS + 1))
    late_bust: Floats = field(default_factory=lambda: np.zeros(MOST_DOUBLINGS + 1))

    _ends: Ends | None = None

    def ends(self, by_value: ByValue) -> Ends:
        """Where the hands end that are not told."""
        if self._ends is None:
            level = self.level
            self._ends = deal_hands(
                states(), level.terms, by_value.shoe, level.pair, level.extra, self.starts, level.values.play
            )
        return self._ends

    def reach(self, by_value: ByValue) -> Floats:
        """How often each hand by value is come to, by doublings."""
        return self.ends(by_value).reach


class SplitStart(NamedTuple):
    """A hand of a split before its second card."""

    up: int
    pair: int
    gone: int
    first: int
    known: Hand
    barred: frozenset[int]


@dataclass
class Course:
    """All that happens against one kind of up card, weighted by its chance."""

    by_value: ByValue
    streams: dict[tuple[int, int, bool], Stream] = field(default_factory=dict)
    """By value of the pair (-1: no split), further pair cards gone, and whether the second card was free."""
    dealer_blackjack: float = 0.0
    """The player loses to a blackjack found by the peek."""
    blackjack: float = 0.0
    surrender: float = 0.0
    late_surrender: float = 0.0
    """A parked surrender meets a blackjack."""
    splits: dict[int, float] = field(default_factory=dict)
    """Rounds split, by value of the pair."""
    hands: dict[int, dict[int, float]] = field(default_factory=dict)
    """Of those, the chance of each number of hands."""
    most: dict[int, int] = field(default_factory=dict)
    """How many hands a pair may become; 0 where some pairs are split again and others are not."""
    openings: dict[SplitStart, float] = field(default_factory=dict)
    """Hands of splits before their second card, alike ones together."""

    def stream(self, level: Level, *, is_free: bool = True) -> Stream:
        """The hands of a level, those apart whose second card could not be a pair card."""
        return self.streams.setdefault((level.pair, level.extra, is_free), Stream(level))


def courses(game: Game) -> list[Course]:
    """The courses of all rounds, one for each kind of up card."""
    made = game.kept.get("courses")
    if not isinstance(made, list):
        made = game.kept["courses"] = _courses(game)
    return made


def _courses(game: Game) -> list[Course]:
    found: dict[int, Course] = {}
    for deal in game.deals:
        against = game.against(deal.up)
        course = found.setdefault(id(against.by_value), Course(against.by_value))
        _deal(game, against, course, deal.hand, deal.chance)
    for course in found.values():
        for opening, weight in course.openings.items():
            _second_card(game, course, opening, weight)
    return list(found.values())


def _deal(game: Game, against: Against, course: Course, hand: Hand, weight: float) -> None:
    up = against.up
    if is_blackjack(tuple(VALUE[kind] for kind in hand)) and game.best(hand, up)[1] == STAND:
        course.blackjack += weight
        return
    found = game.blackjack_chance(hand, up)
    if is_blackjack(tuple(VALUE[kind] for kind in hand)):
        course.blackjack += weight * found
    else:
        course.dealer_blackjack += weight * found
    weight *= 1.0 - found
    if weight == 0.0:
        return
    play = game.best(hand, up)[1]
    if play == SPLIT:
        _split(game, against, course, hand, weight)
    elif play == SURRENDER:
        _surrender(game, against, course, hand, weight)
    else:
        _start(against, course.stream(course.by_value.whole), hand, (), weight, play)


def _surrender(game: Game, against: Against, course: Course, hand: Hand, weight: float) -> None:
    late = 0.0
    if course.by_value.up.parks and course.by_value.up.late >= 0:
        left = course.by_value.whole.left(course.by_value.shoe, state_of(hand))
        late = int(left[course.by_value.up.late]) / int(left.sum())
    course.surrender += weight * (1.0 - late)
    course.late_surrender += weight * late


def _start(against: Against, stream: Stream, hand: Hand, known: Hand, weight: float, play: int | None = None) -> None:
    """Put a hand where it goes on: by value, or card by card while it is told."""
    if hand not in against.policy.told:
        if play is None or len(hand) > 2 or play == stream.level.values.play[0, state_of(hand)]:
            stream.starts[0, state_of(hand)] += weight
        else:
            _go_on(against, stream, hand, known, weight, play)
        return
    chosen = against.valued(hand, stream.level, known)[1] if play is None else play
    stream.decided[hand] = stream.decided.get(hand, 0.0) + weight
    _go_on(against, stream, hand, known, weight, chosen)


def _stand(against: Against, stream: Stream, hand: Hand, weight: float, doublings: int) -> None:
    if against.line(hand, stream.level.terms, doublings)[0]:
        stream.told.append(Told(hand=hand, doublings=doublings, weight=weight))
    else:
        stream.stands[doublings, state_of(hand)] += weight


def _go_on(against: Against, stream: Stream, hand: Hand, known: Hand, weight: float, play: int) -> None:
    if play == STAND:
        _stand(against, stream, hand, weight, 0)
        return
    assert play in (HIT, DOUBLE)
    level = stream.level
    shoe = against.by_value.shoe
    left = level.left(shoe, state_of(hand))
    cards = int(left.sum())
    then = 1 if play == DOUBLE else 0
    parts = chances(level.terms, left, cards).tolist()
    kinds = against.policy.told_draws(hand)
    for kind, part in zip(kinds, against.chances(hand, level, known, kinds), strict=True):
        longer = hand_of((*hand, kind))
        if then and not (
            against.line(longer, level.terms, then)[0] and level.values.play[1, state_of(longer)] == STAND
        ):
            continue
        parts[VALUE[kind]] -= part
        if part > 0.0 and then:
            _stand(against, stream, longer, weight * part, 1)
        elif part > 0.0:
            _start(against, stream, longer, known, weight * part)
    for value, part in enumerate(parts):
        child = int(states().draw[state_of(hand), value])
        if child >= 0:
            stream.starts[then, child] += weight * part
        else:
            stream.bust[then] += weight * part
            if level.terms.late >= 0 and part > 0.0:
                late = (int(left[level.terms.late]) - (value == level.terms.late)) / (cards - 1)
                stream.late_bust[then] += weight * part * late


def _split(game: Game, against: Against, course: Course, hand: Hand, weight: float) -> None:
    pair = VALUE[hand[0]]
    splits = game.split_hands(against.up)
    again = splits.splits_again(pair)
    course.splits[pair] = course.splits.get(pair, 0.0) + weight
    orders = [hand, hand[::-1]] if hand[0] != hand[1] else [hand]
    for first, second in orders:
        for gone, own, known, barred, share in _split_hands(splits, first, second, again):
            (kind,), seen = against.plain((own,), known) if again is not None else ((own,), known)
            opening = SplitStart(against.up, pair, gone, kind, seen, barred)
            course.openings[opening] = course.openings.get(opening, 0.0) + weight * share / len(orders)
    most = 0 if again is None else most_hands(game.rules, pair) if again else 2
    course.most[pair] = most if course.most.get(pair, most) == most else 0
    if pair not in course.hands:
        course.hands[pair] = _number(game, splits, pair, again)


def _number(game: Game, splits: SplitHands, pair: int, again: bool | None) -> dict[int, float]:
    most = most_hands(game.rules, pair) if again is not False else 2
    return hand_chances(most, splits.together(pair))


def _split_hands(
    splits: SplitHands, first: int, second: int, again: bool | None
) -> Iterator[tuple[int, int, Hand, frozenset[int], float]]:
    """The hands of a split with further pair cards gone, first cards, known cards, barred second cards and weights."""
    pair = VALUE[first]
    levels = splits.against.by_value.split(pair)
    if again is None:
        for (own, is_free, seen), part in splits.by_kind(first, second).items():
            yield len(seen) - 1, own, seen, frozenset() if is_free else splits.split_by(own), part
        return
    most = most_hands(splits.against.rules, pair) if again else 2
    together = splits.together(pair)
    barred = frozenset(splits.kinds(pair))
    for (origin, is_free, gone), count in weights(most).items():
        if count and gone < min(len(levels), len(together)):
            for own, known, share in splits.firsts(origin, first, second):
                yield gone, own, known, frozenset() if is_free else barred, count * together[gone] * share


def _second_card(game: Game, course: Course, opening: SplitStart, weight: float) -> None:
    against = game.against(opening.up)
    level = course.by_value.split(opening.pair)[opening.gone]
    stream = course.stream(level, is_free=not opening.barred)
    first, known, barred = opening.first, opening.known, opening.barred
    start = index_of((level.pair,))
    left = level.left(against.by_value.shoe, start)
    cards = int(left.sum())
    parts = chances(level.terms, left, cards).tolist()
    kinds = sorted({*against.policy.told_draws((first,)), *barred})
    for kind, part in zip(kinds, against.chances((first,), level, known, kinds), strict=True):
        parts[VALUE[kind]] -= part
        if kind not in barred and part > 0.0:
            _start(against, stream, hand_of((first, kind)), known, weight * part)
    if len(barred) == len(game.split_hands(opening.up).kinds(level.pair)):
        parts[level.pair] = 0.0
    for value, part in enumerate(parts):
        if part > 0.0:
            stream.starts[0, int(states().draw[start, value])] += weight * part
