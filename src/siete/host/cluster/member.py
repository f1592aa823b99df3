"""One house, several processes: each table is run by the one that holds its lease; the others follow what it writes."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from uuid import uuid4

import structlog

from siete.errors import SieteError
from siete.host.books import table_stream
from siete.host.house import House
from siete.host.lease import SECONDS, LeaseKeeper
from siete.host.running import Forward, RunningTable
from siete.store.fanout import Speaker, Word, listen
from siete.store.leases import Lease, Leases

_log = structlog.get_logger("siete.cluster")

HERE, READY = "here", "ready"
TALK_SECONDS = 1.0
"""How often a process says what is not stored, so that a word that was lost is heard all the same."""


def _ready(table: RunningTable) -> tuple[object, ...]:
    return (READY, table.id, table.asking.ready_point, sorted(table.asking.ready))


class Cluster:
    """This process's part in a house that several share: its leases, and its ear for what others store."""

    def __init__(self, house: House, url: str, address: str) -> None:
        self._house, self._url = house, url
        self._leases = Leases(url, f"{address}#{uuid4().hex}", seconds=SECONDS)
        self._keeper = LeaseKeeper(self._leases, wanted=house.learn, taken=self._taken, lost=self._lost)
        self._speaker = Speaker(url)
        self._tasks: set[asyncio.Task[None]] = set()
        self._shown: set[str] = set()
        """Tables of others at which somebody sat and had a line here when that was last said."""

    async def start(self, forward: Forward) -> None:
        """Learn the tables, listen to the others, and take what nobody runs."""
        house = self._house
        house.look, house.forward = self._keeper.look, forward
        house.say_ready = lambda table: self._soon(self._speaker.say([_ready(table)]))
        await house.learn()
        self._soon(self._listen())
        await self._keeper.start()
        self._soon(self._talk())

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def owner_of(self, table: str) -> str | None:
        """The address of the process that runs a table."""
        owner = await self._leases.owner_of(table)
        return owner.partition("#")[0] if owner is not None else None

    async def _taken(self, lease: Lease) -> None:
        table = self._house.tables.get(lease.name)
        if table is not None:
            _log.info("table taken over", table=lease.name, token=lease.token)
            await table.take_over(lease.fence)

    async def _lost(self, lease: Lease) -> None:
        table = self._house.tables.get(lease.name)
        if table is not None and table.is_owner:
            _log.info("table given up", table=lease.name, token=lease.token)
            table.yield_to_another()

    async def _listen(self) -> None:
        async for word in listen(self._url):
            try:
                await self._hear(word)
            except SieteError as error:
                _log.warning("word not heard", code=error.code)

    async def _talk(self) -> None:
        """Say again and again what is not stored: who is here at tables of others, and who is ready at one's own."""
        while True:
            await self._speaker.say(self._news())
            for table in tuple(self._house.tables.values()):
                with suppress(SieteError):
                    await table.look_around()
            await asyncio.sleep(TALK_SECONDS)

    def _news(self) -> list[tuple[object, ...]]:
        tables = tuple(self._house.tables.values())
        here = {table.id: table.here() for table in tables if not table.is_owner}
        spoken = {name for name, names in here.items() if names}
        told = spoken | self._shown
        self._shown = spoken
        return [
            *((HERE, self._leases.owner, name, here.get(name, [])) for name in sorted(told)),
            *(_ready(table) for table in tables if table.is_owner and table.asking.ready),
        ]

    async def _heed(self, kind: str, *said: Any) -> None:
        """What another process has said, or this one itself."""
        table = self._house.tables.get(said[1] if kind == HERE else said[0])
        if table is None:
            return
        if kind == HERE and said[0] != self._leases.owner:
            await table.hear_who_is_here(said[0], said[2])
        elif kind == READY and not table.is_owner:
            await table.hear_ready(said[1], said[2])

    async def _hear(self, word: Word) -> None:
        """Read on where something was stored; after a gap, everywhere."""
        for said in word.said:
            await self._heed(*said)
        heard = {stream for stream, _ in word.heads}
        for stream in heard:
            await self._house.shelf.read_on(stream)
        for table in tuple(self._house.tables.values()):
            if word.is_gap or table_stream(table.stand.table) in heard:
                await table.follow()

    async def close(self) -> None:
        """Give every table up, so that others can take them at once."""
        for task in tuple(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self._speaker.close()
        await self._keeper.close()
        await self._leases.close()
