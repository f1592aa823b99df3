"""A player's own rounds over HTTP: what each wager of a round brought, and how the chips went from round to round."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from siete.plain import Plain
from siete.server.http.rounds import Asker, recall_of, round_number
from siete.server.services import inward, services_of, waiting_person
from siete.server.work import parsing

router = APIRouter(prefix="/api/v1", tags=["rounds"])

Player = Annotated[str, Query(max_length=24)]


@router.get("/rounds/{table_id}/{number}/ledger")
async def one_ledger(table_id: str, number: int, request: Request, person: Asker, player: Player = "") -> Plain:
    """Every wager of a player in a finished round; the sum of the nets is the change of the rack."""
    recall, name = recall_of(request, table_id), inward(request, player) or person.name
    stored = await recall.stored([await recall.place(round_number(number))])
    recallers, key = services_of(request).recallers, (stored.table, number, name)
    return await recallers.ask(waiting_person(request, person), parsing.one_ledger, stored, name, key=key)


@router.get("/tables/{table_id}/history")
async def history(
    table_id: str,
    request: Request,
    person: Asker,
    player: Player = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 60,
) -> Plain:
    """The ledgers of a player's last rounds at a table, newest first."""
    recall, name = recall_of(request, table_id), inward(request, player) or person.name
    places = (await recall.places())[-limit:]
    recallers, key = services_of(request).recallers, (table_id, name, tuple(place.number for place in places))
    stored = await recall.stored(places)
    found = await recallers.ask(waiting_person(request, person), parsing.ledgers, stored, name, key=key)
    return {"table": table_id, "player": name, "rounds": found[::-1]}
