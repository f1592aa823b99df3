"""The lobby's WebSocket: every table first, then the tables that change.

Private tables are not listed here, so all subscribers get the same bytes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterable

import msgspec
from fastapi import APIRouter, WebSocket

from siete.host.house import House
from siete.host.table.actor import TableActor
from siete.server.describe.table import listed
from siete.server.ws.feeds import serve_feed
from siete.server.ws.sockets import Line

LOOK = 0.4
"""Seconds between two polls for changes; meters of linked tables change without an event of their own."""

router = APIRouter()


class Lobby:
    """The subscribers and what was sent last; polls the tables only while there are subscribers."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._lines: set[Line] = set()
        self._told: dict[str, Hashable] = {}
        self._looking: asyncio.Task[None] | None = None

    def join(self, line: Line) -> None:
        """Add a subscriber: send everything now, and changes from then on."""
        line.send(_message((table for table in self._house.tables.values() if not table.current.is_private), ()))
        self._lines.add(line)
        if self._looking is None:
            self._told = self._marks()
            self._looking = asyncio.create_task(self._look())

    def leave(self, line: Line) -> None:
        """Remove a subscriber; polling stops with the last one."""
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
        """What a table is compared by: it is sent again when this changes."""
        tables = self._house.tables.items()
        return {each: _mark(table) for each, table in tables if not table.current.is_private}


def _mark(table: TableActor) -> Hashable:
    meters = tuple((meter["name"], meter["amount"]) for meter in table.broadcaster.meters_shown())
    current = table.current
    queue = len(current.settings.queue)
    return table.loaded.version, current.condition, current.dealer, len(table.subscribers), queue, meters


def _message(tables: Iterable[TableActor], gone: tuple[str, ...]) -> bytes:
    return msgspec.json.encode({"type": "tables", "tables": [listed(table) for table in tables], "gone": gone})


@router.websocket("/ws/lobby")
async def lobby_line(socket: WebSocket) -> None:
    """The lobby's WebSocket; the only message it accepts is a ping."""
    await serve_feed(socket, socket.app.state.lobby)
