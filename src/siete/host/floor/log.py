"""The floor's log: read once, kept up to date, and appended to by whoever was not overtaken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from siete.host.clock import Clock
from siete.host.floor.state import FloorState, apply
from siete.host.retry import retried
from siete.store.codec import event_from_bytes, event_to_bytes
from siete.store.floor_events import FLOOR_LOG, FloorEvent
from siete.store.port import Batch, EventStore, Movement, NewEvents

MOST_KEPT = 20_000
"""Acts that are kept at hand to say what somebody did."""


@dataclass(frozen=True, slots=True)
class FloorAct:
    """An event of the log, with its place and time."""

    version: int
    at: str
    event: FloorEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """What one act writes: events of the log, and what other streams get in the same batch."""

    events: Sequence[FloorEvent]
    appends: tuple[NewEvents, ...] = ()
    moves: tuple[Movement, ...] = ()


@dataclass
class FloorLog:
    """The log of one house. Not frozen: it reads on."""

    store: EventStore
    clock: Clock
    state: FloorState = field(default_factory=FloorState)
    version: int = 0
    acts: list[FloorAct] = field(default_factory=list)

    async def read_on(self) -> FloorState:
        """The state of the log now, also after what another process has written."""
        for entry in await self.store.read(FLOOR_LOG, self.version):
            event = event_from_bytes(entry.data)
            assert isinstance(event, FloorEvent), "the floor's log holds its events"
            if entry.version == self.version + 1:  # another reader may have been here meanwhile
                self.state, self.version = apply(self.state, event, entry.recorded_at), entry.version
                self.acts.append(FloorAct(entry.version, entry.recorded_at, event))
        del self.acts[:-MOST_KEPT]
        return self.state

    async def write(
        self,
        work: Callable[[FloorState, str], Writing],
        reread: Callable[[str], object] = lambda _: None,
    ) -> FloorState:
        """Append what `work` makes of the state and the time; done again where somebody else was quicker."""

        async def attempt() -> FloorState:
            state = await self.read_on()
            now = self.clock.stamp()
            writing = work(state, now)
            new = NewEvents(FLOOR_LOG, self.version, tuple(map(event_to_bytes, writing.events)))
            appends = (new, *writing.appends) if writing.events else writing.appends
            if not appends:  # a request that came again, and was done before
                return state
            await self.store.append(Batch(recorded_at=now, appends=appends, moves=writing.moves))
            return await self.read_on()

        async def behind(stream: str) -> None:
            made = reread(stream)
            if hasattr(made, "__await__"):
                await made

        return await retried(attempt, behind)

    async def say(self, *events: FloorEvent) -> FloorState:
        """Append events that nothing can refuse."""
        return await self.write(lambda state, now: Writing(events=events))
