"""How results lie beside the odds while the day goes on, and what a meter's amount does to them; all by workers."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from siete.errors import SieteError
from siete.host.floor.day_book import DayBook, Volumes
from siete.lab.holds import SIGMAS
from siete.plain import Plain
from siete.server.floor.access import Reader
from siete.server.floor.days.day_odds import Odds, expected, odds_of
from siete.server.floor.overview import desk_of
from siete.server.services import services_of, waiting_person
from siete.server.work.meters import edges_at
from siete.table.wagers import registry

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])

BASE = "base"


@router.get("/trends")
async def trends(request: Request, person: Reader) -> Plain:
    """The base wager of every table today: its result round by round within the range that the odds expect."""
    desk = desk_of(request)
    found: list[Plain] = []
    for table in desk.live():
        book = await desk.book(table, desk.day("", table.rules))
        if book.path:
            known = await odds_of(request, person, table, book.line(BASE).volumes)
            found.append({"table": table.id, **trend(book, known)})
    return {"trends": found}


def trend(book: DayBook, odds: Odds) -> Plain:
    """The path of a day: after each point what was expected, the range of 95 %, and the result."""
    points: list[Plain] = []
    for point in book.path:
        middle, half = _range(point.volumes, odds)
        points.append(
            {
                "expected": round(middle),
                "low": round(middle - half),
                "high": round(middle + half),
                "result": point.result,
            }
        )
    line = book.line(BASE)
    middle, half = _range(line.volumes, odds)
    return {
        "points": points,
        "wagered": line.wagered,
        "result": line.result,
        "hold": line.result / line.wagered if line.wagered else None,
        "expected": middle / line.wagered if line.wagered else None,
        "low": (middle - half) / line.wagered if line.wagered else None,
        "high": (middle + half) / line.wagered if line.wagered else None,
        "is_outside": bool(line.wagered) and abs(line.result - middle) > half,
    }


def _range(volumes: Volumes, odds: Odds) -> tuple[float, float]:
    """What the base wager should bring, and half the range of 95 %."""
    due = expected(volumes, BASE, odds)
    assert due is not None, "the base wager has odds under all rules"
    return due.result, SIGMAS * due.spread


@router.get("/tables/{table_id}/meters/{name}/effect")
async def effect(
    table_id: str, name: str, request: Request, person: Reader, amount: Annotated[int, Query(ge=0, le=10**12)]
) -> Plain:
    """What another amount on a meter does to the house edge of its wager, before anybody signs it."""
    table = desk_of(request).table(table_id)
    if name not in table.current.links:
        raise SieteError("floor/no-such-meter", f"Table {table.id} has no meter {name[:40]!r}.")
    now = desk_of(request).house.cache.known_meter(table.current.links[name]).meter.amount
    services = services_of(request)
    wager = registry.wager_of_meter(name).value
    asker = waiting_person(request, person)
    edges = await services.solvers.ask(asker, edges_at, table.rules.canonical_json, wager, (now, amount))
    return {"table": table.id, "meter": name, "wager": wager, "now": now, "then": amount, **edges}
