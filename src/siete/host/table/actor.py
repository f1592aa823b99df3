"""A running table: turns come through one queue and run one at a time.

A command is parsed and planned by its handler and given to the writer, which computes a turn, persists it, applies it
and then broadcasts it; only then is it answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import structlog

from siete.errors import SieteError
from siete.host import faultpoints
from siete.host.access.roles import Person
from siete.host.chance.entropy import RandomnessError
from siete.host.clock import Clock
from siete.host.desk.run_keeper import RunKeeper
from siete.host.retry import BusyError
from siete.host.table.broadcaster import Broadcaster
from siete.host.table.commands import CLOSE_TABLE
from siete.host.table.current import CurrentTable
from siete.host.table.handlers import CommandHandlers, leaving
from siete.host.table.idempotency import Answers, CommandOutcome, answer_for, repeated
from siete.host.table.mailbox import Mailbox
from siete.host.table.people import dealer, queue
from siete.host.table.people.absence import AbsentGuests, DealerWatch, dealer_mark
from siete.host.table.people.signatures import announced_in
from siete.host.table.plans import GO_ON, CommandPlan, Rewind, Wallets
from siete.host.table.readiness import Readiness
from siete.host.table.subscribers import Attendance, Subscribers
from siete.host.table.timers import Alarm, Timers, answer_for_absent, next_alarm
from siete.host.table.wire import Message
from siete.host.table.writer import TableStoppedError, TableWriter
from siete.host.turn import LoadedTable, Turn
from siete.rules.table_rules import TableRules
from siete.store.port import Answer, AnswerExists, Authority, LeaseLost, StoreError
from siete.store.records import TableRecord
from siete.table import commands as c
from siete.table.decide import refusal
from siete.table.due import HOUSE, Next
from siete.table.state.table import TableState

WATCH_SECONDS = 2.0
"""How often it is looked whether a person who deals is still there."""
AGAIN_SECONDS = 1.0
"""How long after a turn that failed it is tried again."""

_log = structlog.get_logger("siete.table")


T = TypeVar("T")

Forward = Callable[[str, Person, Message], Awaitable[bytes]]
"""Sends a command for a table to the process that runs it; its answer, or its refusal as an exception."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a table's actor is made of."""

    current: CurrentTable
    handlers: CommandHandlers
    writer: TableWriter
    broadcaster: Broadcaster
    readiness: Readiness
    attendance: Attendance
    subscribers: Subscribers
    timers: Timers
    answers: Answers
    clock: Clock
    forward: Forward | None = None
    """Where several processes share the house."""
    mailbox: Mailbox = field(default_factory=Mailbox)
    runs: RunKeeper | None = None
    """Where runs at the desk are kept."""


class TableActor:
    """One table of the house: who asks, who comes and goes, and which process runs it."""

    def __init__(self, parts: Parts, *, on_closed: Callable[[TableActor], Awaitable[None]]) -> None:
        self.current, self.broadcaster, self.readiness = parts.current, parts.broadcaster, parts.readiness
        self.subscribers, self.timers = parts.subscribers, parts.timers
        self._handlers, self._writer, self._answers = parts.handlers, parts.writer, parts.answers
        self.attendance, self._clock, self._forward = parts.attendance, parts.clock, parts.forward
        self._mailbox, self._runs, self._on_closed = parts.mailbox, parts.runs, on_closed
        self._absent = AbsentGuests(parts.current, parts.attendance)
        self._dealer = DealerWatch(parts.current, parts.subscribers, parts.attendance)
        self._alarm = Alarm(lambda: self._begin(self._time_over()))
        self._dealer_alarm = Alarm(lambda: self._begin(self._relieve_absent()))
        self._tasks: set[asyncio.Task[None]] = set()
        self._elsewhere: frozenset[str] = frozenset()

    # --- the table as it is ----------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.current.id

    @property
    def record(self) -> TableRecord:
        return self.current.record

    @property
    def loaded(self) -> LoadedTable:
        return self.current.loaded

    @property
    def rules(self) -> TableRules:
        return self.current.rules

    @property
    def state(self) -> TableState:
        return self.current.state

    @property
    def due(self) -> Next:
        return self.current.due

    @property
    def stopped(self) -> str:
        return self.current.stopped

    @property
    def is_owner(self) -> bool:
        return self.current.is_owner

    def answered_by(self, point: str) -> str:
        """Who answered the approval of a point, as far as that is remembered here; else empty."""
        return self._handlers.answered_by(point)

    # --- commands --------------------------------------------------------------------------------------------------

    async def submit(
        self, person: Person, message: Message, reply: Callable[[bytes], None] = lambda _: None
    ) -> CommandOutcome:
        """Carry a command out and answer it; raises the refusal where it is not allowed.

        A command with an id that was answered before gets the same answer, and nothing more happens. Where too many
        wait already it is refused at once: the house's own turns never are.
        """
        if self._mailbox.is_full:
            raise BusyError
        outcome = await self._submit(person, message, reply)
        if message.kind == CLOSE_TABLE:
            await self._on_closed(self)
        return outcome

    async def _submit(self, person: Person, message: Message, reply: Callable[[bytes], None]) -> CommandOutcome:
        if self.current.is_owner:
            try:
                return await self._serve(lambda: self._answer(person, message, reply))
            except LeaseLost:  # another process took the table over meanwhile
                pass
        if self._forward is None:
            raise SieteError("host/no-owner", "No process runs this table now. Send the command again.")
        answer = await self._forward(self.id, person, message)
        reply(answer)
        return CommandOutcome(answer)

    async def _serve(self, job: Callable[[], Awaitable[T]]) -> T:
        """Do a job when its turn comes, and set the timers by what it has changed."""

        async def served() -> T:
            loaded, is_owner = self.current.loaded, self.current.is_owner
            try:
                done = await job()
                if self.current.settings.queue:
                    await self._seat_waiting()
                return done
            except LeaseLost:  # another process runs the table: follow it, from what it has written so far
                with suppress(StoreError):
                    await self._writer.catch_up()
                raise
            finally:
                if self.current.loaded is not loaded or self.current.is_owner is not is_owner:
                    self._wind()

        return await self._mailbox.serve(served)

    async def _seat_waiting(self) -> None:
        """Those who wait for a box sit down where one is free, before anybody else's turn."""
        try:
            while self.is_owner and (plan := queue.seating(self.current, self.attendance.is_here)) is not None:
                await self._writer.write(plan)
        except LeaseLost:
            raise
        except SieteError as error:
            _log.warning("nobody seated", table=self.id, code=error.code)

    async def _answer(self, person: Person, message: Message, reply: Callable[[bytes], None]) -> CommandOutcome:
        answer, is_repeat = await self._answered(person, message)
        if is_repeat:
            reply(answer.answer)
            return CommandOutcome(answer.answer, is_repeat=True)
        self._answers.keep(answer)
        faultpoints.reached(faultpoints.BEFORE_ANSWER)
        reply(answer.answer)
        faultpoints.reached(faultpoints.AFTER_ANSWER)
        return CommandOutcome(answer.answer)

    async def _answered(self, person: Person, message: Message) -> tuple[Answer, bool]:
        """The answer, and whether it is the one that was given to the same command before."""
        before = self._answers.known(person, message)
        if before is not None:
            return before, True
        self._dealer.note(person, self._clock.monotonic())
        try:
            return await self._carry_out(person, message), False
        except AnswerExists as exists:
            return repeated(self.id, exists.answer, message), True
        except LeaseLost:
            raise
        except SieteError:
            before = await self._answers.stored(person, message)
            if before is None:
                raise
            return before, True

    async def _carry_out(self, person: Person, message: Message) -> Answer:
        """Plan the command, and let the writer do the rest."""
        if self.current.stopped and (self.current.record.is_closed or message.kind != CLOSE_TABLE):
            raise TableStoppedError(self.current.stopped)
        if self._writer.is_unsure:
            await self._writer.be_sure()
        await self._find_run(person)
        plan = self._handlers.plan(person, message)
        if isinstance(plan, Rewind):
            return await self._writer.rewind(partial(answer_for, self.id, person, message, None))
        try:
            answer = await self._writer.answer(plan, partial(answer_for, self.id, person, message, plan.report))
        finally:
            self._note_run()
        await self._keep_run(plan)
        return answer

    async def _find_run(self, person: Person) -> None:
        """Go on with the run of a dealer who was here before this process was."""
        current = self.current
        if self._runs is not None and not current.run.person and current.is_dealt_by(person):
            version = current.loaded.version
            current.take_run(await self._runs.resumed(person, table=self.id, level=current.help, began=version))

    def _note_run(self, *, is_last: bool = False) -> None:
        if self._runs is not None:
            rule_set = self.current.rules.rule_set
            self._runs.note(self.current.run, table=self.id, rule_set=rule_set, is_last=is_last)

    async def _keep_run(self, plan: CommandPlan) -> None:
        if plan.ended is not None and self._runs is not None:
            await self._runs.keep(plan.ended, table=self.id, rule_set=self.current.rules.rule_set)

    # --- turns that nobody asked for ---------------------------------------------------------------------------------

    async def house_turn(self, plan: CommandPlan = GO_ON) -> None:
        """Let the house go on, after what the plan says."""
        await self._serve(lambda: self._house_turn(plan))

    async def _house_turn(self, plan: CommandPlan) -> None:
        if self.current.stopped or not self.current.is_owner:
            return
        try:
            if self._writer.is_unsure:
                await self._writer.be_sure()
            await self._writer.write(plan)
            await self._keep_run(plan)
        except BusyError as error:
            _log.warning("house turn given up", table=self.id, code=error.code)
        except RandomnessError:
            pass  # the writer has stopped the table and says so

    def _wind(self, pause: float = 0.0) -> None:
        """Set timers and alarm by what is due now; after a pause where it was tried in vain."""
        table, now = self.current, self._clock.monotonic()
        current = table.state.round
        is_dealers_time = bool(table.dealer) and current is not None and not current.are_wagers_closed
        self.timers.update(table.state, table.rules, None if is_dealers_time else table.due, now)
        due = next_alarm(table, self.timers, self._clock.minute(), now, announced_in(table, self._clock.stamp()))
        self._alarm.set(due if due is None else max(due, now + pause), now)
        self._dealer.begin(now)
        self._dealer_alarm.set(now + WATCH_SECONDS if self._dealer.is_due else None, now)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _time_over(self) -> None:
        over = self.timers.over(self._clock.monotonic())

        def carry_out(turn: Turn, _: Wallets) -> None:
            answer_for_absent(turn, over, self.readiness)

        try:
            await self.house_turn(CommandPlan(carry_out=carry_out))
        except SieteError as error:
            _log.warning("time over", table=self.id, code=error.code)
        is_vain = any(timer is each for timer in self.timers for each in over)
        self._wind(AGAIN_SECONDS if is_vain else 0.0)

    async def _relieve_absent(self) -> None:
        """Let the automatic dealer go on for one who is gone for too long; nothing on the table changes by that."""
        if self._dealer.is_gone(self._clock.monotonic()):
            _log.info("dealer relieved", table=self.id, dealer=self.current.dealer)
            try:
                await self.house_turn(dealer.relieving(self.current))
            except SieteError as error:
                _log.warning("dealer not relieved", table=self.id, code=error.code)
        self._wind()

    # --- one of several processes ------------------------------------------------------------------------------------

    async def take_over(self, authority: Authority) -> None:
        """Begin to write: this process has the lease of the table."""
        await self._serve(lambda: self._writer.take_over(authority))
        await self.start()
        self.broadcaster.broadcast_soon()  # who was ready is not stored, and has to say so again

    def give_up(self) -> None:
        """Stop writing: another process has the lease, or will have it."""
        self.current.disown()
        self._wind()

    async def follow(self) -> None:
        """Apply what another process has written."""
        if not self.current.is_owner:
            await self._serve(self._writer.catch_up)

    def take_record(self, record: TableRecord) -> None:
        """Another process has changed how the table is run."""
        self.current.take_record(record)
        self.broadcaster.broadcast_soon()

    async def hear_ready(self, point: str, names: Iterable[str]) -> None:
        """Take over who is ready from the process that runs the table."""
        await self.follow()
        if not self.current.is_owner and self.readiness.hear(point, names):
            self.broadcaster.broadcast_soon()

    async def hear_who_is_here(self, process: str, names: Iterable[str]) -> None:
        """Note who is connected through another process."""
        self.attendance.hear(process, names)
        await self.look_around()

    async def look_around(self) -> None:
        """When somebody has left another process, or the process itself has, wagers may have waited for them."""
        elsewhere = self.attendance.elsewhere()
        if elsewhere != self._elsewhere and self.current.is_owner:
            await self.house_turn()
            self._elsewhere = elsewhere

    def here(self) -> list[str]:
        """Those who sit here and have an open line at this process, and the dealer."""
        seated = self.attendance.connected(self.current.state.seats.values())
        return [*seated, dealer_mark(self.current.dealer)] if self._dealer.is_here() else seated

    # --- coming and going ------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Take up the work; a new table is prepared first."""
        await self.house_turn(CommandPlan(carry_out=self._prepare))
        self._wind()

    def _prepare(self, turn: Turn, _: Wallets) -> None:
        if turn.state.opening is None and turn.loaded.version == 1:
            turn.do(c.PrepareTable(by=HOUSE, at=self._clock.minute()))
            if self.current.settings.first_dealer:
                dealer.relieve(turn, self.current.settings.first_dealer)

    async def let_go(self, now: float) -> None:
        """Free the seats of those who have been away for long and have no wager; their chips go home with them."""
        for name in self._absent.gone_for_long(now):
            leave = c.LeaveTable(player=name)
            if self.current.is_owner and refusal(self.current.state, self.current.rules, leave) is None:
                await self.house_turn(leaving(self.current, (name,)))
        if gone := self._absent.gone_from_queue():
            await self.house_turn(CommandPlan(record=queue.without(self.current, *gone)))

    async def close(self) -> None:
        """Stop between two turns; nothing is lost, since nothing is kept but in the store."""
        await self._mailbox.serve(self._halt)
        if self._runs is not None:
            self._note_run(is_last=True)
            await self._runs.close()
        for task in tuple(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _halt(self) -> None:
        self._alarm.cancel()
        self._dealer_alarm.cancel()
        self.broadcaster.close()
        self.current.stop("the house is closing")
