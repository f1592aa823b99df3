"""The database that all processes of a simulated house share, and the links over which they reach it.

A request travels, is carried out whole, and its answer travels back; each way takes its time, and either may be lost
while a link is cut. Whoever loses an answer does not know whether the request was carried out.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextvars import Context
from random import Random
from typing import Any, TypeVar

from siete.host.cluster.leases import SECONDS
from siete.store.memory import MemoryStore
from siete.store.port import Batch, StoreError
from siete.store.sql.leases import Lease
from siete.store.sql.notifications import Notification
from tests.host.simulation.loop import SimulatedLoop, context_of

DATABASE = "database"
TIMEOUT = 2.0
"""Seconds until a request over a cut link is given up."""

T = TypeVar("T")


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that never waits."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    raise AssertionError("the store in memory never waits")


class Database:
    """Events, leases and notifications; `on_append` sees every batch just before it is taken."""

    def __init__(self, loop: SimulatedLoop, rng: Random, on_append: Callable[[Batch, MemoryStore], None]) -> None:
        self.loop, self.rng, self._on_append = loop, rng, on_append
        self.store = MemoryStore()
        self.context = context_of(DATABASE)
        self.leases: dict[str, tuple[Lease, float]] = {}
        self.listeners: dict[str, Link] = {}
        self.cut: set[str] = set()
        self.is_calm = False

    def delay(self) -> float:
        """How long a message travels: mostly a moment, now and then long."""
        is_long = not self.is_calm and self.rng.random() < 0.03
        return self.rng.uniform(0.5, 4.0) if is_long else self.rng.uniform(0.0002, 0.02)

    def append(self, batch: Batch) -> tuple[int, ...]:
        """Take a batch, check what came of it, and notify everybody."""
        versions = at_once(self.store.append(batch))
        self._on_append(batch, self.store)
        self.notify(Notification(tuple((new.stream, new.expected + len(new.events)) for new in batch.appends)))
        return versions

    def notify(self, word: Notification) -> None:
        for name in sorted(self.listeners):
            if name not in self.cut:
                self.listeners[name].tell(word)

    # --- leases, by the database's clock ---------------------------------------------------------------------------

    def take_free(self, owner: str, names: Sequence[str]) -> list[Lease]:
        taken = []
        for name in names:
            old = self.leases.get(name)
            if old is None or old[1] < self.loop.time():
                lease = Lease(name, owner, old[0].token + 1 if old else 1)
                self.leases[name] = (lease, self.loop.time() + SECONDS)
                self.store._plan.tokens[name] = lease.token
                taken.append(lease)
        return taken

    def renew(self, leases: Sequence[Lease]) -> set[Lease]:
        kept = {lease for lease in leases if self.leases[lease.name][0] == lease}
        self.leases |= {lease.name: (lease, self.loop.time() + SECONDS) for lease in kept}
        return kept

    def release(self, lease: Lease) -> None:
        if self.leases[lease.name][0] == lease:
            self.leases[lease.name] = (lease, self.loop.time() - 1.0)

    def owner_of(self, name: str) -> str | None:
        held = self.leases.get(name)
        return held[0].owner if held is not None and held[1] >= self.loop.time() else None


class Link:
    """One process's way to the database: its store, its leases and its voice."""

    def __init__(self, database: Database, process: str, context: Context) -> None:
        self._database, self._process, self._context = database, process, context
        self._heard: asyncio.Queue[Notification] = asyncio.Queue()
        self._told_at = 0.0
        self.owner = f"{process}#"

    async def _call(self, work: Callable[[], T]) -> T:
        base, loop = self._database, self._database.loop
        answer: asyncio.Future[T] = loop.create_future()

        def arrive() -> None:
            if self._process in base.cut:
                loop.call_later(TIMEOUT, fail, context=self._context)
                return
            try:
                done = work()
            except AssertionError:
                raise
            except Exception as error:
                loop.call_later(base.delay(), refuse, error, context=self._context)
            else:
                loop.call_later(base.delay(), respond, done, context=self._context)

        def respond(done: T) -> None:
            if self._process in base.cut:
                fail()
            elif not answer.done():
                answer.set_result(done)

        def refuse(error: Exception) -> None:
            if self._process in base.cut:
                fail()
            elif not answer.done():
                answer.set_exception(error)

        def fail() -> None:
            if not answer.done():
                answer.set_exception(StoreError("store/unavailable", "The database cannot be reached."))

        loop.call_later(base.delay(), arrive, context=base.context)
        return await answer

    # --- the store ---------------------------------------------------------------------------------------------------

    async def append(self, batch: Batch) -> tuple[int, ...]:
        return await self._call(lambda: self._database.append(batch))

    def __getattr__(self, name: str) -> Any:
        """Every other question to the store, which only reads."""
        method = getattr(self._database.store, name)

        async def ask(*given: Any, **named: Any) -> Any:
            return await self._call(lambda: at_once(method(*given, **named)))

        return ask

    # --- leases, voice and ear ---------------------------------------------------------------------------------------

    async def take_free(self, names: Sequence[str]) -> list[Lease]:
        return await self._call(lambda: self._database.take_free(self.owner, names))

    async def renew(self, leases: list[Lease]) -> set[Lease]:
        return await self._call(lambda: self._database.renew(leases))

    async def release(self, lease: Lease) -> None:
        await self._call(lambda: self._database.release(lease))

    async def owner_of(self, name: str) -> str | None:
        return await self._call(lambda: self._database.owner_of(name))

    async def say(self, words: Iterable[object]) -> None:
        said = tuple(tuple(each) for each in json.loads(json.dumps(list(words))))
        if self._process not in self._database.cut:
            self._database.notify(Notification(said=said))

    async def listen(self) -> AsyncIterator[Notification]:
        self._database.listeners[self._process] = self
        yield Notification(is_gap=True)
        while True:
            yield await self._heard.get()

    def tell(self, word: Notification) -> None:
        """A notification on its way; they arrive in their order."""
        loop = self._database.loop
        self._told_at = max(self._told_at + 1e-9, loop.time() + self._database.delay())
        loop.call_at(self._told_at, self._heard.put_nowait, word, context=self._context)

    def missed(self) -> None:
        """The link was cut: what was said meanwhile is lost."""
        self.tell(Notification(is_gap=True))

    async def close(self) -> None:
        """Nothing to release."""
