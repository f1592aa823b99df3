"""Attacks by names that cost nothing, by codes seen or guessed, and by tables without end; each once succeeded."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pyotp
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from siete.errors import SieteError
from siete.host.access import second_factor
from siete.host.access.roles import HouseRole, Person
from siete.host.table.wire import Message
from siete.server.floor.feed import FloorFeed
from siete.server.http import static_files
from siete.server.limits import Limits
from siete.server.ws import sockets
from siete.server.ws.forwarder import _written
from siete.store.port import StoreError
from tests.server.floor.staff import PASSWORD, Member, member
from tests.server.serving import GENEROUS, Served, practice_table, served

pytestmark = pytest.mark.anyio


def _code(response: httpx.Response) -> str:
    code: str = response.json()["error"]["code"]
    return code


async def _opened_by_many(tmp_path: Path, limits: Limits, names: int) -> list[int]:
    """One address comes under ever new names and opens a table under each, which all can see."""
    statuses = []
    async with served(tmp_path, limits=limits) as server:
        for number in range(names):
            async with server.client() as client:
                await client.post("/api/v1/session", json={"name": f"Eve {number}"})
                made = await client.post("/api/v1/tables", json={"rules": "wa", "private": False})
                statuses.append(made.status_code)
    return statuses


async def test_an_address_opens_no_more_tables_however_many_names_it_takes(tmp_path: Path) -> None:
    limits = replace(GENEROUS, tables_per_address=3)
    assert await _opened_by_many(tmp_path, limits, 5) == [201] * 3 + [429] * 2


async def test_a_house_has_no_more_practice_tables_than_it_can(tmp_path: Path) -> None:
    assert await _opened_by_many(tmp_path, replace(GENEROUS, tables=2), 3) == [201, 201, 429]


async def test_a_table_that_was_closed_makes_room_at_its_address(tmp_path: Path) -> None:
    async with served(tmp_path, limits=replace(GENEROUS, tables_per_address=1)) as server, server.client() as client:
        await client.post("/api/v1/session", json={"name": "Eve"})
        first = (await client.post("/api/v1/tables", json={"rules": "wa"})).json()["id"]
        assert (await client.post("/api/v1/tables", json={"rules": "wa"})).status_code == 429
        assert (await client.delete(f"/api/v1/tables/{first}")).status_code == 204
        assert (await client.post("/api/v1/tables", json={"rules": "wa"})).status_code == 201


@pytest.mark.parametrize("name", ["dora", "Dora", "DORA", "d0ra"])
async def test_no_guest_takes_the_name_of_a_member_of_the_staff(name: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await member(server, "dora", HouseRole.DEALER)
        refused = await client.post("/api/v1/session", json={"name": name})
        assert _code(refused) == "session/name-taken"


async def _with_factor(server: Served) -> Callable[[str], dict[str, str]]:
    """A floorperson with a second factor; what signs them in with a code."""
    fay: Member = await member(server, "fay")
    begun = await fay.post("/second-factor")
    assert isinstance(begun["secret"], str)
    code = pyotp.TOTP(begun["secret"]).now()
    await fay.post("/second-factor/confirm", {"serial": begun["serial"], "code": code})
    return lambda each: {"name": "fay", "password": PASSWORD, "code": each or pyotp.TOTP(str(begun["secret"])).now()}


async def test_a_code_that_was_seen_opens_no_second_session(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        body = (await _with_factor(server))("")
        assert (await client.post("/api/v1/session/staff", json=body)).status_code == 201
        again = await client.post("/api/v1/session/staff", json=body)
        assert (again.status_code, _code(again)) == (403, "session/wrong-factor")


def test_an_older_code_is_used_up_with_a_newer_one() -> None:
    secret, used = pyotp.random_base32(), second_factor.UsedCodes()
    codes, now = pyotp.TOTP(secret), int(time.time()) // second_factor.STEP
    assert used.take(secret, codes.generate_otp(now))
    assert not used.take(secret, codes.generate_otp(now - 1))
    assert not used.take(secret, "")


async def test_codes_are_not_guessed_from_many_addresses(tmp_path: Path) -> None:
    """The limits of addresses are generous here: what counts is the account."""
    async with served(tmp_path, limits=replace(GENEROUS, codes_per_second=0.001, codes_at_once=3)) as server:
        body = await _with_factor(server)
        async with server.client() as client:
            tried = [await client.post("/api/v1/session/staff", json=body("000000")) for _ in range(5)]
            assert [each.status_code for each in tried] == [403] * 3 + [429] * 2
            assert (await client.post("/api/v1/session/staff", json=body(""))).status_code == 429


async def test_a_path_that_no_file_can_have_leads_nowhere(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        for path in ("/static/%00", "/static/main.js%00", f"/static/{'0' * 16}/%00", f"/static/{'x' * 5_000}"):
            assert (await client.get(path)).status_code == 404, path


@pytest.mark.parametrize("command", ['{"command": "\\ud800"}', '{"command": "StackShoe", "cards": "\\udfff"}'])
async def test_half_a_letter_is_no_text(command: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await practice_table(server.house)
        await client.post("/api/v1/session", json={"name": "Eve"})
        body = f'{{"id": "half-letter", "command": {command}}}'
        headers = {"content-type": "application/json"}
        answer = await client.post("/api/v1/tables/p/commands", content=body, headers=headers)
        assert (answer.status_code, _code(answer)) == (400, "message/malformed")


def test_what_cannot_be_forwarded_is_refused() -> None:
    message = Message(id="half-letter", point="", kind="BuyChips", fields={"amount": "\ud800"})
    with pytest.raises(SieteError) as refused:
        _written("t", Person(HouseRole.GUEST, "Eve"), message)
    assert refused.value.code == "message/malformed"


async def test_the_floor_is_shown_to_nobody_whose_session_ended_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process of the house ends it, and tells this one's WebSockets nothing."""
    monkeypatch.setattr(sockets, "CHECK_SECONDS", 0.05)
    async with served(tmp_path) as server:
        fay: Member = await member(server, "fay")
        await member(server, "gus")
        headers = {"authorization": fay.client.headers["authorization"]}
        async with connect(f"{server.line_base}/ws/floor", additional_headers=headers, compression=None) as line:
            await line.recv()
            await server.services.accounts.disable("fay")
            with suppress(ConnectionClosed):
                async for _ in line:
                    pass
            assert line.close_code == sockets.SESSION_OVER


async def test_the_floor_is_told_on_when_the_database_was_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    tell = FloorFeed._tell

    async def failing(self: FloorFeed) -> None:
        told.append(len(told))
        if len(told) == 1:
            raise StoreError("store/unavailable", "The database is away.")
        await tell(self)

    monkeypatch.setattr(FloorFeed, "_tell", failing)
    monkeypatch.setattr("siete.server.floor.feed.LOOK", 0.01)
    async with served(tmp_path) as server:
        fay: Member = await member(server, "fay")
        headers = {"authorization": fay.client.headers["authorization"]}
        async with connect(f"{server.line_base}/ws/floor", additional_headers=headers, compression=None) as line:
            assert '"type":"floor"' in str(await line.recv())


def test_nobody_makes_the_house_join_its_files_over_and_over() -> None:
    """The attack: each module under the name of each other one was joined and compressed anew, on the event loop."""
    modules = [path.relative_to(static_files.STATIC).as_posix() for path in static_files.STATIC.rglob("*.js")]
    assert len(modules) * (len(static_files.ROOTS) + 1) < static_files.MOST_KEPT
    assert set(static_files.ROOTS) <= set(modules)
