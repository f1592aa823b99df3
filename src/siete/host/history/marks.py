"""Snapshots that stay: a table's state after each thousand events, which recall and branches start from."""

from __future__ import annotations

from collections.abc import AsyncIterator

from siete.host.history.snapshots import EVERY
from siete.store.forks import parts
from siete.store.port import EventStore, Snapshot


def mark_name(stream: str, mark: int) -> str:
    """The name under which a table's state after so many thousands of events is kept."""
    return f"{stream}@{mark}"


async def marks_before(store: EventStore, stream: str, version: int) -> AsyncIterator[tuple[str, Snapshot]]:
    """The kept snapshots up to a version, newest first, each with the stream it is of; a branch has its parents'."""
    for part in reversed(parts(stream, await store.lineage(stream))):
        last = version if part.until is None else min(version, part.until)
        for mark in range(last // EVERY, part.after // EVERY - 1, -1):  # under 0 is the state after what was archived
            found = await store.snapshot(mark_name(part.stream, mark))
            if found is not None and part.after < found.version <= last:
                yield part.stream, found
