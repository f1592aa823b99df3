"""Members of the staff at a served house, and rounds that guests play there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx

from siete.host.access.guest_names import new_pseudonym
from siete.host.access.roles import HouseRole, Person
from tests.host.guests import Guest, is_betting, round_of, until
from tests.server.serving import Plain, Served

PASSWORD = "correct horse 21"


@dataclass
class Client:
    """Requests of one person, each over a connection of its own."""

    server: Served
    headers: dict[str, str]

    async def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        async with self.server.client(**self.headers) as client:
            return await client.request(method, path, **more)

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.request("GET", path, **more)

    async def post(self, path: str, **more: Any) -> httpx.Response:
        return await self.request("POST", path, **more)


@dataclass
class Member:
    """Somebody of the staff with a token, who asks the floor's routes."""

    client: Client
    name: str

    async def get(self, path: str, **query: Any) -> Plain:
        answer = await self.client.get(f"/api/v1/floor{path}", params=query)
        assert answer.status_code == 200, answer.text
        found: Plain = answer.json()
        return found

    async def post(self, path: str, body: Plain | None = None) -> Plain:
        answer = await self.client.post(f"/api/v1/floor{path}", json=body or {})
        assert answer.status_code in (200, 201), answer.text
        found: Plain = answer.json()
        return found

    async def refused(self, path: str, body: Plain | None = None) -> Plain:
        answer = await self.client.post(f"/api/v1/floor{path}", json=body or {})
        assert answer.status_code >= 400, answer.text
        return {"status": answer.status_code, **answer.json()["error"]}


async def member(server: Served, name: str, role: str = "floorperson") -> Member:
    """A new member of the staff."""
    await server.services.accounts.add(name, PASSWORD, role)
    token = await server.services.accounts.begin(name, HouseRole(role))
    return Member(Client(server, {"authorization": f"Bearer {token}"}), name)


async def played(server: Served, table: str, rounds: int, name: str = "Ana", box: int = 3) -> Guest:
    """A guest who sits down and plays some rounds."""
    actor = server.house.table(table)
    made = await server.house.welcome(new_pseudonym(), name)
    guest = Guest(actor, Person(HouseRole.GUEST, made.display_name))
    await guest.ask("TakeSeat", box=box, amount=50_000)
    await until(actor, [guest], is_betting)
    for _ in range(rounds):
        await round_of(actor, [guest])
    return guest
