"""What the floor's routes share: its log, the day books, and what has been seen of tables since the server started."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from siete.errors import SieteError
from siete.host.floor.books import Books
from siete.host.floor.day_book import DayBook
from siete.host.floor.gaming_day import GamingDay, day_at, day_from_text
from siete.host.floor.log import FloorLog
from siete.host.floor.meter_book import MeterBooks
from siete.host.history.loading import latest_rules, restored
from siete.host.house import House
from siete.host.settings import LIVE, settings_of, stored_rules, streams_of
from siete.host.table.actor import TableActor
from siete.rules.table_rules import TableRules
from siete.store.codec import event_from_bytes
from siete.store.records import TableRecord
from siete.table import events as e
from siete.table.approvals import approval_point
from siete.table.due import Approval
from siete.table.money.table_meters import meters_of
from siete.table.supervision import rules_from


@dataclass(frozen=True, slots=True)
class Seen:
    """What waits at a table, and since when: the point of an approval, or the words of a dealer's call."""

    point: str
    since: str


@dataclass(frozen=True, slots=True)
class LastRound:
    """How many rounds a table had played, and when the last one ended."""

    rounds: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorTable:
    """A live table of the house, open or closed for good."""

    record: TableRecord
    rules: TableRules
    actor: TableActor | None

    @property
    def stream(self) -> str:
        return streams_of(self.record).events

    @property
    def inventory(self) -> int:
        """What play has brought the tray; 0 for a table that is gone, whose tray has been closed."""
        return self.actor.state.inventory if self.actor is not None else 0


def _as_read(name: str) -> list[tuple[bool, int, str]]:
    """Names in the order in which people look for them: table 10 after table 9."""
    parts = re.findall(r"\d{1,9}|\D+", name.casefold())
    return [(each[0].isdecimal(), int(each) if each[0].isdecimal() else 0, each) for each in parts]


class FloorDesk:
    """The floor of one house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.log = FloorLog(house.store, house.clock)
        self.books = Books(house.store)
        self.meters = MeterBooks(house.store)
        self.auditing = asyncio.Lock()
        self.breaks = asyncio.Lock()
        self._seen: dict[str, Seen] = {}
        self._calls: dict[str, Seen] = {}
        self._rounds: dict[str, LastRound] = {}
        self._rules: dict[str, TableRules] = {}
        self._former: dict[str, TableRules] = {}
        self._left: dict[str, tuple[int, frozenset[str]]] = {}

    @property
    def now(self) -> str:
        """The time, as it is recorded."""
        return self.house.clock.stamp()

    # --- tables ----------------------------------------------------------------------------------------------------

    def live(self) -> list[TableActor]:
        """The live tables that are there."""
        return [table for table in self.house.tables.values() if table.record.mode == LIVE]

    def table(self, table_id: str) -> TableActor:
        """A live table by its id."""
        table = self.house.table(table_id)
        if table.record.mode != LIVE:
            raise SieteError("floor/practice", "The floor has no practice tables.")
        return table

    async def every(self) -> list[FloorTable]:
        """Every live table there ever was, by name."""
        records = [each for each in await self.house.store.records(TableRecord) if each.mode == LIVE]
        records.sort(key=lambda each: (_as_read(each.name), each.id))
        return [await self._known(record) for record in records]

    async def find(self, table_id: str) -> FloorTable:
        """A live table, also one that is closed for good."""
        record = await self.house.store.record(TableRecord, table_id[:80])
        if record is None or record.mode != LIVE:
            raise SieteError("table/unknown", f"There is no table {table_id[:40]!r}.")
        return await self._known(record)

    async def _known(self, record: TableRecord) -> FloorTable:
        actor = self.house.tables.get(record.id)
        if actor is not None:
            return FloorTable(record=actor.record, rules=actor.rules, actor=actor)
        if record.id not in self._rules:
            first = await self.house.store.read(streams_of(record).events, 0, 1)
            opened = event_from_bytes(first[0].data)
            assert isinstance(opened, e.TableOpened), "a table's stream begins with its opening"
            rules = stored_rules(opened.rules, settings_of(record).submission, record.mode)
            self._rules[record.id] = await latest_rules(self.house.store, streams_of(record).events, rules)
        return FloorTable(record=record, rules=self._rules[record.id], actor=None)

    async def rules_by_hash(self, table: FloorTable | TableActor, rules_hash: str) -> TableRules:
        """The rules of this hash, which the table has or had before two people changed them."""
        if rules_hash == table.rules.rules_hash:
            return table.rules
        if rules_hash not in self._former:
            stream = streams_of(table.record).events
            changes = await self.house.store.find(stream, e.RulesChanged.__name__)
            for version in (1, *(version for version, _ in changes)):
                event = event_from_bytes((await self.house.store.read(stream, version - 1, 1))[0].data)
                assert isinstance(event, e.RulesChanged | e.TableOpened), "the first event and every change have rules"
                former = rules_from(table.rules, event.rules)
                self._former[former.rules_hash] = former
        return self._former[rules_hash]

    async def closed_money(self) -> tuple[int, set[str]]:
        """What the tables that are closed for good have left: their inventories together, and their meters' streams."""
        inventory, meters = 0, set[str]()
        for record in await self.house.store.records(TableRecord):
            if record.mode != LIVE or record.id in self.house.tables:
                continue
            if record.id not in self._left:
                loaded = await restored(self.house.store, record)
                link = loaded.rules.meter_link or ""
                streams = {loaded.streams.meter(name, link) for name in meters_of(loaded.rules)}
                self._left[record.id] = (loaded.state.inventory, frozenset(streams))
            inventory += self._left[record.id][0]
            meters |= self._left[record.id][1]
        return inventory, meters

    async def book(self, table: FloorTable | TableActor, day: GamingDay) -> DayBook:
        """A table's book of a gaming day."""
        actor = table if isinstance(table, TableActor) else table.actor
        if actor is None:
            assert isinstance(table, FloorTable), "a table that is gone has no actor"
            return await self.books.day(table.stream, day)
        return await self.books.day(actor.loaded.streams.events, day, actor.broadcaster.since)

    # --- time ------------------------------------------------------------------------------------------------------

    def day(self, text: str, rules: TableRules | None = None) -> GamingDay:
        """The gaming day of a date, or the one that it is now."""
        start = rules.gaming_day_start if rules is not None else self.start
        return day_from_text(text, start) if text else day_at(self.now, start)

    @property
    def start(self) -> str:
        """When the house's gaming day begins: as most of its tables have it."""
        starts = [table.rules.gaming_day_start for table in self.live()]
        return max(set(starts), key=starts.count) if starts else "06:00"

    # --- what waits ------------------------------------------------------------------------------------------------

    async def look(self, table: TableActor) -> None:
        """Find out since when an approval waits and when the last round ended, if that has changed."""
        if not table.current.settings.call:
            self._calls.pop(table.id, None)
        due, stream = table.due, table.loaded.streams.events
        point = (
            approval_point(table.state, due.command) if isinstance(due, Approval) and table.current.floorperson else ""
        )
        seen = self._seen.get(table.id)
        if point and (seen is None or seen.point != point):
            last = await self.house.store.read(stream, table.loaded.version - 1, 1)
            self._seen[table.id] = Seen(point, last[0].recorded_at if last else self.now)
        known = self._rounds.get(table.id)
        if known is None:
            ends = await self.house.store.find(stream, e.RoundEnded.__name__)
            self._rounds[table.id] = LastRound(table.state.rounds, ends[-1][1] if ends else "")
        elif known.rounds != table.state.rounds:
            self._rounds[table.id] = LastRound(table.state.rounds, self.now)

    def waiting_since(self, table: TableActor) -> str:
        """Since when the approval that is due waits."""
        seen = self._seen.get(table.id)
        return seen.since if seen is not None else self.now

    def called_since(self, table: TableActor) -> str:
        """Since when the dealer has called the floor, as far as it was seen here."""
        words, seen = table.current.settings.call, self._calls.get(table.id)
        if seen is None or seen.point != words:
            seen = self._calls[table.id] = Seen(words, self.now)
        return seen.since

    def last_round_at(self, table: TableActor) -> str:
        """When the last round ended, as far as it is known; empty where none has."""
        known = self._rounds.get(table.id)
        return known.at if known is not None else ""
