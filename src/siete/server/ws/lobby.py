"""The lobby's line: every table at first, then each that has changed, soon after it has.

Whoever stands in the lobby sees meters rise and boxes fill; nothing there is private, so all get the same bytes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterable
from contextlib import suppress

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from siete.errors import SieteError
from siete.host.house import House
from siete.host.people import SPECTATOR
from siete.host.running import RunningTable
from siete.server.describing import listed
from siete.server.limits import Bucket
from siete.server.services import services_of
from siete.server.sockets import TOO_LONG, TOO_MANY, Line, Lines, refuse_line

LOOK = 0.4
"""Seconds between two looks at what has changed; meters of linked tables change without an event of their own."""

router = APIRouter()


class Lobby:
    """Those who look, and what they were told last; it looks at the tables only while somebody does."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._lines: set[Line] = set()
        self._told: dict[str, Hashable] = {}
        self._looking: asyncio.Task[None] | None = None

    def join(self, line: Line) -> None:
        """Tell somebody new everything, and from then on what changes."""
        line.send(_message(self._house.tables.values(), ()))
        self._lines.add(line)
        if self._looking is None:
            self._told = self._marks()
            self._looking = asyncio.create_task(self._look())

    def leave(self, line: Line) -> None:
        """Somebody goes; the last one turns the light off."""
        self._lines.discard(line)
        if not self._lines and self._looking is not None:
            self._looking.cancel()
            self._looking = None

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            now, before = self._marks(), self._told
            self._told = now
            changed = [self._house.tables[each] for each, mark in now.items() if before.get(each) != mark]
            gone = tuple(each for each in before if each not in now)
            if changed or gone:
                data = _message(changed, gone)
                for line in tuple(self._lines):
                    line.send(data)

    def _marks(self) -> dict[str, Hashable]:
        """What, if it is another than before, makes a table worth telling anew."""
        return {each: _mark(table) for each, table in self._house.tables.items()}


def _mark(table: RunningTable) -> Hashable:
    meters = tuple((meter["name"], meter["amount"]) for meter in table.meters_shown())
    return table.stand.version, table.condition, table.dealer, len(table.watchers), meters


def _message(tables: Iterable[RunningTable], gone: tuple[str, ...]) -> bytes:
    return msgspec.json.encode({"type": "tables", "tables": [listed(table) for table in tables], "gone": gone})


@router.websocket("/ws/lobby")
async def lobby_line(socket: WebSocket) -> None:
    """The lobby's line; it only listens to pings."""
    services = services_of(socket)
    lines: Lines = socket.app.state.lines
    lobby: Lobby = socket.app.state.lobby
    try:
        services.check_origin(socket, is_needed=True)
        lines.check(services, socket)
    except SieteError as error:
        await refuse_line(socket, error)
        return
    await socket.accept()
    line = Line(socket, SPECTATOR, services.limits.backlog)
    lines.add(line, socket)
    lobby.join(line)
    bucket = Bucket(services.limits.messages_per_second, services.limits.messages_at_once)
    tasks = (
        asyncio.create_task(line.pump()),
        asyncio.create_task(_pings(socket, line, bucket, services.limits.message)),
    )
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        lobby.leave(line)
        lines.remove(line, socket)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
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
                await asyncio.sleep(1)  # the pump closes the line first
                return
            line.send(b'{"type":"pong"}')
