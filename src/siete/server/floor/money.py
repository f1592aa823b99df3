"""Money of the house over HTTP: every tray and result, all chips to the cent, meters with their history, hand pays."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from siete.errors import SieteError
from siete.host.floor.changes import CREDIT, FILL, OPENER, tray_of
from siete.host.floor.chips import float_chips
from siete.host.floor.day_book import DayBook
from siete.host.floor.gaming_day import GamingDay
from siete.host.floor.log import Writing
from siete.host.floor.state import FloorState
from siete.host.floor_desk import FloorDesk, FloorTable
from siete.host.table.actor import TableActor
from siete.plain import Plain
from siete.server.describe.choices import choice
from siete.server.floor.access import Floorperson, Reader
from siete.server.floor.overview import desk_of
from siete.store.floor_events import HandPaySigned
from siete.store.records import Guest
from siete.table.money.meter import Meter
from siete.table.money.table_meters import meter_rates
from siete.table.wagers import registry

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])

Day = Annotated[str, Query(max_length=10)]


@router.get("/money")
async def money(request: Request, person: Reader, day: Day = "") -> Plain:
    """Every table's day in money, and where all chips are."""
    desk = desk_of(request)
    floor = await desk.log.read_on()
    chosen = desk.day(day)
    tables = [await table_money(desk, floor, table, chosen) for table in await desk.every()]
    return {
        "day": str(chosen),
        "from": chosen.first,
        "until": chosen.end,
        "tables": [each for each in tables if each["is_there"] or each["rounds"] or each["drop"]],
        "house": await house_money(desk, floor),
    }


async def table_money(desk: FloorDesk, floor: FloorState, table: FloorTable, day: GamingDay) -> Plain:
    """One table's gaming day: float, drop, result by hour, and the tray that they make."""
    book = await desk.book(table, GamingDay(day.date, table.rules.gaming_day_start))
    tray = tray_of(floor, table.record.id)
    moved = _moved(floor, table.record.id, book.day)
    return {
        "id": table.record.id,
        "name": table.record.name,
        "rules": table.rules.rule_set,
        "decks": table.rules.decks,
        "is_there": table.actor is not None,
        "rounds": book.rounds,
        "voids": book.voids,
        "drop": book.drop,
        "taken_away": book.taken_away,
        "result": book.result,
        "by_hour": hours_of(book),
        "wagers": [
            {"wager": name, "wagers": line.wagers, "wagered": line.wagered, "result": line.result}
            for name, line in sorted(book.lines.items())
        ],
        "opener": tray.opener,
        "fills": tray.fills,
        "credits": tray.credits,
        "is_tray_open": tray.is_open,
        "since_opener": table.inventory - tray.base if tray.is_open else 0,
        "tray": tray.expected(table.inventory),
        "closed_with": tray.closed_with,
        "today": moved,
        "on_layout": table.actor.state.layout if table.actor is not None else 0,
        "in_racks": sum(table.actor.state.racks.values()) if table.actor is not None else 0,
        "chips": list(table.rules.chip_denominations.denominations),
        "float": [{"chip": chip, "count": count} for chip, count in float_chips(floor, table.record.id).items()],
        "players": [
            {"player": player, "rack": rack}
            for player, rack in (table.actor.state.racks if table.actor is not None else {}).items()
        ],
    }


def hours_of(book: DayBook) -> list[Plain]:
    """Drop, result and hold of the base wager, of every hour that had any."""
    return [
        {
            "hour": book.day.hour_name(hour),
            "drop": book.drop_by_hour[hour],
            "result": book.by_hour[hour],
            "hold": book.hold_in(hour),
        }
        for hour in book.hours
    ]


def _moved(floor: FloorState, table: str, day: GamingDay) -> Plain:
    """Openers, fills and credits that were signed within the day."""
    found = dict.fromkeys((OPENER, FILL, CREDIT), 0)
    for change in floor.changes_of(table):
        if change.proposed.kind in found and day.first <= change.answered_at < day.end:
            found[change.proposed.kind] += change.proposed.amount
    return dict(found)


async def house_money(desk: FloorDesk, floor: FloorState) -> Plain:
    """Where all chips are, and what the house has issued: equal, to the cent, floats on both sides."""
    cache, wallets, issued = desk.house.cache, 0, 0
    for guest in await desk.house.store.records(Guest):
        wallet = (await cache.wallet(guest.wallet)).wallet
        wallets += wallet.balance
        issued += wallet.issued - wallet.redeemed
    tables = desk.live()
    left, streams = await desk.closed_money()
    meters = await _meters(desk, tables, streams)
    floats = sum(tray.float if (tray := tray_of(floor, table.id)).is_open else 0 for table in tables)
    inventories = left + sum(table.state.inventory for table in tables)
    shown, reserves = sum(meter.amount for meter in meters), sum(meter.reserve for meter in meters)
    layouts, racks = sum(table.state.layout for table in tables), sum(sum(t.state.racks.values()) for t in tables)
    held = wallets + racks + layouts + inventories + floats + shown + reserves
    issued += sum(meter.seeded for meter in meters) + floats
    return {
        "wallets": wallets,
        "racks": racks,
        "layouts": layouts,
        "trays": inventories + floats,
        "meters": shown,
        "reserves": reserves,
        "held": held,
        "issued": issued,
        "is_equal": held == issued,
    }


async def _meters(desk: FloorDesk, tables: list[TableActor], others: set[str]) -> list[Meter]:
    """Every meter once, also one that tables share or have left."""
    streams = others | {stream for table in tables for stream in table.current.links.values()}
    return [(await desk.house.cache.meter(stream)).meter for stream in sorted(streams)]


@router.get("/tables/{table_id}/money")
async def one_table(table_id: str, request: Request, person: Reader, day: Day = "") -> Plain:
    """One table's gaming day in money."""
    desk = desk_of(request)
    table = await desk.find(table_id)
    return await table_money(desk, await desk.log.read_on(), table, desk.day(day))


# --- meters --------------------------------------------------------------------------------------------------------


@router.get("/meters")
async def meters(request: Request, person: Reader) -> Plain:
    """Every meter: what it shows, its reserve, seed, cap and rates, and the tables that feed it."""
    desk = desk_of(request)
    found: dict[str, Plain] = {}
    for table in desk.live():
        for name, stream in table.current.links.items():
            known = found.get(stream)
            if known is None:
                found[stream] = await _meter(desk, table, name, stream)
            else:
                known["tables"] = [*_texts(known["tables"]), table.id]
    return {"meters": list(found.values())}


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


async def _meter(desk: FloorDesk, table: TableActor, name: str, stream: str) -> Plain:
    book = await desk.meters.get(stream)
    meter, (rate, reserve_rate) = book.meter, meter_rates(name, table.rules)
    return {
        "name": name,
        "title": registry.meter_titles(table.rules).get(name, name),
        "stream": stream,
        "tables": [table.id],
        "amount": meter.amount,
        "reserve": meter.reserve,
        "minimum": meter.reset,
        "cap": meter.cap,
        "rate": float(rate),
        "reserve_rate": float(reserve_rate),
        "opened": book.opened,
        "contributed": book.contributed,
        "seeded": book.seeded,
        "changed": book.changed,
        "awarded": book.awarded,
        "is_equal": book.expected == meter.amount + meter.reserve,
        "clause": registry.meter_terms(name, table.rules).clause,
        "choices": [choice(table.rules, each) for each in registry.meter_terms(name, table.rules).parameters],
        "hours": [{"hour": hour, "amount": amount} for hour, amount in list(book.hours.items())[-24 * 7 :]],
        "notable": [
            {
                "at": each.at,
                "kind": each.kind,
                "amount": each.amount,
                "after": each.after,
                "by": each.by,
                "reason": each.reason,
                "batch": each.batch,
                "words": each.words,
            }
            for each in reversed(book.notable)
        ],
    }


# --- hand pays -----------------------------------------------------------------------------------------------------


@router.get("/hand-pays")
async def hand_pays(request: Request, person: Reader, day: Day = "") -> Plain:
    """Payments of the day that a floorperson hands over, newest first."""
    desk = desk_of(request)
    floor = await desk.log.read_on()
    found: list[Plain] = []
    for table in await desk.every():
        found += _pays(table, await _book(desk, table, day), floor)
    return {"day": str(desk.day(day)), "hand_pays": sorted(found, key=lambda each: str(each["at"]), reverse=True)}


async def _book(desk: FloorDesk, table: FloorTable, day: str) -> DayBook:
    return await desk.book(table, desk.day(day, table.rules))


def _pays(table: FloorTable, book: DayBook, floor: FloorState) -> list[Plain]:
    told = []
    for pay in book.hand_pays:
        signed = floor.hand_pays.get((table.record.id, pay.version))
        told.append(
            {
                "table": table.record.id,
                "name": table.record.name,
                "version": pay.version,
                "at": pay.at,
                "round": pay.round,
                "player": pay.player,
                "box": pay.box,
                "amount": pay.amount,
                "clause": pay.clause,
                "threshold": table.rules.handpay_threshold,
                "signed_by": signed.by if signed is not None else "",
                "signed_at": signed.at if signed is not None else "",
            }
        )
    return told


@router.post("/hand-pays/{table_id}/{version}/sign")
async def sign_hand_pay(table_id: str, version: int, request: Request, person: Floorperson, day: Day = "") -> Plain:
    """Sign that a payment was handed over; once."""
    desk = desk_of(request)
    table = await desk.find(table_id)
    book = await _book(desk, table, day)
    if not any(pay.version == version for pay in book.hand_pays):
        raise SieteError("floor/no-such-pay", "There is no such hand pay on this day.")

    def signing(state: FloorState, now: str) -> Writing:
        known = state.hand_pays.get((table_id, version))
        if known is not None:
            raise SieteError("floor/answered", f"{known.by} has signed for this already.", facts={"by": known.by})
        return Writing(events=(HandPaySigned(by=person.name, table=table_id, version=version),))

    floor = await desk.log.write(signing)
    return next(each for each in _pays(table, book, floor) if each["version"] == version)
