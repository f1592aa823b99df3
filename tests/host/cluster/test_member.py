"""A process that learns late of a lost lease reads what it missed meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from siete.host.cluster.leases import LOOK
from siete.host.cluster.member import TALK_SECONDS, Cluster
from siete.host.house import House
from siete.store.port import Fence
from siete.store.sql.leases import Lease
from siete.store.sql.notifications import Notification

pytestmark = pytest.mark.anyio


class _Book:
    """Gives the lease of a table once, and does not renew it."""

    owner = "this process"

    def __init__(self) -> None:
        self._free = ["a"]

    async def take_free(self, names: Sequence[str]) -> list[Lease]:
        taken = [Lease(name, self.owner, 1) for name in names if name in self._free]
        self._free.clear()
        return taken

    async def renew(self, leases: list[Lease]) -> set[Lease]:
        return set()

    async def release(self, lease: Lease) -> None:
        """It is another's already."""

    async def owner_of(self, name: str) -> str | None:
        return "another process"

    async def close(self) -> None:
        """Nothing is open."""


class _Voice:
    async def say(self, words: Iterable[object]) -> None:
        """Nobody listens."""

    async def close(self) -> None:
        """Nothing is open."""


class _Table:
    """As a table's actor does, it follows others only where this process is not the owner."""

    id = "a"
    is_owner = False

    def __init__(self) -> None:
        self.loaded = SimpleNamespace(version=3, streams=SimpleNamespace(events="table/a"))
        self.readiness = SimpleNamespace(names=frozenset())

    async def take_over(self, authority: Fence) -> None:
        self.is_owner = True

    def give_up(self) -> None:
        self.is_owner = False

    async def follow(self) -> None:
        if not self.is_owner:
            self.loaded.version = 7

    async def look_around(self) -> None:
        """Nobody has left."""

    def here(self) -> list[str]:
        return []


class _House:
    """A house of one table."""

    def __init__(self, table: _Table) -> None:
        self.tables = {table.id: table}
        self.cache = self.names = self

    async def learn(self) -> list[str]:
        return list(self.tables)

    async def read_on(self, *_: object) -> None:
        """Nothing but the table is stored."""

    async def read_on_all(self) -> None:
        """Nothing but the table is stored."""


async def _told_while_it_took_itself_for_the_owner() -> AsyncIterator[Notification]:
    await asyncio.sleep(0.01)
    yield Notification(heads=(("table/a", 7),))
    await asyncio.Event().wait()


async def test_what_was_written_before_a_lost_lease_was_noticed_is_read_afterwards() -> None:
    table = _Table()
    cluster = Cluster(_Book(), _Voice(), _told_while_it_took_itself_for_the_owner)
    await cluster.join(cast(House, _House(table)), cast(Any, None))
    await asyncio.sleep(LOOK / 2)
    assert (table.is_owner, table.loaded.version) == (True, 3), "an owner follows nobody"
    async with asyncio.timeout(60 + LOOK + TALK_SECONDS):
        while (table.is_owner, table.loaded.version) != (False, 7):
            await asyncio.sleep(0.02)
    await cluster.close()
