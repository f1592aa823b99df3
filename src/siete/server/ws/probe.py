"""Which WebSocket protocol to serve with: one that sends at once where this uvicorn supports it, else uvicorn's own.

The probe runs a whole connection in memory, over a transport that only records: handshake, a message sent at once,
messages received in order, back-pressure, and the close. Anything unexpected selects uvicorn's public protocol.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, Literal

import structlog
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from siete.server.ws.fast import direct, text_frame

_log = structlog.get_logger("siete.server")

PUBLIC: Final = "websockets-sansio"
"""uvicorn's own protocol, by its public name."""
PATIENCE = 2.0
"""Seconds for the conversation, which takes some milliseconds."""

Kind = type[asyncio.Protocol] | Literal["websockets-sansio"]

_HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: probe\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_ASKED = [b"one", b"two", b"three"]


async def websocket_protocol() -> Kind:
    """The protocol to serve with."""
    why = await unfit()
    if why:
        _log.warning("WebSocket fast path off: this uvicorn failed its probe; messages are sent through ASGI", why=why)
        return PUBLIC
    from siete.server.ws.direct_protocol import DirectProtocol

    return DirectProtocol


async def unfit() -> str:
    """Why messages cannot be sent at once with this uvicorn; nothing where they can."""
    try:
        from siete.server.ws.direct_protocol import DirectProtocol

        return await asyncio.wait_for(_conversation(DirectProtocol), PATIENCE)
    except Exception as error:  # whatever another version does
        return f"{type(error).__name__}: {error}"


async def _conversation(kind: Any) -> str:
    app = _App()
    config = uvicorn.Config(app, log_config=None, lifespan="off", ws_per_message_deflate=False)
    config.load()
    state, transport = ServerState(), _Recorder()
    line = kind(config=config, server_state=state, app_state={})
    line.connection_made(transport)
    line.data_received(_HANDSHAKE)
    await app.is_open.wait()
    if not app.send_now(b"told") or not transport.written.endswith(text_frame(b"told")):
        return "a message is not sent at once"
    line.data_received(b"".join(_masked(each) for each in _ASKED))
    await app.is_done.wait()
    if app.heard != _ASKED or transport.is_paused:
        return "messages are not received in order"
    line.pause_writing()
    if app.send_now(b"held back"):
        return "a line that is full takes more"
    line.resume_writing()
    line.data_received(b"\x88\x82\x00\x00\x00\x00\x03\xe8")  # the other side closes
    if app.send_now(b"too late") or b"too late" in transport.written:
        return "a closed line takes more"
    line.connection_lost(None)
    await asyncio.gather(*state.tasks)
    return ""


def _masked(data: bytes) -> bytes:
    """A text message of a client, masked with nought."""
    return bytes((0x81, 0x80 | len(data))) + bytes(4) + data


class _App:
    """An application that accepts, and listens to as many messages as are sent."""

    def __init__(self) -> None:
        self.is_open, self.is_done = asyncio.Event(), asyncio.Event()
        self.heard: list[bytes] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.send_now = direct(scope)
        await receive()
        await send({"type": "websocket.accept"})
        self.is_open.set()
        while len(self.heard) < len(_ASKED):
            self.heard.append((await receive())["text"].encode())
        self.is_done.set()
        while (await receive())["type"] != "websocket.disconnect":
            pass


class _Recorder(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_paused = False
        self._is_closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def is_closing(self) -> bool:
        return self._is_closing

    def close(self) -> None:
        self._is_closing = True
