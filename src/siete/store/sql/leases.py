"""Leases in PostgreSQL: who may write a table, until when, and the token that fences everybody else out.

Time is the database's, so that processes need not agree about the clock. Tokens only grow: a batch with an
older one is refused, even when its sender has not noticed that its lease has expired.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection, Engine, bindparam, text
from sqlalchemy.exc import DBAPIError

from siete.store.port import Fence
from siete.store.sql.postgresql import driver_url, new_engine, refusal

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Lease:
    """A process's right to write the table of this name, with a fencing token."""

    name: str
    owner: str
    token: int

    @property
    def fence(self) -> Fence:
        """The fence that a batch written under the lease carries."""
        return Fence(self.name, self.token)


# Leases in force are left out first: a conflict would lock their rows, and writers hold them.
_TAKE = text("""
    INSERT INTO leases AS held (name, owner, token, expires_at)
    SELECT name, :owner, 1, clock_timestamp() + make_interval(secs => :seconds)
    FROM unnest(CAST(:names AS text[])) AS wanted (name)
    WHERE NOT EXISTS (SELECT FROM leases WHERE leases.name = wanted.name AND expires_at >= clock_timestamp())
    ORDER BY name
    ON CONFLICT (name) DO UPDATE
    SET owner = excluded.owner, token = held.token + 1, expires_at = excluded.expires_at
    WHERE held.expires_at < clock_timestamp()
    RETURNING name, token
""")
_RENEW = text("""
    UPDATE leases SET expires_at = clock_timestamp() + make_interval(secs => :seconds)
    WHERE owner = :owner AND (name, token) IN :held
    RETURNING name
""").bindparams(bindparam("held", expanding=True))
_RELEASE = text("""
    UPDATE leases SET expires_at = clock_timestamp() - interval '1 second'
    WHERE owner = :owner AND name = :name AND token = :token
""")
_OWNER = text("SELECT owner FROM leases WHERE name = :name AND expires_at >= clock_timestamp()")


class Leases:
    """The leases that one process takes; `owner` names the process, and is never used by another."""

    def __init__(self, url: str, owner: str, *, seconds: float) -> None:
        self._engine: Engine = new_engine(driver_url(url), size=2)
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="siete-lease")
        self.owner, self.seconds = owner, seconds

    async def take(self, name: str) -> Lease | None:
        """Acquire the lease; None if another process holds it."""
        return next(iter(await self.take_free([name])), None)

    async def take_free(self, names: Sequence[str]) -> list[Lease]:
        """Acquire those of these leases that nobody holds."""
        if not names:
            return []
        values = {"names": list(names), "owner": self.owner, "seconds": self.seconds}
        rows = await self._run(lambda connection: connection.execute(_TAKE, values).all())
        return [Lease(row.name, self.owner, row.token) for row in rows]

    async def renew(self, leases: Sequence[Lease]) -> set[Lease]:
        """Renew the leases that this process still holds for their full time and return them; the others are lost."""
        if not leases:
            return set()
        held = [(lease.name, lease.token) for lease in leases]
        values = {"owner": self.owner, "seconds": self.seconds, "held": held}
        kept = await self._run(lambda connection: set(connection.execute(_RENEW, values).scalars()))
        return {lease for lease in leases if lease.name in kept}

    async def release(self, lease: Lease) -> None:
        """Release a lease, so that another process need not wait until it expires."""
        values = {"owner": lease.owner, "name": lease.name, "token": lease.token}
        await self._run(lambda connection: connection.execute(_RELEASE, values))

    async def owner_of(self, name: str) -> str | None:
        """Who holds a lease now."""
        return await self._run(lambda connection: connection.execute(_OWNER, {"name": name}).scalar())

    async def _run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run_now, work)

    def _run_now(self, work: Callable[[Connection], T]) -> T:
        try:
            with self._engine.begin() as connection:
                return work(connection)
        except DBAPIError as error:
            raise refusal(error) from error

    async def close(self) -> None:
        """Close the connection; leases that were not released expire."""
        await asyncio.to_thread(self._close_now)

    def _close_now(self) -> None:
        self._threads.shutdown(wait=True)
        self._engine.dispose()
