"""Sending at once: frames are the protocol's own, a uvicorn that does not bear it is noticed, and both ways serve."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from siete.server.ws import sockets
from siete.server.ws.direct_protocol import DirectProtocol
from siete.server.ws.fast import never, text_frame
from siete.server.ws.probe import PUBLIC, Kind, unfit, websocket_protocol
from tests.patience import PATIENCE
from tests.server.http.test_http import played
from tests.server.serving import Player, live_table, served

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_frame_is_that_of_the_protocol(size: int) -> None:
    data = b"x" * size
    assert text_frame(data) == Frame(Opcode.TEXT, data).serialize(mask=False)


# --- the probe ---------------------------------------------------------------------------------------------------


async def test_the_installed_uvicorn_is_fit() -> None:
    assert await unfit() == ""
    assert await websocket_protocol() is DirectProtocol


def _without_paused_reading(line: Any) -> None:
    """A uvicorn that stops reading by other means."""
    line.frames.clear()


async def _other_run(line: Any) -> None:
    await line.app(dict(line.scope), line.receive, line.send)


def _always_open(line: Any, data: bytes) -> bool:
    line.transport.write(text_frame(data))
    return True


@pytest.mark.parametrize(
    ("kind", "name", "changed"),
    [
        (WebSocketsSansIOProtocol, "send_receive_event_to_app", _without_paused_reading),
        (WebSocketsSansIOProtocol, "handle_connect", lambda line, event: None),
        (WebSocketsSansIOProtocol, "pause_writing", lambda line: None),
        (DirectProtocol, "run_asgi", _other_run),
        (DirectProtocol, "send_now", _always_open),
        (DirectProtocol, "send_now", lambda line, data: False),
    ],
)
async def test_another_uvicorn_is_served_the_public_way(
    kind: Any, name: str, changed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("siete.server.ws.probe.PATIENCE", 0.2)
    monkeypatch.setattr(kind, name, changed)
    assert await unfit()
    assert await websocket_protocol() == PUBLIC


async def test_a_uvicorn_without_this_protocol_is_served_the_public_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "siete.server.ws.direct_protocol", None)
    assert "ModuleNotFoundError" in await unfit()


# --- both ways, end to end ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("protocol", "is_direct"), [(DirectProtocol, True), (PUBLIC, False)])
async def test_a_table_is_played_either_way(protocol: Kind, is_direct: bool, tmp_path: Path) -> None:
    async with served(tmp_path, protocol=protocol) as server:
        await live_table(server.house)
        ben = await Player.come(server, "t", "Ben")
        ana = await played(server)
        lines = list(server.house.table("t").subscribers._lines)
        assert [isinstance(line, sockets.Line) and line._send_now is not never for line in lines] == [is_direct] * 2
        for person in (ana, ben):
            await asyncio.wait_for(_is_told_of_round_1(person), PATIENCE)
            await person.leave()


async def _is_told_of_round_1(person: Player) -> None:
    """Wait for the broadcast, which comes after the answer; on a busy machine some time after it."""
    while True:
        messages = [json.loads(text) for text in person.bytes]
        ended = [event for each in messages for event in each.get("events", ()) if event["event"] == "RoundEnded"]
        if ended:
            assert ended[0]["number"] == 1
            return
        await asyncio.sleep(0.01)
