"""What the coach keeps of a person: decisions judged by the values the house told, progress and mistakes."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.plain import Plain
from siete.server.describe.judgement import Told, judged, record
from siete.server.services import Services, services_of, somebody

router = APIRouter(prefix="/api/v1", tags=["coach"])

Somebody = Annotated[Person, Depends(somebody)]
_PURPOSE = "coach"


class CoachedDecision(BaseModel):
    """What was decided, and the ticket that came with the values of that decision."""

    model_config = ConfigDict(extra="forbid", strict=True)

    ticket: str = Field(max_length=6_000)
    action: str = Field(max_length=20)


class _Ticket(msgspec.Struct, frozen=True):
    person: str
    told: Told


def ticket(services: Services, person: Person, told: Told) -> str:
    """What the house told of a decision, signed, so that the answer can be judged by it later in any process."""
    return services.signed(msgspec.json.encode(_Ticket(person.scope, told)).decode(), _PURPOSE)


@router.post("/coach/decisions", status_code=201)
async def decided(body: CoachedDecision, request: Request, person: Somebody) -> Plain:
    """Judge a decision at a practice table, and keep it."""
    services = services_of(request)
    signed = services.unsigned(body.ticket, _PURPOSE)
    kept = msgspec.json.decode(signed, type=_Ticket) if signed else None
    if kept is None or kept.person != person.scope:
        raise SieteError("coach/bad-ticket", "This ticket was not given to you by this house.")
    found = judged(kept.told, body.action)
    if found is None:
        raise SieteError("coach/no-value", f"{body.action!r} was no answer to this question.")
    item = await services.reviews.record(person.scope, found.review())
    return {**found.to_json(), "due": item.schedule.due.isoformat(timespec="seconds"), **await _record(request, person)}


@router.get("/coach")
async def coach(request: Request, person: Somebody) -> Plain:
    """How you have decided so far: by rule set and kind of hand, and your mistakes."""
    return await _record(request, person)


async def _record(request: Request, person: Person) -> Plain:
    services = services_of(request)
    learner = await services.reviews.learner(person.scope)
    return record(learner, services.reviews.now, tuple(services.house.tables))
