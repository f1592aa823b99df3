"""Who deals where, over HTTP: assignments, breaks, and how long everybody has dealt."""

from __future__ import annotations

from datetime import timedelta

from fastapi import APIRouter, Request
from pydantic import Field

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, Person
from siete.host.floor.gaming_day import moment_of, stamp_of
from siete.host.floor.log import Writing
from siete.host.floor.state import FloorState
from siete.host.floor_desk import FloorDesk
from siete.host.table.actor import TableActor
from siete.plain import Plain
from siete.server.floor.access import Body, Floorperson, Reader
from siete.server.floor.overview import ask, desk_of
from siete.server.services import services_of
from siete.store import floor_events as f
from siete.table import events as e
from siete.table.due import HOUSE

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])

BREAK_AFTER = timedelta(minutes=60)
"""How long somebody deals before a break is due: a house rule, since no document has one."""


class Relief(Body):
    """Who deals from now on; empty for the automatic dealer."""

    dealer: str = Field(max_length=24)


class NewBreak(Body):
    """Who goes on a break, and who deals meanwhile; empty for the automatic dealer."""

    dealer: str = Field(min_length=1, max_length=24)
    relief: str = Field(default="", max_length=24)


class Back(Body):
    """Who is back."""

    dealer: str = Field(min_length=1, max_length=24)


@router.post("/tables/{table_id}/dealer")
async def relieve(table_id: str, body: Relief, request: Request, person: Floorperson) -> Plain:
    """Put another dealer at a table: somebody of the staff, or the automatic one."""
    desk = desk_of(request)
    table = desk.table(table_id)
    await _check_free(request, body.dealer, table)
    await ask(table, person, "RelieveDealer", dealer=body.dealer or HOUSE)
    return {"table": table.id, "dealer": body.dealer or HOUSE}


async def _check_free(request: Request, dealer: str, table: TableActor | None) -> None:
    """Refuse somebody who cannot deal now: unknown, disabled, on a break, or at another table."""
    if not dealer:
        return
    accounts = await services_of(request).accounts.all()
    if not any(each.name == dealer and each.is_active for each in accounts):
        raise SieteError("staff/unknown", f"There is no account {dealer[:24]!r}.")
    desk = desk_of(request)
    if dealer in (await desk.log.read_on()).breaks:
        raise SieteError("floor/on-break", f"{dealer} is on a break. End the break first.")
    other = _table_of(desk, dealer)
    if other is not None and other is not table:
        raise SieteError("floor/deals-elsewhere", f"{dealer} deals at {other.record.name}.", facts={"table": other.id})


def _table_of(desk: FloorDesk, dealer: str) -> TableActor | None:
    return next((table for table in desk.live() if table.current.dealer == dealer), None)


@router.get("/breaks")
async def breaks(request: Request, person: Reader) -> Plain:
    """Every dealer: where, since when, on a break or when one is due; the longest at a table first."""
    desk = desk_of(request)
    floor = await desk.log.read_on()
    accounts = await services_of(request).accounts.all()
    found = [
        await _dealer(desk, floor, each.name)
        for each in accounts
        if each.is_active and each.role == HouseRole.DEALER.value
    ]
    found.sort(key=lambda each: (not each["table"], str(each["since"]), str(each["name"])))
    return {"now": desk.now, "minutes": int(BREAK_AFTER.total_seconds() // 60), "dealers": found}


async def _dealer(desk: FloorDesk, floor: FloorState, name: str) -> Plain:
    table, resting = _table_of(desk, name), floor.breaks.get(name)
    since = await _dealing_since(desk, table, name) if table is not None else ""
    due = stamp_of(moment_of(since) + BREAK_AFTER) if since else ""
    return {
        "name": name,
        "table": table.id if table is not None else "",
        "table_name": table.record.name if table is not None else "",
        "since": since,
        "break_due": due,
        "is_late": bool(due) and due <= desk.now,
        "on_break_since": resting.at if resting is not None else "",
        "relieved_by": resting.began.relief if resting is not None else "",
        "last_break": floor.rested.get(name, ""),
    }


async def _dealing_since(desk: FloorDesk, table: TableActor, name: str) -> str:
    """When the dealer who deals now came to the table."""
    came = await desk.house.store.find(table.loaded.streams.events, e.DealerCame.__name__)
    return came[-1][1] if came else table.record.created_at


@router.post("/breaks", status_code=201)
async def begin_break(body: NewBreak, request: Request, person: Floorperson) -> Plain:
    """Send a dealer on a break; somebody else, or the automatic dealer, takes the table first."""
    desk = desk_of(request)
    async with desk.breaks:  # of two who ask at once the second finds the dealer gone
        await _begin_break(body, request, person)
    return await breaks(request, person)


async def _begin_break(body: NewBreak, request: Request, person: Person) -> None:
    desk = desk_of(request)
    _check_no_break(await desk.log.read_on(), body.dealer)
    if not any(each.name == body.dealer for each in await services_of(request).accounts.all()):
        raise SieteError("staff/unknown", f"There is no account {body.dealer[:24]!r}.")
    table = _table_of(desk, body.dealer)
    if table is not None:
        await _check_free(request, body.relief, table)
        await ask(table, person, "RelieveDealer", dealer=body.relief or HOUSE)
    began = f.BreakBegan(
        by=person.name, account=body.dealer, table=table.id if table else "", relief=body.relief if table else ""
    )

    def beginning(state: FloorState, now: str) -> Writing:
        _check_no_break(state, body.dealer)  # another process may have been quicker
        return Writing(events=(began,))

    await desk.log.write(beginning)


def _check_no_break(state: FloorState, dealer: str) -> None:
    if dealer in state.breaks:
        raise SieteError("floor/on-break", f"{dealer} is on a break already.")


@router.post("/breaks/end")
async def end_break(body: Back, request: Request, person: Floorperson) -> Plain:
    """A dealer is back and can be put at a table again."""
    desk = desk_of(request)

    def ending(state: FloorState, now: str) -> Writing:
        if body.dealer not in state.breaks:
            raise SieteError("floor/no-break", f"{body.dealer} is not on a break.")
        return Writing(events=(f.BreakEnded(by=person.name, account=body.dealer),))

    await desk.log.write(ending)
    return await breaks(request, person)
