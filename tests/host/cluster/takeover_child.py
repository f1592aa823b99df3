"""A process that runs the tables it has leases for, and says what it was promised to have kept.

python takeover_child.py URL OWNER TABLES SECONDS LOOK
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace

from siete.host.cluster.leases import LeaseKeeper
from siete.store.connect import open_store
from siete.store.port import EventStore, LeaseLost, VersionConflict
from siete.store.sql.leases import Lease, Leases
from tests.store.batches import batch, events, told


class Tables:
    """The tables that this process runs, each written by a task of its own."""

    def __init__(self, store: EventStore, owner: str) -> None:
        self._store, self._owner = store, owner
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def taken(self, lease: Lease) -> None:
        """Go on with a table where it stands."""
        print(f"taken {lease.name} {lease.token}", flush=True)
        self._tasks[lease.name] = asyncio.create_task(self._run(lease))

    async def lost(self, lease: Lease) -> None:
        """Leave a table alone."""
        print(f"lost {lease.name} {lease.token}", flush=True)
        self._tasks.pop(lease.name).cancel()

    async def _run(self, lease: Lease) -> None:
        version = (await self._store.head(lease.name)).version
        while True:
            name = f"{self._owner}-{lease.token}-{version}"
            asked = batch(events(lease.name, version, name.encode()), answer=told(name, scope=lease.name))
            try:
                (version,) = await self._store.append(replace(asked, authority=lease.fence))
            except (LeaseLost, VersionConflict) as refused:
                print(f"refused {lease.name} {lease.token} {refused.code}", flush=True)
                return
            print(f"kept {lease.name} {name}", flush=True)
            await asyncio.sleep(0.01)


async def main() -> None:
    """Run tables until killed."""
    url, owner, count, seconds, look = sys.argv[1:]
    store = await open_store(url)
    tables = Tables(store, owner)
    names = [f"table/{number}" for number in range(int(count))]

    async def wanted() -> list[str]:
        return names

    book = Leases(url, owner, seconds=float(seconds))
    keeper = LeaseKeeper(book, wanted=wanted, taken=tables.taken, lost=tables.lost, look=float(look))
    await keeper.start()
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
