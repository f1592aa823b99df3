"""One house, several processes: each table is run by the one that holds its lease; the others follow what it writes."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from uuid import uuid4

import structlog

from siete.errors import SieteError
from siete.host.cluster.leases import SECONDS, LeaseKeeper
from siete.host.house import House
from siete.host.table.actor import Forward
from siete.store.sql.leases import Lease, Leases
from siete.store.sql.notifications import Notification, Speaker, listen

_log = structlog.get_logger("siete.cluster")

HERE, READY = "here", "ready"
TALK_SECONDS = 1.0
"""Seconds between heartbeats, which repeat what is not stored, so that a lost message does no harm."""


def _ready(table: str, point: str, names: frozenset[str]) -> tuple[object, ...]:
    return (READY, table, point, sorted(names))


class Cluster:
    """This process's part in a house that several share: its leases, and listening to what others store."""

    def __init__(self, url: str, address: str) -> None:
        self._url = url
        self._joined: tuple[House, Forward] | None = None
        self._leases = Leases(url, f"{address}#{uuid4().hex}", seconds=SECONDS)
        self._keeper = LeaseKeeper(self._leases, wanted=self._wanted, taken=self._taken, lost=self._lost)
        self._speaker = Speaker(url)
        self._tasks: set[asyncio.Task[None]] = set()
        self._shown: set[str] = set()
        """Tables of other processes with players connected here, as of the last heartbeat."""

    async def join(self, house: House, forward: Forward) -> None:
        """Learn the tables of the house, listen to the others, and take what nobody runs."""
        self._joined = house, forward
        await house.learn()
        self._soon(self._listen())
        await self._keeper.start()
        self._soon(self._talk())

    @property
    def _house(self) -> House:
        assert self._joined is not None, "the house is joined before it is run"
        return self._joined[0]

    @property
    def forward(self) -> Forward:
        """Sends a command to the process that runs its table."""
        assert self._joined is not None, "the house is joined before it is run"
        return self._joined[1]

    async def claim(self) -> None:
        """Take the tables that no process runs."""
        await self._keeper.look()

    def say_ready(self, table: str, point: str, names: frozenset[str]) -> None:
        """Tell the other processes who is ready at a table."""
        self._soon(self._speaker.say([_ready(table, point, names)]))

    async def _wanted(self) -> list[str]:
        return await self._house.learn()

    def _soon(self, work: Coroutine[None, None, None]) -> None:
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
            table.give_up()

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
        own = [table for table in tables if table.is_owner and table.readiness.names]
        here = {table.id: table.here() for table in tables if not table.is_owner}
        spoken = {name for name, names in here.items() if names}
        told = spoken | self._shown
        self._shown = spoken
        return [
            *((HERE, self._leases.owner, name, here.get(name, [])) for name in sorted(told)),
            *(_ready(each.id, each.readiness.point, each.readiness.names) for each in own),
        ]

    async def _heed(self, said: tuple[object, ...]) -> None:
        """Handle a message of another process, or of this one itself."""
        tables = self._house.tables
        match said:
            case (kind, str(process), str(name), list(names)) if kind == HERE and name in tables:
                if process != self._leases.owner:
                    await tables[name].hear_who_is_here(process, names)
            case (kind, str(name), str(point), list(names)) if kind == READY and name in tables:
                if not tables[name].is_owner:
                    await tables[name].hear_ready(point, names)

    async def _hear(self, word: Notification) -> None:
        """Read on where something was stored; after a gap, everywhere."""
        for said in word.said:
            await self._heed(said)
        heard = {stream for stream, _ in word.heads}
        for stream in heard:
            await self._house.cache.read_on(stream)
        for table in tuple(self._house.tables.values()):
            if word.is_gap or table.loaded.streams.events in heard:
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
