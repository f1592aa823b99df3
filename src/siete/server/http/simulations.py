"""Simulations of the lab over HTTP. A run is watched by asking for it, so nothing needs a WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.responses import FileResponse
from pydantic import Field

from siete.host.access.roles import STAFF, Person
from siete.plain import Plain
from siete.server.http.tables import RequestBody
from siete.server.services import asker, services_of, waiting_person
from siete.server.simulations import saved
from siete.server.simulations.order import Order

router = APIRouter(prefix="/api/v1/lab/simulations", tags=["lab"])

Asker = Annotated[Person, Depends(asker)]
Amount = Annotated[str, Field(max_length=16)]
MOST_ROUNDS = 10**10


class BetFrom(RequestBody):
    """The base wager from a true count on."""

    count: int = Field(ge=-30, le=30)
    bet: Amount


class NewSimulation(RequestBody):
    """A run: what to deal, how it is played, and how long a session is. Amounts are in dollars."""

    text: str = Field(max_length=60_000)
    rounds: int = Field(ge=1_000, le=MOST_ROUNDS)
    seed: int = Field(default=1, ge=0, lt=2**63)
    cards: Literal["shoe", "fresh"] = "fresh"
    strategy: Literal["derived", "never-bust", "mimic-dealer", "random"] = "derived"
    wager: Literal["all", "base"] = "all"
    bet: Amount = ""
    session: int = Field(default=0, ge=0, le=100_000)
    bankroll: Amount = "0"
    tags: dict[Annotated[str, Field(max_length=2)], Annotated[int, Field(ge=-20, le=20)]] = Field(
        default_factory=dict, max_length=13
    )
    bets: list[BetFrom] = Field(default_factory=list, max_length=40)
    play_from: int | None = Field(default=None, ge=-30, le=30)

    def order(self) -> Order:
        """What the house deals."""
        given = self.model_dump(exclude={"tags", "bets"})
        return Order(**given, tags=tuple(self.tags.items()), bets=tuple((each.count, each.bet) for each in self.bets))


class SavedFile(RequestBody):
    """A saved run: the JSON of `result.json`, of which `format`, `state` and `whole` are read, in gzip and Base64."""

    file: str = Field(max_length=64_000)


class MoreRounds(RequestBody):
    """A run to be continued, to so many rounds in all."""

    rounds: int = Field(ge=1_000, le=MOST_ROUNDS)


def _check(order: Order) -> None:
    """In a worker: refuse what cannot be dealt."""
    order.check()


@router.get("")
async def limits(request: Request, person: Asker) -> Plain:
    """How many rounds the asker may have dealt in a day, and how many of them are left."""
    desk, is_staff = services_of(request).simulations, person.role in STAFF
    who = waiting_person(request, person)
    return {"rounds_a_day": desk.most(is_staff=is_staff), "left": desk.left(who, is_staff=is_staff)}


@router.post("", status_code=201)
async def start(body: NewSimulation, request: Request, person: Asker) -> Plain:
    """Start a run, or put it into the queue; a submission with faults is refused with all of them."""
    services, who, order = services_of(request), waiting_person(request, person), body.order()
    await services.solvers.ask(who, _check, order)
    return await services.simulations.start(who, order, is_staff=person.role in STAFF)


@router.post("/saved", status_code=201)
async def take_up(body: SavedFile, request: Request, person: Asker) -> Plain:
    """Bring a saved run back, to be looked at and continued; what the lab could not have dealt is refused."""
    services, who = services_of(request), waiting_person(request, person)
    found = await services.solvers.ask(who, saved.read, body.file)
    return await services.simulations.take_up(who, found, is_staff=person.role in STAFF)


@router.get("/{name}")
async def state(name: str, request: Request) -> Plain:
    """How a run stands: rounds, every wager with its interval beside the exact figure, the curve, the sessions."""
    return await services_of(request).simulations.state(name)


@router.post("/{name}/stop")
async def stop(name: str, request: Request) -> Plain:
    """Stop a run within a second; what was dealt is kept."""
    return await services_of(request).simulations.stop(name)


@router.post("/{name}/resume")
async def resume(name: str, body: MoreRounds, request: Request, person: Asker) -> Plain:
    """Continue a run that was stopped: its result is that of one long run."""
    desk, who = services_of(request).simulations, waiting_person(request, person)
    return await desk.resume(who, name, body.rounds, is_staff=person.role in STAFF)


@router.get("/{name}/result.json", response_class=FileResponse)
async def result(name: str, request: Request) -> FileResponse:
    """The result as a file: `siete simulate --resume` continues it."""
    path = await services_of(request).simulations.result(name)
    return FileResponse(path, media_type="application/json", filename="simulation.json")
