"""A mistake shown again: the table of a task, a few steps before it to what was right, once its paper is finished."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.plain import Plain
from siete.server.http.school.tickets import LONGEST, DeskTicket, QuestionTicket, opened
from siete.server.services import Services, services_of, somebody, waiting_person
from siete.server.work import school

router = APIRouter(prefix="/api/v1/school", tags=["school"])

Somebody = Annotated[Person, Depends(somebody)]


class TaskTicket(BaseModel):
    """The ticket of a task."""

    model_config = ConfigDict(extra="forbid", strict=True)

    ticket: str = Field(max_length=LONGEST)


@router.post("/replays")
async def replay(body: TaskTicket, request: Request, person: Somebody) -> Plain:
    """The table of a task step by step, and which step was asked for; only when its paper is finished."""
    services = services_of(request)
    asked = task_of(services, person, body.ticket)
    learner = await services.reviews.learner(person.scope)
    if asked.paper.paper not in learner.closed:
        raise SieteError("school/not-finished", "Finish this paper first; then its tasks are shown again.")
    shown = await services.examiners.ask(waiting_person(request, person), school.replayed, table_of(asked))
    if shown is None:
        raise SieteError("school/no-replay", "No table shows this. Read the lesson again.")
    return shown


def task_of(services: Services, person: Person, text: str) -> QuestionTicket | DeskTicket:
    """The task in a ticket: a question, or a step at the desk."""
    try:
        return opened(services, person, text, QuestionTicket)
    except SieteError:
        return opened(services, person, text, DeskTicket)


def table_of(task: QuestionTicket | DeskTicket) -> school.PaperTask:
    """A task, as a worker finds its table."""
    rules = task.paper.rules
    if isinstance(task, DeskTicket):
        return school.PaperTask(rules, task.lesson, "", (task.script, task.place), is_at_desk=True)
    return school.PaperTask(rules, task.lesson, task.clause, task.shown, is_at_desk=False)
