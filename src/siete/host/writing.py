"""The one writer of a table: turns are worked out, made durable, taken for so and told, one after the other.

Nobody learns of anything that is not durable.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence

import structlog

from siete.errors import SieteError
from siete.host import moments
from siete.host.books import Streams, batch_of, table_stream, wallet_stream
from siete.host.clock import Clock
from siete.host.entropy import RandomnessError
from siete.host.recall import mark_name
from siete.host.restoring import shoes_of
from siete.host.shelf import Shelf
from siete.host.snapshots import EVERY, state_to_bytes
from siete.host.standing import StandingTable
from siete.host.stopping import give_back
from siete.host.turn import Staffing, Stand, Turn
from siete.store.codec import event_from_bytes
from siete.store.port import Answer, EventStore, Fence, LeaseLost, Snapshot, StoreError, VersionConflict
from siete.store.records import Record, TableRecord
from siete.table import events as e
from siete.table.apply import apply
from siete.table.copying import replace

TRIES = 8
"""How often a turn is worked out anew when somebody else wrote to a meter or wallet it read."""
_log = structlog.get_logger("siete.table")


class TableStoppedError(SieteError):
    """The table cannot play now."""

    def __init__(self, reason: str) -> None:
        super().__init__("host/table-stopped", f"The table has stopped: {reason}.", facts={"reason": reason})


class WritingTable(StandingTable):
    """What is known of one table, and writing on."""

    def __init__(
        self, record: TableRecord, stand: Stand, *, store: EventStore, shelf: Shelf, clock: Clock, staffing: Staffing
    ) -> None:
        super().__init__(record, stand, shelf=shelf, clock=clock)
        self.staffing = staffing
        self._store = store
        self._writing = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_at: float | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_unsure = False
        self._said_ready = ("", frozenset[str]())
        self.is_owner = True
        self.fence: Fence | None = None

    def begin(self) -> Turn:
        """A turn that starts from where the table stands now."""
        meters = {name: self._shelf.known_meter(stream).meter for name, stream in self.links.items()}
        turn = Turn(self.stand, self.current_staffing(), self._clock.stamp(), meters)
        self.asking.tell_time(turn, self._clock.minute())
        return turn

    def current_staffing(self) -> Staffing:
        """Who deals and signs now; a practice table's chance is that of its seed and its place in the stream."""
        return replace(
            self.staffing,
            chance=self.asking.chance(self.staffing.chance),
            is_dealing=not self.dealer,
            is_on_floor=not self.floorperson,
        )

    async def _append(self, turn: Turn, answer: Answer | None, records: tuple[Record, ...] = ()) -> Streams:
        """Make a turn durable; the streams it was written to, at the versions they were read at."""
        streams = Streams(
            table=self.stand.table,
            version=self.stand.version,
            meters={name: (stream, self._shelf.known_meter(stream).version) for name, stream in self.links.items()},
            wallets={name: (await self._shelf.wallet(name)).version for name, _ in turn.wallet_events},
            wallet_of=self.wallet_name,
        )
        moments.reached(moments.BEFORE_APPEND)
        try:
            snapshots = self._snapshots(turn)
            await self._store.append(
                batch_of(turn, streams, answer=answer, snapshots=snapshots, records=records, fence=self.fence)
            )
        except StoreError as failure:
            self._is_unsure = True
            _log.error("store failed", table=self.id, code=failure.code)
            raise
        except LeaseLost:
            self.yield_to_another()
            raise
        moments.reached(moments.AFTER_APPEND)
        return streams

    async def _be_sure(self) -> None:
        """After a failure of the store nobody knows what it kept: read the streams again before going on."""
        if self._is_unsure:
            for stream in self.links.values():
                await self._shelf.read_on(stream)
            for player in self.state.racks:
                await self._shelf.read_on(wallet_stream(self.wallet_name(player)))
            await self._catch_up()
            self._is_unsure = False

    async def _catch_up(self) -> None:
        entries = await self._store.read(table_stream(self.stand.table), self.stand.version)
        if not entries:
            return
        events = [event for entry in entries if isinstance(event := event_from_bytes(entry.data), e.Event)]
        state = self.state
        for event in events:
            state = apply(state, event)
        shoes, sealed = await shoes_of(self._store, self.stand.table)
        self._go_on(replace(self.stand, state=state, shoes=shoes, sealed=sealed), events)

    def yield_to_another(self) -> None:
        """Stop writing: another process has the lease, or will have it."""
        self.is_owner, self.fence = False, None
        self._wind()

    def _snapshots(self, turn: Turn) -> tuple[Snapshot, ...]:
        """The state, whenever another thousand events are full: for the next start, and for recall."""
        stream, version = table_stream(self.stand.table), self.stand.version + len(turn.events)
        mark = version // EVERY
        if mark == self.stand.version // EVERY:
            return ()
        data = state_to_bytes(turn.state)
        return (Snapshot(stream, version, data), Snapshot(mark_name(stream, mark), version, data))

    async def _read_on(self, conflict: VersionConflict) -> None:
        """Somebody else wrote to a stream that was read: read it again. Nobody else writes to the table's own."""
        stream = str(conflict.facts["stream"])
        if stream == table_stream(self.stand.table):
            self.stopped = "another process writes to it"
            raise TableStoppedError(self.stopped)
        await self._shelf.read_on(stream)

    def _accept(self, turn: Turn, streams: Streams) -> None:
        """What is durable is now so."""
        seen: Counter[str] = Counter()
        for name, meter_event in turn.meter_events:
            stream, version = streams.meters[name]
            seen[stream] += 1
            self._shelf.saw_meter(stream, version + seen[stream], meter_event)
        for name, wallet_event in turn.wallet_events:
            seen[name] += 1
            self._shelf.saw_wallet(name, streams.wallets[name] + seen[name], wallet_event)
        stand = replace(self.stand, state=turn.state, shoes=turn.shoes, sealed=tuple(turn.sealed))
        self._go_on(stand, turn.events)

    def _go_on(self, stand: Stand, events: Sequence[e.Event]) -> None:
        """Stand where these events lead, and tell everybody."""
        fresh = list(enumerate(events, self.stand.version + 1))
        self.stand = replace(stand, version=self.stand.version + len(fresh))
        self._recent += fresh
        self._untold += fresh
        self.asking.after()
        self._pass_on_ready()
        self._wind()
        self.tell_soon()

    def _pass_on_ready(self) -> None:
        """Who is ready is not stored; other processes that show the table have to be told."""
        ready = (self.asking.ready_point, frozenset(self.asking.ready))
        if self.is_owner and ready != self._said_ready:
            self._said_ready = ready
            self.say_ready()

    async def house_turn(self, work: Callable[[Turn], None] = lambda _: None) -> None:
        """A turn that nobody asked for: the house goes on, a timer has run out, a minute has passed."""
        async with self._writing:
            if self.stopped or not self.is_owner:
                return
            await self._be_sure()
            for _ in range(TRIES):
                turn = self.begin()
                try:
                    work(turn)
                    turn.run(self.asking.holds)
                    if turn.events:
                        self._accept(turn, await self._append(turn, None))
                    return
                except VersionConflict as conflict:
                    await self._read_on(conflict)
                except RandomnessError as failure:
                    await self._stop(failure.sentence)
                    return

    async def _stop(self, reason: str) -> None:
        """The table cannot go on: every open wager goes back, and nothing is dealt any more."""
        self.stopped = reason
        _log.error("table stopped", table=self.id, reason=reason)
        turn = self.begin()
        give_back(turn)
        self._accept(turn, await self._append(turn, None))

    # --- timers ----------------------------------------------------------------------------------------------------

    def _wind(self) -> None:
        """Set the alarm for the next timer, or for the minute at which an idle table's cards are spread."""
        now = self._clock.monotonic()
        if self.dealer and self.state.round is not None and not self.state.round.are_wagers_closed:
            self.timers.update(self.state, self.rules, None, now)
        else:
            self.timers.update(self.state, self.rules, self.due, now)
        ends = [end for end in (self.timers.first_end(), self.asking.idle_at(now)) if end is not None]
        end = min(ends) if ends and not self.stopped and self.is_owner else None
        if end == self._alarm_at:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm, self._alarm_at = None, end
        if end is not None:
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, end - now), self._ring)

    def _ring(self) -> None:
        self._alarm = self._alarm_at = None
        task = asyncio.get_running_loop().create_task(self._time_over())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _time_over(self) -> None:
        now = self._clock.monotonic()
        over = self.timers.over(now)
        try:
            await self.house_turn(lambda turn: self.asking.time_over(turn, over))
        except SieteError as error:
            _log.warning("time over", table=self.id, code=error.code)
        self._wind()
