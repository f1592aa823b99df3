"""The floor of a house as its database has it, for a program that only reads."""

from __future__ import annotations

from siete.host.clock import Clock
from siete.host.floor.books import Books
from siete.host.floor.gaming_day import GamingDay, day_at, day_from_text
from siete.host.floor.log import FloorLog
from siete.host.history.loading import restored
from siete.host.settings import LIVE, settings_of
from siete.host.turn import LoadedTable
from siete.money import Cents, cents_to_text
from siete.plain import Plain
from siete.store.port import EventStore
from siete.store.records import TableRecord
from siete.table.due import HOUSE

_AUTOMATIC = ("", "dealer", HOUSE)
"""Names under which nobody in person deals."""


class FloorReader:
    """Reads tables, books and the floor's log of one store."""

    def __init__(self, store: EventStore, clock: Clock | None = None) -> None:
        self._store, self._clock = store, clock or Clock()

    async def _tables(self) -> list[tuple[TableRecord, LoadedTable]]:
        records = [each for each in await self._store.records(TableRecord) if each.mode == LIVE]
        return [(record, await restored(self._store, record)) for record in records]

    async def status(self) -> list[Plain]:
        """Every live table that is not closed for good."""
        return [_status(record, loaded) for record, loaded in await self._tables() if not record.is_closed]

    async def report(self, day: str) -> Plain:
        """Rounds, drop and result of every table on a gaming day."""
        tables, books = await self._tables(), Books(self._store)
        rows, chosen = list[Plain](), self._day(day, "06:00")
        for record, loaded in tables:
            chosen = self._day(day, loaded.rules.gaming_day_start)
            book = await books.day(loaded.streams.events, chosen)
            rows.append(
                {
                    "table": record.name,
                    "id": record.id,
                    "rounds": book.rounds,
                    "drop": book.drop,
                    "drop_text": cents_to_text(Cents(book.drop)),
                    "result": book.result,
                    "result_text": cents_to_text(Cents(book.result)),
                    "hold": book.hold,
                    "by_hour": {chosen.hour_name(hour): book.by_hour[hour] for hour in sorted(book.by_hour)},
                }
            )
        return {"day": str(chosen), "from": chosen.first, "until": chosen.end, "tables": rows}

    def _day(self, text: str, start: str) -> GamingDay:
        return day_from_text(text, start) if text else day_at(self._clock.stamp(), start)

    async def incidents(self, day: str) -> list[Plain]:
        """Incidents, newest first, of one gaming day or of all."""
        state = await FloorLog(self._store, self._clock).read_on()
        names = {each.id: each.name for each in await self._store.records(TableRecord)}
        bounds = day_from_text(day) if day else None
        return [
            {
                "number": each.number,
                "filed_at": each.filed_at,
                "by": each.filed.by,
                "table": each.filed.table,
                "table_name": names.get(each.filed.table, each.filed.table),
                "round": each.filed.round,
                "kind": each.filed.kind,
                "words": each.filed.words,
                "clause": each.filed.clause,
                "note": each.filed.note,
                "outcome": each.closed.outcome if each.closed is not None else "open",
            }
            for each in reversed(tuple(state.incidents.values()))
            if bounds is None or bounds.first <= each.filed_at < bounds.end
        ]


def _status(record: TableRecord, loaded: LoadedTable) -> Plain:
    state = loaded.state
    opening = state.opening
    condition = "open" if opening is None or opening.is_open else "opening"
    return {
        "table": record.name,
        "id": record.id,
        "rules": loaded.rules.rule_set,
        "state": "idle" if opening is not None and opening.is_idle else condition,
        "round": state.round.number if state.round is not None else state.rounds,
        "players": len(set(state.seats.values())),
        "dealer": HOUSE if state.dealer in _AUTOMATIC else state.dealer,
        "floor": settings_of(record).floorperson or HOUSE,
        "racks": sum(state.racks.values()),
        "layout": state.layout,
        "inventory": state.inventory,
    }
