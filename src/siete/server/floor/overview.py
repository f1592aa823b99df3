"""The floor at a glance over HTTP, taking and leaving it, and answers to approvals."""

from __future__ import annotations

import secrets
from typing import Literal

from fastapi import APIRouter, Request
from pydantic import Field

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.floor_desk import FloorDesk
from siete.host.table.actor import TableActor
from siete.host.table.messages import sendable
from siete.host.table.wire import Message
from siete.plain import Plain
from siete.server.floor import tiles
from siete.server.floor.access import Body, Floorperson, Reader
from siete.server.services import services_of
from siete.store.floor_events import FloorLeft, FloorTaken
from siete.table.approvals import LONGEST_REASON
from siete.table.due import Approval

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])


class FloorOf(Body):
    """Whose floor is taken or left: of these tables, or of all."""

    take: bool
    tables: list[str] | None = Field(default=None, max_length=500)


class ApprovalAnswer(Body):
    """An answer to the approval of a point; a refusal needs a reason."""

    point: str = Field(min_length=1, max_length=64)
    answer: Literal["approve", "refuse"]
    reason: str = Field(default="", max_length=LONGEST_REASON)
    id: str = Field(default="", max_length=64)


def desk_of(request: Request) -> FloorDesk:
    """The floor of the running house."""
    return services_of(request).floor


async def snapshot(desk: FloorDesk, person: Person) -> Plain:
    """Every table and what waits."""
    floor = await desk.log.read_on()
    tables = desk.live()
    for table in tables:
        await desk.look(table)
    day = desk.day("")
    return {
        "now": desk.now,
        "day": str(day),
        "day_ends": day.end,
        "tables": [tiles.tile(table, desk) for table in tables],
        "queue": tiles.for_person(tiles.queue(tables, floor, desk), person.name),
    }


@router.get("/overview")
async def overview(request: Request, person: Reader) -> Plain:
    """Every live table, and what waits for a floorperson."""
    return await snapshot(desk_of(request), person)


@router.get("/queue")
async def waiting(request: Request, person: Reader) -> Plain:
    """What waits for a floorperson, most urgent first."""
    found = await snapshot(desk_of(request), person)
    return {"now": found["now"], "queue": found["queue"]}


@router.post("/floors")
async def take_floors(body: FloorOf, request: Request, person: Floorperson) -> Plain:
    """Take or leave the floor of tables, or of all that are there; a table that is not there is named."""
    desk = desk_of(request)
    wanted = [each.id for each in desk.live()] if body.tables is None else body.tables
    done, refused = [], []
    for table_id in wanted:
        try:
            table = desk.table(table_id)
            if body.tables is None and not _is_to_change(table, person, is_taken=body.take):
                continue
            await ask(table, person, "TakeFloor" if body.take else "GiveFloor")
            event = FloorTaken if body.take else FloorLeft
            await desk.log.say(event(by=person.name, table=table.id))
            done.append(table.id)
        except SieteError as error:
            refused.append({"table": table_id, "code": error.code, "sentence": error.sentence})
    return {"tables": done, "refused": refused}


def _is_to_change(table: TableActor, person: Person, *, is_taken: bool) -> bool:
    """Whether "all" means this table: free ones are taken, and one's own are left."""
    return not table.current.floorperson if is_taken else table.current.floorperson == person.name


@router.post("/tables/{table_id}/approval")
async def answer_approval(table_id: str, body: ApprovalAnswer, request: Request, person: Floorperson) -> Plain:
    """Approve or refuse what is due; who comes second is told who was first."""
    table = desk_of(request).table(table_id)
    due = table.due
    if body.answer == "refuse":
        await ask(table, person, "RefuseApproval", body.point, body.id, reason=body.reason)
    elif isinstance(due, Approval):
        command = dict(sendable(due.command))
        await ask(table, person, str(command.pop("command")), body.point, body.id, **command)
    else:  # the point is passed; the table says who answered it
        await ask(table, person, "RefuseApproval", body.point, body.id, reason="late")
    return {"table": table.id, "answer": body.answer, "by": person.name}


async def ask(
    table: TableActor, person: Person, kind: str, point: str = "", command_id: str = "", **fields: object
) -> None:
    """Send a command to a table in a person's name."""
    message = Message(id=command_id or secrets.token_hex(16), point=point, kind=kind, fields=fields)
    await table.submit(person, message)
