"""Which tables this process runs: leases taken, kept and given up, so that each table has one writer in the house.

A process takes every table that nobody runs, renews what it has well before it ends, and learns of a table that it has
lost before it writes there again: its batches are fenced. When a process dies, its tables are free once their leases
have ended, and another takes them at its next look: `SECONDS` and `LOOK` together stay below ten seconds.

Renewing and taking go on side by side: a process that takes many tables may need longer than a lease lasts. Neither
ends for an error: a table that cannot be run here is given up, so that it is free for another process and for the
next look of this one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Protocol

import structlog

from siete.errors import SieteError
from siete.store.port import Fence, StoreError
from siete.store.sql.leases import Lease

SECONDS = 6.0
"""How long a lease lasts without being renewed."""
LOOK = 1.5
"""Seconds between two looks at what is to be renewed or free."""

_log = structlog.get_logger("siete.cluster")


class LeaseBook(Protocol):
    """Where leases are kept."""

    async def take_free(self, names: Sequence[str]) -> list[Lease]: ...
    async def renew(self, leases: list[Lease]) -> set[Lease]: ...
    async def release(self, lease: Lease) -> None: ...


class LeaseKeeper:
    """Takes and keeps the leases of one process.

    `wanted` names the tables that there are; `taken` is called when this process begins to run one, `lost` when it no
    longer may. Both are waited for, one table after the other.
    """

    def __init__(
        self,
        book: LeaseBook,
        *,
        wanted: Callable[[], Awaitable[Iterable[str]]],
        taken: Callable[[Lease], Awaitable[None]],
        lost: Callable[[Lease], Awaitable[None]],
        look: float = LOOK,
    ) -> None:
        self._book, self._wanted, self._taken, self._lost, self._look = book, wanted, taken, lost, look
        self._held: dict[str, Lease] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def fence(self, name: str) -> Fence | None:
        """What a batch for this table bears; None for a table that this process does not run."""
        lease = self._held.get(name)
        return lease.fence if lease is not None else None

    @property
    def held(self) -> tuple[str, ...]:
        """The tables that this process runs."""
        return tuple(self._held)

    async def start(self) -> None:
        """Take what is free, then go on looking."""
        await self.look()
        self._tasks = [asyncio.create_task(self._repeat(work)) for work in (self.renew, self.take)]

    async def _repeat(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(self._look)
            try:
                await work()
            except StoreError as error:
                # The database may be away for a while; what is held then ends by itself, and fences keep it so.
                _log.warning("leases not seen to", code=error.code)
            except Exception as error:  # a mistake at one table must not let the leases of all others end
                _log.error("leases not seen to", error=type(error).__name__, exc_info=error)

    async def look(self) -> None:
        """Renew what is held, give up what was lost, and take what is free."""
        await self.renew()
        await self.take()

    async def renew(self) -> None:
        """Renew what is held, and give up what was lost; what is taken meanwhile is not looked at."""
        asked = list(self._held.values())
        kept = await self._book.renew(asked)
        for old in asked:
            if old not in kept and self._held.get(old.name) == old:
                await self._lose(old)

    async def take(self) -> None:
        """Take what is free, and begin to run it."""
        names = [name for name in await self._wanted() if name not in self._held]
        taken = await self._book.take_free(names)
        self._held |= {lease.name: lease for lease in taken}
        for lease in taken:
            await self._run(lease)

    async def _run(self, lease: Lease) -> None:
        """Run a table; one that cannot be run is given up again, and tried at the next look."""
        try:
            await self._taken(lease)
        except SieteError as error:
            _log.warning("table not taken over", table=lease.name, code=error.code)
            if self._held.get(lease.name) == lease:
                with suppress(StoreError):
                    await self.give_up(lease.name)

    async def _lose(self, lease: Lease) -> None:
        del self._held[lease.name]
        await self._lost(lease)

    async def give_up(self, name: str) -> None:
        """Stop running a table; another process may take it at once."""
        lease = self._held.get(name)
        if lease is not None:
            await self._lose(lease)
            await self._book.release(lease)

    async def close(self) -> None:
        """Give up everything."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for name in tuple(self._held):
            await self.give_up(name)
