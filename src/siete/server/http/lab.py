"""The lab over HTTP. All its work is done by worker processes with limits of time and memory."""

from __future__ import annotations

import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from pydantic import Field

from siete.host.access.roles import Person
from siete.plain import Plain
from siete.server.http.tables import SubmissionText
from siete.server.services import asker, services_of, waiting_person
from siete.server.work import lab as lab_work

router = APIRouter(prefix="/api/v1/lab", tags=["lab"])

Asker = Annotated[Person, Depends(asker)]


class OptionOf(SubmissionText):
    """A submission, and the number of one of its options."""

    option: int = Field(ge=0, le=99)


class WagerOf(SubmissionText):
    """A submission, and one of its side wagers."""

    wager: str = Field(max_length=40)


@router.post("/explore")
async def explore(body: SubmissionText, request: Request, person: Asker) -> Plain:
    """Edge, deviation and chart of the base game under a submission; one with faults is refused with all of them."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    return await solvers.ask(waiting, lab_work.explored, body.text)


@router.post("/cost")
async def cost(body: OptionOf, request: Request, person: Asker) -> Plain:
    """What turning one option costs the player against a submission."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    return await solvers.ask(waiting, lab_work.option_cost, body.text, body.option)


@router.post("/wager")
async def wager(body: WagerOf, request: Request, person: Asker) -> Plain:
    """The figures of a side wager under a submission."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    return await solvers.ask(waiting, lab_work.wager_figures, body.text, body.wager)


@router.post("/par", response_class=Response)
async def par(body: SubmissionText, request: Request, person: Asker) -> Response:
    """The PAR sheet of a submission as a page to print; a submission with faults is refused with all of them."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    page = await solvers.ask(waiting, lab_work.par, body.text, datetime.date.today())
    return Response(page, media_type="text/html; charset=utf-8")
