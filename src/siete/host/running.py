"""A table that runs: one writer, to whom everybody's commands come one after the other.

A command is worked out, stored, answered and shown to all, in this order; nobody learns of anything that is not
durable.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import structlog

from siete.errors import SieteError
from siete.host import moments
from siete.host.answers import Answers, answer_for, repeated
from siete.host.asking import Asking
from siete.host.books import Streams, batch_of, meter_stream, table_stream, wallet_stream
from siete.host.clock import Clock
from siete.host.entropy import RandomnessError
from siete.host.people import Person
from siete.host.recall import mark_name
from siete.host.restoring import restored, shoes_of
from siete.host.seating import Purse, leave
from siete.host.shelf import Shelf
from siete.host.snapshots import EVERY, state_to_bytes
from siete.host.standing import StandingTable
from siete.host.stopping import give_back
from siete.host.taking_back import branch_off
from siete.host.turn import Staffing, Stand, Turn
from siete.host.wire import Message
from siete.store.codec import event_from_bytes
from siete.store.port import Answer, AnswerExists, EventStore, Fence, LeaseLost, Snapshot, StoreError, VersionConflict
from siete.store.records import Record, TableRecord
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.decide import refusal
from siete.table.due import HOUSE

TRIES = 8
"""How often a turn is worked out anew when somebody else wrote to a meter or wallet it read."""
AWAY_SECONDS = 900.0
"""How long a seat is kept for somebody without an open line and without a wager."""
REMEMBERED = 600
"""Events kept for those who come back after a lost link."""

_log = structlog.get_logger("siete.table")


Forward = Callable[[str, Person, Message], Awaitable[bytes]]
"""Sends a command for a table to the process that runs it; its answer, or its refusal as an exception."""


class TableStoppedError(SieteError):
    """The table cannot play now."""

    def __init__(self, reason: str) -> None:
        super().__init__("host/table-stopped", f"The table has stopped: {reason}.", facts={"reason": reason})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a turn came to once it was durable."""

    answer: bytes
    is_repeat: bool = False


class RunningTable(StandingTable):
    """One table of the house, and its only writer."""

    def __init__(
        self, record: TableRecord, stand: Stand, *, store: EventStore, shelf: Shelf, clock: Clock, staffing: Staffing
    ) -> None:
        super().__init__(record, stand, shelf=shelf, clock=clock)
        self.staffing = staffing
        self.asking = Asking(self)
        self._store = store
        self._writing = asyncio.Lock()
        self._answers = Answers(store)
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_unsure = False
        self._away: dict[str, float] = {}
        self.is_owner = True
        self.fence: Fence | None = None
        self.forward: Forward | None = None

    # --- commands --------------------------------------------------------------------------------------------------

    async def submit(
        self, person: Person, message: Message, reply: Callable[[bytes], None] = lambda _: None
    ) -> Outcome:
        """Carry a command out and answer it; raises the refusal where it is not allowed.

        A command with an id that was answered before gets the same answer, and nothing more happens.
        """
        if self.is_owner:
            with suppress(LeaseLost):  # another process took the table over meanwhile
                return await self._submit_here(person, message, reply)
        return await self._send_on(person, message, reply)

    async def _submit_here(self, person: Person, message: Message, reply: Callable[[bytes], None]) -> Outcome:
        async with self._writing:
            known = self._answers.known(person, message)
            if known is not None:
                reply(known.answer)
                return Outcome(known.answer, is_repeat=True)
            try:
                answer = await self._carry_out(person, message)
            except AnswerExists as before:
                same = repeated(before.answer, message)
                reply(same.answer)
                return Outcome(same.answer, is_repeat=True)
            except SieteError as error:
                same_before = None if isinstance(error, LeaseLost) else await self._answers.stored(person, message)
                if same_before is None:
                    raise
                reply(same_before.answer)
                return Outcome(same_before.answer, is_repeat=True)
            self._answers.keep(answer)
            moments.reached(moments.BEFORE_ANSWER)
            reply(answer.answer)
            moments.reached(moments.AFTER_ANSWER)
        return Outcome(answer.answer)

    async def _carry_out(self, person: Person, message: Message) -> Answer:
        """Work the command out and make it durable."""
        if self.stopped:
            raise TableStoppedError(self.stopped)
        await self._be_sure()
        asked = self.asking.read(person, message)
        if asked.is_taking_back:
            return await self._take_back(person, message)
        for _ in range(TRIES):
            wallet = await self._shelf.wallet(self.wallet_name(person.name)) if asked.needs_wallet else None
            turn = self.begin()
            try:
                asked.carry_out(turn, wallet.wallet if wallet else None)
                turn.run(self.asking.holds)
                answer = answer_for(person, message, self.stand.version + len(turn.events))
                self._accept(turn, await self._append(turn, answer))
                return answer
            except RandomnessError as failure:
                await self._stop(failure.sentence)
                raise
            except VersionConflict as conflict:
                await self._read_on(conflict)
        raise SieteError("host/busy", "Too many are writing at once; send it again.")

    async def _take_back(self, person: Person, message: Message) -> Answer:
        """Go back to before the last decision, in a stream of its own; everybody is shown the table anew."""
        kept: list[Answer] = []

        def answer(version: int) -> Answer:
            kept.append(answer_for(person, message, version))
            return kept[-1]

        branch = await branch_off(self._store, self.record, self.links, now=self._clock.stamp(), answer=answer)
        self.record = branch.record
        self.stand = await restored(self._store, self.record)
        self.links = {name: meter_stream(self.stand.table, name, "") for name in self.links}
        for stream in self.links.values():
            await self._shelf.meter(stream)
        for player in self.state.racks:
            await self._shelf.wallet(self.wallet_name(player))
        self._recent, self._untold, self._told = [], [], {}
        self.watchers.each(lambda line: line.send(self.snapshot(line.person, None)))
        self._wind()
        return kept[0]

    def begin(self) -> Turn:
        """A turn that starts from where the table stands now."""
        meters = {name: self._shelf.known_meter(stream).meter for name, stream in self.links.items()}
        turn = Turn(replace(self.stand, meters=meters), self.current_staffing(), self._clock.stamp())
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

    # --- one of several processes ------------------------------------------------------------------------------------

    async def take_over(self, fence: Fence) -> None:
        """Begin to write: this process has the lease of the table."""
        async with self._writing:
            self.fence, self._is_unsure = fence, True
            self.is_owner = True
        await self.start()
        self.tell_soon()  # who was ready is not stored, and has to say so again

    def yield_to_another(self) -> None:
        """Stop writing: another process has the lease, or will have it."""
        self.is_owner, self.fence = False, None
        self._wind()

    async def follow(self) -> None:
        """Take in what another process has written."""
        if not self.is_owner:
            async with self._writing:
                await self._catch_up()

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

    async def _send_on(self, person: Person, message: Message, reply: Callable[[bytes], None]) -> Outcome:
        """Let the process that has the table's lease carry the command out."""
        if self.forward is None:
            raise SieteError("host/no-owner", "Nobody runs this table just now; send it again in a moment.")
        answer = await self.forward(self.id, person, message)
        reply(answer)
        return Outcome(answer)

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
        self._recent = [*self._recent, *fresh][-REMEMBERED:]
        self._untold += fresh
        self.asking.after(events)
        self._wind()
        self.tell_soon()

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
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None
        if ends and not self.stopped and self.is_owner:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.0, min(ends) - now), self._ring)

    def _ring(self) -> None:
        self._alarm = None
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

    # --- coming and going ------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Take up the work where it stands; a new table is prepared first."""
        await self.house_turn(self._prepare)
        self._wind()

    def _prepare(self, turn: Turn) -> None:
        if turn.state.opening is None and self.stand.version == 1:
            turn.do(c.PrepareTable(by=HOUSE, at=self._clock.minute()))

    async def let_go(self, now: float) -> None:
        """Free the seats of those who have been away for long and have no wager; their chips go home with them."""
        seated = set(self.state.seats.values())
        away = {name for name in seated if not self.watchers.is_here(name)}
        self._away = {name: self._away.get(name, now) for name in away}
        for name, since in tuple(self._away.items()):
            if now - since < AWAY_SECONDS or not self.is_owner:
                continue
            purse = await self._shelf.wallet(self.wallet_name(name))
            command = c.LeaveTable(player=name)
            if refusal(self.state, self.rules, command) is None:
                await self.house_turn(
                    lambda turn, name=name, held=purse: leave(  # type: ignore[misc]  # bound now, not later
                        turn, name, Purse(self.wallet_name(name), held.wallet)
                    )
                )

    async def shut(self) -> None:
        """Close the table for good: everybody leaves with their chips; refused while a wager is on the layout."""
        async with self._writing:
            if self.state.layout:
                raise SieteError("table/in-play", "There are wagers on the layout; the table closes between rounds.")
            for _ in range(TRIES):
                turn = self.begin()
                for player in self.state.racks:
                    name = self.wallet_name(player)
                    leave(turn, player, Purse(name, (await self._shelf.wallet(name)).wallet))
                closed = replace(self.record, is_closed=True)
                try:
                    streams = await self._append(turn, None, (closed,))
                except VersionConflict as conflict:
                    await self._read_on(conflict)
                    continue
                self.record = closed
                self._accept(turn, streams)
                return
            raise SieteError("host/busy", "Too many are writing at once; send it again.")

    async def close(self) -> None:
        """Stop working, between two turns; nothing is lost, since nothing is kept but in the store."""
        async with self._writing:
            for handle in (self._alarm, self._breath):
                if handle is not None:
                    handle.cancel()
            self.stopped = self.stopped or "the house is closing"
        for task in tuple(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
