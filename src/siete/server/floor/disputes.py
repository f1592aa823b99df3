"""Disputes over HTTP: any round by table, box, time or name, its rack dealt again, and the decision noted."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field

from siete.errors import SieteError
from siete.host.floor.log import Writing
from siete.host.floor.state import FloorState
from siete.host.floor_desk import FloorTable
from siete.host.history.rounds import Recall
from siete.host.settings import streams_of
from siete.plain import Plain
from siete.server.describe.round import summary
from siete.server.floor import rack
from siete.server.floor.access import Body, Floorperson, Reader
from siete.server.floor.incidents import told
from siete.server.floor.overview import desk_of
from siete.server.http.rounds import STAMP, round_number
from siete.server.services import services_of, waiting_person
from siete.store import floor_events as f

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])


class Decision(Body):
    """What was decided about a round."""

    table: str = Field(max_length=80)
    round: int = Field(ge=1, le=10**9)
    decision: str = Field(min_length=1, max_length=200)
    note: str = Field(default="", max_length=500)


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
    found: list[Plain] = []
    for each in tables:
        recall = _recall(request, each)
        rounds = await recall.search(player=player, box=box, after=after, before=before, limit=limit)
        found += [{"table": each.record.id, "name": each.record.name, **summary(one)} for one in rounds]
    found.sort(key=lambda one: str(one["ended_at"]), reverse=True)
    return {"rounds": found[:limit]}


def _recall(request: Request, table: FloorTable) -> Recall:
    return Recall(desk_of(request).house.store, streams_of(table.record), table.rules)


@router.get("/rounds/{table_id}/{number}/rack")
async def dealt_again(table_id: str, number: int, request: Request, person: Reader) -> Plain:
    """The discard rack of a round dealt again: every round that it can mean, and whether the record is one of them."""
    recalled = await _recall(request, await desk_of(request).find(table_id)).round(round_number(number))
    parsers = services_of(request).parsers
    key = ("rack", table_id, number)
    return await parsers.ask(waiting_person(request, person), rack.dealt_again, recalled, key=key)


@router.post("/disputes", status_code=201)
async def decide(body: Decision, request: Request, person: Floorperson) -> Plain:
    """Note what was decided about a round, as an incident that is closed."""
    desk = desk_of(request)
    table = await desk.find(body.table)
    recalled = await _recall(request, table).round(body.round)
    number = 0

    def deciding(state: FloorState, now: str) -> Writing:
        nonlocal number
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
        )
        last = recalled.place.last
        return Writing(
            events=(filed, f.IncidentClosed(by=person.name, number=number, outcome=body.decision, until=last))
        )

    state = await desk.log.write(deciding)
    if number not in state.incidents:
        raise SieteError("floor/no-such-incident", f"There is no incident {number}.")
    return told(state.incidents[number])
