"""A table that runs: one writer, to whom everybody's commands come one after the other.

A command is worked out, stored, answered and shown to all, in this order; nobody learns of anything that is not
durable.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from siete.errors import SieteError
from siete.host import moments
from siete.host.answers import Answers, answer_for, repeated
from siete.host.asking import Asking
from siete.host.books import meter_stream
from siete.host.clock import Clock
from siete.host.entropy import RandomnessError
from siete.host.people import CLOSE_TABLE, Person
from siete.host.restoring import restored
from siete.host.seating import Purse, leave
from siete.host.settings import stream_of
from siete.host.shelf import Shelf
from siete.host.taking_back import branch_off
from siete.host.turn import Staffing, Stand, Turn
from siete.host.wire import Message
from siete.host.writing import TRIES, TableStoppedError, WritingTable
from siete.store.port import Answer, AnswerExists, EventStore, Fence, LeaseLost, VersionConflict
from siete.store.records import TableRecord
from siete.table import commands as c
from siete.table.decide import refusal
from siete.table.due import HOUSE

AWAY_SECONDS = 900.0
"""How long a seat is kept for somebody without an open line and without a wager."""


Forward = Callable[[str, Person, Message], Awaitable[bytes]]
"""Sends a command for a table to the process that runs it; its answer, or its refusal as an exception."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a turn came to once it was durable."""

    answer: bytes
    is_repeat: bool = False


class RunningTable(WritingTable):
    """One table of the house: who asks, who comes and goes, and which process runs it."""

    def __init__(
        self, record: TableRecord, stand: Stand, *, store: EventStore, shelf: Shelf, clock: Clock, staffing: Staffing
    ) -> None:
        super().__init__(record, stand, store=store, shelf=shelf, clock=clock, staffing=staffing)
        self.asking = Asking(self)
        self._answers = Answers(store)
        self._away: dict[str, float] = {}
        self._present: frozenset[str] = frozenset()
        self.forward: Forward | None = None
        self.end: Callable[[], Awaitable[None]] = self.close
        """What is done when the table has been closed for good, by this process or by the one that runs it."""

    # --- commands --------------------------------------------------------------------------------------------------

    async def submit(
        self, person: Person, message: Message, reply: Callable[[bytes], None] = lambda _: None
    ) -> Outcome:
        """Carry a command out and answer it; raises the refusal where it is not allowed.

        A command with an id that was answered before gets the same answer, and nothing more happens.
        """
        outcome = await self._submit(person, message, reply)
        if message.kind == CLOSE_TABLE:
            await self.end()
        return outcome

    async def _submit(self, person: Person, message: Message, reply: Callable[[bytes], None]) -> Outcome:
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
        if self.stopped and (self.record.is_closed or message.kind != CLOSE_TABLE):
            raise TableStoppedError(self.stopped)
        await self._be_sure()
        asked = self.asking.read(person, message)
        if asked.is_taking_back:
            return await self._take_back(person, message)
        if asked.is_closing:
            return await self._shut(person, message)
        record = replace(self.record, rules=asked.settings.to_text()) if asked.settings is not None else None
        for _ in range(TRIES):
            wallet = await self._shelf.wallet(self.wallet_name(person.name)) if asked.needs_wallet else None
            turn = self.begin()
            try:
                asked.carry_out(turn, wallet.wallet if wallet else None)
                turn.run(self.asking.holds)
                answer = answer_for(person, message, self.stand.version + len(turn.events))
                streams = await self._append(turn, answer, (record,) if record is not None else ())
                if record is not None:
                    self.take_record(record)
                self._accept(turn, streams)
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
        self.take_record(branch.record)
        self.stand = await restored(self._store, self.record)
        self.links = {name: meter_stream(self.stand.table, name, "") for name in self.links}
        for stream in self.links.values():
            await self._shelf.meter(stream)
        for player in self.state.racks:
            await self._shelf.wallet(self.wallet_name(player))
        self._recent.clear()
        self._untold, self._told = [], {}
        self.watchers.each(lambda line: line.send(self.snapshot(line.person, None)))
        self._wind()
        return kept[0]

    async def _shut(self, person: Person, message: Message) -> Answer:
        """Close the table for good: everybody leaves with their chips; refused while a wager is on the layout."""
        if self.state.layout:
            raise SieteError("table/in-play", "There are wagers on the layout; the table closes between rounds.")
        closed = replace(self.record, is_closed=True)
        for _ in range(TRIES):
            turn = self.begin()
            for player in self.state.racks:
                name = self.wallet_name(player)
                leave(turn, player, Purse(name, (await self._shelf.wallet(name)).wallet))
            answer = answer_for(person, message, self.stand.version + len(turn.events))
            try:
                streams = await self._append(turn, answer, (closed,))
            except VersionConflict as conflict:
                await self._read_on(conflict)
                continue
            self.stopped = "it is closed"
            self.take_record(closed)
            self._accept(turn, streams)
            return answer
        raise SieteError("host/busy", "Too many are writing at once; send it again.")

    # --- one of several processes ------------------------------------------------------------------------------------

    async def take_over(self, fence: Fence) -> None:
        """Begin to write: this process has the lease of the table."""
        async with self._writing:
            record = await self._store.record(TableRecord, self.id)
            if record is not None and stream_of(record) == stream_of(self.record):
                self.take_record(record)
            self.fence, self._is_unsure = fence, True
            self.is_owner = True
        await self.start()
        self.tell_soon()  # who was ready is not stored, and has to say so again

    async def follow(self) -> None:
        """Take in what another process has written."""
        if not self.is_owner:
            async with self._writing:
                await self._catch_up()

    async def hear_ready(self, point: str, names: Iterable[str]) -> None:
        """The process that runs the table has said who is ready."""
        await self.follow()
        if not self.is_owner and self.asking.hear_ready(point, names):
            self.tell_soon()

    async def hear_who_is_here(self, process: str, names: Iterable[str]) -> None:
        """Another process has said whose lines it has."""
        self.presence.hear(process, names, self._clock.monotonic())
        await self.look_around()

    async def look_around(self) -> None:
        """When somebody has gone from another process, or the process itself has, wagers may have waited for them."""
        present = self.presence.names(self._clock.monotonic())
        if present != self._present and self.is_owner:
            await self.house_turn()
            self._present = present

    def here(self) -> list[str]:
        """Those who sit here and have an open line at this process."""
        return sorted({name for name in self.state.seats.values() if self.watchers.is_here(name)})

    async def _send_on(self, person: Person, message: Message, reply: Callable[[bytes], None]) -> Outcome:
        """Let the process that has the table's lease carry the command out."""
        if self.forward is None:
            raise SieteError("host/no-owner", "Nobody runs this table just now; send it again in a moment.")
        answer = await self.forward(self.id, person, message)
        reply(answer)
        return Outcome(answer)

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
        away = {name for name in seated if not self.is_here(name)}
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
