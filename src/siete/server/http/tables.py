"""Tables over HTTP: the lobby, opening a table, the layout, commands, commitments."""

from __future__ import annotations

import re
import secrets
import time
from typing import Annotated, Literal

import segno
from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from siete.clauses import citations
from siete.errors import SieteError
from siete.host.access.names import is_printable
from siete.host.access.roles import HouseRole, NotAllowedError, Person
from siete.host.house import House
from siete.host.settings import LIVE, Settings
from siete.host.table.actor import TableActor
from siete.host.table.commands import CLOSE_TABLE
from siete.host.table.wire import Message
from siete.host.turn import shoe_id
from siete.plain import Plain
from siete.rules.choices.form import form_of
from siete.rules.names import about, names
from siete.rules.ruleset import rule_set
from siete.rules.submission import Submission
from siete.server.describe.desk import described_desk
from siete.server.describe.form import fields_plain
from siete.server.describe.table import described, listed
from siete.server.http.static_files import told
from siete.server.services import (
    Services,
    address_of,
    asker,
    house_at,
    inward,
    readable,
    services_of,
    somebody,
    waiting_person,
)
from siete.server.work import parsing
from siete.store.records import ShoeSecret

router = APIRouter(prefix="/api/v1", tags=["tables"])

Asker = Annotated[Person, Depends(asker)]
Somebody = Annotated[Person, Depends(somebody)]
SHOES_TOLD = 50


class RequestBody(BaseModel):
    """What a request holds: nothing beside what is named."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewTable(RequestBody):
    """A table to be opened: a submission in TOML, or the name of a rule set with its defaults."""

    name: str = Field(default="", max_length=40)
    mode: Literal["live", "practice"] = "practice"
    submission: str | None = Field(default=None, max_length=60_000)
    rules: str | None = Field(default=None, max_length=20)
    seed: str | None = Field(default=None, max_length=64)
    chips: int = Field(default=100_000, ge=100, le=10_000_000)
    timers: bool | None = None
    floor: bool = False
    """Whether approvals wait for a floorperson."""
    dealer: str = Field(default="", max_length=24)
    """Who deals from the first step of the opening: a guest oneself, at a live table the account of a dealer."""
    private: bool | None = None
    """Whether only its link leads to it: a practice table unless told otherwise, never a live one."""


class SubmissionText(RequestBody):
    """A text to parse."""

    text: str = Field(max_length=60_000)


@router.get("/rules")
async def rule_sets() -> Plain:
    """The rule sets."""
    return {"rules": [{"name": name, "title": about(name).title} for name in names()]}


@router.get("/rules/{name}/choices")
async def choices(name: str) -> Plain:
    """What an operator may choose under a rule set, with the defaults."""
    if name not in names():
        raise SieteError("table/unknown", f"There is no rule set {name[:40]!r}.")
    form = form_of(Submission(rule_set=name, choices={}, lines={}))
    return {"rules": name, "choices": fields_plain(form)}


@router.get("/clauses/{clause_id}")
async def clause(clause_id: str) -> Plain:
    """A clause, in our words."""
    found = citations().get(clause_id)
    if found is None:
        raise SieteError("clause/unknown", f"There is no clause {clause_id[:40]!r}.")
    return {"id": clause_id, "kind": found.kind, "summary": found.summary}


@router.get("/tables")
async def lobby(request: Request, person: Asker) -> Plain:
    """Every table but other people's private ones."""
    house = services_of(request).house
    shown = [each for each in house.tables.values() if not each.current.is_private or each.record.owner == person.scope]
    return {"tables": [{**listed(table), **_closing(house, table)} for table in shown]}


def _closing(house: House, table: TableActor) -> Plain:
    """When an unused table of one's own will be closed."""
    left = house.closes_in(table)
    return {} if left is None else {"closes_in": round(left)}


@router.post("/tables", status_code=201)
async def open_table(body: NewTable, request: Request, person: Somebody) -> Plain:
    """Open a table: guests practice tables, a floorperson live ones too."""
    if person.role not in (HouseRole.GUEST, HouseRole.FLOORPERSON):
        raise NotAllowedError("command/not-for-you", "Only guests and floorpersons open tables.")
    if body.mode == LIVE and person.role is not HouseRole.FLOORPERSON:
        raise NotAllowedError("table/live-needs-floorperson", "Only a floorperson opens a live table.")
    if body.floor and person.role is not HouseRole.FLOORPERSON:
        raise NotAllowedError(
            "table/floor-needs-floorperson", "Only a floorperson opens a table with approval by hand."
        )
    if body.dealer and person.role is HouseRole.GUEST:
        if inward(request, body.dealer) != person.name:
            raise NotAllowedError("table/not-your-desk", "A guest deals at a new table, or the automatic dealer does.")
        body = body.model_copy(update={"dealer": person.name})
    if not is_printable(body.name) or not is_printable(body.dealer):
        raise SieteError("table/bad-name", "A table's name is one line of letters, digits and signs.")
    return await opened(body, request, person)


async def opened(body: NewTable, request: Request, person: Person) -> Plain:
    """Open a table for somebody who may have one more, and describe it."""
    services = services_of(request)
    with services.openings.place(person, address_of(request)):
        made = await _opened(services, body, request, person)
        services.openings.opened(str(made["id"]), address_of(request))
        return made


async def _opened(services: Services, body: NewTable, request: Request, person: Person) -> Plain:
    settings = Settings(
        submission=_submission(body),
        seed=body.seed if body.mode == LIVE else body.seed or secrets.token_hex(8),
        has_timers=body.mode == LIVE if body.timers is None else body.timers,
        chips=body.chips,
        floorperson=person.name if body.floor else "",
        first_dealer=body.dealer,
        is_private=body.mode != LIVE and body.private is not False,
    )
    waiting = waiting_person(request, person)
    made = await services.parsers.ask(waiting, parsing.submitted_rules, settings.submission, body.mode)
    table_id = f"{_slug(body.name) or made}-{secrets.token_hex(8 if settings.is_private else 3)}"
    name = body.name.strip() or f"{rule_set(made).title.split(',')[0]}, {body.mode}"
    most = services.limits.tables_per_guest if person.role is HouseRole.GUEST else None
    table = await services.house.open_table(table_id, name, body.mode, person.scope, settings, most=most)
    return described(table)


def _submission(body: NewTable) -> str:
    if (body.submission is None) == (body.rules is None):
        raise SieteError("table/no-rules", "Send a submission, or the name of a rule set.")
    if body.rules is not None and body.rules not in names():
        raise SieteError("table/no-rules", f"{body.rules[:20]!r} is no rule set; there are {', '.join(names())}.")
    return body.submission if body.submission is not None else f'rule_set = "{body.rules}"\n'


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:24]


@router.post("/submissions/check", response_model=Plain)
async def check_submission(
    body: SubmissionText, request: Request, person: Asker, mode: Literal["live", "practice"] = "practice"
) -> Response:
    """Whether a submission makes a table, and all that is wrong with it."""
    parsers, waiting = services_of(request).parsers, waiting_person(request, person)
    content = await parsers.ask(waiting, parsing.checked_submission, body.text, mode)
    return Response(content, media_type="application/json")


@router.post("/submissions/form", response_model=Plain)
async def submission_form(body: SubmissionText, request: Request, person: Asker) -> Response:
    """A submission's fields as they are now, the rules hash it makes, and all that is wrong with it."""
    parsers, waiting = services_of(request).parsers, waiting_person(request, person)
    return Response(await parsers.ask(waiting, parsing.form, body.text), media_type="application/json")


@router.post("/submissions/preview", response_model=Plain)
async def submission_preview(body: SubmissionText, request: Request, person: Asker) -> Response:
    """The layout and the signs of a table with this submission; refused with all its faults otherwise."""
    parsers, waiting = services_of(request).parsers, waiting_person(request, person)
    return Response(await parsers.ask(waiting, parsing.preview, body.text), media_type="application/json")


@router.get("/tables/{table_id}", response_model=Plain)
async def read_table(table_id: str, request: Request) -> Response:
    """A table with its layout, choices and timers."""
    house = services_of(request).house
    return told(request, described(house.table(table_id)), is_kept=False, outward=house.names.outward)


@router.get("/tables/{table_id}/desk")
async def desk(table_id: str, request: Request) -> Plain:
    """What a dealer's desk at this table needs: motions with their keys, the steps in order, what can be reported."""
    return described_desk(services_of(request).house.table(table_id).rules)


@router.get("/tables/{table_id}/invitation.svg")
async def invitation(table_id: str, request: Request) -> Response:
    """The table's address as a picture that a phone reads."""
    table = services_of(request).house.table(table_id)
    code = segno.make(f"{house_at(request)}/t/{table.id}", error="m")
    picture = code.svg_inline(scale=6, border=2, dark="#171c22", light="#ffffff", omitsize=False)
    picture = picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)  # a file, not a part of a page
    return Response(picture, media_type="image/svg+xml")


@router.delete("/tables/{table_id}", status_code=204)
async def shut(table_id: str, request: Request, person: Somebody) -> None:
    """Close a table for good, as the command `CloseTable` does: its owner, or a floorperson."""
    table = services_of(request).house.table(table_id)
    await table.submit(person, Message(id=secrets.token_hex(16), point="", kind=CLOSE_TABLE, fields={}))


@router.get("/tables/{table_id}/view")
async def look(table_id: str, request: Request, person: Asker) -> Response:
    """The same as the WebSocket's first message, once."""
    house = services_of(request).house
    table = house.table(table_id)
    await house.meet(table, person)
    return Response(table.broadcaster.snapshot(person, None), media_type="application/json")


@router.post("/tables/{table_id}/commands")
async def command(table_id: str, request: Request, person: Asker, body: Plain) -> Response:
    """A command, with the same answer as over the WebSocket."""
    services = services_of(request)
    table = services.house.table(table_id)
    began = time.perf_counter()
    try:
        outcome = await table.submit(person, services.message(readable(body)))
    except SieteError:
        services.metrics.commands.labels("refused").inc()
        raise
    services.metrics.commands.labels("repeated" if outcome.is_repeat else "done").inc()
    services.metrics.seconds.observe(time.perf_counter() - began)
    return Response(outcome.answer, media_type="application/json")


@router.get("/tables/{table_id}/commitments")
async def commitments(
    table_id: str, request: Request, before: Annotated[int | None, Query(ge=1, le=10**9)] = None
) -> Plain:
    """The last shoes and their commitments; salt and order of those that are retired."""
    house = services_of(request).house
    table = house.table(table_id)
    last = table.loaded.shoes if before is None else min(before - 1, table.loaded.shoes)
    shoes = []
    for number in range(last, max(0, last - SHOES_TOLD), -1):
        shoe = await house.store.record(ShoeSecret, shoe_id(table_id, number))
        if shoe is not None:
            shoes.append(_shoe(shoe))
    return {"table": table_id, "rules_hash": table.rules.rules_hash, "shoes": shoes}


def _shoe(shoe: ShoeSecret) -> Plain:
    told = {"shoe": shoe.shoe, "commitment": shoe.commitment.hex(), "created_at": shoe.created_at}
    if not shoe.is_retired:
        return {**told, "is_retired": False}
    return {**told, "is_retired": True, "salt": shoe.salt.hex(), "order": shoe.order}
