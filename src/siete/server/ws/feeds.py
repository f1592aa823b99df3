"""Send-only WebSockets: the lobby's and the floor's. The only message they accept is a ping."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

from fastapi import WebSocket, WebSocketDisconnect

from siete.errors import SieteError
from siete.host.access.roles import SPECTATOR, Person
from siete.server.limits import Bucket
from siete.server.services import services_of
from siete.server.ws.sockets import TOO_LONG, TOO_MANY, Line, OpenLines, check_session, refuse_line


class Feed(Protocol):
    """Something that lines subscribe to."""

    def join(self, line: Line) -> None:
        """Add a subscriber: send everything now, and changes from then on."""
        ...

    def leave(self, line: Line) -> None:
        """Remove a subscriber."""
        ...


async def _anybody(socket: WebSocket) -> Person:
    return SPECTATOR


async def serve_feed(socket: WebSocket, feed: Feed, admit: Callable[[WebSocket], Awaitable[Person]] = _anybody) -> None:
    """Serve one subscriber until the connection ends; `admit` says who it is, or refuses them."""
    services = services_of(socket)
    lines: OpenLines = socket.app.state.lines
    try:
        services.check_origin(socket, is_needed=True)
        lines.check(services, socket)
        person = await admit(socket)
    except SieteError as error:
        await refuse_line(socket, error)
        return
    await socket.accept()
    line = Line(socket, person, services)
    lines.add(line, socket)
    feed.join(line)
    bucket = Bucket(services.limits.messages_per_second, services.limits.messages_at_once)
    tasks = (
        asyncio.create_task(line.pump()),
        asyncio.create_task(_pings(socket, line, bucket, services.limits.message)),
    )
    checking = asyncio.create_task(check_session(socket, services, line))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        feed.leave(line)
        lines.remove(line, socket)
        for task in (*tasks, checking):
            task.cancel()
        await asyncio.gather(*tasks, checking, return_exceptions=True)
    if line.closing is not None:
        with suppress(Exception):
            await asyncio.wait_for(socket.close(line.closing), 1)


async def _pings(socket: WebSocket, line: Line, bucket: Bucket, longest: int) -> None:
    with suppress(WebSocketDisconnect):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text: str | bytes = message.get("text") or message.get("bytes") or ""
            if len(text) > longest or not bucket.take():
                line.close(TOO_LONG if len(text) > longest else TOO_MANY)
                await asyncio.sleep(1)  # the pump closes the connection first
                return
            line.send(b'{"type":"pong"}')
