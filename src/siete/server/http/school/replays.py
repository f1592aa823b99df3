"""A mistake shown again: the table of a task, a few steps before it to what was right, once its paper is finished."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.plain import Plain
from siete.school.dealt_tables import script
from siete.school.demonstrations import demonstration
from siete.school.drills.steps import Place
from siete.school.lessons import Course
from siete.server.http.school.courses import course_of, scenes
from siete.server.http.school.tickets import LONGEST, DeskTicket, QuestionTicket, opened
from siete.server.services import Services, services_of, somebody

router = APIRouter(prefix="/api/v1/school", tags=["school"])

Somebody = Annotated[Person, Depends(somebody)]
BEFORE, BEHIND = 4, 1
"""Steps around a mistake that are shown with it."""


class Wanted(BaseModel):
    """The ticket of a task."""

    model_config = ConfigDict(extra="forbid", strict=True)

    ticket: str = Field(max_length=LONGEST)


@router.post("/replays")
async def replay(body: Wanted, request: Request, person: Somebody) -> Plain:
    """The table of a task step by step, and which step was asked for; only when its paper is finished."""
    services = services_of(request)
    asked = task_of(services, person, body.ticket)
    learner = await services.reviews.learner(person.scope)
    if asked.paper.paper not in learner.closed:
        raise SieteError("school/not-finished", "Finish this paper first; then its tasks are shown again.")
    known = await course_of(asked.paper.rules)
    return await asyncio.to_thread(_shown, asked, known)


def task_of(services: Services, person: Person, text: str) -> QuestionTicket | DeskTicket:
    """The task in a ticket: a question, or a step at the desk."""
    try:
        return opened(services, person, text, QuestionTicket)
    except SieteError:
        return opened(services, person, text, DeskTicket)


def _shown(asked: QuestionTicket | DeskTicket, known: Course) -> Plain:
    found = place_of(asked, known)
    if found is None:
        raise SieteError("school/no-replay", "No table shows this. Read the lesson again.")
    name, place = found
    places = tuple(range(max(0, place - BEFORE), min(len(script(name)), place + BEHIND + 1)))
    return {**scenes(name, places), "at": places.index(place)}


def place_of(asked: QuestionTicket | DeskTicket, known: Course) -> Place | None:
    """The step that a task was about; for a question without a table one of its lesson that its clause pays."""
    if isinstance(asked, DeskTicket):
        return asked.script, asked.place
    return asked.shown or next(_shown_by(asked, known), None)


def _shown_by(asked: QuestionTicket, known: Course) -> Iterator[Place]:
    names = [name for lesson in known.lessons if lesson.id == asked.lesson for name in lesson.demonstrations]
    for name in names:
        for place, step in enumerate(demonstration(name)):
            if asked.clause == step.clause or asked.clause in step.paid_by:
                yield name, place
