"""Staff accounts while the house is open: the first link, new passwords, and accounts that are closed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from siete.errors import SieteError
from siete.host.access.accounts import Accounts
from siete.host.access.roles import HouseRole
from siete.host.clock import Clock
from siete.host.house import House
from siete.server.data_directory import STAFF_LINK, data_directory, make_staff_link
from siete.server.serving import _greet
from siete.server.signing import Signing
from siete.server.ws.sockets import SESSION_OVER
from siete.store.memory import MemoryStore
from siete.store.port import Head, StoreError
from tests.server.serving import Player, Served, live_table, served

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse 21"


async def _account(server: Served, name: str, role: str = "floorperson") -> str:
    await server.services.accounts.add(name, PASSWORD, role)
    return await server.services.accounts.begin(name, HouseRole(role))


async def test_a_refused_account_does_not_use_up_the_link(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        body = {"name": "floor", "password": PASSWORD, "link": make_staff_link(tmp_path)}
        for wrong in ({"password": "short"}, {"name": "no/name"}, {"role": "dealer"}, {"role": "king"}):
            assert (await client.post("/api/v1/staff", json={**body, **wrong})).status_code == 422
        both = await asyncio.gather(*(client.post("/api/v1/staff", json=body) for _ in range(2)))
        assert sorted(answer.status_code for answer in both) == [201, 403]
        assert list(tmp_path.glob(f"{STAFF_LINK}*")) == []


async def test_every_start_without_a_floorperson_prints_a_way_in(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await server.services.accounts.add("dora", PASSWORD, "dealer")
        tokens = []
        for _ in range(2):
            said: list[str] = []
            await _greet(server.options, server.services, said.append)
            tokens.append(said[-1].rpartition("#")[2])
        body = {"name": "floor", "password": PASSWORD}
        assert (await client.post("/api/v1/staff", json={**body, "link": tokens[0]})).status_code == 403
        assert (await client.post("/api/v1/staff", json={**body, "link": tokens[1]})).status_code == 201
        make_staff_link(tmp_path)
        said = []
        await _greet(server.options, server.services, said.append)
        assert not any("#" in line for line in said)
        assert not (tmp_path / STAFF_LINK).exists()


async def test_a_house_opens_though_its_database_goes_away_in_that_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault: what was only asked in order to print a link ended a process that had tables to run."""

    async def away() -> bool:
        raise StoreError("store/unavailable", "The database cannot be reached.")

    said: list[str] = []
    async with served(tmp_path) as server:
        monkeypatch.setattr(server.services.accounts, "has_floorperson", away)
        await _greet(server.options, server.services, said.append)
    assert len(said) == 2


async def test_a_house_stops_though_its_database_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    signer = Signing(data_directory(tmp_path), is_new_key=True)
    house = House(MemoryStore())

    async def away(prefix: str = "") -> list[Head]:
        raise StoreError("store/unavailable", "The database cannot be reached.")

    monkeypatch.setattr(house.store, "heads", away)
    signing = asyncio.create_task(signer.run(house))
    await asyncio.sleep(0.05)
    signing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await signing
    signer.close()


async def test_a_new_password_ends_sessions_and_lines(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await live_table(server.house)
        floor, dora = await _account(server, "floor"), await _account(server, "dora", "dealer")
        line = Player(server, "t", dora)
        await line.connect()
        body = {"name": "dora", "password": "another horse 21", "role": "dealer"}
        headers = {"authorization": f"Bearer {floor}"}
        assert (await client.post("/api/v1/staff", json=body, headers=headers)).status_code == 201
        assert await line.closed() == SESSION_OVER
        mine = await client.get("/api/v1/session", headers={"authorization": f"Bearer {dora}"})
        assert mine.status_code == 401
        fresh = await client.post("/api/v1/session/staff", json={"name": "dora", "password": "another horse 21"})
        assert fresh.status_code == 201


async def test_an_account_is_closed_at_once(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await live_table(server.house)
        floor, dora = await _account(server, "floor"), await _account(server, "dora", "dealer")
        mine, hers = ({"authorization": f"Bearer {token}"} for token in (floor, dora))
        line = Player(server, "t", dora)
        await line.connect()
        assert (await client.delete("/api/v1/staff/floor", headers=hers)).status_code == 403
        assert (await client.delete("/api/v1/staff/dora", headers=mine)).status_code == 204
        assert await line.closed() == SESSION_OVER
        assert (await client.get("/api/v1/session", headers=hers)).status_code == 401
        body = {"name": "dora", "password": PASSWORD}
        assert (await client.post("/api/v1/session/staff", json=body)).status_code == 401
        listed = (await client.get("/api/v1/staff", headers=mine)).json()["accounts"]
        assert [(each["name"], each["is_active"]) for each in listed] == [("dora", False), ("floor", True)]
        last = await client.delete("/api/v1/staff/floor", headers=mine)
        assert (last.status_code, last.json()["error"]["code"]) == (409, "staff/last-floorperson")


@pytest.mark.parametrize("change", ["password", "closed"])
async def test_a_change_counts_at_once_at_every_process(change: str) -> None:
    """Two processes of one house: what one of them ends, the other does not believe a moment longer."""
    store, clock = MemoryStore(), Clock()
    one, other = (Accounts(store, clock, is_shared=True) for _ in range(2))
    await one.add("floor", PASSWORD, "floorperson")
    await one.add("dora", PASSWORD, "dealer")
    token = await one.begin("dora", HouseRole.DEALER)
    assert await other.person(token) is not None
    await (one.disable("dora") if change == "closed" else one.add("dora", "another horse 21", "dealer"))
    assert await other.person(token) is None
    with pytest.raises(SieteError):
        await other.check("dora", PASSWORD)
