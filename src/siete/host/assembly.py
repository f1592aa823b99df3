"""Assembles the parts of a running table: an actor with its writer, broadcaster, handlers, timers and readiness."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from siete.host.aggregate_cache import AggregateCache
from siete.host.chance.entropy import Entropy
from siete.host.chance.shuffling import Chance
from siete.host.clock import Clock
from siete.host.desk.run_keeper import RunKeeper
from siete.host.history.seals import Seal
from siete.host.practice.quota import Quota
from siete.host.streams import LiveStreams
from siete.host.table.actor import Forward, Parts, TableActor
from siete.host.table.broadcaster import Broadcaster
from siete.host.table.current import CurrentTable
from siete.host.table.handlers import CommandHandlers
from siete.host.table.idempotency import Answers
from siete.host.table.readiness import Readiness
from siete.host.table.subscribers import Attendance, Subscribers
from siete.host.table.throttle import BroadcastThrottle
from siete.host.table.timers import Timers
from siete.host.table.writer import TableWriter
from siete.host.turn import Automation, LoadedTable
from siete.store.port import SOLE, EventStore
from siete.store.records import TableRecord


class Peers(Protocol):
    """The other processes of a house that several share."""

    @property
    def forward(self) -> Forward:
        """Sends a command to the process that runs its table."""
        ...

    async def claim(self) -> None:
        """Take the tables that no process runs."""
        ...

    def say_ready(self, table: str, point: str, names: frozenset[str]) -> None:
        """Tell the others who is ready at a table."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembly:
    """What all tables of a house share."""

    store: EventStore
    cache: AggregateCache
    clock: Clock
    entropy: Entropy
    quota: Quota
    seal: Seal | None = None
    peers: Peers | None = None
    throttle: BroadcastThrottle = field(default_factory=BroadcastThrottle)

    def actor(
        self,
        record: TableRecord,
        loaded: LoadedTable,
        subscribers: Subscribers,
        *,
        on_closed: Callable[[TableActor], Awaitable[None]],
    ) -> TableActor:
        """An actor with its parts."""
        current = CurrentTable(record, loaded, authority=SOLE if self.peers is None else None)
        attendance = Attendance(subscribers, self.clock)
        announce = partial(self.peers.say_ready, record.id) if self.peers is not None else _say_nothing
        readiness = Readiness(current, attendance.is_here, announce)
        timers = Timers(current.settings.pace)
        broadcaster = Broadcaster(
            current,
            subscribers=subscribers,
            readiness=readiness,
            timers=timers,
            throttle=self.throttle,
            cache=self.cache,
            clock=self.clock,
        )
        parts = Parts(
            current=current,
            handlers=CommandHandlers(current, readiness, self.quota),
            writer=self._writer(current, readiness, broadcaster),
            broadcaster=broadcaster,
            readiness=readiness,
            attendance=attendance,
            subscribers=subscribers,
            timers=timers,
            answers=Answers(self.store, record.id),
            clock=self.clock,
            forward=self.peers.forward if self.peers is not None else None,
            runs=RunKeeper(self.store, self.clock),
        )
        return TableActor(parts, on_closed=on_closed)

    def _writer(self, current: CurrentTable, readiness: Readiness, broadcaster: Broadcaster) -> TableWriter:
        salts = self.entropy if isinstance(current.loaded.streams, LiveStreams) else None
        return TableWriter(
            current,
            store=self.store,
            cache=self.cache,
            clock=self.clock,
            automation=Automation(chance=Chance(entropy=self.entropy), salts=salts),
            readiness=readiness,
            broadcaster=broadcaster,
            seal=self.seal,
            quota=self.quota,
        )


def _say_nothing(point: str, names: frozenset[str]) -> None:
    """There is no other process to announce anything to."""
