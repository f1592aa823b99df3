"""The desk of a lesson: a demonstration that the pupil deals, step by step, and the moments of an exam.

No table of the house runs here: a script says what happens, and every motion is judged against its step. Only the
first try at a step is kept.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field

from siete.errors import ParseError, SieteError
from siete.host.access.roles import Person
from siete.host.desk.run import HelpLevel
from siete.host.learning.schedule import Grade
from siete.host.table.plans import PassedPointError
from siete.host.table.wire import Message, command_from, command_type
from siete.money import Cents
from siete.plain import Plain
from siete.school.desk_steps import DeskCommand, in_words
from siete.school.progress import DESK, EXAM
from siete.school.record import deck_of
from siete.server.http.refusals import refusal_plain
from siete.server.http.school.courses import course_of
from siete.server.http.school.papers import keep_answer
from siete.server.http.school.tickets import (
    LONGEST,
    DeskTicket,
    PaperTicket,
    check_time,
    new_paper,
    opened,
    sealed,
)
from siete.server.services import Services, readable, services_of, somebody, waiting_person
from siete.server.work import school
from siete.server.work.workers import Asker
from siete.store.reviews import ItemReviewed
from siete.table.due import Refusal

router = APIRouter(prefix="/api/v1/school", tags=["school"])

Somebody = Annotated[Person, Depends(somebody)]


class Seat(BaseModel):
    """Which demonstration is dealt, and with how much help."""

    model_config = ConfigDict(extra="forbid", strict=True)

    demonstration: int = Field(default=0, ge=0, le=40)
    level: Literal["guided", "free", "exam"] = "guided"


class Made(BaseModel):
    """A motion, and the ticket that came with the step it was made for."""

    model_config = ConfigDict(extra="forbid", strict=True)

    ticket: str = Field(max_length=LONGEST)
    command: Plain
    point: str = Field(default="", max_length=64)


@router.post("/{rules}/{lesson}/desk", status_code=201)
async def sit_down(rules: str, lesson: str, body: Seat, request: Request, person: Somebody) -> Plain:
    """Deal a demonstration of a lesson yourself: the table at its first step, and a ticket for the motion."""
    services, found = services_of(request), (await course_of(rules)).lesson(lesson)
    if body.demonstration >= len(found.demonstrations):
        raise SieteError("school/no-demonstration", f"The lesson has {len(found.demonstrations)} demonstrations.")
    name = found.demonstrations[body.demonstration]
    asked = (rules, found.id, name, body.level, person.name)
    first = await services.examiners.ask(waiting_person(request, person), school.first_step, *asked)
    begun = PaperTicket(
        person=person.scope,
        paper=new_paper(),
        rules=rules,
        kind=DESK,
        name=found.id,
        asked=first.of,
        passes=-(-first.of * 9 // 10),
        began=services.reviews.now,
    )
    ticket = DeskTicket(paper=begun, script=name, place=first.place, level=body.level, lesson=found.id)
    return {
        "paper": sealed(services, begun),
        "title": name.partition("/")[2].replace("-", " "),
        "ticket": sealed(services, ticket),
        **first.told,
    }


@router.post("/motions")
async def move(body: Made, request: Request, person: Somebody) -> Plain:
    """A motion at the desk of a lesson: the table after it, or why it is wrong; in an exam it is noted."""
    services = services_of(request)
    ticket = opened(services, person, body.ticket, DeskTicket)
    check_time(ticket.paper, services.reviews.now)
    command = _command(readable(body.command), person)
    if body.point and body.point != str(ticket.place):
        raise PassedPointError("command/passed-point", "That step is done.", facts={"point": str(ticket.place)})
    waiting = waiting_person(request, person)
    asked = (ticket.script, ticket.place, command)
    found = await services.examiners.ask(waiting, school.judged_motion, *asked, key=(ticket.id, repr(command)))
    await _keep(services, person, ticket, found)
    if ticket.paper.kind == EXAM:
        return {"is_noted": True, "done": in_words(command)}
    if found.why is not None:
        told = _NOTED if ticket.level == HelpLevel.EXAM.value else found.why
        return {"refused": refusal_plain(told), "done": in_words(command)}
    return await _go_on(services, person, waiting, ticket)


_NOTED = Refusal("desk/noted", "Noted.")


def _command(plain: Plain, person: Person) -> DeskCommand:
    """The motion in a message."""
    name = plain.get("command")
    if not isinstance(name, str):
        raise ParseError("message/no-command", "Name the motion: {'command': 'Deal', 'box': 3}.")
    values = {key: value for key, value in plain.items() if key != "command"}
    command = command_from(command_type(name), Message(id="", point="", kind=name, fields=values), person)
    if not isinstance(command, DeskCommand):
        raise SieteError("school/no-motion", "At the desk of a lesson only the dealer's motions and reports count.")
    return command


async def _keep(services: Services, person: Person, ticket: DeskTicket, found: school.JudgedMotion) -> None:
    """Keep the first try of a step; what is tried again at the same step changes nothing."""
    review = ItemReviewed(
        deck=deck_of(ticket.paper.rules),
        item=found.item,
        kind=ticket.lesson,
        grade=int(Grade.RIGHT if found.why is None else Grade.WRONG),
        note=found.clause,
        paper=ticket.paper.paper,
        question=ticket.id,
        over=_overpaid(found.why),
    )
    try:
        await keep_answer(services, person, review)
    except SieteError as why:
        if why.code != "school/answered" or ticket.paper.kind == EXAM:
            raise


def _overpaid(why: Refusal | None) -> Cents:
    """What chips that were counted wrongly pay too much, or too little."""
    if why is None or why.code != "desk/wrong-chips":
        return Cents(0)
    counted, owed = why.facts["counted"], why.facts["owed"]
    assert isinstance(counted, int) and isinstance(owed, int), "chips are counted in cents"
    return Cents(counted - owed)


async def _go_on(services: Services, person: Person, waiting: Asker, ticket: DeskTicket) -> Plain:
    asked = (ticket.paper.rules, ticket.lesson, ticket.script, ticket.place, ticket.level, person.name)
    after = await services.examiners.ask(waiting, school.next_step, *asked)
    if after.place == ticket.place:
        return after.told
    return {"ticket": sealed(services, msgspec.structs.replace(ticket, place=after.place)), **after.told}
