"""The lab over HTTP. All its work is done by worker processes with limits of time and memory."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Literal, TypeVarTuple

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from pydantic import Field

from siete.host.access.roles import Person
from siete.host.audit.heads import KEY_FILE, public_key, signing_key
from siete.lab.par_sheet.signature import is_signed, signed
from siete.plain import Plain
from siete.server.http.tables import RequestBody, SubmissionText
from siete.server.limits import TooManyError
from siete.server.services import asker, services_of, waiting_person
from siete.server.work.lab import comparison as comparing
from siete.server.work.lab import counting, explorer
from siete.server.work.lab import par as par_work

router = APIRouter(prefix="/api/v1/lab", tags=["lab"])

Values = TypeVarTuple("Values")

Asker = Annotated[Person, Depends(asker)]
Key = Annotated[str, Field(max_length=40)]
Hex = Annotated[str, Field(pattern="^[0-9a-f]*$", max_length=128)]


class Explored(SubmissionText):
    """A submission, and the options that are turned though its book fixes them."""

    outside: list[Key] = Field(default_factory=list, max_length=16)


class OptionOf(Explored):
    """A submission, and the number of one of its options."""

    option: int = Field(ge=0, le=99)


class WagerOf(SubmissionText):
    """A submission, and one of its side wagers."""

    wager: str = Field(max_length=40)


class HandOf(Explored):
    """A hand under a submission; `bet` is in cents."""

    player: str = Field(max_length=80)
    up: str = Field(max_length=4)
    is_split: bool = False
    doublings: int = Field(default=0, ge=0, le=3)
    bet: int = Field(default=0, ge=0, le=10_000_000)


class TwoSubmissions(RequestBody):
    """Two submissions, or names of rule sets."""

    ours: str = Field(max_length=25_000)
    theirs: str = Field(max_length=25_000)


class StepOf(TwoSubmissions):
    """Two submissions, and the number of a step from one to the other."""

    step: int = Field(ge=0, le=20)


class CountOf(SubmissionText):
    """A submission, and the level of the count."""

    level: int = Field(default=2, ge=1, le=3)


class WagerAt(RequestBody):
    """A wager in dollars at a true count."""

    count: int = Field(ge=-30, le=30)
    wager: float = Field(ge=0, le=1_000_000)


class RampOf(CountOf):
    """Wagers by true count; a count that is not named is sat out."""

    wagers: list[WagerAt] = Field(max_length=61)


class BestRampOf(CountOf):
    """A bankroll in dollars, the part of it to play by, and the true count below which one leaves."""

    bankroll: float = Field(ge=100, le=10_000_000)
    fraction: float = Field(default=1.0, gt=0, le=1)
    leave_below: int = Field(default=-30, ge=-30, le=30)


class ParOf(SubmissionText):
    """A submission, and the kind of file its PAR sheet is written to."""

    kind: Literal[".html", ".xlsx"] = ".html"


class SignatureOf(RequestBody):
    """The digest of a PAR sheet without its signature, and what the sheet says of it."""

    digest: Hex
    key: Hex
    signature: Hex


async def _figure(request: Request, person: Person, work: Callable[[*Values], Plain], *values: *Values) -> Plain:
    """A figure of the explorer: what is solved already waits for no solver, however busy it is. Decision: 0472."""
    services, waiting = services_of(request), waiting_person(request, person)
    with suppress(TooManyError):
        known = await services.parsers.ask(waiting, explorer.at_hand, work, values)
        if known is not None:
            return known
    return await services.solvers.ask(waiting, work, *values)


@router.post("/edge")
async def edge(body: Explored, request: Request, person: Asker) -> Plain:
    """The edge alone, the switches, and what else can be asked for; faults are refused all at once."""
    return await _figure(request, person, explorer.edge, body.text, tuple(body.outside))


@router.post("/explore")
async def explore(body: Explored, request: Request, person: Asker) -> Plain:
    """Edge, deviation and results of the base game under a submission."""
    return await _figure(request, person, explorer.explored, body.text, tuple(body.outside))


@router.post("/chart")
async def chart(body: Explored, request: Request, person: Asker) -> Plain:
    """The strategy chart of the base game under a submission."""
    return await _figure(request, person, explorer.chart, body.text, tuple(body.outside))


@router.post("/cost")
async def cost(body: OptionOf, request: Request, person: Asker) -> Plain:
    """What turning one option costs the player against a submission."""
    return await _figure(request, person, explorer.option_cost, body.text, body.option, tuple(body.outside))


@router.post("/wager")
async def wager(body: WagerOf, request: Request, person: Asker) -> Plain:
    """The figures of a side wager under a submission."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    return await solvers.ask(waiting, explorer.wager_figures, body.text, body.wager)


@router.post("/hand")
async def hand(body: HandOf, request: Request, person: Asker) -> Plain:
    """What every action on a hand is worth, best first."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    asked = (tuple(body.outside), body.player, body.up, body.is_split, body.doublings, body.bet)
    return await solvers.ask(waiting, explorer.hand, body.text, *asked)


@router.post("/compare")
async def compare(body: TwoSubmissions, request: Request, person: Asker) -> Plain:
    """What two submissions differ in, with the clauses of both, and the steps from one edge to the other."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    return await solvers.ask(waiting, comparing.comparison, body.ours, body.theirs)


@router.post("/step")
async def step(body: StepOf, request: Request, person: Asker) -> Plain:
    """The edge after one of the steps from one submission to another."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    return await solvers.ask(waiting, comparing.step, body.ours, body.theirs, body.step)


@router.post("/count")
async def count(body: CountOf, request: Request, person: Asker) -> Plain:
    """Effects of removal, counts, the edge by true count, indices and ramps, as `siete count` gives them."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    return await solvers.ask(waiting, counting.counted, body.text, body.level)


@router.post("/side-count")
async def side_count(body: WagerOf, request: Request, person: Asker) -> Plain:
    """Effects of removal on a side wager, counts for it, and when it is worth taking."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    return await solvers.ask(waiting, counting.side, body.text, body.wager)


@router.post("/knowledge")
async def knowledge(body: SubmissionText, request: Request, person: Asker) -> Plain:
    """What it is worth to see the hole card, and a bonus card."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    return await solvers.ask(waiting, counting.known, body.text)


@router.post("/ramp")
async def ramp(body: RampOf, request: Request, person: Asker) -> Plain:
    """What wagers by true count come to: win, SCORE, N0 and risk of ruin."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    return await solvers.ask(
        waiting, counting.ramp, body.text, body.level, tuple((each.count, each.wager) for each in body.wagers)
    )


@router.post("/best-ramp")
async def best_ramp(body: BestRampOf, request: Request, person: Asker) -> Plain:
    """The wagers by true count that a bankroll calls for, whole or in part."""
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    asked = (body.level, body.bankroll, body.fraction, body.leave_below)
    return await solvers.ask(waiting, counting.best_ramp, body.text, *asked)


@router.post("/par", response_class=Response)
async def par(body: ParOf, request: Request, person: Asker) -> Response:
    """The PAR sheet of a submission, signed by the house; a submission with faults is refused with all of them."""
    services, waiting = services_of(request), waiting_person(request, person)
    made = await services.solvers.ask(waiting, par_work.par, body.text, body.kind, datetime.date.today())
    key = await asyncio.to_thread(signing_key, services.data / KEY_FILE)
    return Response(signed(made, key), media_type=_KINDS[body.kind])


_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@router.post("/par/check")
async def check_par(body: SignatureOf, request: Request) -> Plain:
    """Whether a PAR sheet is as it was signed, and whether this house signed it."""
    key = await asyncio.to_thread(signing_key, services_of(request).data / KEY_FILE)
    house = public_key(key)
    return {
        "is_good": is_signed(body.digest, body.key, body.signature),
        "is_ours": body.key == house,
        "key": house,
    }
