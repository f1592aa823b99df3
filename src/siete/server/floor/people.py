"""People of the house over HTTP: accounts made, changed and disabled, sessions, second factors, and what each did."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import segno
from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from siete.errors import SieteError, UnknownNameError
from siete.host.access import second_factor
from siete.host.access.roles import STAFF, HouseRole, Person
from siete.host.floor.log import FloorAct
from siete.host.floor_desk import FloorDesk
from siete.plain import Plain
from siete.server.floor.access import Body, Floorperson, Reader
from siete.server.floor.overview import desk_of
from siete.server.services import Services, services_of
from siete.store import floor_events as f
from siete.store.codec import event_from_bytes
from siete.store.records import Account, Session
from siete.table import events as e

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])

LOOKED_THROUGH = 5_000
"""Events of each table that are looked through for what somebody did there."""


class NewPerson(Body):
    """An account to be made, or a new password and role for one that is there; and why."""

    name: str = Field(min_length=1, max_length=24)
    password: str = Field(min_length=1, max_length=200)
    role: str = Field(max_length=20)
    reason: str = Field(min_length=1, max_length=200)


class StatedReason(Body):
    """Why."""

    reason: str = Field(min_length=1, max_length=200)


class FactorCode(Body):
    """A code of the new second factor, which proves that it was set up."""

    code: str = Field(max_length=10)
    serial: int = Field(ge=1, le=10**6)


@router.get("/people")
async def people(request: Request, person: Reader) -> Plain:
    """Every account: role, tables, sessions, second factor, and its last act."""
    services, desk = services_of(request), desk_of(request)
    floor = await desk.log.read_on()
    sessions = await _sessions(services)
    last: dict[str, FloorAct] = {act.event.by: act for act in desk.log.acts}
    return {
        "people": [
            {
                "name": account.name,
                "role": account.role,
                "is_active": account.is_active,
                "since": account.created_at,
                "tables": _tables(desk, account),
                "sessions": sessions.get(account.name, []),
                "has_second_factor": bool(floor.factors.get(account.name)),
                "last_act": _told(last[account.name]) if account.name in last else None,
            }
            for account in await services.accounts.all()
        ],
    }


async def _sessions(services: Services) -> dict[str, list[str]]:
    """When each account's sessions began that are still in force."""
    now, found = datetime.now(UTC), dict[str, list[str]]()
    for session in await services.house.store.records(Session):
        is_on = not session.is_revoked and datetime.fromisoformat(session.expires_at) > now
        if session.role != HouseRole.GUEST.value and is_on:
            found.setdefault(session.subject, []).append(session.created_at)
    return found


def _tables(desk: FloorDesk, account: Account) -> list[str]:
    """The names of the tables that somebody deals at or has the floor of."""
    return [t.record.name for t in desk.live() if account.name in (t.current.dealer, t.current.floorperson)]


@router.post("/people", status_code=201)
async def add_person(body: NewPerson, request: Request, person: Floorperson) -> Plain:
    """Make an account, or change one: its sessions end."""
    services = services_of(request)
    known = any(each.name == body.name for each in await services.accounts.all())
    account = await services.accounts.add(body.name, body.password, body.role)
    _close_lines(request, account.name)
    what = f"{'changed' if known else 'made'} as {account.role}"
    await services.floor.log.say(f.StaffChanged(by=person.name, account=account.name, what=what, reason=body.reason))
    return {"name": account.name, "role": account.role, "what": what}


@router.post("/people/{name}/disable")
async def disable_person(name: str, body: StatedReason, request: Request, person: Floorperson) -> Plain:
    """Disable an account: it stays in the log, and nobody comes in with it."""
    services = services_of(request)
    account = await services.accounts.disable(name)
    return await _changed(request, person, account.name, "disabled", body.reason)


@router.post("/people/{name}/end-sessions")
async def end_sessions(name: str, body: StatedReason, request: Request, person: Floorperson) -> Plain:
    """End every session of an account."""
    services = services_of(request)
    account = await services.accounts.end_all(name)
    return await _changed(request, person, account.name, "sessions ended", body.reason)


async def _changed(request: Request, person: Person, name: str, what: str, reason: str) -> Plain:
    _close_lines(request, name)
    await desk_of(request).log.say(f.StaffChanged(by=person.name, account=name, what=what, reason=reason))
    return {"name": name, "what": what}


def _close_lines(request: Request, name: str) -> None:
    for role in STAFF:
        request.app.state.lines.close_person(Person(role, name))


# --- the second factor ---------------------------------------------------------------------------------------------


@router.post("/second-factor")
async def begin_second_factor(request: Request, person: Reader) -> Plain:
    """A new second factor for oneself: its key, to be put into an authenticator; it counts once a code proves it."""
    services, floor = services_of(request), await desk_of(request).log.read_on()
    serial = floor.serials.get(person.name, 0) + 1
    secret = second_factor.secret_of(services.key, person.name, serial)
    return {"serial": serial, "secret": secret, "uri": second_factor.uri_of(secret, person.name)}


@router.get("/second-factor.svg")
async def second_factor_picture(
    request: Request, person: Reader, serial: Annotated[int, Query(ge=1, le=10**6)]
) -> Response:
    """The key of a new second factor as a picture that an authenticator reads."""
    secret = second_factor.secret_of(services_of(request).key, person.name, serial)
    floor = await desk_of(request).log.read_on()
    if serial <= floor.serials.get(person.name, 0):
        raise SieteError("staff/factor-used", "This key is in use or was. Begin again.")
    picture = segno.make(second_factor.uri_of(secret, person.name), error="m").svg_inline(
        scale=4, border=2, dark="#171c22", light="#ffffff"
    )
    return Response(picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1), media_type="image/svg+xml")


@router.post("/second-factor/confirm")
async def confirm_second_factor(body: FactorCode, request: Request, person: Reader) -> Plain:
    """Let the second factor count from now on."""
    services, log = services_of(request), desk_of(request).log
    floor = await log.read_on()
    if body.serial != floor.serials.get(person.name, 0) + 1:
        raise SieteError("staff/factor-used", "This key is in use or was. Begin again.")
    if not second_factor.is_right(second_factor.secret_of(services.key, person.name, body.serial), body.code):
        raise SieteError("session/wrong-factor", "This code is not right. Look at the clock of your device.")
    await log.say(f.SecondFactorSet(by=person.name, account=person.name, serial=body.serial))
    return {"name": person.name, "has_second_factor": True}


@router.post("/people/{name}/second-factor/remove")
async def remove_second_factor(name: str, body: StatedReason, request: Request, person: Floorperson) -> Plain:
    """Take somebody's second factor away, who has lost the device."""
    log = desk_of(request).log
    if not (await log.read_on()).factors.get(name):
        raise UnknownNameError("staff/unknown", f"{name[:24]!r} has no second factor.")
    await log.say(
        f.SecondFactorSet(by=person.name, account=name, serial=0),
        f.StaffChanged(by=person.name, account=name, what="second factor removed", reason=body.reason),
    )
    return {"name": name, "has_second_factor": False}


# --- what each did -------------------------------------------------------------------------------------------------


@router.get("/people/{name}/acts")
async def acts(name: str, request: Request, person: Reader, limit: Annotated[int, Query(ge=1, le=500)] = 100) -> Plain:
    """What somebody did, newest first: from the floor's log and from the events of the tables."""
    desk = desk_of(request)
    await desk.log.read_on()
    found = [_told(act) for act in desk.log.acts if act.event.by == name]
    for table in desk.live():
        found += await _at_table(desk, table.id, table.loaded.streams.events, table.loaded.version, name)
    found.sort(key=lambda each: str(each["at"]), reverse=True)
    return {"name": name, "acts": found[:limit]}


async def _at_table(desk: FloorDesk, table: str, stream: str, version: int, name: str) -> list[Plain]:
    found: list[Plain] = []
    for entry in await desk.house.store.read(stream, max(0, version - LOOKED_THROUGH)):
        if f'"{name}"'.encode() not in entry.data:
            continue
        event = event_from_bytes(entry.data)
        if isinstance(event, e.Event) and name in (getattr(event, "by", ""), getattr(event, "dealer", "")):
            found.append({"at": entry.recorded_at, "table": table, "what": entry.kind, "clause": event.clause})
    return found


def _told(act: FloorAct) -> Plain:
    event = act.event
    about = {key: getattr(event, key) for key in ("table", "number", "account", "what", "kind") if hasattr(event, key)}
    return {"at": act.at, "table": "", "what": type(event).__name__, "clause": "", **about}
