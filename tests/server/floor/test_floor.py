"""The floor over HTTP: tables, approvals, changes by two people, incidents, money, disputes, duties and the audit."""

from __future__ import annotations

import asyncio
import csv
import io
from datetime import timedelta
from pathlib import Path

import pyotp
import pytest

from siete.host.access.roles import HouseRole
from siete.host.audit.house import audit
from siete.host.floor.gaming_day import moment_of
from siete.host.settings import LIVE, Settings
from siete.server.floor import tiles
from siete.table import events as e
from tests.host.guests import WITHOUT_WHEELS, round_of
from tests.server.floor.staff import PASSWORD, Client, Member, member, played
from tests.server.serving import Plain, Served, live_table, served

pytestmark = pytest.mark.anyio


async def _waiting_table(server: Served, floorperson: str = "fay") -> None:
    settings = Settings(submission=WITHOUT_WHEELS["md"], has_timers=False, floorperson=floorperson)
    await server.house.open_table("t", "Table 1", LIVE, "house", settings)


async def _change(first: Member, second: Member, kind: str, chips: int, table: str = "t") -> Plain:
    body = {"kind": kind, "table": table, "reason": "as ordered", "counts": [{"chip": 100, "count": chips}]}
    made = await first.post("/changes", body)
    return await second.post(f"/changes/{made['number']}/sign")


async def test_two_people_on_one_approval_one_wins_and_the_other_is_told_who(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await _waiting_table(server)
        fay, gus = await member(server, "fay"), await member(server, "gus")
        seen = await fay.get("/overview")
        (item,) = seen["queue"]
        desk = server.services.floor
        before = {item["id"]: item}
        assert tiles.answered(before, before, desk.log.state, desk) == [], "it still waits"
        assert (item["kind"], item["clause"], item["stops_play"]) == (
            "approval",
            seen["tables"][0]["waits"]["clause"],
            False,
        )
        body = {"point": item["point"], "answer": "approve"}
        answers = await asyncio.gather(
            *(m.client.post("/api/v1/floor/tables/t/approval", json=body) for m in (fay, gus))
        )
        assert sorted(each.status_code for each in answers) == [200, 409]
        lost = next(each for each in answers if each.status_code == 409).json()["error"]
        winner = next(m.name for m, each in zip((fay, gus), answers, strict=True) if each.status_code == 200)
        assert (lost["code"], lost["facts"]["by"]) == ("command/approval-passed", winner)
        assert lost["sentence"] == f"{winner} has answered this already."
        (taken,) = tiles.answered(before, (), desk.log.state, desk)
        assert (taken["id"], taken["by"]) == (item["id"], winner), "every other console shows who took it"


async def test_a_refusal_is_in_the_chain_with_who_and_why_and_stops_the_automatic_floor(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await _waiting_table(server)
        fay = await member(server, "fay")
        point = (await fay.get("/queue"))["queue"][0]["point"]
        nothing = await fay.refused("/tables/t/approval", {"point": point, "answer": "refuse", "reason": " "})
        assert nothing["code"] == "command/no-reason"
        await fay.post("/tables/t/approval", {"point": point, "answer": "refuse", "reason": "The logo is missing."})
        table = server.house.table("t")
        last = [event for _, event in table.broadcaster._recent if isinstance(event, e.ApprovalRefused)]
        assert [(each.by, each.reason) for each in last] == [("fay", "The logo is missing.")]
        assert (await fay.get("/queue"))["queue"][0]["is_refused"]
        await fay.post("/floors", {"take": False, "tables": ["t"]})
        assert table.current.condition == "opening", "the house does not sign what a person refused"
        waits = (await fay.get("/overview"))["tables"][0]["waits"]
        assert waits["for"] == "floorperson"
        unfiled = (await fay.get("/incidents"))["unfiled"]
        assert [each["event"] for each in unfiled] == ["ApprovalRefused"]
        assert (await audit(server.house.store)).is_sound


async def test_the_floor_of_all_tables_is_taken_and_left(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for name in ("a", "b", "c"):
            await live_table(server.house, table_id=name)
        fay, gus = await member(server, "fay"), await member(server, "gus")
        assert (await gus.post("/floors", {"take": True, "tables": ["b"]}))["tables"] == ["b"]
        took = await fay.post("/floors", {"take": True})
        assert took == {"tables": ["a", "c"], "refused": []}, "what a colleague has is not taken"
        floors = {each["id"]: each["floorperson"] for each in (await fay.get("/overview"))["tables"]}
        assert floors == {"a": "fay", "b": "gus", "c": "fay"}
        assert (await fay.post("/floors", {"take": False}))["tables"] == ["a", "c"]
        refused = await fay.post("/floors", {"take": True, "tables": ["gone"]})
        assert refused["refused"][0]["code"] == "table/unknown"
        acts = (await fay.get("/people/fay/acts"))["acts"]
        assert [each["what"] for each in acts] == ["FloorLeft", "FloorLeft", "FloorTaken", "FloorTaken"]


async def test_chips_need_two_signatures_and_the_tray_is_right_to_the_cent(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        fay, gus = await member(server, "fay"), await member(server, "gus")
        body = {"kind": "opener", "table": "t", "reason": "opening", "counts": [{"chip": 2_500, "count": 40}]}
        made = await fay.post("/changes", body)
        assert made["status"] == "open"
        assert [each["kind"] for each in (await gus.get("/queue"))["queue"]] == ["change"]
        same = await fay.refused(f"/changes/{made['number']}/sign")
        assert (same["status"], same["code"]) == (403, "floor/same-person")
        signed = await gus.post(f"/changes/{made['number']}/sign")
        assert (signed["status"], signed["proposed_by"], signed["answered_by"]) == ("signed", "fay", "gus")
        late = await gus.refused(f"/changes/{made['number']}/sign")
        assert (late["status"], late["code"], late["facts"]["by"]) == (409, "floor/answered", "gus")
        await played(server, "t", 6)
        large = await fay.refused("/changes", {**body, "kind": "fill", "counts": [{"chip": 2_500, "count": 41}]})
        assert large["code"] == "floor/fill-above-float"
        await _change(fay, gus, "fill", 300)
        found = await fay.get("/money")
        (table,) = found["tables"]
        assert table["rounds"] == 6
        assert table["drop"] == 50_000
        assert table["result"] == sum(each["result"] for each in table["by_hour"])
        assert table["result"] == sum(each["result"] for each in table["wagers"])
        assert table["tray"] == 100_000 + 30_000 + table["result"] == table["opener"] + table["fills"] + table["result"]
        house = found["house"]
        assert house["is_equal"], house
        closer = await fay.post(
            "/changes", {**body, "kind": "closer", "counts": [{"chip": 50, "count": table["tray"] // 50 - 1}]}
        )
        closed = await gus.post(f"/changes/{closer['number']}/sign")
        assert (closed["expected"], closed["difference"]) == (table["tray"], closed["amount"] - table["tray"])
        assert closed["difference"] < 0
        assert (await audit(server.house.store)).is_sound


async def test_a_meter_is_changed_by_two_people_and_never_below_its_minimum(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        fay, gus = await member(server, "fay"), await member(server, "gus")
        (before,) = (await fay.get("/meters"))["meters"]
        body = {"kind": "meter", "table": "t", "meter": before["name"], "reason": "promotion"}
        low = await fay.refused("/changes", {**body, "amount": before["minimum"] - 1})
        assert low["code"] == "floor/meter-below-minimum"
        unknown = await fay.refused("/changes", {**body, "meter": "none", "amount": 10**7})
        assert unknown["code"] == "floor/no-such-meter"
        made = await fay.post("/changes", {**body, "amount": before["amount"] + 12_345})
        assert (await fay.get("/meters"))["meters"][0]["amount"] == before["amount"], "one signature changes nothing"
        await gus.post(f"/changes/{made['number']}/sign")
        (after,) = (await fay.get("/meters"))["meters"]
        assert after["amount"] == before["amount"] + 12_345
        assert (after["changed"], after["is_equal"]) == (12_345, True)
        assert after["notable"][0]["by"] == "fay, gus"
        await played(server, "t", 1)
        assert (await fay.get("/money"))["house"]["is_equal"]
        assert (await audit(server.house.store)).is_sound


async def test_an_incident_is_filed_applied_and_closed_with_its_events(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        fay = await member(server, "fay")
        await played(server, "t", 1)
        await fay.post("/floors", {"take": True, "tables": ["t"]})
        told = await fay.get("/tables/t/guide")
        assert {each["id"] for each in told["entries"] if each["is_possible"]} >= {"reader-broke", "other"}
        one = await fay.get("/tables/t/guide/reader-broke")
        assert one["clauses"][0]["id"] == "MD-13.Q"
        assert one["preview"]["is_possible"]
        refused = await fay.refused("/incidents", {"table": "t", "guide": "overdraw"})
        assert (refused["code"], refused["clause"]) == ("floor/not-now", "MD-13.I")
        made = await fay.post("/incidents", {"table": "t", "guide": "reader-broke", "note": "red light"})
        assert (made["number"], made["is_open"], made["clause"]) == (1, False, "MD-13.Q")
        assert "ReaderFailed" in [each["event"] for each in made["events"]], "the clock may have told the time before"
        assert made["people"] == ["Ana"]
        assert server.house.table("t").state.is_reader_down
        other = await fay.post("/incidents", {"table": "t", "guide": "other", "note": "a glass fell"})
        assert other["is_open"]
        closed = await fay.post("/incidents/2/close", {"outcome": "layout dried"})
        assert (closed["is_open"], closed["closed_by"]) == (False, "fay")
        again = await fay.refused("/incidents/2/close", {"outcome": "again"})
        assert again["code"] == "floor/answered"
        found = await fay.get("/incidents", text="glass")
        assert [each["number"] for each in found["incidents"]] == [2]
        assert found["unfiled"] == []
        text = (await fay.client.get("/api/v1/floor/incidents.csv")).text
        rows = list(csv.DictReader(io.StringIO(text)))
        assert [(row["number"], row["kind"]) for row in rows] == [("1", "reader-broke"), ("2", "other")]
        assert (await audit(server.house.store)).is_sound


async def test_a_round_is_found_by_name_box_and_time_and_its_rack_dealt_again(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        fay = await member(server, "fay")
        await played(server, "t", 3)
        found = (await fay.get("/rounds", player="Ana", box=3))["rounds"]
        assert [each["round"] for each in found] == [3, 2, 1]
        assert (await fay.get("/rounds", player="Ben"))["rounds"] == []
        assert (await fay.get("/rounds", before="2020-01-01"))["rounds"] == []
        rack = await fay.get(f"/rounds/t/{found[0]['round']}/rack")
        assert (rack["is_settled"], rack["agrees"]) == (True, True), rack
        decided = await fay.post("/disputes", {"table": "t", "round": 2, "decision": "payout stands", "note": "box 3"})
        assert (decided["kind"], decided["outcome"], decided["round"]) == ("dispute", "payout stands", 2)
        unknown = await fay.refused("/disputes", {"table": "t", "round": 99, "decision": "x"})
        assert unknown["status"] == 404


async def test_a_second_factor_is_set_up_asked_for_and_removed(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        fay, gus = await member(server, "fay"), await member(server, "gus")
        begun = await fay.post("/second-factor")
        wrong = await fay.refused("/second-factor/confirm", {"serial": begun["serial"], "code": "000000"})
        assert wrong["code"] == "session/wrong-factor"
        code = pyotp.TOTP(begun["secret"]).now()
        await fay.post("/second-factor/confirm", {"serial": begun["serial"], "code": code})
        body = {"name": "fay", "password": PASSWORD, "token": True}
        without = await client.post("/api/v1/session/staff", json=body)
        assert (without.status_code, without.json()["error"]["code"]) == (403, "session/factor-needed")
        bad = await client.post("/api/v1/session/staff", json={**body, "code": "123"})
        assert bad.json()["error"]["code"] == "session/wrong-factor"
        good = await client.post("/api/v1/session/staff", json={**body, "code": pyotp.TOTP(begun["secret"]).now()})
        assert good.status_code == 201
        listed = {each["name"]: each["has_second_factor"] for each in (await gus.get("/people"))["people"]}
        assert listed == {"fay": True, "gus": False}
        await gus.post("/people/fay/second-factor/remove", {"reason": "lost phone"})
        assert (await client.post("/api/v1/session/staff", json=body)).status_code == 201


async def test_accounts_are_made_and_disabled_with_a_reason_on_record(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        fay = await member(server, "fay")
        body = {"name": "dora", "password": PASSWORD, "role": "dealer"}
        assert (await fay.refused("/people", body))["code"] == "message/malformed", "a reason is needed"
        await fay.post("/people", {**body, "reason": "new dealer"})
        dora = Member(Client(server, {}), "dora")
        token = await server.services.accounts.begin("dora", HouseRole.DEALER)
        dora.client.headers["authorization"] = f"Bearer {token}"
        await fay.post("/people/dora/end-sessions", {"reason": "break"})
        assert (await dora.client.get("/api/v1/session")).status_code == 401
        await fay.post("/people/dora/disable", {"reason": "left the house"})
        listed = {each["name"]: each["is_active"] for each in (await fay.get("/people"))["people"]}
        assert listed == {"dora": False, "fay": True}
        acts = (await fay.get("/people/fay/acts"))["acts"]
        assert [each.get("what") for each in acts] == ["disabled", "sessions ended", "made as dealer"]
        assert (await fay.refused("/people/nobody/disable", {"reason": "x"}))["status"] == 404


async def test_duties_and_audit(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        fay = await member(server, "fay")
        yuki = await member(server, "yuki", "auditor")
        duties = (await fay.get("/duties"))["duties"]
        assert {each["duty"] for each in duties} == {"cards", "reader", "signs"}
        clauses = {each["duty"]: each["clause"] for each in duties}
        assert (clauses["cards"], clauses["reader"]) == ("MD-3.C", "MD-2.F")
        assert {each["status"] for each in duties} <= {"due", "soon"}
        done = await fay.post("/duties", {"duty": "signs", "table": "t", "note": "all there"})
        assert next(each for each in done["duties"] if each["duty"] == "signs")["done_by"] == "fay"
        assert (await fay.refused("/duties", {"duty": "meters", "table": "t"}))["code"] == "floor/no-such-duty"
        assert (await fay.get("/audit"))["audit"] is None
        ran = (await yuki.post("/audit"))["audit"]
        assert (ran["is_sound"], ran["by"], ran["findings"]) == (True, "yuki", [])
        assert (await fay.get("/audit"))["audit"] == ran


async def test_the_report_of_a_day_without_rounds_and_of_one_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"] + 'gaming_day_start = "04:00"\n')
        fay = await member(server, "fay")
        empty = await fay.get("/report", day="2020-02-02", odds=False)
        assert (empty["tables"], empty["holds"], empty["totals"]["rounds"], empty["is_over"]) == ([], [], 0, True)
        bad = await fay.client.get("/api/v1/floor/report", params={"day": "2020-99-99"})
        assert bad.json()["error"]["code"] == "floor/bad-day"
        guest = await played(server, "t", 4)
        found = await fay.get("/report", odds=False)
        assert found["totals"]["rounds"] == 4
        assert found["totals"]["is_equal"]
        assert found["totals"]["result"] == sum(each["result"] for each in found["by_hour"])
        line = next(each for each in found["holds"] if each["wager"] == "base")
        assert line["hold"] == line["result"] / line["wagered"]
        text = (await fay.client.get("/api/v1/floor/report.csv")).text
        (row,) = csv.DictReader(io.StringIO(text))
        assert float(row["result"]) == found["totals"]["result"] / 100

        # the next night: a day goes on after midnight, until the table's own gaming day begins
        date = [str(moment_of(server.house.clock.stamp()).date() + timedelta(days=days)) for days in (2, 3)]
        for stamp in (f"{date[0]}T23:50", f"{date[1]}T00:10", f"{date[1]}T03:59", f"{date[1]}T04:00"):
            monkeypatch.setattr(server.house.clock, "stamp", lambda stamp=stamp: f"{stamp}:00.000Z")
            await round_of(server.house.table("t"), [guest])
        reports = [await fay.get("/report", day=each, odds=False) for each in date]
        assert [each["totals"]["rounds"] for each in reports] == [3, 1]
        assert [each["is_over"] for each in reports] == [True, False]
        assert (reports[0]["from"], reports[0]["until"]) == tuple(f"{each}T04:00:00.000Z" for each in date)
        assert [[each["hour"] for each in report["by_hour"]] for report in reports] == [
            ["23:00", "00:00", "03:00"],
            ["04:00"],
        ]
        assert all(each["totals"]["is_equal"] for each in reports)


async def test_the_display_above_a_table_needs_no_session(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await live_table(server.house)
        shown = (await client.get("/api/v1/display/t")).json()
        assert shown["limits"]["min"] > 0
        assert (shown["meters"][0]["wager"], shown["meters"][0]["title"]) == ("jackpot-1", "Jackpot")
        assert all(sign["lines"] for sign in shown["signs"])
