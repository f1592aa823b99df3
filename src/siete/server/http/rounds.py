"""Rounds over HTTP: recall, sharing, notation, and replay of a pasted one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from siete.errors import SieteError, UnknownNameError
from siete.host.access.roles import HouseRole, NotAllowedError, Person
from siete.host.history import recalled
from siete.host.history.recalled import Place
from siete.host.history.rounds import Recall
from siete.plain import Plain
from siete.rules.names import names
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.rules.toml import bounds as text_bounds
from siete.server.describe.position import LONGEST
from siete.server.services import asker, inward, services_of, somebody, waiting_person
from siete.server.work import parsing
from siete.table.view import DEALER, FLOORPERSON, PUBLIC, Role

router = APIRouter(prefix="/api/v1", tags=["rounds"])

Asker = Annotated[Person, Depends(asker)]
Somebody = Annotated[Person, Depends(somebody)]
STAMP = r"^(\d{4}-\d{2}-\d{2}(T[0-9:.]{1,15}Z?)?)?$"


class RoundText(BaseModel):
    """A text to parse."""

    model_config = ConfigDict(extra="forbid", strict=True)
    text: str = Field(max_length=60_000)


@router.get("/tables/{table_id}/rounds")
async def rounds(
    table_id: str,
    request: Request,
    person: Asker,
    player: Annotated[str, Query(max_length=24)] = "",
    box: Annotated[int, Query(ge=0, le=99)] = 0,
    after: Annotated[str, Query(pattern=STAMP)] = "",
    before: Annotated[str, Query(pattern=STAMP)] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Plain:
    """Finished rounds of a table, newest first."""
    wanted = RoundFilter(player=inward(request, player), box=box, after=after, before=before, limit=limit)
    return {"table": table_id, "rounds": await listed(request, person, recall_of(request, table_id), wanted)}


class RoundFilter(NamedTuple):
    """Which rounds of a table are listed."""

    player: str
    box: int
    after: str
    before: str
    limit: int


async def listed(request: Request, person: Person, recall: Recall, wanted: RoundFilter) -> list[Plain]:
    """The newest rounds that are wanted, newest first; a worker reads them, a few at a time."""
    recallers, waiting = services_of(request).recallers, waiting_person(request, person)
    found: list[Plain] = []
    async for piece in recall.pieces(after=wanted.after, before=wanted.before):
        key = (piece.table, [place.last for place, _ in piece.rounds], wanted)
        found += await recallers.ask(waiting, parsing.listed_rounds, piece, wanted.player, wanted.box, key=str(key))
        if len(found) >= wanted.limit:
            break
    return found[: wanted.limit]


@router.get("/rounds/{table_id}/{number}.s21")
async def notation(table_id: str, number: int, request: Request) -> Response:
    """A finished round as text to keep."""
    place = await recall_of(request, table_id).place(round_number(number))
    return await s21_file(request, table_id, [place], str(number))


@router.get("/rounds/{table_id}/{number}", response_model=Plain)
async def one(
    table_id: str, number: int, request: Request, person: Asker, role: Annotated[str, Query(max_length=40)] = "public"
) -> Response:
    """A finished round, step by step, as a role saw it."""
    known = _known(request, role)
    made = _role(known, person)
    return await _told(request, table_id, round_number(number), made, known)


@router.post("/rounds/{table_id}/{number}/share")
async def share(table_id: str, number: int, request: Request, person: Somebody) -> Plain:
    """An address at which anybody can see the round."""
    await recall_of(request, table_id).place(round_number(number))
    token = services_of(request).signed(f"{table_id}/{number}", "share")
    return {"token": token, "path": f"/r/{token}"}


@router.get("/shared/{token}.s21")
async def shared_notation(token: str, request: Request) -> Response:
    """A shared round as text."""
    table_id, number = shared_round(request, token)
    return await notation(table_id, number, request)


@router.get("/shared/{token}", response_model=Plain)
async def shared(token: str, request: Request) -> Response:
    """A shared round, step by step, as anybody at the table saw it."""
    table_id, number = shared_round(request, token)
    return await _told(request, table_id, number, PUBLIC, "public")


@router.post("/replay", response_model=Plain)
async def replay(body: RoundText, request: Request, person: Asker) -> Response:
    """A pasted round, replayed step by step, and where it differs from the rules."""
    text_bounds.check(body.text, parsing.ROUNDS)
    return _json(await services_of(request).parsers.ask(waiting_person(request, person), parsing.replayed, body.text))


@router.get("/position", response_model=Plain)
async def position(
    request: Request,
    person: Asker,
    position: Annotated[str, Query(max_length=LONGEST)],
    rules: Annotated[str, Query(max_length=24)] = "",
    table: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """A shared position, as anybody would see it, under the rules of a table or of a rule set."""
    services = services_of(request)
    made = services.house.table(table).rules if table else _named(rules)
    return _json(await services.parsers.ask(waiting_person(request, person), parsing.position, position, made))


def _named(rules: str) -> TableRules:
    """The rules of a rule set; a file's path is no name here."""
    if rules not in names():
        raise UnknownNameError("rules/unknown", f"{rules!r} is no rule set; there are {', '.join(names())}.")
    return table_rules(rules)


def recall_of(request: Request, table_id: str) -> Recall:
    """The finished rounds of a table, in the history that counts."""
    services = services_of(request)
    table = services.house.table(table_id)
    return Recall(services.house.store, table.loaded.streams, table.rules, services.places)


def round_number(number: int) -> int:
    """A number that a round can have."""
    if not 0 < number < 10**9:
        raise SieteError("round/unknown", "Rounds are numbered from 1.")
    return number


def shared_round(request: Request, token: str) -> tuple[str, int]:
    """Which round a link shares: its table and its number."""
    value = services_of(request).unsigned(token, "share") if len(token) < 300 else None
    if value is None:
        raise SieteError("round/unknown", "This link leads to no shared round.")
    table_id, _, number = value.rpartition("/")
    return table_id, int(number)


async def s21_file(request: Request, table_id: str, places: Sequence[Place], name: str) -> Response:
    """Rounds of a table in notation, as a file; a worker reads and writes them."""
    waiting = waiting_person(request, await asker(request))
    stored = await recall_of(request, table_id).stored(places, has_meters=True)
    key = (stored.table, tuple(place.number for place in places))
    text = await services_of(request).recallers.ask(waiting, recalled.session, stored, key=key)
    headers = {"Content-Disposition": f'attachment; filename="{table_id}-{name}.s21"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


def _known(request: Request, text: str) -> str:
    """A role with the player named as the chain does."""
    head, mark, name = text.partition(":")
    return f"{head}:{inward(request, name)}" if mark else text


def _role(text: str, person: Person) -> Role:
    """The requested role; the house's views are for its staff only, and a player's for a round that they played."""
    if text == "public":
        return PUBLIC
    if text in ("dealer", "floorperson"):
        if person.role not in (HouseRole.DEALER, HouseRole.FLOORPERSON, HouseRole.AUDITOR):
            raise NotAllowedError("command/not-for-you", "Only staff may see the house's view.")
        return DEALER if text == "dealer" else FLOORPERSON
    name = text.removeprefix("player:")
    if name == text:
        raise parsing.unknown_role()
    return Role.player(name)


async def _told(request: Request, table_id: str, number: int, role: Role, name: str) -> Response:
    """A round step by step; a long one takes a tenth of a second, so a worker does it."""
    waiting, recall = waiting_person(request, await asker(request)), recall_of(request, table_id)
    stored = await recall.stored([await recall.place(number)])
    recallers, key = services_of(request).recallers, (stored.table, number, role)
    return _json(await recallers.ask(waiting, parsing.recalled_round, stored, role, name, key=key))


def _json(content: bytes) -> Response:
    return Response(content, media_type="application/json")
