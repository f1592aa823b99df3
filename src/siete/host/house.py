"""The house: its tables, its guests and its cage, over one store."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import replace

import structlog

from siete.errors import SieteError
from siete.host.access.guest_names import GuestNames, chosen_name, guest_id
from siete.host.access.names import display_name, looks_like
from siete.host.access.roles import HouseRole, Person
from siete.host.aggregate_cache import AggregateCache
from siete.host.assembly import Assembly, Peers
from siete.host.audit.records import check_records
from siete.host.batches import outside_moves
from siete.host.cage import FIRST_CHIPS
from siete.host.chance.entropy import Entropy
from siete.host.clock import Clock
from siete.host.history.loading import restored
from siete.host.history.seals import Seal
from siete.host.practice.quota import Quota, streams_under
from siete.host.retry import retried
from siete.host.settings import LIVE, PRACTICE, Settings, rules_of, streams_of
from siete.host.streams import FirstPracticeStreams, PracticeStreams, TableStreams, live_wallet
from siete.host.table.actor import TableActor
from siete.host.table.commands import CLOSE_TABLE
from siete.host.table.subscribers import Subscribers
from siete.host.table.wire import Message
from siete.host.turn import LoadedTable
from siete.rules.table_rules import TableRules
from siete.store.codec import AnyEvent, event_to_bytes
from siete.store.port import Batch, EventStore, Movement, NameTaken, NewEvents, VersionConflict
from siete.store.records import Account, Guest, GuestName, Record, TableRecord
from siete.table import events as e
from siete.table.due import HOUSE, Refusal
from siete.table.money import wallet as wallets
from siete.table.money.meter import MeterEvent, MeterOpened
from siete.table.money.table_meters import meters_of

UNUSED_SECONDS = 3600.0
"""How long a private table stays open while nobody is there."""
UNUSED_IN_VIEW_SECONDS = 86_400.0
"""The same for a guest's table that everybody sees."""

_log = structlog.get_logger("siete.house")

_New = tuple[str, AnyEvent]
"""A stream that begins, and its first event."""


class House:
    """All tables of one store, each with its actor."""

    def __init__(
        self,
        store: EventStore,
        *,
        clock: Clock | None = None,
        entropy: Entropy | None = None,
        peers: Peers | None = None,
        seal: Seal | None = None,
    ) -> None:
        self.store = store
        self.clock = clock or Clock()
        self.entropy = entropy or Entropy()
        self.cache = AggregateCache(store)
        self.names = GuestNames(store)
        self.tables: dict[str, TableActor] = {}
        self._peers, self._seal = peers, seal
        self._quota = Quota()
        self._assembly = Assembly(
            store=store,
            cache=self.cache,
            clock=self.clock,
            entropy=self.entropy,
            quota=self._quota,
            seal=seal,
            peers=peers,
        )
        self._closed: list[Callable[[TableActor], None]] = []
        self._unused: dict[str, float] = {}

    def on_closed(self, tell: Callable[[TableActor], None]) -> None:
        """Call this when a table has been closed, by this process or by another."""
        self._closed.append(tell)

    async def start(self) -> None:
        """Open the house: every table goes on where it stood."""
        await check_records(self.store)
        await self.learn()
        for table in tuple(self.tables.values()):
            await table.start()

    async def learn(self) -> list[str]:
        """Learn which tables there are, also those that another process opened or closed; their ids."""
        await self.names.read_on()
        records = {record.id: record for record in await self.store.records(TableRecord)}
        for record in records.values():
            known = self.tables.get(record.id)
            if record.is_closed and known is not None:
                await self._end(known)
            elif record.is_closed:
                continue
            elif known is None:
                await self._load(record)
            elif known.is_owner:  # what this process writes is newer than what was read
                continue
            elif streams_of(known.record) != streams_of(record):
                await self._load(record)
            elif known.record != record:
                known.take_record(record)
        return [record.id for record in records.values() if not record.is_closed]

    async def sweep(self) -> None:
        """Free the seats of those who went away, and close guests' tables that nobody uses."""
        now = self.clock.monotonic()
        for table in tuple(self.tables.values()):
            if table.is_owner:
                await table.let_go(now)
                await self._close_unused(table, now)

    async def _close_unused(self, table: TableActor, now: float) -> None:
        """Close a guest's table at which nobody has been for an hour, or one that all can see for a day."""
        if not _is_closed_unused(table) or len(table.subscribers):
            self._unused.pop(table.id, None)
            return
        if now - self._unused.setdefault(table.id, now) < _lasts(table) or table.state.layout:
            return
        self._unused.pop(table.id)
        closer = Person(HouseRole.FLOORPERSON, HOUSE)
        await table.submit(closer, Message(id=secrets.token_hex(16), point="", kind=CLOSE_TABLE, fields={}))

    def closes_in(self, table: TableActor) -> float | None:
        """Seconds until a guest's table is closed because nobody is there; None while somebody is, or for long."""
        since = self._unused.get(table.id)
        if since is None or len(table.subscribers):
            return None
        left = max(0.0, since + _lasts(table) - self.clock.monotonic())
        return left if left <= UNUSED_SECONDS else None

    async def close(self) -> None:
        """Stop every table between two turns."""
        for table in self.tables.values():
            await table.close()

    # --- tables ----------------------------------------------------------------------------------------------------

    def table(self, table_id: str) -> TableActor:
        """The table of this id."""
        found = self.tables.get(table_id)
        if found is None:
            raise SieteError("table/unknown", f"There is no table {table_id[:40]!r}.")
        return found

    async def meet(self, table: TableActor, person: Person) -> None:
        """Read the wallet of a guest who comes to a table, and is shown it; who has just started has read none."""
        if person.role is HouseRole.GUEST and (table.record.mode == LIVE or person.name in table.state.racks):
            await self.cache.wallet(table.current.wallet_of(person.name))

    async def look_for(self, table_id: str) -> None:
        """Learn of a table that another process has just opened, should this one not have heard of it yet."""
        if self._peers is not None and table_id not in self.tables and await self.store.record(TableRecord, table_id):
            await self.learn()

    async def open_table(
        self, table_id: str, name: str, mode: str, owner: str, settings: Settings, *, most: int | None = None
    ) -> TableActor:
        """Open a new table: its stream begins with its rules, its meters with their seeds; the house prepares it.

        An owner with `most` tables gets no other, also where another process opens one in the same moment.
        """
        run = settings.at(mode)
        rules = rules_of(settings.submission, mode=mode)
        now = self.clock.stamp()
        record = TableRecord(id=table_id, name=name, mode=mode, owner=owner, settings=run.to_text(), created_at=now)
        streams = streams_of(record)
        await self._check_link(rules)
        opened = e.TableOpened(rules_hash=rules.rules_hash, rules=rules.canonical_json)
        begins = [(streams.events, opened), *[each async for each in self._seeds(streams, rules)]]
        await self._begin(begins, now, (record,))
        if most is not None and await self._open_tables(owner) > most:
            await self._withdraw(record)
            raise SieteError("limit/too-many", "You have as many open tables as a guest may have. Close one first.")
        table = await self._load(record)
        if self._peers is not None:
            await self._peers.claim()
        else:
            await table.start()
        _log.info("table opened", table=table_id, mode=mode, rules=rules.rule_set, owner=owner)
        return table

    async def _open_tables(self, owner: str) -> int:
        """How many open tables somebody has, by the store."""
        return sum(each.owner == owner and not each.is_closed for each in await self.store.records(TableRecord))

    async def _withdraw(self, record: TableRecord) -> None:
        """Close a practice table that was one too many before anybody could play at it.

        Whoever writes last of several sees all of them, so there are never too many; of those who wrote at the same
        time more than one may be refused.
        """
        names = tuple(await streams_under(self.store, record.id))
        closed = replace(record, is_closed=True)
        await self.store.append(Batch(recorded_at=self.clock.stamp(), records=(closed,), prunes=names))

    async def _end(self, table: TableActor) -> None:
        """A table has been closed for good: it stops, and its subscribers are disconnected."""
        await table.close()
        self.tables.pop(table.id, None)
        await self._prune(table)
        for tell in self._closed:
            tell(table)
        _log.info("table closed", table=table.id)

    async def _prune(self, table: TableActor) -> None:
        """Delete the streams of a practice table that this process ran: nobody can go on with it."""
        if not table.is_owner or not isinstance(table.loaded.streams, PracticeStreams):
            return
        names = tuple(await streams_under(self.store, table.id))
        await self.store.append(Batch(recorded_at=self.clock.stamp(), prunes=names))
        self._quota.forget(table.record)

    async def _check_link(self, rules: TableRules) -> None:
        """Refuse a live link under the name of a table: it would share that table's own meter."""
        if rules.live and rules.meter_link and await self.store.record(TableRecord, rules.meter_link) is not None:
            sentence = f"{rules.meter_link} is the name of a table. Choose another name for the shared meter."
            raise SieteError("table/link-is-a-table", sentence)

    async def _seeds(self, streams: TableStreams, rules: TableRules) -> AsyncIterator[_New]:
        """The seeds of meters that begin with a table: all of its own, and a shared one that nobody has begun."""
        for name, meter in meters_of(rules).items():
            stream = streams.meter(name, rules.meter_link or "")
            if (await self.cache.meter(stream)).version == 0 or not rules.meter_link:
                yield (
                    stream,
                    MeterOpened(seed=meter.amount, reset=meter.reset, cap=meter.cap, after_100pct=meter.after_100pct),
                )

    async def _begin(self, begins: Sequence[_New], now: str, records: tuple[Record, ...]) -> None:
        """Write the first events of streams, and the records that go with them."""
        appends: list[NewEvents] = []
        moves: list[Movement] = []
        for stream, event in begins:
            appends.append(NewEvents(stream, 0, (event_to_bytes(event),)))
            if isinstance(event, MeterEvent | wallets.WalletEvent):
                moves += outside_moves(stream, 1, event)
        await self.store.append(Batch(recorded_at=now, appends=tuple(appends), moves=tuple(moves), records=records))
        for stream, _ in begins:
            await self.cache.read_on(stream)

    async def _load(self, record: TableRecord) -> TableActor:
        """Load a table from the store; whoever subscribed to it before gets a snapshot."""
        loaded = await restored(self.store, record, self._seal)
        await self._begin_practice_link(loaded)
        await self._quota.load(self.store, record, loaded.streams)
        meters = {}
        for name in meters_of(loaded.rules):
            stream = loaded.streams.meter(name, loaded.rules.meter_link or "")
            meters[name] = (await self.cache.meter(stream)).meter
        for player in loaded.state.racks:  # who comes back is told what the wallet holds
            await self.cache.wallet(loaded.streams.wallet(player))
        before = self.tables.get(record.id)
        if before is not None and before.loaded.streams == loaded.streams:
            return before  # somebody else has loaded it meanwhile, and perhaps runs it already
        subscribers = before.subscribers if before is not None else Subscribers(self.names.outward)
        table = self._assembly.actor(record, replace(loaded, meters=meters), subscribers, on_closed=self._end)
        if before is not None:
            table.broadcaster.restart()
        self.tables[record.id] = table
        return table

    async def _begin_practice_link(self, loaded: LoadedTable) -> None:
        """Begin the shared meters of a practice table of 0.1.0, which shared those of live tables then."""
        if isinstance(loaded.streams, FirstPracticeStreams) and loaded.rules.meter_link:
            begins = [each async for each in self._seeds(loaded.streams, loaded.rules)]
            with suppress(VersionConflict):  # another process of the house was quicker
                await self._begin(begins, self.clock.stamp(), ())

    # --- guests ----------------------------------------------------------------------------------------------------

    async def welcome(self, name: str, shown: str = "") -> Guest:
        """A new guest under a name that is free, with chips from the cage.

        `name` stands in streams and events for good; people see `shown` instead, which can be erased.
        """
        known, now = display_name(name), self.clock.stamp()
        guest = Guest(id=guest_id(known), display_name=known, wallet=live_wallet(known), created_at=now)
        names = await self._free_name(guest, shown) if shown else ()
        issued = wallets.issue(wallets.Wallet(), FIRST_CHIPS, by=HOUSE, reason="welcome")
        try:
            await self.cache.wallet(guest.wallet)
            await self._begin([(guest.wallet, issued)], now, (guest, *names))
        except VersionConflict:
            raise NameTaken(known) from None
        for each in names:
            self.names.take(each)
        return guest

    async def _free_name(self, guest: Guest, name: str) -> tuple[GuestName]:
        """The name that people see of a guest; nobody has it in a chain, and the store refuses it where somebody has.

        Nobody comes under a chosen name in a chain any more, so what is free there stays free.
        """
        shown = chosen_name(name)
        staff = {looks_like(each.name) for each in await self.store.records(Account)}
        if looks_like(shown) in staff or await self.store.record(Guest, guest_id(shown)) is not None:
            raise NameTaken(shown)
        return (GuestName(id=guest.id, key=guest_id(shown), name=shown),)

    async def refill(self, name: str) -> int:
        """New chips for a guest who has none left, neither in the wallet nor at any table; the wallet then."""
        return await retried(lambda: self._refill(name), self.cache.read_on)

    async def _refill(self, name: str) -> int:
        stream = live_wallet(name)
        held = await self.cache.wallet(stream)
        if held.wallet.balance or any(table.current.chips_of(name) for table in self.tables.values()):
            raise Refusal("cage/not-out-of-chips", "You get new chips when you have none left.")
        issued = wallets.issue(held.wallet, FIRST_CHIPS, by=HOUSE, reason="out of chips")
        append = NewEvents(stream, held.version, (event_to_bytes(issued),))
        moves = tuple(outside_moves(stream, held.version + 1, issued))
        await self.store.append(Batch(recorded_at=self.clock.stamp(), appends=(append,), moves=moves))
        self.cache.saw_wallet(stream, held.version + 1, issued)
        return self.cache.balance(stream)


def _is_closed_unused(table: TableActor) -> bool:
    return table.current.is_private or (table.record.mode == PRACTICE and table.record.owner != HOUSE)


def _lasts(table: TableActor) -> float:
    """How long it stays open while nobody is there."""
    return UNUSED_SECONDS if table.current.is_private else UNUSED_IN_VIEW_SECONDS
