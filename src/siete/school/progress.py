"""How far somebody is with a course: clause by clause, from what was answered. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from siete.host.learning.learner import Item, Learner
from siete.school.lessons import Course, Lesson
from siete.school.record import deck_of

TEST, DRILL, EXAM, DESK = "test", "drill", "exam", "desk"
"""Kinds of papers."""
LEAST_ASKED = 10
"""Questions that a test must have for a lesson to be passed by it."""


class Mastery(StrEnum):
    """How well a clause is known."""

    MASTERED = "mastered"
    LEARNING = "learning"
    DUE = "due"
    NEW = "new"


def clause_marks(course: Course, learner: Learner, now: datetime) -> Mapping[str, Mastery]:
    """How well each clause of a course is known that was asked about or whose lesson was passed; others are new."""
    found: dict[str, Mastery] = {}
    for each in learner.items.values():
        if each.deck == deck_of(course.rule_set) and each.note:
            mark = _mark(each, now)
            found[each.note] = min(found.get(each.note, mark), mark, key=_WORST.index)
    for lesson in course.lessons:
        if is_passed(course, lesson, learner):
            for clause in lesson.clauses:
                found.setdefault(clause, Mastery.LEARNING)
    return found


_WORST = [Mastery.DUE, Mastery.LEARNING, Mastery.MASTERED, Mastery.NEW]


def _mark(item: Item, now: datetime) -> Mastery:
    if item.schedule.due <= now:
        return Mastery.DUE
    return Mastery.MASTERED if item.schedule.is_learned or item.right >= 3 else Mastery.LEARNING


def is_passed(course: Course, lesson: Lesson, learner: Learner) -> bool:
    """Whether the test of a lesson was passed."""
    return learner.result(deck_of(course.rule_set), TEST, lesson.id).passed > 0


def to_mend(course: Course, learner: Learner) -> tuple[str, ...]:
    """The clauses that the last exam missed and that were not answered right since; none when it was passed."""
    return tuple(learner.to_mend.get((deck_of(course.rule_set), EXAM, EXAM), ()))


def mastered(course: Course, learner: Learner, now: datetime) -> int:
    """How many clauses of a course are mastered."""
    return sum(mark is Mastery.MASTERED for mark in clause_marks(course, learner, now).values())
