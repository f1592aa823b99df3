"""Tables over HTTP: the lobby, opening a table, what a felt needs, commands, commitments."""

from __future__ import annotations

import re
import secrets
import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from siete.clauses import register
from siete.errors import FaultyDocumentError, SieteError
from siete.host.people import CLOSE_TABLE, NotAllowedError, Person, Rank
from siete.host.settings import LIVE, Settings, rules_of
from siete.host.turn import shoe_id
from siete.host.wire import Message, message_from
from siete.rules.catalogue import NAMES
from siete.rules.ruleset import rule_set
from siete.rules.sheet import sheet
from siete.rules.submission import table_rules
from siete.server.describing import described, listed
from siete.server.refusals import faults_plain
from siete.server.services import asker, services_of, somebody
from siete.store.records import ShoeSecret

router = APIRouter(prefix="/api/v1", tags=["tables"])

Asker = Annotated[Person, Depends(asker)]
Somebody = Annotated[Person, Depends(somebody)]
SHOES_TOLD = 50


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewTable(_Body):
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


class Text(_Body):
    """A text to be read."""

    text: str = Field(max_length=60_000)


@router.get("/rules")
async def rule_sets() -> dict[str, Any]:
    """The rule sets."""
    return {"rules": [{"name": name, "title": rule_set(name).title} for name in NAMES]}


@router.get("/rules/{name}/choices")
async def choices(name: str) -> dict[str, Any]:
    """What an operator may choose under a rule set, and what holds otherwise."""
    if name not in NAMES:
        raise SieteError("table/unknown", f"There is no rule set {name[:40]!r}.")
    lines = [line for line in sheet(table_rules(name)) if line.choices]
    return {
        "rules": name,
        "choices": [
            {
                "name": line.name,
                "words": line.says,
                "section": line.section,
                "text": line.value,
                "allowed": line.choices,
                "clause": next(iter(line.clauses), ""),
            }
            for line in lines
        ],
    }


@router.get("/clauses/{clause_id}")
async def clause(clause_id: str) -> dict[str, Any]:
    """A clause, in our words."""
    found = register().get(clause_id)
    if found is None:
        raise SieteError("clause/unknown", f"There is no clause {clause_id[:40]!r}.")
    return {"id": clause_id, "kind": found.kind, "summary": found.summary}


@router.get("/tables")
async def lobby(request: Request) -> dict[str, Any]:
    """Every table."""
    return {"tables": [listed(table) for table in services_of(request).house.tables.values()]}


@router.post("/tables", status_code=201)
async def open_table(body: NewTable, request: Request, person: Somebody) -> dict[str, Any]:
    """Open a table: guests practice tables, a floorperson live ones too."""
    services = services_of(request)
    if person.rank not in (Rank.GUEST, Rank.FLOORPERSON):
        raise NotAllowedError("command/not-for-you", "Tables are opened by guests and floorpersons.")
    if body.mode == LIVE and person.rank is not Rank.FLOORPERSON:
        raise NotAllowedError("table/live-needs-floorperson", "Only a floorperson opens a live table.")
    if body.floor and person.rank is not Rank.FLOORPERSON:
        raise NotAllowedError("table/floor-needs-floorperson", "Only a floorperson opens a table to approve by hand.")
    mine = [table for table in services.house.tables.values() if table.record.owner == person.scope]
    if person.rank is Rank.GUEST and len(mine) >= services.limits.tables_per_guest:
        raise SieteError("limit/too-many", "You have opened as many tables as a guest may; close one first.")
    settings = Settings(
        submission=_submission(body),
        seed=body.seed if body.mode == LIVE else body.seed or secrets.token_hex(8),
        has_timers=body.mode == LIVE if body.timers is None else body.timers,
        chips=body.chips,
        floorperson=person.name if body.floor else "",
    )
    rules = rules_of(settings.submission, mode=body.mode)
    table_id = f"{_slug(body.name) or rules.rule_set}-{secrets.token_hex(3)}"
    name = body.name.strip() or f"{rule_set(rules.rule_set).title.split(',')[0]}, {body.mode}"
    table = await services.house.open_table(table_id, name, body.mode, person.scope, settings)
    return described(table)


def _submission(body: NewTable) -> str:
    if (body.submission is None) == (body.rules is None):
        raise SieteError("table/no-rules", "Send a submission, or the name of a rule set.")
    if body.rules is not None and body.rules not in NAMES:
        raise SieteError("table/no-rules", f"{body.rules[:20]!r} is no rule set; there are {', '.join(NAMES)}.")
    return body.submission if body.submission is not None else f'rule_set = "{body.rules}"\n'


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:24]


@router.post("/submissions/check")
async def check_submission(body: Text, mode: Literal["live", "practice"] = "practice") -> dict[str, Any]:
    """Whether a submission makes a table, and all that is wrong with it."""
    try:
        rules = rules_of(body.text, mode=mode)
    except FaultyDocumentError as error:
        return {"ok": False, "rules": None, "rules_hash": None, "faults": faults_plain(error)}
    return {"ok": True, "rules": rules.rule_set, "rules_hash": rules.rules_hash, "faults": []}


@router.get("/tables/{table_id}")
async def felt(table_id: str, request: Request) -> dict[str, Any]:
    """All that a felt needs."""
    return described(services_of(request).house.table(table_id))


@router.delete("/tables/{table_id}", status_code=204)
async def shut(table_id: str, request: Request, person: Somebody) -> None:
    """Close a table for good, as the command `CloseTable` does: its owner, or a floorperson."""
    table = services_of(request).house.table(table_id)
    await table.submit(person, Message(id=secrets.token_hex(16), point="", kind=CLOSE_TABLE, fields={}))


@router.get("/tables/{table_id}/view")
async def look(table_id: str, request: Request, person: Asker) -> Response:
    """What the line's first message tells, for those who only look once."""
    table = services_of(request).house.table(table_id)
    return Response(table.snapshot(person, None), media_type="application/json")


@router.post("/tables/{table_id}/commands")
async def command(table_id: str, request: Request, person: Asker, body: dict[str, Any]) -> Response:
    """A command, the same as on the line."""
    services = services_of(request)
    table = services.house.table(table_id)
    began = time.perf_counter()
    try:
        outcome = await table.submit(person, message_from(body))
    except SieteError:
        services.metrics.commands.labels("refused").inc()
        raise
    services.metrics.commands.labels("repeated" if outcome.is_repeat else "done").inc()
    services.metrics.seconds.observe(time.perf_counter() - began)
    return Response(outcome.answer, media_type="application/json")


@router.get("/tables/{table_id}/commitments")
async def commitments(
    table_id: str, request: Request, before: Annotated[int | None, Query(ge=1, le=10**9)] = None
) -> dict[str, Any]:
    """The last shoes and their commitments; salt and order of those that are retired."""
    house = services_of(request).house
    table = house.table(table_id)
    last = table.stand.shoes if before is None else min(before - 1, table.stand.shoes)
    shoes = []
    for number in range(last, max(0, last - SHOES_TOLD), -1):
        shoe = await house.store.record(ShoeSecret, shoe_id(table_id, number))
        if shoe is not None:
            shoes.append(_shoe(shoe))
    return {"table": table_id, "rules_hash": table.rules.rules_hash, "shoes": shoes}


def _shoe(shoe: ShoeSecret) -> dict[str, Any]:
    told = {"shoe": shoe.shoe, "commitment": shoe.commitment.hex(), "created_at": shoe.created_at}
    if not shoe.is_retired:
        return {**told, "is_retired": False}
    return {**told, "is_retired": True, "salt": shoe.salt.hex(), "order": shoe.order}
