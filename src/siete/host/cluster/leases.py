"""Which tables this process runs: leases taken, kept and given up, so that each table has one writer in the house.

A process takes every table that nobody runs, renews what it has well before it ends, and learns of a table that it has
lost before it writes there again: its batches are fenced. When a process dies, its tables are free once their leases
have ended, and another takes them at its next look: `SECONDS` and `LOOK` together stay below ten seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Protocol

from siete.store.port import Fence, StoreError
from siete.store.sql.leases import Lease

SECONDS = 6.0
"""How long a lease lasts without being renewed."""
LOOK = 1.5
"""Seconds between two looks at what is to be renewed or free."""


class LeaseBook(Protocol):
    """Where leases are kept."""

    async def take(self, name: str) -> Lease | None: ...
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
        self._task: asyncio.Task[None] | None = None

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
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._look)
            # The database may be away for a while; what is held then ends by itself, and fences keep it so.
            with suppress(StoreError):
                await self.look()

    async def look(self) -> None:
        """Renew what is held, give up what was lost, and take what is free."""
        kept = await self._book.renew(list(self._held.values()))
        for old in [each for each in self._held.values() if each not in kept]:
            await self._lose(old)
        for name in await self._wanted():
            lease = await self._book.take(name) if name not in self._held else None
            if lease is not None:
                self._held[name] = lease
                await self._taken(lease)

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
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        for name in tuple(self._held):
            await self.give_up(name)
