"""uvicorn's HTTP protocol with limits: connections in all and from one address, and time to send a request's head."""

from __future__ import annotations

import asyncio
import sys
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from siete.server.limits import Limits
from siete.server.proxies import Network, counted, is_trusted

SPARE_DESCRIPTORS = 128
"""Kept for the database, files and pipes."""
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n"


def bounded_protocol(limits: Limits, trusted: tuple[Network, ...]) -> type[BoundedProtocol]:
    """The protocol with these limits."""

    class Protocol(BoundedProtocol):
        most, most_by_address, head_seconds = _fitting(limits.connections), limits.connections_per_address, limits.head
        proxies = trusted

    return Protocol


def _fitting(wanted: int) -> int:
    """So many connections, or as many as there are descriptors for; the soft limit is raised first."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + SPARE_DESCRIPTORS
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = allowed
    return wanted if soft == resource.RLIM_INFINITY else max(16, min(wanted, soft - SPARE_DESCRIPTORS))


class BoundedProtocol(H11Protocol):
    """A connection that is refused when there are too many, and closed when a request's head does not come."""

    most: ClassVar[int]
    most_by_address: ClassVar[int]
    head_seconds: ClassVar[float]
    proxies: ClassVar[tuple[Network, ...]]
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._are_too_many():
            transport.write(_FULL)
            transport.close()
            return
        self._watch()

    def _are_too_many(self) -> bool:
        if len(self.connections) > self.most:
            return True
        if self.client is None or is_trusted(self.client[0], self.proxies):
            return False
        mine = counted(self.client[0])
        others = (getattr(each, "client", None) for each in self.connections)
        return sum(other is not None and counted(other[0]) == mine for other in others) > self.most_by_address

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def handle_websocket_upgrade(self, event: object) -> None:
        self._relax()
        super().handle_websocket_upgrade(event)  # type: ignore[arg-type]

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Run the clock while a request's head is not complete; idle connections have uvicorn's own clock."""
        cycle: RequestResponseCycle | None = self.cycle
        is_head_due = cycle is None or (cycle.response_complete and self.timeout_keep_alive_task is None)
        if not is_head_due or self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._relax()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.head_seconds, self.transport.close)

    def _relax(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
