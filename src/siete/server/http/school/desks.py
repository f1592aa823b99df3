"""The desk of a lesson: a demonstration that the pupil deals, step by step, and the moments of an exam.

No table of the house runs here: a script says what happens, and every motion is judged against its step. Only the
first try at a step is kept.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

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
from siete.school.dealt_tables import script
from siete.school.demonstrations import DemonstrationStep
from siete.school.desk_steps import DeskCommand, asked_places, in_words, judged
from siete.school.drills.steps import step_item
from siete.school.progress import DESK, EXAM
from siete.school.record import deck_of
from siete.server.describe.desk import described_desk
from siete.server.describe.layout import describe
from siete.server.describe.school_desk import desk_message
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
from siete.server.services import Services, services_of, somebody
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
    places = await asyncio.to_thread(asked_places, found, name)
    begun = PaperTicket(
        person=person.scope,
        paper=new_paper(),
        rules=rules,
        kind=DESK,
        name=found.id,
        asked=len(places),
        passes=-(-len(places) * 9 // 10),
        began=services.reviews.now,
    )
    rules_there = script(name)[0].rules
    ticket = DeskTicket(paper=begun, script=name, place=places[0], level=body.level, lesson=found.id)
    return {
        "paper": sealed(services, begun),
        "felt": describe(rules_there),
        "desk": described_desk(rules_there),
        "rules_hash": rules_there.rules_hash,
        "title": name.partition("/")[2].replace("-", " "),
        **_at(services, ticket, places, person),
    }


def _at(services: Services, ticket: DeskTicket, places: tuple[int, ...], person: Person) -> Plain:
    """The table at a step, and what has happened since the one before."""
    at, steps = places.index(ticket.place), script(ticket.script)
    since = places[at - 1] + 1 if at else ticket.place
    return {
        "ticket": sealed(services, ticket),
        "message": desk_message(steps[ticket.place], ticket.level, person.name, str(ticket.place)),
        "done": at,
        "of": len(places),
        "meanwhile": [{"words": each.words, "clause": each.clause} for each in steps[since : ticket.place]][-4:],
    }


@router.post("/motions")
async def move(body: Made, request: Request, person: Somebody) -> Plain:
    """A motion at the desk of a lesson: the table after it, or why it is wrong; in an exam it is noted."""
    services = services_of(request)
    ticket = opened(services, person, body.ticket, DeskTicket)
    check_time(ticket.paper, services.reviews.now)
    command = _command(body.command, person)
    if body.point and body.point != str(ticket.place):
        raise PassedPointError("command/passed-point", "That step is done.", facts={"point": str(ticket.place)})
    step = (await asyncio.to_thread(script, ticket.script))[ticket.place]  # one that is forgotten is dealt again
    why = judged(step, command)
    await _keep(services, person, ticket, step, why)
    if ticket.paper.kind == EXAM:
        return {"is_noted": True, "done": in_words(command)}
    if why is not None:
        told = _NOTED if ticket.level == HelpLevel.EXAM.value else why
        return {"refused": refusal_plain(told), "done": in_words(command)}
    return await _go_on(services, person, ticket)


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


async def _keep(
    services: Services, person: Person, ticket: DeskTicket, step: DemonstrationStep, why: Refusal | None
) -> None:
    """Keep the first try of a step; what is tried again at the same step changes nothing."""
    review = ItemReviewed(
        deck=deck_of(ticket.paper.rules),
        item=step_item(step),
        kind=ticket.lesson,
        grade=int(Grade.RIGHT if why is None else Grade.WRONG),
        note=step.clause,
        paper=ticket.paper.paper,
        question=ticket.id,
        over=_overpaid(why),
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


async def _go_on(services: Services, person: Person, ticket: DeskTicket) -> Plain:
    lesson = (await course_of(ticket.paper.rules)).lesson(ticket.lesson)
    places = asked_places(lesson, ticket.script)
    at = places.index(ticket.place) + 1
    if at >= len(places):
        return {"is_over": True, "done": at, "of": len(places)}
    after = DeskTicket(
        paper=ticket.paper, script=ticket.script, place=places[at], level=ticket.level, lesson=ticket.lesson
    )
    return _at(services, after, places, person)
