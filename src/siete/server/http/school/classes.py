"""Classes: made by the staff, joined by a code, and the teacher's view of who is where and what is missed most."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.learning.roll import Pupil, Roll
from siete.plain import Plain
from siete.rules.ruleset import rule_set
from siete.rules.submission import table_rules
from siete.school import exam as exams
from siete.school.drills.catalogue import DRILLS, drill_of
from siete.school.lessons import Course, clause_words
from siete.server.http.school.courses import course_of
from siete.server.services import services_of, somebody

router = APIRouter(prefix="/api/v1/school/classes", tags=["school"])

Somebody = Annotated[Person, Depends(somebody)]
MISSED = 6
"""Clauses that are listed as missed most."""


class NewClass(BaseModel):
    """A class to be made."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(min_length=1, max_length=60)
    rules: str = Field(max_length=20)


class Code(BaseModel):
    """The code of a class."""

    model_config = ConfigDict(extra="forbid", strict=True)

    code: str = Field(max_length=40)


class WantedDrill(BaseModel):
    """The drill to be set."""

    model_config = ConfigDict(extra="forbid", strict=True)

    drill: str = Field(max_length=40)


@router.get("")
async def mine(request: Request, person: Somebody) -> Plain:
    """The classes that you teach, and those that you are in."""
    learner = await services_of(request).reviews.learner(person.scope)
    found = sorted(learner.classes.values(), key=lambda each: each.name)
    joined = await services_of(request).classes.joined(person)
    return {
        "teaching": [{"code": each.code, "name": each.name} for each in found if each.is_teacher],
        "joined": [
            {"code": code, "name": roll.name, "rules": roll.deck}
            for code, roll in sorted(joined, key=lambda each: each[1].name)
        ],
    }


@router.post("", status_code=201)
async def make(body: NewClass, request: Request, person: Somebody) -> Plain:
    """Make a class for a course; you teach it."""
    known, name = await course_of(body.rules), " ".join(body.name.split())
    if not name or not name.isprintable():
        raise SieteError("class/no-name", "Give the class a name, such as Tuesday class.")
    code = await services_of(request).classes.make(person, name, known.rule_set)
    return {"code": code, "name": name, "rules": known.rule_set}


@router.post("/joined", status_code=201)
async def join(body: Code, request: Request, person: Somebody) -> Plain:
    """Join a class by the code that its teacher gave you."""
    roll = await services_of(request).classes.join(person, body.code)
    return {"name": roll.name, "rules": roll.deck}


@router.delete("/joined/{code}", status_code=204)
async def leave(code: str, request: Request, person: Somebody) -> None:
    """Leave a class."""
    await services_of(request).classes.leave(person, code)


@router.post("/{code}/drills", status_code=201)
async def set_drill(code: str, body: WantedDrill, request: Request, person: Somebody) -> Plain:
    """Set your class a drill, in place of the one before; its pupils see it as due until they pass it."""
    found = drill_of(body.drill)
    roll = await services_of(request).classes.set_drill(person, code, found.name)
    return {"set": _set(roll)}


@router.get("/{code}")
async def read(
    code: str,
    request: Request,
    person: Somebody,
    first: Annotated[int, Query(ge=0, le=100_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Plain:
    """A class as its teacher sees it: pupils, those furthest first, and what is missed most."""
    roll = await services_of(request).classes.roll(person, code)
    known = await course_of(roll.deck)
    pupils = roll.furthest_first()
    return {
        "code": code,
        "name": roll.name,
        "rules": roll.deck,
        "title": rule_set(roll.deck).title,
        "rules_hash": table_rules(roll.deck).rules_hash,
        "lessons": [{"lesson": each.id, "title": each.title} for each in known.lessons],
        "clauses": len({clause for each in known.lessons for clause in each.clauses}),
        "tasks": exams.TASKS,
        "trainees": len(pupils),
        "lessons_passed": roll.lessons_passed,
        "certified": roll.certified,
        "to_repeat": roll.to_repeat,
        "first": first,
        "pupils": [_pupil(each, roll, known) for each in pupils[first : first + limit]],
        "missed": [
            {"clause": clause, "words": clause_words(clause), "missed": missed, "asked": asked}
            for clause, missed, asked in roll.missed_most(MISSED)
            if clause
        ],
        "stuck": _stuck(roll, known),
        "together": _together(roll, known),
        "drills": [{"drill": each.name, "title": each.title} for each in DRILLS],
        "set": _set(roll),
    }


def _together(roll: Roll, known: Course) -> Plain | None:
    """What the class needs most: the lesson of the clause that is missed most, and a drill that goes over it."""
    taught = {clause: lesson for lesson in reversed(known.lessons) for clause in lesson.clauses}
    found = next((each for each in roll.missed_most(MISSED) if each[0] in taught), None)
    if found is None:
        return None
    clause, missed, asked = found
    lesson = taught[clause]
    kinds = {each.partition(":")[0] for each in lesson.drills}
    drill = next((each for each in DRILLS if each.name in kinds), None)
    return {
        "lesson": lesson.id,
        "number": known.lessons.index(lesson) + 1,
        "title": lesson.title,
        "clause": clause,
        "missed": missed,
        "asked": asked,
        "drill": drill.name if drill else "",
        "drill_title": drill.title if drill else "",
    }


def _set(roll: Roll) -> Plain | None:
    """The drill that is set now, and how many have passed it since."""
    if roll.drill_at is None:
        return None
    found = drill_of(roll.drill)
    at = roll.drill_at.isoformat(timespec="seconds")
    return {"drill": found.name, "title": found.title, "at": at, "passed": roll.drill_passed}


def _pupil(pupil: Pupil, roll: Roll, known: Course) -> Plain:
    tried = roll.tried_drill(pupil)
    return {
        "name": pupil.name,
        "lessons": [_state(pupil, each.id) for each in known.lessons],
        "mastered": pupil.mastered,
        "drill": round(pupil.best_drill, 1),
        "set": {"best": list(tried.best), "is_passed": tried.is_passed} if tried else None,
        "exam": list(pupil.exam),
        "is_certified": pupil.is_certified,
        "seen": pupil.seen.isoformat(timespec="seconds"),
    }


def _state(pupil: Pupil, lesson: str) -> str:
    if lesson in pupil.passed:
        return "passed"
    failed = pupil.failed.get(lesson, 0)
    return "failed" if failed > 1 else "tried" if failed else ""


STUCK = 5
"""Pupils who are named as in need of a word."""


def _stuck(roll: Roll, known: Course) -> list[Plain]:
    """Those who failed a test twice, with the lesson."""
    titles = {each.id: (number, each.title) for number, each in enumerate(known.lessons, start=1)}
    found: list[Plain] = []
    for pupil in roll.pupils.values():
        lesson = next((name for name, times in pupil.failed.items() if times > 1 and name in titles), None)
        if lesson is not None:
            number, title = titles[lesson]
            found.append({"name": pupil.name, "number": number, "title": title, "times": pupil.failed[lesson]})
            if len(found) == STUCK:
                break
    return found
