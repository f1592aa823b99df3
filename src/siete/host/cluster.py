"""One house, several processes: each table is run by the one that holds its lease; the others follow what it writes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from uuid import uuid4

import structlog

from siete.host.books import table_stream
from siete.host.house import House
from siete.host.lease import SECONDS, LeaseKeeper
from siete.host.running import Forward
from siete.store.fanout import Word, listen
from siete.store.leases import Lease, Leases
from siete.store.port import StoreError

_log = structlog.get_logger("siete.cluster")


class Cluster:
    """This process's part in a house that several share: its leases, and its ear for what others store."""

    def __init__(self, house: House, url: str, address: str) -> None:
        self._house, self._url = house, url
        self._leases = Leases(url, f"{address}#{uuid4().hex}", seconds=SECONDS)
        self._keeper = LeaseKeeper(self._leases, wanted=house.learn, taken=self._taken, lost=self._lost)
        self._listening: asyncio.Task[None] | None = None

    async def start(self, forward: Forward) -> None:
        """Learn the tables, listen to the others, and take what nobody runs."""
        self._house.look, self._house.forward = self._keeper.look, forward
        await self._house.learn()
        self._listening = asyncio.create_task(self._listen())
        await self._keeper.start()

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
            with suppress(StoreError):
                await self._hear(word)

    async def _hear(self, word: Word) -> None:
        """Read on where something was stored; after a gap, everywhere."""
        heard = {stream for stream, _ in word.heads}
        for stream in heard:
            await self._house.shelf.read_on(stream)
        for table in tuple(self._house.tables.values()):
            if word.is_gap or table_stream(table.stand.table) in heard:
                await table.follow()

    async def close(self) -> None:
        """Give every table up, so that others can take them at once."""
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        await self._keeper.close()
        await self._leases.close()
