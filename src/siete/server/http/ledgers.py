"""A player's own rounds over HTTP: what each wager of a round brought, and how the chips went from round to round."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from siete.host.history.rounds import Recalled
from siete.plain import Plain
from siete.server.describe.ledger import ledger
from siete.server.http.rounds import Asker, recall_of, round_number

router = APIRouter(prefix="/api/v1", tags=["rounds"])

Player = Annotated[str, Query(max_length=24)]


@router.get("/rounds/{table_id}/{number}/ledger")
async def one_ledger(table_id: str, number: int, request: Request, person: Asker, player: Player = "") -> Plain:
    """Every wager of a player in a finished round; the sum of the nets is the change of the rack."""
    recalled = await recall_of(request, table_id).round(round_number(number))
    return _ledger(recalled, player or person.name)


@router.get("/tables/{table_id}/history")
async def history(
    table_id: str,
    request: Request,
    person: Asker,
    player: Player = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 60,
) -> Plain:
    """The ledgers of a player's last rounds at a table, newest first."""
    name = player or person.name
    rounds = [each for each in await recall_of(request, table_id).recent(limit) if name in each.players]
    return {"table": table_id, "player": name, "rounds": [_ledger(each, name) for each in reversed(rounds)]}


def _ledger(recalled: Recalled, player: str) -> Plain:
    before = recalled.before.racks.get(player, 0)
    statement = recalled.statement(player)
    return {
        "round": recalled.place.number,
        "ended_at": recalled.place.ended_at,
        "before": before,
        "brought": statement.brought,
        "after": before + statement.brought + statement.net,
        **ledger(statement, recalled.rules),
    }
