"""Duties of the documents with what is late, and the audit: its last result, and a run now."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import Field

from siete.errors import SieteError
from siete.host.floor.duties import Duty, duties_of
from siete.host.floor_desk import FloorDesk
from siete.plain import Plain
from siete.server.floor.access import Body, Floorperson, Reader
from siete.server.floor.days.report import audit_told
from siete.server.floor.overview import desk_of
from siete.server.services import services_of
from siete.server.work.audit_process import audited
from siete.store.floor_events import AuditRun, DutyDone

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])

_ORDER = {"late": 0, "soon": 1, "due": 2, "done": 3}


class DutyNote(Body):
    """A duty that was done by hand."""

    duty: Literal["meters", "signs"]
    table: str = Field(max_length=80)
    note: str = Field(default="", max_length=200)


@router.get("/duties")
async def duties(request: Request, person: Reader) -> Plain:
    """What is due, late first."""
    desk = desk_of(request)
    await desk.log.read_on()
    now = desk.now
    found = sorted(_all(desk), key=lambda each: (_ORDER[each.status(now)], each.due_at))
    return {"now": now, "duties": [_told(each, desk.table(each.table).record.name, now) for each in found]}


def _all(desk: FloorDesk) -> list[Duty]:
    now, floor = desk.now, desk.log.state
    return [each for table in desk.live() for each in duties_of(table.id, table.state, table.rules, floor, now)]


def _told(duty: Duty, name: str, now: str) -> Plain:
    return {
        "duty": duty.duty,
        "table": duty.table,
        "name": name,
        "words": duty.words,
        "due_at": duty.due_at,
        "clause": duty.clause,
        "is_house_rule": duty.is_house_rule,
        "done_at": duty.done_at,
        "done_by": duty.done_by,
        "status": duty.status(now),
    }


@router.post("/duties", status_code=201)
async def do_duty(body: DutyNote, request: Request, person: Floorperson) -> Plain:
    """Sign that a duty was done."""
    desk = desk_of(request)
    if not any(each.duty == body.duty and each.table == body.table for each in _all(desk)):
        raise SieteError("floor/no-such-duty", f"Table {body.table[:40]} has no such duty now.")
    await desk.log.say(DutyDone(by=person.name, duty=body.duty, table=body.table, note=body.note))
    return await duties(request, person)


@router.get("/audit")
async def last_audit(request: Request, person: Reader) -> Plain:
    """The last audit; null before the first."""
    desk = desk_of(request)
    await desk.log.read_on()
    return {"audit": audit_told(desk)}


@router.post("/audit")
async def run_audit(request: Request, person: Reader) -> Plain:
    """Go through everything that the house has stored, now; auditors may too."""
    desk = desk_of(request)
    if desk.auditing.locked():
        raise SieteError("floor/audit-runs", "An audit is running already. Wait for its result.")
    async with desk.auditing:
        services = services_of(request)
        found = await audited(services.auditors, desk.house.store, services.database, services.data)
        run = AuditRun(by=person.name, is_sound=found.is_sound, events=found.events, findings=found.findings)
        await desk.log.say(run)
    return {"audit": audit_told(desk)}
