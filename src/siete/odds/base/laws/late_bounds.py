"""A proved bound on the one approximation of the base game: several hands of a split before a late blackjack.

Where nobody looks for a blackjack it takes one wager of the whole box. That is charged to the box; but where m hands
were rescued before, (m − 1)⁺ wagers more are lost, and where every hand was already lost (or wins regardless), one
less. Those two means take hands for independent (`resplits`). What they truly are is bounded by what adds up over hands
and is exact: of h hands (m − 1)⁺ ≤ (h − 1)/h · m, and the chance that all are lost is at most the mean of their
chances, half of their sum or less. The error is at most that bound and the term itself. Decision: 0244.
"""

from __future__ import annotations

import numpy as np

from siete.odds.base.game import Game
from siete.odds.base.play import late_chance
from siete.odds.base.reach import Course, Stream, courses
from siete.odds.base.states import VALUES, index_of
from siete.odds.base.versus_up_card import most_hands


def late_bound(game: Game) -> float:
    """How far the value of a round may be off at most, a part of the wager; 0 where the dealer looks."""
    return sum(_of_course(game, course) for course in courses(game) if course.by_value.up.late >= 0)


def _of_course(game: Game, course: Course) -> float:
    against = next(each for each in game.seen() if each.by_value is course.by_value)
    total = sum(rounds * abs(game.split_hands(against.up).relief(pair)) for pair, rounds in course.splits.items())
    for (pair, _, _), stream in course.streams.items():
        if pair >= 0:
            hands = most_hands(game.rules, pair)
            total += (hands - 1) / hands * _rescued(course, stream) + _lost(course, stream) / 2
    return total


def _rescued(course: Course, stream: Stream) -> float:
    """How many hands are rescued before a late blackjack."""
    rescued = stream.ends(course.by_value).rescue.sum(axis=0)
    return sum(_then_late(course, stream, int(state), float(rescued[state])) for state in np.flatnonzero(rescued))


def _lost(course: Course, stream: Stream) -> float:
    """How many hands are lost before a late blackjack, or win against it."""
    made, ends, found = stream.level.terms, stream.ends(course.by_value), 0.0
    if made.late_takes_busts:
        found += float(ends.late_bust.sum() + stream.late_bust.sum())
    if made.late_ace_ten > 0.0:
        natural = index_of((0, VALUES - 1))
        found += _then_late(course, stream, natural, float(ends.stand[0, natural] + stream.stands[0, natural]))
    return found


def _then_late(course: Course, stream: Stream, state: int, weight: float) -> float:
    left = stream.level.left(course.by_value.shoe, state)
    return weight * float(late_chance(stream.level.terms, left, int(left.sum())))
