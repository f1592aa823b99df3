"""What a practice table offers beside playing: the session's rounds as a file, and a finished round played again."""

from __future__ import annotations

import re
import secrets
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from siete.cards import cards_to_text
from siete.errors import SieteError
from siete.host.access.roles import HouseRole, NotAllowedError, Person
from siete.host.table.actor import TableActor
from siete.plain import Plain
from siete.server.describe.replay import MOST_ROUNDS
from siete.server.http import tables
from siete.server.http.rounds import recall_of, round_number, s21_file, shared_round
from siete.server.http.trainer import practice_table
from siete.server.services import services_of, somebody, waiting_person
from siete.server.work import parsing
from siete.table.auto_player import answer
from siete.table.due import Ask, Waiting

router = APIRouter(prefix="/api/v1", tags=["workbench"])

Somebody = Annotated[Person, Depends(somebody)]
_DECLARED = re.compile(r"^[ \t]*live[ \t]*=.*\n?", re.MULTILINE)


class PlayedAgain(BaseModel):
    """Which box of a round to play again: 0 for one's own, or else the first."""

    model_config = ConfigDict(extra="forbid", strict=True)
    box: int = Field(default=0, ge=0, le=99)


@router.get("/tables/{table_id}/rounds.s21")
async def session(
    table_id: str, request: Request, limit: Annotated[int, Query(ge=1, le=MOST_ROUNDS)] = MOST_ROUNDS
) -> Response:
    """The last finished rounds of a table in one text to keep, which `siete replay` and the replay room play again."""
    places = (await recall_of(request, table_id).places())[-limit:]
    return await s21_file(request, table_id, places, "session")


@router.post("/tables/{table_id}/charted")
async def charted(table_id: str, request: Request, person: Somebody) -> Plain:
    """What the chart for this wager answers to the question now before you, at a practice table."""
    table, services = practice_table(request, table_id), services_of(request)
    ask = _asked(table, person)
    box = table.state.round.box(ask.box) if table.state.round is not None else None
    wager = box.original(person.name) if box is not None else 0
    strategy = await services.charts.strategy(waiting_person(request, person), table.rules, wager)
    ask = _asked(table, person)  # the chart may have taken a while
    return {"command": type(answer(table.state, table.rules, ask, strategy)).__name__, "box": ask.box}


def _asked(table: TableActor, person: Person) -> Ask:
    asks = table.due.asks if isinstance(table.due, Waiting) else ()
    found = next((each for each in asks if each.player == person.name), None)
    if found is None:
        raise SieteError("trainer/nothing-asked", "You have nothing to decide now.")
    return found


@router.post("/rounds/{table_id}/{number}/practice", status_code=201)
async def play_again(table_id: str, number: int, body: PlayedAgain, request: Request, person: Somebody) -> Plain:
    """A practice table of one's own, and what to put on it so that this round can be played again."""
    return await _opened(table_id, round_number(number), body, request, person)


@router.post("/shared/{token}/practice", status_code=201)
async def play_shared(token: str, body: PlayedAgain, request: Request, person: Somebody) -> Plain:
    """The same for a round that somebody shared."""
    table_id, number = shared_round(request, token)
    await services_of(request).house.look_for(table_id)
    return await _opened(table_id, number, body, request, person)


async def _opened(table_id: str, number: int, body: PlayedAgain, request: Request, person: Person) -> Plain:
    if person.role is not HouseRole.GUEST:
        raise NotAllowedError("command/not-for-you", "Only guests play: come in with a guest's name.")
    recall = recall_of(request, table_id)
    stored = await recall.stored([await recall.place(number)])
    told = await services_of(request).recallers.ask(
        waiting_person(request, person), parsing.played_again, stored, body.box, person.name, key=secrets.token_hex(8)
    )
    submission = services_of(request).house.table(table_id).current.settings.submission
    wanted = tables.NewTable(name="Played again", submission=_DECLARED.sub("", submission), timers=False)
    made = await tables.opened(wanted, request, person)
    return {
        "table": made["id"],
        "box": told.box,
        "cards": cards_to_text(told.cards),
        "wagers": [{"wager": wager, "amount": amount} for wager, amount in told.wagers],
        "has_unseen": told.has_unseen,
    }
