"""The daily report: tables, rounds, drop, result, and the hold of each wager beside what the odds expect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from siete.errors import SieteError
from siete.host.floor.day_book import DayBook, WagerLine
from siete.host.floor.gaming_day import GamingDay
from siete.host.floor_desk import FloorDesk, FloorTable
from siete.lab.holds import SIGMAS
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.server.floor.access import Reader
from siete.server.floor.csv_files import csv_answer
from siete.server.floor.days.day_odds import Odds, expected, odds_of
from siete.server.floor.incidents import told as incident_told
from siete.server.floor.money import house_money, table_money
from siete.server.floor.overview import desk_of
from siete.table.state.wager import Wager
from siete.table.wagers import registry

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])

Day = Annotated[str, Query(max_length=10)]
TABLE_COLUMNS = ("table", "rules", "decks", "rounds", "drop", "opener", "fills", "credits", "result")
HOLD_COLUMNS = ("table", "wager", "wagers", "wagered", "result", "hold", "expected", "low", "high", "is_outside")


@router.get("/report")
async def report(request: Request, person: Reader, day: Day = "", odds: bool = True) -> Plain:
    """The report of a gaming day, also of one that is not over or had no rounds."""
    desk = desk_of(request)
    floor = await desk.log.read_on()
    chosen = desk.day(day)
    tables = await _tables(desk, chosen)
    rows = [await table_money(desk, floor, table, chosen) for table, _ in tables]
    holds = [line for table, book in tables for line in await _holds(request, person, table, book, odds=odds)]
    incidents = [each for each in floor.incidents.values() if chosen.first <= each.filed_at < chosen.end]
    return {
        "day": str(chosen),
        "from": chosen.first,
        "until": chosen.end,
        "is_over": desk.now >= chosen.end,
        "tables": rows,
        "totals": _totals(book for _, book in tables),
        "by_hour": _by_hour(chosen, [book for _, book in tables]),
        "holds": holds,
        "outside": sum(bool(line["is_outside"]) for line in holds),
        "expected_outside": round(0.05 * sum(line["expected"] is not None for line in holds), 2),
        "incidents": [incident_told(each) for each in incidents],
        "house": await house_money(desk, floor),
        "audit": audit_told(desk),
        "signed_by": sorted({each.event.by for each in desk.log.acts if chosen.first <= each.at < chosen.end}),
    }


async def _tables(desk: FloorDesk, day: GamingDay) -> list[tuple[FloorTable, DayBook]]:
    """The tables that were there on the day, each with its book."""
    found = []
    for table in await desk.every():
        book = await desk.book(table, GamingDay(day.date, table.rules.gaming_day_start))
        if book.rounds or book.drop or book.result or (table.actor is not None and table.record.created_at < day.end):
            found.append((table, book))
    return found


def wager_title(name: str, rules: TableRules) -> str:
    """What people call a wager of this table; a line of its day that is none keeps its name."""
    titles = {spot.wager.value: spot.title for spot in registry.spots(rules)}
    return {Wager.BASE.value: "base game", **titles}.get(name, name)


def _totals(books: Iterable[DayBook]) -> Plain:
    kept = list(books)
    by_wager = sum(line.result for book in kept for line in book.lines.values())
    result = sum(book.result for book in kept)
    return {
        "rounds": sum(book.rounds for book in kept),
        "voids": sum(book.voids for book in kept),
        "drop": sum(book.drop for book in kept),
        "result": result,
        "by_wager": by_wager,
        "is_equal": result == by_wager,
        "hand_pays": sum(len(book.hand_pays) for book in kept),
    }


def _by_hour(day: GamingDay, books: list[DayBook]) -> list[Plain]:
    hours = sorted({hour for book in books for hour in book.hours})
    return [
        {
            "hour": day.hour_name(hour),
            "drop": sum(book.drop_by_hour[hour] for book in books),
            "result": sum(book.by_hour[hour] for book in books),
        }
        for hour in hours
    ]


async def _holds(request: Request, person: Reader, table: FloorTable, book: DayBook, *, odds: bool) -> list[Plain]:
    played = {rules_hash: None for line in book.lines.values() for rules_hash in line.volumes}
    known = await odds_of(request, person, table, played if odds else ())
    return [hold_line(table, name, line, known) for name, line in sorted(book.lines.items())]


def hold_line(table: FloorTable, name: str, line: WagerLine, odds: Odds) -> Plain:
    """One wager of one table: what it held, and the range in which 95 % of such days lie."""
    plain: Plain = {
        "table": table.record.id,
        "name": table.record.name,
        "rules": table.rules.rule_set,
        "decks": table.rules.decks,
        "wager": name,
        "title": wager_title(name, table.rules),
        "wagers": line.wagers,
        "wagered": line.wagered,
        "result": line.result,
        "hold": line.result / line.wagered if line.wagered else None,
        "expected": None,
        "low": None,
        "high": None,
        "sigmas": None,
        "is_outside": False,
    }
    due = expected(line.volumes, name, odds)
    if due is None or not line.wagered:
        return plain
    hold, spread, held = (each / line.wagered for each in (*due, line.result))
    sigmas = (held - hold) / spread if spread else 0.0
    return {
        **plain,
        "expected": hold,
        "low": hold - SIGMAS * spread,
        "high": hold + SIGMAS * spread,
        "sigmas": sigmas,
        "is_outside": abs(sigmas) > SIGMAS,
    }


@router.get("/report.csv")
async def report_file(
    request: Request, person: Reader, day: Day = "", part: Annotated[str, Query(max_length=10)] = "tables"
) -> Response:
    """A part of the report as a table to keep: `tables` or `holds`; amounts in dollars."""
    found = await report(request, person, day, odds=part == "holds")
    name = f"report-{found['day']}-{part}.csv"
    if part == "tables":
        rows = [
            [row["id"], row["rules"], row["decks"], row["rounds"], *map(_dollars, _amounts(row))]
            for row in _rows(found["tables"])
        ]
        return csv_answer(name, TABLE_COLUMNS, rows)
    if part == "holds":
        lines = _rows(found["holds"])
        held = [[_hold_cell(line, column) for column in HOLD_COLUMNS] for line in lines]
        return csv_answer(name, HOLD_COLUMNS, held)
    raise SieteError("floor/no-such-part", "The report has the parts tables and holds.")


def _rows(value: object) -> list[Plain]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _amounts(row: Plain) -> list[object]:
    moved = row["today"]
    assert isinstance(moved, dict), "what was moved within the day"
    return [row["drop"], moved["opener"], moved["fill"], moved["credit"], row["result"]]


def _hold_cell(line: Plain, column: str) -> object:
    value = line[column]
    if column in ("wagered", "result"):
        return _dollars(value)
    return "" if value is None else round(value, 6) if isinstance(value, float) else value


def _dollars(cents: object) -> str:
    assert isinstance(cents, int), "amounts are cents"
    return f"{cents / 100:.2f}"


def audit_told(desk: FloorDesk) -> Plain | None:
    """The last audit."""
    last = desk.log.state.audited
    if last is None:
        return None
    run = last.run
    return {"at": last.at, "by": run.by, "is_sound": run.is_sound, "events": run.events, "findings": list(run.findings)}
