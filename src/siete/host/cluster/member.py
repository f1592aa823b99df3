"""One house, several processes: each table is run by the one that holds its lease; the others follow what it writes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from typing import Protocol
from uuid import uuid4

import structlog

from siete.errors import SieteError
from siete.host.access.guest_names import LOG
from siete.host.cluster.leases import SECONDS, LeaseBook, LeaseKeeper
from siete.host.house import House
from siete.host.streams import kind_of
from siete.host.table.actor import Forward, TableActor
from siete.store.sql.leases import Lease, Leases
from siete.store.sql.notifications import Notification, Speaker, listen

_log = structlog.get_logger("siete.cluster")

HERE, READY = "here", "ready"
TALK_SECONDS = 1.0
"""Seconds between heartbeats, which repeat what is not stored, so that a lost message does no harm."""
READY_WINDOW = 0.02
"""Seconds within which it is told together who is ready."""


def _ready(table: str, point: str, names: frozenset[str]) -> tuple[object, ...]:
    return (READY, table, point, sorted(names))


class SharedBook(LeaseBook, Protocol):
    """Leases, and who holds them."""

    owner: str
    """The name of this process, which no other has."""

    async def owner_of(self, name: str) -> str | None: ...
    async def close(self) -> None: ...


class Voice(Protocol):
    """Sends messages that are not stored to every process of the house."""

    async def say(self, words: Iterable[object]) -> None: ...
    async def close(self) -> None: ...


class Cluster:
    """This process's part in a house that several share: its leases, and listening to what others store."""

    def __init__(self, book: SharedBook, voice: Voice, listening: Callable[[], AsyncIterator[Notification]]) -> None:
        self._joined: tuple[House, Forward] | None = None
        self._leases, self._voice, self._listening = book, voice, listening
        self._keeper = LeaseKeeper(book, wanted=self._wanted, taken=self._taken, lost=self._lost)
        self._tasks: set[asyncio.Task[None]] = set()
        self._shown: set[str] = set()
        """Tables of other processes with players connected here, as of the last heartbeat."""
        self._has_missed = False
        """Whether something that others stored could not be read when it was announced."""
        self._ready: dict[str, tuple[object, ...]] = {}
        """By table, what is to be told of who is ready."""
        self._by_stream: dict[str, TableActor] = {}

    @staticmethod
    def on(url: str, address: str) -> Cluster:
        """A process of a house in PostgreSQL; the others reach it at the address."""
        leases = Leases(url, f"{address}#{uuid4().hex}", seconds=SECONDS)
        return Cluster(leases, Speaker(url), partial(listen, url))

    async def join(self, house: House, forward: Forward) -> None:
        """Learn the tables of the house, listen to the others, and take what nobody runs."""
        self._joined = house, forward
        await house.learn()
        self._soon(self._kept_up(self._listen))
        await self._keeper.start()
        self._soon(self._kept_up(self._talk))

    @property
    def _house(self) -> House:
        assert self._joined is not None, "the house is joined before it is run"
        return self._joined[0]

    @property
    def forward(self) -> Forward:
        """Sends a command to the process that runs its table."""
        assert self._joined is not None, "the house is joined before it is run"
        return self._joined[1]

    async def claim(self) -> None:
        """Take the tables that no process runs."""
        await self._keeper.take()

    def say_ready(self, table: str, point: str, names: frozenset[str]) -> None:
        """Tell the other processes who is ready at a table."""
        if not self._ready:
            self._soon(self._tell_ready())
        self._ready[table] = _ready(table, point, names)

    async def _tell_ready(self) -> None:
        await asyncio.sleep(READY_WINDOW)
        told, self._ready = list(self._ready.values()), {}
        await self._voice.say(told)

    async def _wanted(self) -> list[str]:
        return await self._house.learn()

    def _soon(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _kept_up(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do work that never ends, and begin it again after a mistake: a process that hears nothing cannot follow."""
        while True:
            try:
                await work()
            except Exception as error:
                self._has_missed = True
                _log.error("cluster work failed", error=type(error).__name__, exc_info=error)
            await asyncio.sleep(TALK_SECONDS)

    async def owner_of(self, table: str) -> str | None:
        """The address of the process that runs a table."""
        owner = await self._leases.owner_of(table)
        return owner.partition("#")[0] if owner is not None else None

    async def _taken(self, lease: Lease) -> None:
        table = self._house.tables.get(lease.name)
        if table is not None:
            _log.info("table taken over", table=lease.name, token=lease.token)
            await table.take_over(lease.fence)

    async def _lost(self, lease: Lease) -> None:
        table = self._house.tables.get(lease.name)
        if table is not None and table.is_owner:
            _log.info("table given up", table=lease.name, token=lease.token)
            table.give_up()
            self._has_missed = True  # while this process took the table for its own, it followed nobody there

    async def _listen(self) -> None:
        async for word in self._listening():
            await self._hear_all(word)

    async def _hear_all(self, word: Notification) -> None:
        try:
            await self._hear(word)
        except SieteError as error:
            self._has_missed = True
            _log.warning("word not heard", code=error.code)

    async def _talk(self) -> None:
        """Say again and again what is not stored: who is here at tables of others, and who is ready at one's own."""
        while True:
            await self._voice.say(self._news())
            for table in tuple(self._house.tables.values()):
                with suppress(SieteError):
                    await table.look_around()
            if self._has_missed:
                self._has_missed = False
                await self._hear_all(Notification(is_gap=True))
            await asyncio.sleep(TALK_SECONDS)

    def _news(self) -> list[tuple[object, ...]]:
        tables = tuple(self._house.tables.values())
        own = [table for table in tables if table.is_owner and table.readiness.names]
        here = {table.id: table.here() for table in tables if not table.is_owner}
        spoken = {name for name, names in here.items() if names}
        told = spoken | self._shown
        self._shown = spoken
        return [
            *((HERE, self._leases.owner, name, here.get(name, [])) for name in sorted(told)),
            *(_ready(each.id, each.readiness.point, each.readiness.names) for each in own),
        ]

    async def _heed(self, said: tuple[object, ...]) -> None:
        """Handle a message of another process, or of this one itself."""
        tables = self._house.tables
        match said:
            case (kind, str(process), str(name), list(names)) if kind == HERE and name in tables:
                if process != self._leases.owner:
                    await tables[name].hear_who_is_here(process, names)
            case (kind, str(name), str(point), list(names)) if kind == READY and name in tables:
                if not tables[name].is_owner:
                    await tables[name].hear_ready(point, names)

    async def _hear(self, word: Notification) -> None:
        """Read on where something was stored; after a gap, everywhere."""
        for said in word.said:
            await self._heed(said)
        heard = dict(word.heads)
        for stream in sorted(heard):  # what this process has written itself is known, and not read again
            await self._house.cache.read_on(stream, heard[stream])
        if word.is_gap:
            await self._house.cache.read_on_all()
        if word.is_gap or LOG in heard:
            await self._house.names.read_on()
        for table in tuple(self._house.tables.values()) if word.is_gap else self._tables_of(heard):
            if word.is_gap or heard[table.loaded.streams.events] > table.loaded.version:
                await table.follow()

    def _tables_of(self, streams: Iterable[str]) -> list[TableActor]:
        """The tables whose streams these are."""
        found = []
        for stream in streams:
            if kind_of(stream) == "table":
                table = self._by_stream.get(stream)
                if table is None or self._house.tables.get(table.id) is not table:
                    self._by_stream = {each.loaded.streams.events: each for each in self._house.tables.values()}
                    table = self._by_stream.get(stream)
                if table is not None and table.loaded.streams.events == stream:
                    found.append(table)
        return found

    async def close(self) -> None:
        """Give every table up, so that others can take them at once."""
        for task in tuple(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self._voice.close()
        await self._keeper.close()
        await self._leases.close()
