"""A shift over HTTP: tables opened and closed together, dealers and breaks, colour-ups, results beside the odds."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from datetime import date, timedelta
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest

from siete.host.audit.house import audit
from siete.host.floor.books import Books
from siete.host.floor.day_book import DayBook, PathPoint, Volume, WagerLine
from siete.host.floor.gaming_day import day_from_text, moment_of, stamp_of
from siete.host.floor_desk import FloorTable
from siete.host.settings import LIVE, Settings
from siete.lab.holds import ExpectedHold
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.server.floor.days.report import hold_line
from siete.server.floor.days.trends import trend
from siete.server.floor.money import hours_of
from siete.store.codec import event_to_bytes
from siete.store.floor_events import FLOOR_LOG, ChangeProposed
from siete.store.memory import MemoryStore
from siete.store.port import Batch, NewEvents
from siete.store.records import TableRecord
from siete.table import events as e
from siete.table.due import HOUSE
from siete.table.state.wager import Wager
from tests.host.guests import WITHOUT_WHEELS, round_of
from tests.server.floor.staff import Member, member, played
from tests.server.serving import Plain, Served, live_table, served

pytestmark = pytest.mark.anyio


async def _opening(server: Served, *names: str) -> None:
    settings = Settings(submission=WITHOUT_WHEELS["md"], has_timers=False, floorperson="fay")
    for name in names:
        await server.house.open_table(name, name.upper(), LIVE, "house", settings)


async def _signed(first: Member, second: Member, table: str, kind: str, counts: list[Plain]) -> None:
    made = await first.post("/changes", {"kind": kind, "table": table, "reason": "shift", "counts": counts})
    await second.post(f"/changes/{made['number']}/sign")


async def test_several_tables_open_and_close_by_checklist(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await _opening(server, "a", "b")
        fay, gus = await member(server, "fay"), await member(server, "gus")
        lists = (await fay.get("/checklists"))["tables"]
        assert [each["id"] for each in lists] == ["a", "b"]
        items = [each["item"] for each in lists[0]["items"]]
        assert all(each["clause"] for each in lists[0]["items"])
        done = await fay.post("/checklists", {"tables": {"a": items, "b": items[:2], "gone": []}})
        assert done["signed"] == {"a": len(items), "b": 2}, "what was not looked at is not signed"
        assert [each["code"] for each in done["refused"]] == ["table/unknown"]
        tiles = {each["id"]: each for each in (await fay.get("/overview"))["tables"]}
        assert tiles["b"]["checklist"] == {"signed": 2, "items": len(items)}
        await fay.post("/floors", {"take": False})
        assert {server.house.table(name).current.condition for name in "ab"} == {"open"}

        await _signed(fay, gus, "a", "opener", [{"chip": 500, "count": 20}])
        left = {each["words"]: each["is_done"] for each in (await fay.get("/tables/a/closing"))["items"]}
        assert left["The tray is counted, and the closer signed"] is False
        shut = await fay.post("/tables/close", {"tables": ["a", "b", "b"], "reason": "end of the shift"})
        assert shut["tables"] == ["b"]
        (refused,) = shut["refused"]
        assert (refused["table"], refused["code"]) == ("a", "floor/not-ready")
        assert refused["sentence"] == "Before it closes: The tray is counted, and the closer signed."
        await _signed(fay, gus, "a", "closer", [{"chip": 500, "count": 20}])
        assert (await fay.post("/tables/close", {"tables": ["a"], "reason": "end"}))["tables"] == ["a"]
        assert server.house.tables == {}
        acts = [each["what"] for each in (await fay.get("/people/fay/acts"))["acts"]]
        assert acts.count("TableShut") == 2
        assert (await audit(server.house.store)).is_sound


async def test_sixty_items_of_twelve_tables_stand_in_one_order_for_everybody(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        names = [f"t{number}" for number in range(12)]
        await _opening(server, *names)
        desk = server.services.floor
        soon = moment_of(desk.now)

        def change(number: int) -> ChangeProposed:
            until = stamp_of(soon + timedelta(minutes=1, seconds=(number * 7) % 48))
            head = {"by": "fay" if number % 2 else "gus", "number": number, "table": names[number % 12]}
            more = {"subject": f"guest {number}", "amount": 100, "counts": (), "reason": "x", "expires_at": until}
            return ChangeProposed(kind="correction", round=1, **head, **more)  # type: ignore[arg-type]

        await desk.log.say(*map(change, range(1, 49)))
        fay, gus = await member(server, "fay"), await member(server, "gus")
        mine, theirs = (await fay.get("/queue"))["queue"], (await gus.get("/queue"))["queue"]
        assert len(mine) == 60
        assert {each["table"] for each in mine} == set(names)
        assert [each["id"] for each in mine] == [each["id"] for each in theirs]
        ends = [each["expires_at"] for each in mine if each["expires_at"]]
        assert ends == sorted(ends), "what lapses soonest comes first"
        assert [bool(each["expires_at"]) for each in mine] == [True] * 48 + [False] * 12
        assert sum(each["is_mine"] for each in mine if each["change"]) == 24
        assert all(a["is_mine"] is not b["is_mine"] for a, b in zip(mine[:48], theirs[:48], strict=True))


async def test_dealers_are_put_at_tables_and_sent_on_breaks(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        await live_table(server.house, WITHOUT_WHEELS["md"], "u")
        fay = await member(server, "fay")
        for name in ("mira", "jonas"):
            await member(server, name, "dealer")
        await fay.post("/tables/t/dealer", {"dealer": "mira"})
        assert (await fay.refused("/tables/u/dealer", {"dealer": "mira"}))["code"] == "floor/deals-elsewhere"
        assert (await fay.refused("/tables/u/dealer", {"dealer": "nobody"}))["code"] == "staff/unknown"
        found = {each["name"]: each for each in (await fay.get("/breaks"))["dealers"]}
        assert (found["mira"]["table"], found["mira"]["is_late"]) == ("t", False)
        assert found["mira"]["break_due"] > found["mira"]["since"]
        asked = [
            fay.client.post("/api/v1/floor/breaks", json={"dealer": "mira", "relief": relief})
            for relief in ("jonas", "")
        ]
        answers = await asyncio.gather(*asked)
        assert sorted(each.status_code for each in answers) == [201, 422], "two at once: one wins"
        (begun,) = [each for each in await server.house.store.read(FLOOR_LOG) if each.kind == "BreakBegan"]
        table = server.house.table("t")
        assert (table.current.dealer == "jonas") is (answers[0].status_code == 201)
        assert b"jonas" in begun.data or answers[1].status_code == 201
        if table.current.dealer != "jonas":
            await fay.post("/tables/t/dealer", {"dealer": "jonas"})
        assert (await fay.refused("/tables/u/dealer", {"dealer": "mira"}))["code"] == "floor/on-break"
        assert (await fay.refused("/breaks", {"dealer": "mira"}))["code"] == "floor/on-break"
        back = await fay.post("/breaks/end", {"dealer": "mira"})
        mira = next(each for each in back["dealers"] if each["name"] == "mira")
        assert mira["last_break"]
        assert not mira["on_break_since"]
        assert (await fay.refused("/breaks/end", {"dealer": "mira"}))["code"] == "floor/no-break"
        await fay.post("/breaks", {"dealer": "jonas"})
        assert (table.current.dealer or HOUSE) == HOUSE, "the house deals on"


async def test_a_colour_up_changes_kinds_and_no_worth(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        fay, gus = await member(server, "fay"), await member(server, "gus")
        await _signed(fay, gus, "t", "opener", [{"chip": 500, "count": 40}, {"chip": 2_500, "count": 20}])
        await played(server, "t", 1)
        before = (await fay.get("/money"))["house"]
        body = {"player": "Ana", "taken": [{"chip": 500, "count": 20}], "given": [{"chip": 2_500, "count": 4}]}
        wrong = {**body, "given": [{"chip": 2_500, "count": 5}]}
        unequal = await fay.refused("/tables/t/colour-ups", wrong)
        assert (unequal["code"], unequal["sentence"]) == (
            "floor/unequal",
            "$100 is not $125. Count both sides again.",
        )
        much = {**body, "taken": [{"chip": 500, "count": 2_000}], "given": [{"chip": 50_000, "count": 20}]}
        assert (await fay.refused("/tables/t/colour-ups", much))["code"] == "floor/more-than-rack"
        nothing = {**body, "taken": [], "given": []}
        assert (await fay.refused("/tables/t/colour-ups", nothing))["code"] == "floor/no-chips"
        made = await fay.post("/tables/t/colour-ups", body)
        assert made["float"] == [{"chip": 500, "count": 60}, {"chip": 2_500, "count": 16}]
        assert (made["colour_ups"][0]["player"], made["colour_ups"][0]["amount"]) == ("Ana", 10_000)
        assert (await fay.get("/money"))["house"] == before


async def test_hours_tables_and_wagers_come_to_the_same_cent(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        fay = await member(server, "fay")
        await played(server, "t", 5)
        found = (await fay.get("/money"))["tables"][0]
        assert sum(each["drop"] for each in found["by_hour"]) == found["drop"] == 50_000
        by_hour, by_wager = (sum(each["result"] for each in found[name]) for name in ("by_hour", "wagers"))
        assert by_hour == by_wager == found["result"]
        report = await fay.get("/report", odds=False)
        assert sum(each["drop"] for each in report["by_hour"]) == 50_000
        base = next(each for each in found["wagers"] if each["wager"] == "base")
        (hour, *more) = found["by_hour"]
        assert more or hour["hold"] == base["result"] / base["wagered"]

        # the same day is the last of seven, and the six before it are empty
        week = await fay.get("/week")
        (days,) = (each["days"] for each in week["tables"])
        assert [each["rounds"] for each in days] == [0, 0, 0, 0, 0, 0, 5]
        assert days[-1] == week["totals"][-1]
        assert (days[-1]["drop"], days[-1]["result"], days[-1]["wagered"]) == (50_000, by_hour, base["wagered"])
        assert days[-1]["hold"] == base["result"] / base["wagered"]
        assert week["days"] == [each["day"] for each in days]
        later = str(date.fromisoformat(week["days"][-1]) + timedelta(days=3))
        (days,) = (each["days"] for each in (await fay.get("/week", day=later, table="t"))["tables"])
        assert [each["rounds"] for each in days] == [0, 0, 0, 5, 0, 0, 0]
        assert (await fay.get("/week", day="2020-02-02"))["tables"] == []


async def test_a_book_of_what_a_table_remembers_is_the_book_of_what_is_stored(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        table, desk = server.house.table("t"), server.services.floor
        day = desk.day("", table.rules)
        await desk.book(table, day)
        guest = await played(server, "t", 3)
        assert table.broadcaster.since(1) is not None, "all but the opening itself"
        remembered = await desk.book(table, day)
        for _ in range(2):
            await round_of(table, [guest])
        remembered = await desk.book(table, day)
        read = await Books(server.house.store).day(table.loaded.streams.events, day)
        assert (remembered.version, remembered.rounds) == (table.loaded.version, 5)
        assert {**asdict(remembered), "version": 0} == {**asdict(read), "version": 0}
        table.broadcaster._recent.popleft()
        assert table.broadcaster.since(1) is None, "what is forgotten is read from the store"


def test_a_trend_is_the_computed_range_and_says_when_a_table_runs_away() -> None:
    """Three rounds of $10 on two boxes: hold 1 %, deviation 1.2, covariance 0.4, by hand."""
    book = DayBook(day_from_text("2026-11-14"))
    line = book.line("base")
    line.volumes["r"], line.result = Volume(6_000, 6 * 1_000**2, 3 * 1_000**2), -9_000
    book.path.append(PathPoint(dict(line.volumes), line.result))
    odds = {"r": {"base": ExpectedHold(hold=0.01, edge=0.01, deviation=1.2, shared=0.4)}}
    found = trend(book, odds)
    half = 1.96 * sqrt(6e6 * 1.44 + 2 * 3e6 * 0.4)
    assert found["points"] == [
        {"expected": 60, "low": round(60 - half), "high": round(60 + half), "result": -9_000},
    ]
    assert (found["hold"], found["is_outside"]) == (-1.5, True)
    line.result = -3_000
    assert trend(book, odds)["is_outside"] is False


def test_an_hour_of_ties_alone_is_an_hour_of_the_day() -> None:
    """Its rounds move no chip of the tray, and were left out of the hours."""
    book = DayBook(day_from_text("2026-11-14"))
    placed = e.WagerPlaced(player="ana", box=1, wager=Wager.BASE, amount=Cents(1_000))
    for version, event in enumerate((placed, e.RoundEnded(number=1)), 1):
        book.take(version, "2026-11-14T09:30:00.000Z", event)
    assert hours_of(book) == [{"hour": "09:00", "drop": 0, "result": 0, "hold": 0.0}]


def test_a_days_path_stays_short_and_ends_near_the_end() -> None:
    book = DayBook(day_from_text("2026-11-14"))
    for number in range(1, 1_001):
        book.rounds, book.line("base").volumes["r"] = number, Volume(number)
        book._mark_path()
    assert 20 < len(book.path) <= 64
    wagered = [point.volumes["r"].wagered for point in book.path]
    assert wagered[-1] > 960
    steps = {after - before for before, after in pairwise(wagered[1:])}
    assert len(steps) == 1, "evenly spread"


def test_the_hold_of_a_report_is_the_computed_one() -> None:
    """$600 wagered in $10 wagers of one box each, deviation 1.2: half the range is 1.96 · 1.2 · $10 · √60 / $600."""
    table = FloorTable(record=_record(), rules=table_rules("md"), actor=None)
    line = WagerLine(wagers=60, volumes={"r": Volume(60_000, 60 * 1_000**2)}, result=30_000)
    odds = {"r": {"base": ExpectedHold(hold=0.01, edge=0.01, deviation=1.2, shared=0.4)}}
    found = hold_line(table, "base", line, odds)
    half = 1.96 * 1.2 * sqrt(60) / 60
    assert found["hold"] == 0.5
    assert found["low"] == pytest.approx(0.01 - half)
    assert found["high"] == pytest.approx(0.01 + half)
    assert (found["is_outside"], found["sigmas"]) == (True, pytest.approx(0.49 / (half / 1.96)))
    line.volumes["s"] = Volume(20_000, 20 * 1_000**2)
    odds["s"] = {"base": ExpectedHold(hold=0.05, edge=0.05, deviation=2.0)}
    found = hold_line(table, "base", line, odds)
    assert found["expected"] == pytest.approx(0.75 * 0.01 + 0.25 * 0.05), "each part by its own rules"
    half = 1.96 * sqrt(60 * 1.44 + 20 * 4) / 80
    assert (found["low"], found["high"]) == (pytest.approx(0.02 - half), pytest.approx(0.02 + half))
    assert hold_line(table, "base", line, {"r": odds["r"]})["expected"] is None, "never by rules it was not played by"


def _record() -> TableRecord:
    settings = Settings(submission=WITHOUT_WHEELS["md"]).at(LIVE).to_text()
    return TableRecord(id="t", name="T", mode=LIVE, owner="house", settings=settings, created_at="2026-11-14T06:00:00Z")


async def test_a_day_crosses_midnight_and_ends_when_the_next_begins() -> None:
    """Chips brought at 05:59, 06:00, 23:59, 00:01 and 06:00 of the next day: three of them are this day's."""
    store = MemoryStore()
    stamps = ("14T05:59", "14T06:00", "14T23:59", "15T00:01", "15T06:00")
    for version, stamp in enumerate(stamps):
        event = e.ChipsBrought(player="ana", amount=Cents(100 * 10**version))
        new = NewEvents("live/t", version, (event_to_bytes(event),))
        await store.append(Batch(recorded_at=f"2026-11-{stamp}:00.000Z", appends=(new,)))
    book = await Books(store).day("live/t", day_from_text("2026-11-14"))
    assert book.drop == 1_000 + 10_000 + 100_000
    assert dict(book.drop_by_hour) == {0: 1_000, 17: 10_000, 18: 100_000}
    empty = await Books(store).day("live/t", day_from_text("2026-11-20"))
    assert (empty.rounds, empty.drop, empty.result, empty.path) == (0, 0, 0, [])


async def test_late_signatures_and_a_table_without_a_process_are_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path) as server:
        await _opening(server, "a")
        fay, gus = await member(server, "fay"), await member(server, "gus")
        counts = [{"chip": 500, "count": 20}]
        made = await fay.post("/changes", {"kind": "opener", "table": "a", "reason": "shift", "counts": counts})
        late = stamp_of(moment_of(server.house.clock.stamp()) + timedelta(minutes=16))
        monkeypatch.setattr(server.house.clock, "stamp", lambda: late)
        expired = await gus.refused(f"/changes/{made['number']}/sign")
        assert (expired["code"], expired["sentence"]) == (
            "floor/expired",
            "Change 1 was not signed within 15 minutes. Propose it again.",
        )
        assert not [each for each in (await gus.get("/queue"))["queue"] if each["kind"] == "change"]
        point = (await fay.get("/queue"))["queue"][0]["point"]
        server.house.table("a").give_up()
        assert (await fay.get("/overview"))["tables"][0]["is_here"] is False
        dead = await fay.refused("/tables/a/approval", {"point": point, "answer": "approve"})
        assert (dead["code"], dead["sentence"]) == (
            "host/no-owner",
            "No process runs this table now. Send the command again.",
        )
