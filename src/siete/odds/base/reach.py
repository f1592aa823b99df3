"""The course of all rounds: how often hands end where, with exact weights, for everything that adds up over hands.

Hands of a split are dealt once for each number of further pair cards gone, with the whole-number weights of
`splits`; some of those are negative, their sums are not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from siete.odds.base.game import Game
from siete.odds.base.jit import Floats
from siete.odds.base.play import DOUBLE, HIT, MOST_DOUBLINGS, SPLIT, STAND, SURRENDER, Ends, chances, deal_hands
from siete.odds.base.policy import Hand, state_of
from siete.odds.base.resplits import SplitHands
from siete.odds.base.shoe import KINDS, VALUE, marks
from siete.odds.base.splits import hand_chances
from siete.odds.base.states import states
from siete.odds.base.terms import is_blackjack
from siete.odds.base.told import deal_seconds, deal_told
from siete.odds.base.versus_up_card import Against, BonusLine, ByValue, Level, most_hands


@dataclass
class Stream:
    """The hands that are dealt at one level."""

    level: Level
    starts: Floats = field(default_factory=lambda: np.zeros((MOST_DOUBLINGS + 1, len(states().hard))))
    stands: Floats = field(default_factory=lambda: np.zeros((MOST_DOUBLINGS + 1, len(states().hard))))
    """Told hands that stand, by value."""
    told: dict[tuple[int, Hand], Floats] = field(default_factory=dict)
    """Told hands that have still to be played, by up card and known cards."""
    paid: Floats = field(default_factory=lambda: np.zeros((2, 0)))
    """21s with a bonus for their three cards, by doublings and line."""
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

    def forget(self) -> None:
        """Drop what `ends` keeps: with hundreds of streams it would be a hundred megabytes."""
        self._ends = None

    def lines(self, by_value: ByValue) -> list[tuple[int, BonusLine, float]]:
        """Doublings and line of the 21s that are paid one, with their weights."""
        used = np.argwhere(self.paid).tolist()
        return [(doublings, by_value.bonus_lines[line], float(self.paid[doublings, line])) for doublings, line in used]

    def reach(self, by_value: ByValue) -> Floats:
        """How often each hand by value is come to, by doublings."""
        return self.ends(by_value).reach


class SplitStart(NamedTuple):
    """Hands of a split before their second card."""

    up: int
    pair: int
    gone: int
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
    openings: dict[SplitStart, Floats] = field(default_factory=dict)
    """Hands of splits before their second card, by kind of the first."""

    def stream(self, level: Level, *, is_free: bool = True) -> Stream:
        """The hands of a level, those apart whose second card could not be a pair card."""
        key = (level.pair, level.extra, is_free)
        if key not in self.streams:
            self.streams[key] = Stream(level, paid=np.zeros((2, len(self.by_value.bonus_lines))))
        return self.streams[key]

    def open(self, opening: SplitStart, first: int, weight: float) -> None:
        """Add hands of a split with this first card."""
        if opening not in self.openings:
            self.openings[opening] = np.zeros(len(KINDS))
        self.openings[opening][first] += weight


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
        for opening, firsts in course.openings.items():
            _second_cards(game.against(opening.up), course, opening, firsts)
        for stream in course.streams.values():
            _play_told(game, stream)
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
        _start(against, course.stream(course.by_value.whole), hand, weight, play)


def _surrender(game: Game, against: Against, course: Course, hand: Hand, weight: float) -> None:
    late = 0.0
    if course.by_value.up.parks and course.by_value.up.late >= 0:
        left = course.by_value.whole.left(course.by_value.shoe, state_of(hand))
        late = int(left[course.by_value.up.late]) / int(left.sum())
    course.surrender += weight * (1.0 - late)
    course.late_surrender += weight * late


def _start(against: Against, stream: Stream, hand: Hand, weight: float, play: int) -> None:
    """Put two cards where they go on: card by card if they are told, else by value."""
    told = against.number(hand)
    if told >= 0:
        _told_of(stream, against, ())[told] += weight
    elif play == stream.level.values.play[0, state_of(hand)]:
        stream.starts[0, state_of(hand)] += weight
    else:
        _play_once(against, stream, hand, weight, play)


def _told_of(stream: Stream, against: Against, known: Hand) -> Floats:
    """The weights of told hands that have still to be played."""
    key = (against.up, against.relevant(stream.level.pair, known))
    if key not in stream.told:
        stream.told[key] = np.zeros(len(against.policy.told))
    return stream.told[key]


def _play_once(against: Against, stream: Stream, hand: Hand, weight: float, play: int) -> None:
    """Two cards that are not told, played otherwise than hands of their values: a blackjack that is doubled."""
    if play == STAND:
        stream.stands[0, state_of(hand)] += weight
        return
    assert play in (HIT, DOUBLE)
    level, then = stream.level, int(play == DOUBLE)
    left = level.left(against.by_value.shoe, state_of(hand))
    cards = int(left.sum())
    for value, part in enumerate(chances(level.terms, left, cards).tolist()):
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
    if again is None:
        _open_by_kind(splits, course, hand, weight)
    else:
        _open_by_value(splits, course, hand, weight, most_hands(game.rules, pair) if again else 2)
    most = 0 if again is None else most_hands(game.rules, pair) if again else 2
    course.most[pair] = most if course.most.get(pair, most) == most else 0
    if pair not in course.hands:
        course.hands[pair] = _number(game, splits, pair, again)


def _number(game: Game, splits: SplitHands, pair: int, again: bool | None) -> dict[int, float]:
    most = most_hands(game.rules, pair) if again is not False else 2
    return hand_chances(most, splits.together(pair))


def _open_by_value(splits: SplitHands, course: Course, hand: Hand, weight: float, most: int) -> None:
    """Add the hands of a split where all pairs of the value are split again, or none."""
    pair, against = VALUE[hand[0]], splits.against
    own, new = splits.counts(pair, most)
    every = frozenset(splits.kinds(pair))
    for kind, known, share, is_new in splits.firsts(*hand):
        seen = against.relevant(pair, known)
        for gone, by_freedom in enumerate((new if is_new else own).tolist()):
            for count, barred in zip(by_freedom, (frozenset[int](), every), strict=True):
                if count:
                    course.open(SplitStart(against.up, pair, gone, seen, barred), kind, weight * share * count)


def _open_by_kind(splits: SplitHands, course: Course, hand: Hand, weight: float) -> None:
    """Add the hands of a split where some pairs are split again and some are not."""
    pair, up = VALUE[hand[0]], splits.against.up
    orders = {hand, hand[::-1]}
    for first, second in orders:
        for (own, is_free, seen), part in splits.by_kind(first, second).items():
            barred = frozenset[int]() if is_free else splits.split_by(own)
            course.open(SplitStart(up, pair, len(seen) - 1, seen, barred), own, weight * part / len(orders))


def _second_cards(against: Against, course: Course, opening: SplitStart, firsts: Floats) -> None:
    level = course.by_value.split(opening.pair)[opening.gone]
    stream = course.stream(level, is_free=not opening.barred)
    deal = against.deal(level, opening.known)
    weights = _told_of(stream, against, opening.known)
    deal_seconds(states(), against.hands, level.terms, deal, firsts, marks(opening.barred), stream.starts, weights)


def _play_told(game: Game, stream: Stream) -> None:
    """Play the told hands of a stream until they end or are told no more."""
    level = stream.level
    for (up, known), weights in stream.told.items():
        against = game.against(up)
        deal_told(
            states(),
            against.hands,
            level.terms,
            against.deal(level, known),
            against.by_value.lines(level.terms),
            level.values,
            against.told(level, known).play,
            weights,
            stream.starts,
            stream.stands,
            stream.paid,
            stream.bust,
            stream.late_bust,
        )
    stream.told.clear()
