"""Colour-ups over HTTP: chips of a player for others of the same worth."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import Field

from siete.host.floor.chips import Exchange, colour_up, float_chips, is_done
from siete.host.floor.log import Writing
from siete.host.floor.state import FloorState
from siete.plain import Plain
from siete.server.floor.access import Body, Floorperson, Reader, RequestId
from siete.server.floor.changes import ChipCount
from siete.server.floor.overview import desk_of
from siete.server.services import inward

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])


class NewExchange(Body):
    """Chips that the tray takes from a player, and those it gives."""

    player: str = Field(min_length=1, max_length=24)
    taken: list[ChipCount] = Field(max_length=20)
    given: list[ChipCount] = Field(max_length=20)
    id: RequestId = ""


@router.get("/tables/{table_id}/colour-ups")
async def colour_ups(table_id: str, request: Request, person: Reader) -> Plain:
    """What players changed at a table, newest first."""
    desk = desk_of(request)
    table = await desk.find(table_id)
    return _told(await desk.log.read_on(), table.record.id)


@router.post("/tables/{table_id}/colour-ups", status_code=201)
async def add_colour_up(table_id: str, body: NewExchange, request: Request, person: Floorperson) -> Plain:
    """Change a player's chips for others of the same worth."""
    desk = desk_of(request)
    table = desk.table(table_id)
    taken, given = (tuple((each.chip, each.count) for each in side if each.count) for side in (body.taken, body.given))
    player = inward(request, body.player)
    exchange = Exchange(table=table.id, player=player, by=person.name, taken=taken, given=given, request=body.id)

    def changing(state: FloorState, now: str) -> Writing:
        if is_done(state, exchange):
            return Writing(events=())
        rack = table.state.racks.get(player, 0)
        chips = table.rules.chip_denominations.denominations
        return Writing(events=(colour_up(exchange, denominations=chips, rack=rack),))

    return _told(await desk.log.write(changing), table.id)


def _told(state: FloorState, table: str) -> Plain:
    return {
        "table": table,
        "float": [{"chip": chip, "count": count} for chip, count in float_chips(state, table).items()],
        "colour_ups": [
            {
                "at": each.at,
                "by": each.exchange.by,
                "player": each.exchange.player,
                "amount": sum(chip * count for chip, count in each.exchange.taken),
                "taken": [{"chip": chip, "count": count} for chip, count in each.exchange.taken],
                "given": [{"chip": chip, "count": count} for chip, count in each.exchange.given],
            }
            for each in reversed(state.colour_ups.get(table, ()))
        ],
    }
