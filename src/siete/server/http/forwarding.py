"""Forwards commands between processes of one house, signed with the house's key, to the process that runs the table."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request as Request_
from urllib.request import urlopen

import msgspec
from fastapi import APIRouter, Request, Response

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, NotAllowedError, Person
from siete.host.cluster.member import Cluster
from siete.host.table.wire import Message
from siete.server.services import Services, address_of, services_of

INTERNAL = "/internal/"
PATH, PURPOSE = f"{INTERNAL}commands", "forward"
SECONDS = 5.0

router = APIRouter(include_in_schema=False)


class Forwarder:
    """Sends commands to the processes that run their tables."""

    def __init__(self, services: Services, cluster: Cluster) -> None:
        self._services, self._cluster = services, cluster

    async def send(self, table: str, person: Person, message: Message) -> bytes:
        """The answer of the process that runs the table, or its refusal."""
        owner = await self._cluster.owner_of(table)
        if owner is None:
            raise SieteError("host/no-owner", "No process runs this table now. Send the command again.")
        body = [table, person.role.value, person.name, message.id, message.point, message.kind, message.fields]
        signed = self._services.signed(msgspec.json.encode(body).decode(), PURPOSE)
        status, content = await asyncio.to_thread(_post, f"{owner}{PATH}", msgspec.json.encode({"signed": signed}))
        if status == 200:
            return content
        raise _refusal(content)


def _post(address: str, body: bytes) -> tuple[int, bytes]:
    """The other process's response. The standard library's client is enough for the few commands that are forwarded."""
    request = Request_(address, body, {"content-type": "application/json"})
    try:
        with urlopen(request, timeout=SECONDS) as response:
            return response.status, response.read()
    except HTTPError as error:
        return error.code, error.read()
    except OSError:
        sentence = "The process that runs this table does not answer. Send the command again with the same id."
        raise SieteError("host/no-owner", sentence) from None


def _refusal(content: bytes) -> SieteError:
    """The refusal that another process gave, as it gave it."""
    try:
        error = msgspec.json.decode(content)["error"]
        return SieteError(error["code"], error["sentence"], clause=error["clause"], facts=error["facts"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return SieteError(
            "host/no-owner", "The process that runs this table cannot answer. Send the command again with the same id."
        )


@router.post(PATH)
async def take(request: Request) -> Response:
    """A command forwarded by another process of the house."""
    table, role, name, sent_id, point, kind, fields = msgspec.json.decode(await _signed(request))
    running = services_of(request).house.table(table)
    if not running.is_owner:
        raise SieteError(
            "host/no-owner", "The table has moved to another process. Send the command again with the same id."
        )
    message = Message(id=sent_id, point=point, kind=kind, fields=fields)
    outcome = await running.submit(Person(HouseRole(role), name), message)
    return Response(outcome.answer, media_type="application/json")


async def _signed(request: Request) -> str:
    """What another process of the house has signed."""
    services = services_of(request)
    try:
        body: Any = msgspec.json.decode(await request.body())
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        body = None
    signed = services.unsigned(str(body.get("signed", "")), PURPOSE) if isinstance(body, dict) else None
    if signed is None:
        # Only strangers are limited: other processes of the house may share an address with one.
        services.requests.check(address_of(request), "Too many requests from this address.")
        raise NotAllowedError("origin/not-allowed", "This address is only for processes of this house.")
    return signed
