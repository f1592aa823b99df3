"""Sessions over HTTP: guests by a name, staff by password or by the first link; and the cage."""

from __future__ import annotations

import hmac
import re
import unicodedata
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from siete.errors import SieteError
from siete.host.access import second_factor
from siete.host.access.guest_names import guest_id, new_pseudonym
from siete.host.access.roles import STAFF, HouseRole, NotAllowedError, Person
from siete.host.streams import live_wallet
from siete.plain import Plain
from siete.server.data_directory import claimed_staff_link
from siete.server.services import COOKIE, Services, address_of, services_of, somebody
from siete.store.records import Account, Guest

router = APIRouter(prefix="/api/v1", tags=["sessions"])

Somebody = Annotated[Person, Depends(somebody)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewGuest(_Body):
    """A guest's name; `token` asks for a token to be used by a program instead of the cookie.

    With the recovery `code` of a name, whoever has it comes back under that name.
    """

    name: str = Field(min_length=1, max_length=64)
    token: bool = False
    code: str = Field(default="", max_length=40)


class StaffSession(_Body):
    """A staff account's name and password."""

    name: str = Field(min_length=1, max_length=64)
    password: str = Field(min_length=1, max_length=200)
    token: bool = False
    code: str = Field(default="", max_length=10)
    """Of the second factor, where the account has one."""


class NewAccount(_Body):
    """A staff account; the first one needs the link that the server printed when it first started."""

    name: str = Field(min_length=1, max_length=64)
    password: str = Field(min_length=1, max_length=200)
    role: str = Field(default=HouseRole.FLOORPERSON.value, max_length=20)
    link: str | None = Field(default=None, max_length=100)


@router.post("/session", status_code=201)
async def come(body: NewGuest, request: Request, response: Response) -> Plain:
    """Sign in as a guest under a free name, or again under one's own by its recovery code."""
    services = _bounded(request)
    guest = await (_returned(services, body) if body.code else services.house.welcome(new_pseudonym(), body.name))
    person = Person(HouseRole.GUEST, guest.display_name)
    return await _begun(services, response, person, guest.id, is_token_wanted=body.token)


@router.post("/session/staff", status_code=201)
async def come_to_work(body: StaffSession, request: Request, response: Response) -> Plain:
    """Sign in as a member of the staff."""
    services = _bounded(request)
    account = await services.accounts.check(body.name, body.password)
    await _check_factor(services, account, body.code)
    person = Person(HouseRole(account.role), account.name)
    return await _begun(services, response, person, account.name, is_token_wanted=body.token)


async def _check_factor(services: Services, account: Account, code: str) -> None:
    serial = (await services.floor.log.read_on()).factors.get(account.name, 0)
    if not serial:
        return
    if not code:
        raise NotAllowedError("session/factor-needed", "Enter the code of your second factor.")
    services.codes.check(account.name, "Too many codes were tried for this account.")
    if not services.used_codes.take(second_factor.secret_of(services.key, account.name, serial), code):
        raise NotAllowedError("session/wrong-factor", "This code is not right. Look at the clock of your device.")


@router.post("/staff", status_code=201)
async def add_account(body: NewAccount, request: Request) -> Plain:
    """Make a staff account: the first by the printed link, others by a floorperson."""
    services = _bounded(request)
    if body.link is None:
        await _check_floorperson(services, request)
        account = await services.accounts.add(body.name, body.password, body.role)
    else:
        with claimed_staff_link(services.data, body.link):
            if body.role != HouseRole.FLOORPERSON.value:
                raise SieteError("staff/first-account", "The first account is a floorperson's.")
            account = await services.accounts.add(body.name, body.password, body.role)
    _close_lines(request, account)
    return {"name": account.name, "role": account.role}


@router.get("/staff")
async def staff(request: Request) -> Plain:
    """The staff accounts, for a floorperson."""
    services = services_of(request)
    await _check_floorperson(services, request)
    accounts = await services.accounts.all()
    return {
        "accounts": [{"name": each.name, "role": each.role, "is_active": each.is_active} for each in accounts],
    }


@router.delete("/staff/{name}", status_code=204)
async def disable_account(name: str, request: Request) -> None:
    """Close a staff account at once: its sessions end and its WebSockets are closed."""
    services = services_of(request)
    await _check_floorperson(services, request)
    _close_lines(request, await services.accounts.disable(name))


async def _check_floorperson(services: Services, request: Request) -> None:
    person = await services.known(request)
    if person.role is not HouseRole.FLOORPERSON:
        raise NotAllowedError("command/not-for-you", "Only a floorperson looks after accounts.")


def _close_lines(request: Request, account: Account) -> None:
    for role in STAFF:
        request.app.state.lines.close_person(Person(role, account.name))


@router.get("/session")
async def whoami(request: Request, person: Somebody) -> Plain:
    """Who you are, what you have, and where you sit."""
    return await _told(services_of(request), person)


@router.delete("/session", status_code=204)
async def go(request: Request, response: Response, person: Somebody) -> None:
    """End the session and close its WebSockets."""
    services = services_of(request)
    token = services.token_of(request)
    if token is not None:
        await services.accounts.end(token)
    request.app.state.lines.close_person(person)
    response.delete_cookie(COOKIE, path="/")


@router.post("/cage")
async def cage(request: Request, person: Somebody) -> Plain:
    """New chips for a guest who has none left."""
    if person.role is not HouseRole.GUEST:
        raise NotAllowedError("command/not-for-you", "Only guests get chips from the cage.")
    services = services_of(request)
    await services.house.refill(person.name)
    return await _told(services, person)


async def _returned(services: Services, body: NewGuest) -> Guest:
    """The guest who comes back by a recovery code."""
    shown = unicodedata.normalize("NFC", body.name).strip()
    await services.house.names.read_on()
    key = guest_id(services.house.names.inward(shown))
    is_right = hmac.compare_digest(_plain_code(services.recovery_code(key)), _plain_code(body.code))
    guest = await services.house.store.record(Guest, key) if is_right else None
    if guest is None:
        raise NotAllowedError("session/wrong-code", "Unknown name or wrong recovery code.")
    return guest


def _plain_code(text: str) -> str:
    """A code as it is compared: however it was typed."""
    return re.sub(r"[^A-Z2-7]", "", text.upper())


def _bounded(request: Request) -> Services:
    """The services, unless this address creates sessions or tries passwords too fast."""
    services = services_of(request)
    services.sessions.check(address_of(request), "Too many sessions from this address.")
    return services


async def _begun(
    services: Services, response: Response, person: Person, subject: str, *, is_token_wanted: bool
) -> Plain:
    token = await services.accounts.begin(subject, person.role)
    if not is_token_wanted:
        response.set_cookie(
            COOKIE,
            services.signed(token, "session"),
            httponly=True,
            samesite="strict",
            secure=services.is_secure,
            path="/",
            max_age=60 * 60 * 24 * 180 if person.role is HouseRole.GUEST else 60 * 60 * 12,
        )
    told = await _told(services, person)
    return {**told, "token": token} if is_token_wanted else told


async def _told(services: Services, person: Person) -> Plain:
    if person.role is not HouseRole.GUEST:
        return {"name": person.name, "role": person.role.value, "wallet": 0, "seats": []}
    wallet = (await services.house.cache.wallet(live_wallet(person.name))).wallet
    seats = [
        {
            "table": table.id,
            "boxes": sorted(box for box, player in table.state.seats.items() if player == person.name),
            "rack": table.state.racks.get(person.name, 0),
        }
        for table in services.house.tables.values()
        if person.name in table.state.racks
    ]
    code = services.recovery_code(guest_id(person.name))
    return {"name": person.name, "role": "guest", "wallet": wallet.balance, "seats": seats, "recovery": code}
