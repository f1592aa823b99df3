"""The lab over HTTP. All its work is done by worker processes with limits of time and memory."""

from __future__ import annotations

import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from siete.host.access.roles import Person
from siete.server import lab_work
from siete.server.http.tables import SubmissionText
from siete.server.services import asker, services_of, waiting_person

router = APIRouter(prefix="/api/v1/lab", tags=["lab"])

Asker = Annotated[Person, Depends(asker)]


@router.post("/par", response_class=Response)
async def par(body: SubmissionText, request: Request, person: Asker) -> Response:
    """The PAR sheet of a submission as a page to print; a submission with faults is refused with all of them."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    page = await solvers.ask(waiting, lab_work.par, body.text, datetime.date.today())
    return Response(page, media_type="text/html; charset=utf-8")
