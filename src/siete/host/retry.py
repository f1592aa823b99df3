"""Optimistic concurrency: work that lost a race to another writer is done again from what is stored now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from siete.errors import SieteError
from siete.store.port import VersionConflict

TRIES = 8
"""How often work is tried when others keep writing to the streams it read."""

T = TypeVar("T")


class BusyError(SieteError):
    """Every try lost its race."""

    def __init__(self) -> None:
        super().__init__("host/busy", "The server is busy. Send the command again with the same id.")


async def retried(work: Callable[[], Awaitable[T]], reread: Callable[[str], Awaitable[None]]) -> T:
    """The result of the first try that nobody overtakes; `reread` catches up with the stream that somebody wrote to."""
    for _ in range(TRIES):
        try:
            return await work()
        except VersionConflict as conflict:
            await reread(str(conflict.facts["stream"]))
    raise BusyError
