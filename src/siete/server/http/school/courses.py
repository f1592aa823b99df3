"""Courses and lessons: what there is to learn, and how far one is."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Request

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.learning.learner import Learner
from siete.host.learning.roll import Roll
from siete.plain import Plain
from siete.rules.names import NAMES
from siete.rules.ruleset import rule_set
from siete.rules.submission import table_rules
from siete.school import exam as exams
from siete.school.drills.catalogue import DRILLS, Drill, drill_of
from siete.school.lessons import Course, Lesson, clause_words, course
from siete.school.paper import PASSES
from siete.school.progress import DRILL, EXAM, TEST, Mastery, clause_marks, to_mend
from siete.school.record import deck_of
from siete.server.describe.desk import described_desk
from siete.server.describe.layout import describe
from siete.server.services import Services, asker, services_of, somebody, waiting_person
from siete.server.work import school

router = APIRouter(prefix="/api/v1/school", tags=["school"])

Asker = Annotated[Person, Depends(asker)]
Somebody = Annotated[Person, Depends(somebody)]
MOST_DUE = 6
"""Clauses that are listed as due."""


async def course_of(rules: str) -> Course:
    """The course of a rule set; its files are read the first time, beside the event loop."""
    return await asyncio.to_thread(course, rules)


@router.get("")
async def courses() -> Plain:
    """The rule sets that have a course."""
    known = [await course_of(name) for name in NAMES]
    return {
        "courses": [
            {"rules": each.rule_set, "title": rule_set(each.rule_set).title, "lessons": len(each.lessons)}
            for each in known
        ]
    }


@router.get("/{rules}")
async def read_course(rules: str, request: Request, person: Somebody) -> Plain:
    """The lessons, drills and exam of a rule set, with what you have answered so far."""
    known, services = await course_of(rules), services_of(request)
    learner = await services.reviews.learner(person.scope)
    marks, deck, now = clause_marks(known, learner, services.reviews.now), deck_of(rules), services.reviews.now
    due = learner.due(deck, now, 200)
    return {
        "rules": rules,
        "title": rule_set(rules).title,
        "rules_hash": table_rules(rules).rules_hash,
        "passes": PASSES,
        "lessons": [_listed(known, each, learner, marks, services) for each in known.lessons],
        "drills": [_drill(each, learner, deck) for each in DRILLS],
        "exam": {**_exam(learner, deck), "to_mend": list(to_mend(known, learner))},
        "due": len(due),
        "due_clauses": _due_clauses([each.note for each in due]),
        "mastered": sum(mark is Mastery.MASTERED for mark in marks.values()),
        "clauses": len({clause for each in known.lessons for clause in each.clauses}),
        "runs": [
            {
                "at": at.isoformat(timespec="seconds"),
                "table": run.table,
                "level": run.level,
                "steps": run.steps,
                "right": run.right,
                "missed": list(run.missed),
            }
            for at, run in reversed(learner.runs)
            if run.deck == deck
        ][:5],
        "set": [_set(roll, person) for _, roll in await services.classes.joined(person) if _is_set(roll, rules)],
        "classes": [
            {"code": each.code, "name": each.name, "is_teacher": each.is_teacher} for each in learner.classes.values()
        ],
    }


@router.get("/{rules}/desk")
async def read_desk(rules: str) -> Plain:
    """What the desk of a course needs to draw its tables: the layout, and the dealer's motions."""
    await course_of(rules)
    made = table_rules(rules)
    return {"felt": describe(made), "desk": described_desk(made), "rules_hash": made.rules_hash}


@router.get("/{rules}/{lesson}")
async def read_lesson(rules: str, lesson: str, request: Request, person: Asker) -> Plain:
    """A lesson: why, its clauses in our words, and its demonstrations step by step."""
    found, waiting = (await course_of(rules)).lesson(lesson), waiting_person(request, person)
    return await services_of(request).examiners.ask(waiting, school.told_lesson, rules, found.id)


@router.get("/{rules}/{lesson}/scenes/{number}")
async def read_scenes(rules: str, lesson: str, number: int, request: Request, person: Asker) -> Plain:
    """A demonstration at the desk: every step of it with the table before it, as a dealer sees it."""
    found, waiting = (await course_of(rules)).lesson(lesson), waiting_person(request, person)
    if not 0 <= number < len(found.demonstrations):
        raise SieteError("school/no-demonstration", f"The lesson has {len(found.demonstrations)} demonstrations.")
    name = found.demonstrations[number]
    return await services_of(request).examiners.ask(waiting, school.lesson_scenes, rules, found.id, name)


def _listed(known: Course, lesson: Lesson, learner: Learner, marks: Mapping[str, Mastery], services: Services) -> Plain:
    deck = deck_of(known.rule_set)
    kept = [each for each in learner.items.values() if (each.deck, each.kind) == (deck, lesson.id)]
    tested = learner.result(deck, TEST, lesson.id)
    return {
        "lesson": lesson.id,
        "title": lesson.title,
        "clauses": len(lesson.clauses),
        "marks": [marks.get(each, Mastery.NEW).value for each in lesson.clauses],
        "answers": sum(each.answers for each in kept),
        "right": sum(each.right for each in kept),
        "due": sum(each.schedule.due <= services.reviews.now for each in kept),
        "tries": tested.tries,
        "is_passed": tested.passed > 0,
        "best": list(tested.best),
    }


def _drill(drill: Drill, learner: Learner, deck: str) -> Plain:
    found = learner.result(deck, DRILL, drill.name)
    return {
        "drill": drill.name,
        "title": drill.title,
        "about": drill.about,
        "seconds": drill.seconds,
        "questions": drill.questions,
        "passes": drill.passes,
        "tries": found.tries,
        "best": list(found.best),
        "best_seconds": found.best_seconds,
    }


def _is_set(roll: Roll, rules: str) -> bool:
    return bool(roll.drill) and roll.deck == rules


def _set(roll: Roll, person: Person) -> Plain:
    """The drill that a teacher has set, as its pupil sees it: due until it is passed."""
    pupil, found = roll.pupils[person.scope], drill_of(roll.drill)
    tried = roll.tried_drill(pupil)
    return {
        "class": roll.name,
        "drill": found.name,
        "title": found.title,
        "passes": found.passes,
        "best": list(tried.best) if tried else [0, 0],
        "is_passed": roll.has_passed_drill(pupil),
    }


def _exam(learner: Learner, deck: str) -> Plain:
    found = learner.result(deck, EXAM, EXAM)
    return {
        "tasks": exams.TASKS,
        "passes": exams.PASSES,
        "seconds": exams.SECONDS,
        "tries": found.tries,
        "is_passed": found.passed > 0,
        "best": list(found.best),
        "last": list(found.last),
        "certificate": found.certificate,
    }


def _due_clauses(notes: list[str]) -> list[Plain]:
    found = [each for each in dict.fromkeys(notes) if each]
    return [{"clause": each, "words": clause_words(each)} for each in found[:MOST_DUE]]
