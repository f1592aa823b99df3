"""A player's own rounds over HTTP: what each wager of a round brought, and how the chips went from round to round."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from siete.host.access.roles import Person
from siete.host.history.recalled import StoredRounds
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.server.describe.judgement import mistakes_at
from siete.server.http.rounds import Asker, Somebody, recall_of, round_number
from siete.server.services import inward, services_of, waiting_person
from siete.server.work import my_rounds, parsing

router = APIRouter(prefix="/api/v1", tags=["rounds"])

Player = Annotated[str, Query(max_length=24)]
Limit = Annotated[int, Query(ge=1, le=200)]


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
    limit: Limit = 60,
) -> Plain:
    """The ledgers of a player's last rounds at a table, newest first."""
    recall, name = recall_of(request, table_id), inward(request, player) or person.name
    places = (await recall.places())[-limit:]
    recallers, key = services_of(request).recallers, (table_id, name, tuple(place.number for place in places))
    stored = await recall.stored(places)
    found = await recallers.ask(waiting_person(request, person), parsing.ledgers, stored, name, key=key)
    return {"table": table_id, "player": name, "rounds": found[::-1]}


@router.get("/tables/{table_id}/history/expected")
async def expected(table_id: str, request: Request, person: Somebody, limit: Limit = 60) -> Plain:
    """What one's own last rounds at a table were expected to bring by best play of the wagers made, newest first."""
    services, waiting = services_of(request), waiting_person(request, person)
    stored, key = await _own(table_id, request, person, limit)
    found = await services.recallers.ask(waiting, my_rounds.placed, stored, person.name, key=key)
    told: list[Plain] = []
    for rules_hash, text in found["rules"].items():
        played = [each for each in found["rounds"] if each["rules_hash"] == rules_hash]
        outlook = await services.outlooks.get(waiting, TableRules.from_json(text), played)
        for each in played:
            wagers = each["wagers"]
            worth = {"expected": outlook.expected(wagers), "variance": outlook.variance(wagers)}
            told.append({"round": each["round"], **worth})
    newest = sorted(told, key=lambda each: -int(str(each["round"])))
    return {"table": table_id, "player": person.name, "rounds": newest}


@router.get("/tables/{table_id}/history/mistakes")
async def mistakes(table_id: str, request: Request, person: Somebody, limit: Limit = 60) -> Plain:
    """One's own mistakes in the same rounds, as the coach judged them; what was taken back is none."""
    services = services_of(request)
    learner = await services.reviews.learner(person.scope)
    made = mistakes_at(learner, table_id)
    if not made:
        return {"table": table_id, "mistakes": []}
    stored, key = await _own(table_id, request, person, limit)
    waiting = waiting_person(request, person)
    decided = await services.recallers.ask(waiting, my_rounds.decisions, stored, person.name, key=key)
    return {"table": table_id, "mistakes": [each.to_json() for each in made if each.is_among(decided)]}


async def _own(table_id: str, request: Request, person: Person, limit: int) -> tuple[StoredRounds, tuple[object, ...]]:
    """The last rounds of a table, and what names them to those who ask the same of the same player."""
    recall = recall_of(request, table_id)
    places = (await recall.places())[-limit:]
    return await recall.stored(places), (table_id, person.name, tuple((place.number, place.last) for place in places))
