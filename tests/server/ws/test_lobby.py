"""The lobby's line: all tables at first, then what changes, to everybody and at once."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from siete.server.ws import sockets
from tests.patience import PATIENCE
from tests.server.serving import Player, Served, live_table, served

pytestmark = pytest.mark.anyio


def lobby(server: Served) -> connect:
    return connect(f"{server.line_base}/ws/lobby", origin=server.base, open_timeout=PATIENCE)  # type: ignore[arg-type]


async def heard(line: ClientConnection) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
    return found


async def test_all_tables_and_then_the_one_that_changed(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, table_id="one")
        await live_table(server.house, table_id="two")
        async with lobby(server) as line:
            first = await heard(line)
            assert [table["id"] for table in first["tables"]] == ["one", "two"]
            ana = await Player.come(server, "two", "Ana")
            while True:
                told = await heard(line)
                assert [table["id"] for table in told["tables"]] == ["two"]
                if told["tables"][0]["watching"]:
                    break
            async with server.client() as client:
                assert told["tables"][0] == (await client.get("/api/v1/tables")).json()["tables"][1]
            assert ana.now


async def test_a_table_that_is_closed_goes(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, table_id="one")
        async with lobby(server) as line:
            await heard(line)
            del server.house.tables["one"]
            assert await heard(line) == {"type": "tables", "tables": [], "gone": ["one"]}


async def test_nothing_is_said_while_nothing_changes_and_pings_are_answered(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        async with lobby(server) as line:
            await heard(line)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(line.recv(), 1)
            await line.send('{"type": "ping"}')
            assert await heard(line) == {"type": "pong"}


async def test_another_sites_page_hears_nothing(tmp_path: Path) -> None:
    elsewhere = {"Origin": "http://elsewhere.test"}
    async with served(tmp_path) as server:
        with pytest.raises(InvalidStatus) as refusal:
            async with connect(f"{server.line_base}/ws/lobby", additional_headers=elsewhere, open_timeout=PATIENCE):
                pass
        assert refusal.value.response.status_code == 403


async def test_a_long_message_closes_the_line(tmp_path: Path) -> None:
    async with served(tmp_path) as server, lobby(server) as line:
        await heard(line)
        await line.send("x" * 9_000)
        with pytest.raises(ConnectionClosed) as closed:
            await heard(line)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == sockets.TOO_LONG
