"""The floor's WebSocket: every table first, then those that change, and the queue whenever it changes.

It compares marks of tables once a second and only while somebody subscribes, so that many busy tables cost little.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress

import msgspec
from fastapi import APIRouter, WebSocket

from siete.host.access.roles import Person
from siete.host.floor_desk import FloorDesk
from siete.host.table.actor import TableActor
from siete.plain import Plain
from siete.server.floor import tiles
from siete.server.floor.access import check_reader
from siete.server.services import services_of
from siete.server.ws.feeds import serve_feed
from siete.server.ws.sockets import Line
from siete.store.port import StoreError

LOOK = 1.0
"""Seconds between two looks at the tables."""
MOST_AT_ONCE = 12
"""Tables whose play is told in one look, those first that have waited longest; what waits or stops is always told."""

router = APIRouter()


class FloorFeed:
    """The subscribers and what was sent last; looks at the tables only while there are subscribers."""

    def __init__(self, desk: FloorDesk) -> None:
        self._desk = desk
        self._lines: set[Line] = set()
        self._told: dict[str, tiles.TileMark] = {}
        self._looks = 0
        self._told_at: dict[str, int] = {}
        self._queues: dict[str, bytes] = {}
        self._waited: dict[str, Plain] = {}
        self._looking: asyncio.Task[None] | None = None

    def join(self, line: Line) -> None:
        """Add a subscriber; a look at all tables follows at once, for everybody."""
        self._lines.add(line)
        self._told.clear()
        self._queues.clear()
        if self._looking is not None:
            self._looking.cancel()
        self._looking = asyncio.create_task(self._look())

    def leave(self, line: Line) -> None:
        """Remove a subscriber; looking stops with the last one."""
        self._lines.discard(line)
        if not self._lines and self._looking is not None:
            self._looking.cancel()
            self._looking = None

    async def _look(self) -> None:
        while True:
            with suppress(StoreError):  # a database that is away for a while must not end the looks
                await self._tell()
            await asyncio.sleep(LOOK)

    async def _tell(self) -> None:
        desk, before = self._desk, self._told
        tables = desk.live()
        now = {table.id: tiles.mark(table) for table in tables}
        changed = self._chosen([table for table in tables if before.get(table.id) != now[table.id]], now)
        gone = [each for each in before if each not in now]
        for table in changed:
            await desk.look(table)
        floor = await desk.log.read_on()
        self._told = {name: mark for name, mark in before.items() if name in now}
        self._told |= {table.id: now[table.id] for table in changed}
        told = [tiles.tile(table, desk) for table in changed]
        waits_now = {str(item["id"]): item for item in tiles.queue(tables, floor, desk)}
        answered = tiles.answered(self._waited, waits_now, floor, desk)
        self._waited = waits_now
        shared = msgspec.json.encode(
            {"type": "floor", "now": desk.now, "tables": told, "gone": gone, "answered": answered}
        )[:-1]
        for line in tuple(self._lines):
            name = line.person.name
            waits = msgspec.json.encode(tiles.for_person(waits_now.values(), name))
            if not changed and not gone and self._queues.get(name) == waits:
                continue
            self._queues[name] = waits
            line.send(shared + b',"queue":' + waits + b"}")

    def _chosen(self, changed: list[TableActor], now: Mapping[str, tiles.TileMark]) -> list[TableActor]:
        """The tables that are told now: all that are new, wait or stop, and a few of those that only play on."""
        self._looks += 1
        urgent = [table for table in changed if self._is_urgent(table.id, now[table.id])]
        others = [table for table in changed if not self._is_urgent(table.id, now[table.id])]
        others.sort(key=lambda table: self._told_at.get(table.id, 0))
        chosen = [*urgent, *others[:MOST_AT_ONCE]]
        self._told_at |= {table.id: self._looks for table in chosen}
        return chosen

    def _is_urgent(self, table: str, mark: tiles.TileMark) -> bool:
        before = self._told.get(table)
        return before is None or before.urgent != mark.urgent


async def _admit(socket: WebSocket) -> Person:
    return check_reader(await services_of(socket).known(socket))


@router.websocket("/ws/floor")
async def floor_line(socket: WebSocket) -> None:
    """The floor's WebSocket, for floorpersons and auditors."""
    await serve_feed(socket, socket.app.state.floor_feed, _admit)
