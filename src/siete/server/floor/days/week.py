"""The last seven gaming days of every table: rounds, drop, result and hold, with the house together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request

from siete.host.floor.day_book import DayBook
from siete.host.floor.gaming_day import GamingDay
from siete.host.floor_desk import FloorTable
from siete.plain import Plain
from siete.server.floor.access import Reader
from siete.server.floor.overview import desk_of
from siete.table.state.wager import Wager

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])

DAYS = 7


@router.get("/week")
async def week(
    request: Request,
    person: Reader,
    day: Annotated[str, Query(max_length=10)] = "",
    table: Annotated[str, Query(max_length=80)] = "",
) -> Plain:
    """Seven gaming days up to one, of every table that played in them or of one table; days without rounds are 0."""
    desk = desk_of(request)
    last = desk.day(day).date
    dates = [last - timedelta(days=DAYS - 1 - before) for before in range(DAYS)]
    tables = [await desk.find(table)] if table else await desk.every()
    books: list[list[DayBook]] = []
    told: list[Plain] = []
    for each in tables:
        found = [await desk.book(each, GamingDay(date, each.rules.gaming_day_start)) for date in dates]
        if table or any(book.rounds or book.drop or book.result for book in found):
            books.append(found)
            told.append(_told(each, found))
    every = [[of_table[place] for of_table in books] for place in range(DAYS)]
    return {
        "days": [date.isoformat() for date in dates],
        "tables": told,
        "totals": [_day(str(date), found) for date, found in zip(dates, every, strict=True)],
    }


def _told(table: FloorTable, books: Sequence[DayBook]) -> Plain:
    return {
        "id": table.record.id,
        "name": table.record.name,
        "is_there": table.actor is not None,
        "days": [_day(str(book.day), [book]) for book in books],
    }


def _day(name: str, books: Sequence[DayBook]) -> Plain:
    """A gaming day of some tables together."""
    lines = [line for book in books if (line := book.lines.get(Wager.BASE.value)) is not None]
    wagered = sum(line.wagered for line in lines)
    return {
        "day": name,
        "rounds": sum(book.rounds for book in books),
        "drop": sum(book.drop for book in books),
        "result": sum(book.result for book in books),
        "wagered": wagered,
        "hold": sum(line.result for line in lines) / wagered if wagered else None,
    }
