"""Disputes over HTTP: any round by table, box, time or name, its rack dealt again, and the decision noted."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.floor import changes
from siete.host.floor.changes import Proposal
from siete.host.floor.log import Writing
from siete.host.floor.state import FloorState
from siete.host.floor_desk import FloorTable
from siete.host.history.rounds import Recall
from siete.host.settings import streams_of
from siete.money import Cents
from siete.plain import Plain
from siete.server.floor.access import Body, Floorperson, Reader, RequestId
from siete.server.floor.incidents import told
from siete.server.floor.overview import desk_of
from siete.server.http.rounds import STAMP, RoundFilter, listed, round_number
from siete.server.services import inward, services_of, waiting_person
from siete.server.work import rack
from siete.store import floor_events as f

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])


class Correction(Body):
    """What a player is to get from the tray in cents, or to give back where it is below zero."""

    player: str = Field(min_length=1, max_length=24)
    amount: int = Field(ge=-(10**9), le=10**9)


class DisputeDecision(Body):
    """What was decided about a round; a correction in money waits for a second signature."""

    table: str = Field(max_length=80)
    round: int = Field(ge=1, le=10**9)
    decision: str = Field(min_length=1, max_length=200)
    note: str = Field(default="", max_length=500)
    correction: Correction | None = None
    id: RequestId = ""


@router.get("/rounds")
async def rounds(
    request: Request,
    person: Reader,
    table: Annotated[str, Query(max_length=80)] = "",
    player: Annotated[str, Query(max_length=24)] = "",
    box: Annotated[int, Query(ge=0, le=99)] = 0,
    after: Annotated[str, Query(pattern=STAMP)] = "",
    before: Annotated[str, Query(pattern=STAMP)] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Plain:
    """Finished rounds of one table or of all, newest first."""
    desk = desk_of(request)
    tables = [await desk.find(table)] if table else await desk.every()
    wanted = RoundFilter(player=inward(request, player), box=box, after=after, before=before, limit=limit)
    found: list[Plain] = []
    for each in tables:
        rounds = await listed(request, person, _recall(request, each), wanted)
        found += [{"table": each.record.id, "name": each.record.name, **one} for one in rounds]
    found.sort(key=lambda one: str(one["ended_at"]), reverse=True)
    return {"rounds": found[:limit]}


def _recall(request: Request, table: FloorTable) -> Recall:
    services = services_of(request)
    return Recall(services.house.store, streams_of(table.record), table.rules, services.places)


@router.get("/rounds/{table_id}/{number}/rack")
async def dealt_again(table_id: str, number: int, request: Request, person: Reader) -> Plain:
    """The discard rack of a round dealt again: every round that it can mean, and whether the record is one of them."""
    recalled = await _recall(request, await desk_of(request).find(table_id)).round(round_number(number))
    parsers = services_of(request).parsers
    key = ("rack", table_id, number)
    return await parsers.ask(waiting_person(request, person), rack.dealt_again, recalled, key=key)


@router.post("/disputes", status_code=201)
async def decide(body: DisputeDecision, request: Request, person: Floorperson) -> Plain:
    """Note what was decided about a round, as an incident; propose a correction with it."""
    desk = desk_of(request)
    table = await desk.find(body.table)
    recalled = await _recall(request, table).round(body.round)
    number = 0
    correction = _known(request, body.correction)
    if correction is not None and correction.player not in recalled.players:
        sentence = f"{correction.player} had no wager in round {body.round}."
        raise SieteError("floor/not-in-round", sentence, facts={"players": list(recalled.players)})

    def deciding(state: FloorState, now: str) -> Writing:
        nonlocal number
        known = state.incident_by(person.name, body.id)
        if known is not None:
            number = known.number
            return Writing(events=())
        number = max(state.incidents, default=0) + 1
        filed = f.IncidentFiled(
            by=person.name,
            number=number,
            table=table.record.id,
            round=body.round,
            kind="dispute",
            words="Dispute about a round",
            clause="",
            people=recalled.players,
            after=recalled.place.first - 1,
            note=body.note,
            request=body.id,
        )
        closed = f.IncidentClosed(by=person.name, number=number, outcome=body.decision, until=recalled.place.last)
        proposed = [_proposed(state, body, correction, person, number, now)] if correction else []
        return Writing(events=(filed, closed, *proposed))

    state = await desk.log.write(deciding)
    if number not in state.incidents:
        raise SieteError("floor/no-such-incident", f"There is no incident {number}.")
    return {**told(state.incidents[number]), "change": _change_of(state, number)}


def _change_of(state: FloorState, incident: int) -> int | None:
    """The correction that was proposed together with a dispute."""
    corrections = (each for each in state.changes.values() if each.proposed.kind == changes.CORRECTION)
    made = (each.number for each in corrections if each.proposed.reason.startswith(f"incident {incident}:"))
    return next(made, None)


def _known(request: Request, sent: Correction | None) -> Correction | None:
    """A correction whose player is named as the chain does."""
    return sent.model_copy(update={"player": inward(request, sent.player)}) if sent is not None else None


def _proposed(
    state: FloorState, body: DisputeDecision, correction: Correction, person: Person, incident: int, now: str
) -> f.ChangeProposed:
    if not correction.amount:
        raise SieteError("floor/no-chips", "A correction is more or less than $0.")
    proposal = Proposal(
        kind=changes.CORRECTION,
        table=body.table,
        by=person.name,
        reason=f"incident {incident}: {body.note or body.decision}"[:200],
        subject=correction.player,
        amount=Cents(correction.amount),
        round=body.round,
        words=f"round {body.round}, {correction.player}",
    )
    return changes.propose(state, proposal, denominations=(), inventory=0, now=now)
