"""The one writer of a table: computes a turn, persists it, applies it, then broadcasts it.

Nobody learns of anything that is not durable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import structlog

from siete.errors import SieteError
from siete.host import faultpoints
from siete.host.aggregate_cache import AggregateCache
from siete.host.batches import Versions, batch_of
from siete.host.chance.entropy import RandomnessError
from siete.host.chance.shuffling import Chance
from siete.host.clock import Clock
from siete.host.history.loading import restored, shoes_of
from siete.host.history.marks import mark_name
from siete.host.history.seals import Seal
from siete.host.history.snapshots import EVERY, state_to_bytes
from siete.host.practice.quota import Quota
from siete.host.practice.rewind import branch_off
from siete.host.practice.wheels import SetWheels
from siete.host.refund import give_back
from siete.host.retry import retried
from siete.host.settings import PracticeSettings, streams_of
from siete.host.table.broadcaster import Broadcaster
from siete.host.table.current import CurrentTable, meter_streams
from siete.host.table.people import signatures
from siete.host.table.plans import CommandPlan
from siete.host.table.readiness import Readiness
from siete.host.turn import Automation, LoadedTable, Turn
from siete.store.chain import batch_name, chained
from siete.store.codec import event_from_bytes, event_to_bytes
from siete.store.floor_events import FLOOR_LOG
from siete.store.port import SOLE, Answer, Authority, EventStore, LeaseLost, NewEvents, Snapshot, StoreError
from siete.store.records import Record, TableRecord
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.frozen.fast_replace import replace
from siete.table.supervision import rules_from

_log = structlog.get_logger("siete.table")

AnswerAt = Callable[[int], Answer]
"""The answer to a command, once it is known at which version of the table it is done."""


class TableStoppedError(SieteError):
    """The table cannot play now."""

    def __init__(self, reason: str) -> None:
        super().__init__("host/table-stopped", f"The table has stopped: {reason}.", facts={"reason": reason})


class TableWriter:
    """Writes the turns of one table. Its methods are called one after the other, from the table's queue."""

    def __init__(
        self,
        table: CurrentTable,
        *,
        store: EventStore,
        cache: AggregateCache,
        clock: Clock,
        automation: Automation,
        readiness: Readiness,
        broadcaster: Broadcaster,
        quota: Quota,
        seal: Seal | None = None,
    ) -> None:
        self._table, self._store, self._cache, self._clock = table, store, cache, clock
        self._automation, self._readiness, self._broadcaster = automation, readiness, broadcaster
        self._seal, self._quota = seal, quota
        self.is_unsure = False
        """Whether the store may hold more than was applied."""

    async def write(self, plan: CommandPlan) -> None:
        """Write a turn that nobody waits for; nothing is stored where nothing happens."""
        await retried(lambda: self._attempt(plan, None), self._reread)

    async def answer(self, plan: CommandPlan, answer_at: AnswerAt) -> Answer:
        """Write a turn that somebody asked for, and its answer with it."""
        answer = await retried(lambda: self._attempt(plan, answer_at), self._reread)
        assert answer is not None, "a turn that was asked for has its answer"
        return answer

    # --- compute ---------------------------------------------------------------------------------------------------

    async def _attempt(self, plan: CommandPlan, answer_at: AnswerAt | None) -> Answer | None:
        table, wallet = self._table, self._table.wallet_of
        authority = table.authority
        beside: tuple[NewEvents, ...] = ()
        if plan.signature is not None:
            plan, signed = await signatures.carried_out(plan.signature, table, self._store, self._clock)
            beside = (signed,)
        if authority is not SOLE:  # another process may have moved chips, and a refusal is never checked by the store
            for player in plan.wallets:
                await self._cache.read_on(wallet(player))
        wallets = {player: (await self._cache.wallet(wallet(player))).wallet for player in plan.wallets}
        turn = self._begin()
        record = signatures.begin_announced(turn, table, plan.record)
        try:
            plan.carry_out(turn, wallets)
            if plan.goes_on:
                turn.run(self._readiness.holds)
        except RandomnessError as failure:
            await self._stop(failure.sentence)
            raise
        if answer_at is None and not turn.events and record is None:
            return None
        answer = answer_at(table.loaded.version + len(turn.events)) if answer_at is not None else None
        records = (record,) if record is not None else ()
        at = await self._persist(turn, authority, answer, records, beside)
        if record is not None:
            table.take_record(record)
        self._apply(turn, at)
        return answer

    def _begin(self) -> Turn:
        """A turn that starts from the table as it is; where the table runs by procedure, it is told the minute."""
        meters = {name: self._cache.known_meter(stream).meter for name, stream in self._table.links.items()}
        turn = Turn(self._table.loaded, self._current_automation(), self._clock.stamp(), meters)
        minute = self._clock.minute()
        if turn.state.opening is not None and minute > turn.state.opening.now:
            turn.do(c.TellTime(at=minute))
        return turn

    def _current_automation(self) -> Automation:
        """What is automatic now; with a seed, chance follows from the place in the stream: a turn can be repeated."""
        table, settings = self._table, self._table.settings
        chance = self._automation.chance
        if isinstance(settings, PracticeSettings):
            drawn = chance if settings.seed is None else Chance(f"{settings.seed}/{table.loaded.version}")
            chance = SetWheels(drawn, settings.wheels)
        return replace(
            self._automation,
            chance=chance,
            is_dealing=not table.dealer,
            is_on_floor=not table.floorperson,
        )

    async def _stop(self, reason: str) -> None:
        """The table cannot go on: every open wager goes back, and nothing is dealt any more."""
        self._table.stop(reason)
        _log.error("table stopped", table=self._table.id, reason=reason)
        await retried(self._give_back, self._reread)

    async def _give_back(self) -> None:
        authority, turn = self._table.authority, self._begin()
        give_back(turn)
        self._apply(turn, await self._persist(turn, authority))

    # --- persist ---------------------------------------------------------------------------------------------------

    async def _persist(
        self,
        turn: Turn,
        authority: Authority,
        answer: Answer | None = None,
        records: tuple[Record, ...] = (),
        beside: tuple[NewEvents, ...] = (),
    ) -> Versions:
        """Make a turn durable; the streams it was written to, at the versions they were read at.

        The authority is the one the turn began under: if it is lost meanwhile, the store refuses the turn.
        """
        table, known_meter = self._table, self._cache.known_meter
        at = Versions(
            streams=table.loaded.streams,
            version=table.loaded.version,
            meters={name: (stream, known_meter(stream).version) for name, stream in table.links.items()},
            wallets={stream: (await self._cache.wallet(stream)).version for stream, _ in turn.wallet_events},
        )
        faultpoints.reached(faultpoints.BEFORE_APPEND)
        snapshots = await self._snapshots(turn, answer)
        batch = batch_of(
            turn, at, authority=authority, answer=answer, snapshots=snapshots, records=records, beside=beside
        )
        try:
            await self._store.append(batch)
        except StoreError as failure:
            self.is_unsure = True
            _log.error("store failed", table=table.id, code=failure.code)
            raise
        except LeaseLost:
            self._lose(authority)
            raise
        self._quota.add(table.record, table.loaded.streams, batch)
        faultpoints.reached(faultpoints.AFTER_APPEND)
        return at

    async def _snapshots(self, turn: Turn, answer: Answer | None) -> tuple[Snapshot, ...]:
        """The state, whenever another thousand events are full: for the next start, and for recall."""
        loaded = self._table.loaded
        stream, version = loaded.streams.events, loaded.version + len(turn.events)
        mark = version // EVERY
        if mark == loaded.version // EVERY:
            return ()
        data = state_to_bytes(turn.state)
        if self._seal is not None:
            data = self._seal.sealed(stream, version, await self._digest_after(turn, answer), data)
        return (Snapshot(stream, version, data), Snapshot(mark_name(stream, mark), version, data))

    async def _digest_after(self, turn: Turn, answer: Answer | None) -> bytes:
        """The digest that the last event of a turn will have in the chain, if nobody else writes first."""
        stream, version = self._table.loaded.streams.events, self._table.loaded.version
        new = NewEvents(stream, version, tuple(map(event_to_bytes, turn.events)))
        name = batch_name(f"{stream}@{version + 1}", answer)
        return chained(new, (await self._store.head(stream)).digest, turn.now, name)[-1].digest

    def _lose(self, authority: Authority) -> None:
        """The store refused this authority: follow from now on, unless a newer lease has been taken meanwhile."""
        self.is_unsure = True
        if self._table.is_owner and self._table.authority == authority:
            _log.warning("table lost", table=self._table.id)
            self._table.disown()

    async def _reread(self, stream: str) -> None:
        """Somebody else wrote to a stream that was read: read it again.

        That may be the table's own, after an answer of the store got lost. The lease has been checked with the
        version, so whoever wrote there can write no more, and the table goes on from what is stored.
        """
        if stream == self._table.loaded.streams.events:
            _log.warning("table was behind its stream", table=self._table.id)
            await self.be_sure()
        elif stream != FLOOR_LOG:  # which is read again with every try
            await self._cache.read_on(stream)

    # --- apply -----------------------------------------------------------------------------------------------------

    def _apply(self, turn: Turn, at: Versions) -> None:
        """Take over what is durable now."""
        seen: Counter[str] = Counter()
        for name, meter_event in turn.meter_events:
            stream, version = at.meters[name]
            seen[stream] += 1
            self._cache.saw_meter(stream, version + seen[stream], meter_event)
        for stream, wallet_event in turn.wallet_events:
            seen[stream] += 1
            self._cache.saw_wallet(stream, at.wallets[stream] + seen[stream], wallet_event)
        before = self._table.loaded
        version, sealed = before.version + len(turn.events), tuple(turn.sealed)
        after = replace(before, rules=turn.rules, state=turn.state, version=version, shoes=turn.shoes, sealed=sealed)
        self._advance(after, turn.events, [turn.now] * len(turn.events))

    def _advance(self, loaded: LoadedTable, events: Sequence[e.Event], stamps: Sequence[str]) -> None:
        """The table is where these events lead: broadcast them."""
        self._table.advance(loaded)
        self._readiness.settle()
        if any(isinstance(event, e.RulesChanged) for event in events):
            self._broadcaster.forget()
        self._broadcaster.publish(events, stamps)

    # --- catching up -----------------------------------------------------------------------------------------------

    async def be_sure(self) -> None:
        """Read the streams again: after a failure of the store nobody knows what it kept."""
        for stream in self._table.links.values():
            await self._cache.read_on(stream)
        for player in self._table.state.racks:
            await self._cache.read_on(self._table.wallet_of(player))
        await self.catch_up()
        self.is_unsure = False

    async def catch_up(self) -> None:
        """Apply what another process has written."""
        loaded = self._table.loaded
        entries = await self._store.read(loaded.streams.events, loaded.version)
        if not entries:
            return
        events = [event for entry in entries if isinstance(event := event_from_bytes(entry.data), e.Event)]
        state, rules = loaded.state, loaded.rules
        for event in events:
            state = apply(state, event)
            rules = rules_from(rules, event.rules) if isinstance(event, e.RulesChanged) else rules
        shoes, sealed = await shoes_of(self._store, loaded.table)
        version = loaded.version + len(events)
        after = replace(loaded, rules=rules, state=state, version=version, shoes=shoes, sealed=sealed)
        self._advance(after, events, [entry.recorded_at for entry in entries])

    async def take_over(self, authority: Authority) -> None:
        """Begin to write: this process has the lease of the table."""
        record = await self._store.record(TableRecord, self._table.id)
        if record is not None and streams_of(record) == streams_of(self._table.record):
            self._table.take_record(record)
        self.is_unsure = True
        self._table.own(authority)

    async def rewind(self, answer_at: AnswerAt) -> Answer:
        """Return to before the last decision, in a stream of its own; everybody gets a snapshot."""
        table, kept = self._table, list[Answer]()

        def answer(version: int) -> Answer:
            kept.append(answer_at(version))
            return kept[-1]

        branch = await branch_off(
            self._store,
            table.record,
            table.links,
            authority=table.authority,
            now=self._clock.stamp(),
            answer=answer,
        )
        loaded = replace(await restored(self._store, branch.record, self._seal), meters=table.loaded.meters)
        for stream in meter_streams(loaded).values():
            await self._cache.meter(stream)
        table.take_record(branch.record)
        table.take_loaded(loaded)
        self._quota.add(table.record, loaded.streams, branch.batch)
        for player in table.state.racks:
            await self._cache.wallet(table.wallet_of(player))
        self._broadcaster.restart()
        return kept[0]
