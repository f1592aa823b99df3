"""Which store a URL names, and opening it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from siete.store.faultpoints import AtPoint, nowhere
from siete.store.memory import MemoryStore
from siete.store.port import EventStore, StoreError

_SQLITE = "sqlite:///"


async def open_store(
    url: str, *, is_read_only: bool = False, is_apart: bool = False, at: AtPoint = nowhere
) -> EventStore:
    """The store at a URL: `memory:`, `sqlite:///PATH` (a fourth slash for an absolute path) or `postgresql://…`.

    Opened to read only, a store is taken as it is: nothing is made, locked or migrated. With `is_apart` a separate
    process writes to a SQLite file; a PostgreSQL server is one already.
    """
    if url == "memory:":
        return MemoryStore()
    # SQLAlchemy and the drivers are loaded when they are needed; a table in memory starts without them.
    if url.startswith(_SQLITE) and len(url) > len(_SQLITE):
        from siete.store.sql.sqlite import open_sqlite

        path = Path(url.removeprefix(_SQLITE))
        return await asyncio.to_thread(open_sqlite, path, is_read_only=is_read_only, is_apart=is_apart, at=at)
    if url.startswith(("postgresql://", "postgres://")):
        from siete.store.sql.postgresql import open_postgresql

        return await asyncio.to_thread(open_postgresql, url, is_read_only=is_read_only, at=at)
    sentence = f"{url.split(':')[0][:40]!r} is no kind of store; write memory:, sqlite:///PATH or postgresql://…"
    raise StoreError("store/unknown-url", sentence)
