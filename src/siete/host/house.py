"""The house: its tables, its guests and its cage, over one store."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

import structlog

from siete.errors import SieteError
from siete.host.books import meter_stream, outside_moves, table_stream, wallet_stream
from siete.host.clock import Clock
from siete.host.crowd import Crowd
from siete.host.entropy import Entropy
from siete.host.restoring import restored
from siete.host.running import Forward, RunningTable
from siete.host.settings import LIVE, Settings, rules_of, stream_of
from siete.host.shelf import Shelf
from siete.host.shuffling import Chance
from siete.host.turn import Staffing
from siete.host.writing import TRIES
from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.store.codec import AnyEvent, event_to_bytes
from siete.store.port import Batch, EventStore, Movement, NewEvents, VersionConflict
from siete.store.records import Guest, Record, TableRecord
from siete.table import events as e
from siete.table import wallet as wallets
from siete.table.due import HOUSE, Refusal
from siete.table.meter import MeterEvent, MeterOpened
from siete.table.metering import meters_of

FIRST_CHIPS = Cents(100_000)
"""What the cage gives a guest who comes, and one who has nothing left."""

_NAME = re.compile(r"[\w][\w .'_-]{0,23}")
_log = structlog.get_logger("siete.house")

_RESERVED = frozenset({"house", "dealer", "floorperson", "siete"})

_New = tuple[str, AnyEvent]
"""A stream that begins, and its first event."""


class House:
    """All tables of one store, each with its writer."""

    def __init__(self, store: EventStore, *, clock: Clock | None = None, entropy: Entropy | None = None) -> None:
        self.store = store
        self.clock = clock or Clock()
        self.entropy = entropy or Entropy()
        self.shelf = Shelf(store)
        self.crowd = Crowd()
        self.tables: dict[str, RunningTable] = {}
        self.look: Callable[[], Awaitable[None]] | None = None
        """Where several processes share the house: looks which tables this one is to run."""
        self.forward: Forward | None = None
        """Where several processes share the house: sends a command to the one that runs its table."""
        self.say_ready: Callable[[RunningTable], None] = lambda table: None
        """Where several processes share the house: tells the others who is ready at a table."""
        self.gone: Callable[[RunningTable], None] = lambda table: None
        """Called when a table has been closed, by this process or by another."""

    async def start(self) -> None:
        """Open the house: every table goes on where it stood."""
        await self.learn()
        for table in tuple(self.tables.values()):
            await table.start()

    async def learn(self) -> list[str]:
        """Learn which tables there are, also those that another process opened or closed; their ids."""
        records = {record.id: record for record in await self.store.records(TableRecord)}
        for record in records.values():
            known = self.tables.get(record.id)
            if record.is_closed and known is not None:
                await self._end(known)
            elif record.is_closed:
                continue
            elif known is None or stream_of(known.record) != stream_of(record):
                await self._seat_writer(record)
            elif known.record != record and not known.is_owner:
                known.take_record(record)
                known.tell_soon()
        return [record.id for record in records.values() if not record.is_closed]

    async def sweep(self) -> None:
        """Free the seats of those who went away, at every table that this process runs."""
        for table in tuple(self.tables.values()):
            if table.is_owner:
                await table.let_go(self.clock.monotonic())

    async def close(self) -> None:
        """Stop every table between two turns."""
        for table in self.tables.values():
            await table.close()

    # --- tables ----------------------------------------------------------------------------------------------------

    def table(self, table_id: str) -> RunningTable:
        """The table of this id."""
        found = self.tables.get(table_id)
        if found is None:
            raise SieteError("table/unknown", f"There is no table {table_id[:40]!r}.")
        return found

    async def open_table(self, table_id: str, name: str, mode: str, owner: str, settings: Settings) -> RunningTable:
        """Open a new table: its stream begins with its rules, its meters with their seeds; the house prepares it."""
        if mode == LIVE and settings.seed is not None:
            sentence = "A live table's cards come from the operating system's generator; it takes no seed."
            raise SieteError("table/live-seed", sentence)
        rules = rules_of(settings.submission, mode=mode)
        now = self.clock.stamp()
        record = TableRecord(id=table_id, name=name, mode=mode, owner=owner, rules=settings.to_text(), created_at=now)
        opened = e.TableOpened(rules_hash=rules.rules_hash, rules=rules.canonical_json)
        begins = [(table_stream(table_id), opened), *[each async for each in self._seeds(table_id, rules)]]
        await self._begin(begins, now, (record,))
        table = await self._seat_writer(record)
        if self.look is not None:
            await self.look()
        else:
            await table.start()
        _log.info("table opened", table=table_id, mode=mode, rules=rules.rule_set, owner=owner)
        return table

    async def _end(self, table: RunningTable) -> None:
        """A table has been closed for good: it stops, and whoever watches it is told."""
        await table.close()
        self.tables.pop(table.id, None)
        self.gone(table)
        _log.info("table closed", table=table.id)

    async def _seeds(self, table: str, rules: TableRules) -> AsyncIterator[_New]:
        """The seeds of meters whose streams have not begun; a shared one may have."""
        for name, meter in meters_of(rules).items():
            stream = meter_stream(table, name, rules.meter_link or "")
            if (await self.shelf.meter(stream)).version == 0:
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
            await self.shelf.read_on(stream)

    async def _seat_writer(self, record: TableRecord) -> RunningTable:
        stand = await restored(self.store, record)
        meters = {}
        for name in meters_of(stand.rules):
            stream = meter_stream(stand.table, name, stand.rules.meter_link or "")
            meters[name] = (await self.shelf.meter(stream)).meter
        is_live = record.mode == LIVE
        staffing = Staffing(chance=Chance(entropy=self.entropy), salts=self.entropy if is_live else None)
        table = RunningTable(
            record,
            replace(stand, meters=meters),
            store=self.store,
            shelf=self.shelf,
            clock=self.clock,
            staffing=staffing,
        )
        table.end = partial(self._end, table)
        table.crowd = self.crowd
        before = self.tables.get(record.id)
        if self.look is not None:
            table.is_owner = False
            table.forward = self.forward
            table.say_ready = partial(self.say_ready, table)
        if before is not None:
            table.watchers = before.watchers
            table.watchers.each(lambda line: line.send(table.snapshot(line.person, None)))
        self.tables[record.id] = table
        return table

    # --- guests ----------------------------------------------------------------------------------------------------

    async def welcome(self, name: str) -> Guest:
        """A new guest under a display name that is free, with chips from the cage."""
        shown = unicodedata.normalize("NFC", name).strip()
        if not _NAME.fullmatch(shown) or guest_id(shown) in _RESERVED:
            sentence = "A name has 1 to 24 letters, digits, spaces or .'_- and begins with a letter or digit."
            raise SieteError("session/bad-name", sentence)
        now = self.clock.stamp()
        guest = Guest(id=guest_id(shown), display_name=shown, wallet=wallet_stream(guest_id(shown)), created_at=now)
        issued = wallets.issue(wallets.Wallet(), FIRST_CHIPS, by=HOUSE, reason="welcome")
        try:
            await self.shelf.wallet(guest.id)
            await self._begin([(guest.wallet, issued)], now, (guest,))
        except VersionConflict:
            raise SieteError("session/name-taken", f"Somebody here is called {shown} already.") from None
        return guest

    async def refill(self, name: str) -> int:
        """New chips for a guest who has none left, neither in the wallet nor at any table; the wallet then."""
        for _ in range(TRIES):
            held = await self.shelf.wallet(guest_id(name))
            if held.wallet.balance or any(table.chips_of(name) for table in self.tables.values()):
                raise Refusal("cage/not-out-of-chips", "The cage gives new chips to those who have none left.")
            issued = wallets.issue(held.wallet, FIRST_CHIPS, by=HOUSE, reason="out of chips")
            stream = wallet_stream(guest_id(name))
            append = NewEvents(stream, held.version, (event_to_bytes(issued),))
            moves = tuple(outside_moves(stream, held.version + 1, issued))
            try:
                await self.store.append(Batch(recorded_at=self.clock.stamp(), appends=(append,), moves=moves))
            except VersionConflict:
                await self.shelf.read_on(stream)
                continue
            self.shelf.saw_wallet(guest_id(name), held.version + 1, issued)
            return self.shelf.balance(guest_id(name))
        raise SieteError("host/busy", "Too many are writing at once; send it again.")


def guest_id(name: str) -> str:
    """What tells a guest from others: names that differ only in capitals are the same."""
    return name.casefold()
