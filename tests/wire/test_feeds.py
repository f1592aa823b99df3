"""What lobby and floor of a real server send fits the description."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tests.server.floor.staff import member
from tests.server.serving import Served, live_table, served
from tests.wire.described import DESCRIPTION, validator

pytestmark = pytest.mark.anyio


async def _heard(server: Served, path: str, headers: dict[str, str]) -> list[Any]:
    """The first message of a feed, and the answer to a ping."""
    async with connect(f"{server.line_base}{path}", origin=server.base, additional_headers=headers) as line:  # type: ignore[arg-type]
        await line.send(json.dumps({"type": "ping"}))
        found: list[Any] = []
        while {each["type"] for each in found} < {"pong", path.rpartition("/")[2].replace("lobby", "tables")}:
            found.append(json.loads(await line.recv()))
        return found


async def test_feeds_send_what_is_described(tmp_path: Path) -> None:
    kinds = {"tables": "LobbyNews", "floor": "FloorNews", "pong": "Pong", "refused": "CommandRefused"}
    async with served(tmp_path) as server:
        await live_table(server.house)
        floor = await member(server, "fay")
        said = await _heard(server, "/ws/lobby", {}) + await _heard(server, "/ws/floor", floor.client.headers)
        async with connect(f"{server.line_base}/ws/floor", origin=server.base) as line:  # type: ignore[arg-type]
            said.append(json.loads(await line.recv()))
    assert {each["type"] for each in said} == kinds.keys()
    for message in said:
        validator(kinds[message["type"]]).validate(message)
        known = DESCRIPTION["components"]["schemas"][kinds[message["type"]]]["properties"]
        assert message.keys() <= known.keys()
