"""A review: questions about what is due again, wherever it was missed, and about each clause that an exam missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from siete.host.learning.learner import Item
from siete.rules.table_rules import TableRules
from siete.school.drills.catalogue import questions
from siete.school.drills.question import SchoolQuestion, mixed
from siete.school.lessons import Course, clause_words
from siete.school.paper import paper

MOST_ASKED = 12
"""Questions of a review, unless an exam missed more."""
_TRIES = 120
"""Questions of a lesson that are drawn in search of a clause."""
_BY_LESSON = 4
"""Questions of one lesson or drill at most, so that a review goes over all."""


def review(
    course: Course, rules: TableRules, rng: Random, missed: Sequence[str], due: Sequence[Item]
) -> list[SchoolQuestion]:
    """One question for each clause that an exam missed, then what is due again, least known first."""
    found = [about(course, rules, rng, clause) for clause in missed]
    asked = {each.item for each in found}
    room = max(0, MOST_ASKED - len(found))
    return found + [each for each in _due(course, rules, rng, due) if each.item not in asked][:room]


def _due(course: Course, rules: TableRules, rng: Random, due: Sequence[Item]) -> Iterator[SchoolQuestion]:
    lessons = {each.id: each for each in course.lessons}
    for kind in sorted({each.kind for each in due}, key=[*lessons, *(each.kind for each in due)].index):
        items = [each for each in due if each.kind == kind][:_BY_LESSON]
        wanted, lesson = [each.item for each in items], lessons.get(kind)
        drawn = paper(lesson, rules, rng, len(wanted), wanted) if lesson is not None else ()
        found = {each.item: each for each in drawn}
        for item in items:
            if item.item in found:
                yield found[item.item]
            elif item.note:  # of a drill, the exam or a desk: another question of its clause is kept under its name
                yield replace(about(course, rules, rng, item.note), item=item.item, lesson=kind)


def about(course: Course, rules: TableRules, rng: Random, clause: str) -> SchoolQuestion:
    """A question that a clause decides: one of a lesson that teaches it, else what the clause says."""
    for lesson in course.lessons:
        if clause in lesson.clauses:
            for each in islice(questions(lesson, rules, rng), _TRIES):
                if each.clause == clause:
                    return each
    return _said(course, rng, clause)


def _said(course: Course, rng: Random, clause: str) -> SchoolQuestion:
    lesson = next((each for each in course.lessons if clause in each.clauses), course.lessons[0])
    others = {clause_words(each) for one in (lesson, course.lessons[-1]) for each in one.clauses}
    return SchoolQuestion(
        item=f"said {clause}",
        lesson=lesson.id,
        text=f"What does {clause} say?",
        answer=clause_words(clause),
        clause=clause,
        choices=mixed(clause_words(clause), others, rng),
    )
