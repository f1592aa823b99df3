"""A writer to be killed: appends batches to a store as fast as it can and says which ones were acknowledged.

    python crash_child.py URL FIRST POINT COUNT WAY

It kills itself when it reaches POINT for the COUNT-th time; without a point somebody else has to. WAY is `right`, or a
wrong one that the test must notice: `early` answers before the commit, `halves` stores a batch in two transactions,
`unsynced` lets SQLite commit without waiting for the disk. `apart` is right, too, with a process of its own that
writes, and so is `checkpointing`, which carries SQLite's log over to its file every few commits.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from dataclasses import replace
from itertools import count

from siete.store.connect import open_store
from siete.store.port import SOLE, Batch, EventStore, Movement
from siete.store.sql.store import SqlStore
from tests.store.batches import NOON, events, told

WRITERS = 4


class Suicide:
    """Ends the process, without a chance to tidy up, at one point."""

    def __init__(self, point: str, times: int) -> None:
        self._point, self._left = point, times

    def at(self, point: str) -> None:
        """A write has come to this point."""
        if point == self._point:
            self._left -= 1
            if not self._left:
                os.kill(os.getpid(), signal.SIGKILL)


def whole(writer: int, number: int, version: int, wallet_version: int) -> Batch:
    """A batch over two streams, with its answer and the money it moved."""
    table, wallet = f"table/{writer}", f"wallet/{writer}"
    name = b"%d" % number
    return Batch(
        recorded_at=NOON,
        appends=(events(table, version, name, name), events(wallet, wallet_version, name)),
        answer=told(str(number), scope=str(writer)),
        moves=(Movement(table, version + 1, wallet, table, number),),
        authority=SOLE,
    )


async def keep(store: EventStore, batch: Batch, way: str) -> None:
    """Append the batch, in one transaction or, wrongly, in two."""
    if way == "halves":
        await store.append(replace(batch, appends=batch.appends[:1]))
        await store.append(Batch(recorded_at=NOON, appends=batch.appends[1:]))
    else:
        await store.append(batch)


async def write(store: EventStore, writer: int, first: int, end: Suicide, way: str) -> None:
    """Append one batch after the other for ever."""
    version, wallet_version = [(await store.head(f"{kind}/{writer}")).version for kind in ("table", "wallet")]
    for number in count(first):
        if way == "early":
            print(f"kept {writer} {number}", flush=True)
        await keep(store, whole(writer, number, version, wallet_version), way)
        end.at("before answer")
        if way != "early":
            print(f"kept {writer} {number}", flush=True)
        end.at("after answer")
        version, wallet_version = version + 2, wallet_version + 1


PRAGMAS = {"unsynced": "synchronous = OFF", "checkpointing": "wal_autocheckpoint = 40"}


def set_up(store: SqlStore, pragma: str) -> None:
    """Set an option of SQLite on the one connection that writes."""
    connection = store.backend.engine.raw_connection()
    connection.cursor().execute(f"PRAGMA {pragma}").fetchall()
    connection.close()


async def main() -> None:
    """Let several writers write."""
    url, first, point, times, way = sys.argv[1:]
    end = Suicide(point, int(times))
    store = await open_store(url, is_apart=way == "apart", at=end.at)
    if way in PRAGMAS:
        assert isinstance(store, SqlStore)
        set_up(store, PRAGMAS[way])
    print("ready", flush=True)
    await asyncio.gather(*(write(store, writer, int(first), end, way) for writer in range(WRITERS)))


if __name__ == "__main__":
    asyncio.run(main())
