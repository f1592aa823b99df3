"""Opening and closing several tables over HTTP: the checklist of those that open, what is left at those that close."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import Field

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.floor.changes import tray_of
from siete.host.floor.state import OPEN, FloorState
from siete.host.floor_desk import FloorDesk
from siete.host.table.actor import TableActor
from siete.plain import Plain
from siete.server.floor.access import Body, Floorperson, Reader
from siete.server.floor.overview import ask, desk_of
from siete.store.floor_events import TableShut
from siete.table import commands as c
from siete.table.approvals import approval_point
from siete.table.due import Approval
from siete.table.stages.opening import needed

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])

MOST_ITEMS = 200


class Checked(Body):
    """Items of the checklist that somebody has looked at, table by table."""

    tables: dict[str, list[str]] = Field(max_length=100)


class Closing(Body):
    """Tables to be closed for good, and why."""

    tables: list[str] = Field(min_length=1, max_length=100)
    reason: str = Field(min_length=1, max_length=200)


def checklist(table: TableActor) -> list[Plain]:
    """The items that a floorperson signs before a table opens, as far as they are signed."""
    opening = table.state.opening
    signed = opening.signed if opening is not None else frozenset()
    return [
        {"item": each.name, "words": each.sentence, "clause": each.clause, "is_signed": each.name in signed}
        for each in needed(table.rules)
    ]


@router.get("/checklists")
async def checklists(request: Request, person: Reader) -> Plain:
    """Every table that is being opened, with its checklist."""
    opening = [table for table in desk_of(request).live() if table.current.condition == "opening"]
    return {
        "tables": [{"id": each.id, "name": each.record.name, "items": checklist(each)} for each in opening],
    }


@router.post("/checklists")
async def sign_checklists(body: Checked, request: Request, person: Floorperson) -> Plain:
    """Sign the items that were looked at, at several tables at once; a table stops at one that was not."""
    desk, done, refused = desk_of(request), dict[str, int](), list[Plain]()
    for table_id, items in body.tables.items():
        try:
            done[table_id] = await _signed(desk.table(table_id), person, set(items[:MOST_ITEMS]))
        except SieteError as error:
            refused.append({"table": table_id, "code": error.code, "sentence": error.sentence})
    return {"signed": done, "refused": refused}


async def _signed(table: TableActor, person: Person, items: set[str]) -> int:
    count = 0
    while isinstance(due := table.due, Approval) and isinstance(due.command, c.SignItem) and due.command.item in items:
        items.discard(due.command.item)
        point = approval_point(table.state, due.command)
        await ask(table, person, "SignItem", point, item=due.command.item)
        count += 1
    return count


# --- closing -------------------------------------------------------------------------------------------------------


@router.get("/tables/{table_id}/closing")
async def before_closing(table_id: str, request: Request, person: Reader) -> Plain:
    """What is left to do before a table closes."""
    desk = desk_of(request)
    table = desk.table(table_id)
    left = _left(desk, await desk.log.read_on(), table)
    return {"table": table.id, "name": table.record.name, "items": left}


def _left(desk: FloorDesk, floor: FloorState, table: TableActor) -> list[Plain]:
    tray, now = tray_of(floor, table.id), desk.now
    waiting = [each for each in floor.changes.values() if each.proposed.table == table.id and each.status(now) == OPEN]
    incidents = [each for each in floor.incidents.values() if each.filed.table == table.id and each.closed is None]
    players = len(table.state.racks)
    return [
        _item("No wager on the layout", is_done=not table.state.layout, stops=True),
        _item("The tray is counted, and the closer signed", is_done=not tray.is_open, stops=True),
        _item("No change waits for a signature", is_done=not waiting, stops=True),
        _item("Every incident is closed", is_done=not incidents, stops=False),
        _item(
            f"{players} players leave with their chips" if players else "Nobody sits there",
            is_done=not players,
            stops=False,
        ),
    ]


def _item(words: str, *, is_done: bool, stops: bool) -> Plain:
    return {"words": words, "is_done": is_done, "stops": stops}


@router.post("/tables/close")
async def close_tables(body: Closing, request: Request, person: Floorperson) -> Plain:
    """Close tables for good, each that has nothing left to do; the others are named with what is left."""
    desk, done, refused = desk_of(request), list[str](), list[Plain]()
    for table_id in dict.fromkeys(body.tables):
        try:
            await _close(desk, desk.table(table_id), person, body.reason)
            done.append(table_id)
        except SieteError as error:
            refused.append({"table": table_id, "code": error.code, "sentence": error.sentence})
    return {"tables": done, "refused": refused}


async def _close(desk: FloorDesk, table: TableActor, person: Person, reason: str) -> None:
    left = [str(each["words"]) for each in _left(desk, await desk.log.read_on(), table) if _stops(each)]
    if left:
        raise SieteError("floor/not-ready", f"Before it closes: {'; '.join(left)}.", facts={"left": left})
    await ask(table, person, "CloseTable")
    await desk.log.say(TableShut(by=person.name, table=table.id, reason=reason))


def _stops(item: Plain) -> bool:
    return bool(item["stops"]) and not item["is_done"]
