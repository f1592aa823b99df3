"""Other rules for an open table, and corrections of payouts: two people, notice, one batch, and a sound audit."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from siete.host.audit.house import audit
from siete.host.floor.gaming_day import moment_of, stamp_of
from siete.lab.holds import ExpectedHold
from siete.store.memory import MemoryStore
from siete.table import events as e
from siete.table.view import DEALER
from tests.host.guests import WITHOUT_WHEELS, round_of
from tests.patience import until
from tests.server.floor.staff import member, played
from tests.server.serving import live_table, served

pytestmark = pytest.mark.anyio


async def test_rules_of_an_open_table_change_by_two_people_with_notice_between_rounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore()
    async with served(tmp_path, store) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        table = server.house.table("t")
        fay, gus = await member(server, "fay"), await member(server, "gus")
        guest = await played(server, "t", 1)
        before = table.rules.rules_hash

        # all that is wrong is told at once, each with its clause
        wrong = await fay.refused("/tables/t/rules/preview", {"choices": {"decks": "3", "table_min": "100000"}})
        assert {(each["name"], each["clause"]) for each in wrong["faults"]} >= {("decks", "MD-3.A.1")}
        assert len(wrong["faults"]) == 2
        closing = await fay.refused("/tables/t/rules/preview", {"choices": {"decks": "8"}})
        assert {each["code"] for each in closing["faults"]} == {"floor/needs-closing"}
        same = await fay.refused("/tables/t/rules/preview", {"choices": {"table_min": "5"}})
        assert same["code"] == "floor/no-change"
        unknown = await fay.refused("/tables/t/rules/preview", {"choices": {"tabel_min": "5"}})
        assert unknown["code"] == "floor/no-such-choice"

        # a higher minimum needs notice, and a second person
        seen = await fay.post("/tables/t/rules/preview", {"choices": {"table_min": "25"}})
        assert (seen["notice"], seen["values"][0]["then"]) == (30, "$25")
        body = {"choices": {"table_min": "25"}, "reason": "busy night"}
        assert (await fay.refused("/tables/t/rules", {**body, "notice": 5}))["code"] == "floor/notice-too-short"
        made = await fay.post("/tables/t/rules", body)
        assert (await fay.refused(f"/changes/{made['number']}/sign"))["code"] == "floor/same-person"
        assert (await fay.refused("/tables/t/rules", body))["code"] == "floor/already-proposed"
        signed = await gus.post(f"/changes/{made['number']}/sign")
        assert (signed["status"], signed["answered_by"]) == ("signed", "gus")
        assert (await fay.refused(f"/changes/{made['number']}/sign"))["code"] == "floor/answered"
        notice = (await fay.get("/tables/t/rules"))["announced"]
        assert (notice["values"][0]["now"], notice["values"][0]["then"]) == ("$5", "$25")
        await until(lambda: guest.now.get("notice", {}).get("change") == made["number"])
        await round_of(table, [guest])
        assert table.rules.rules_hash == before, "not before its time"
        second = await fay.post("/tables/t/rules", {"choices": {"table_max": "900"}, "reason": "guest asks"})
        announced = await gus.refused(f"/changes/{second['number']}/sign")
        assert announced["code"] == "floor/already-announced"

    # the house starts again, later: the announcement is kept, and the next turn between rounds begins with it
    async with served(tmp_path, store) as server:
        table = server.house.table("t")
        assert table.rules.rules_hash == before
        clock = server.house.clock
        late = stamp_of(moment_of(clock.stamp()) + timedelta(minutes=31))
        monkeypatch.setattr(clock, "stamp", lambda: late)
        await table.house_turn()
        assert (table.rules.table_min, table.state.rules_hash) == (2_500, table.rules.rules_hash)
        assert table.current.announced is None
        assert table.broadcaster.shown(DEALER)["limits"] == {"min": 2_500, "max": 50_000}, "every message has them"
        gus = await member(server, "gus")
        await played(server, "t", 1, "Ben", box=5)
        rules = {n: (await gus.client.get(f"/api/v1/rounds/t/{n}?role=public")).json()["rules_hash"] for n in (1, 3)}
        assert rules == {1: before, 3: table.rules.rules_hash}, "each round by the rules it was played by"
        for number in (1, 3):
            assert (await gus.get(f"/rounds/t/{number}/rack"))["agrees"]
        holds = {before: 0.01, table.rules.rules_hash: 0.04}
        for rules_hash, hold in holds.items():
            server.services.holds._known[rules_hash] = {"base": ExpectedHold(hold=hold, edge=hold, deviation=1.2)}
        (line,) = [each for each in (await gus.get("/report"))["holds"] if each["wager"] == "base"]
        book = await server.services.floor.book(table, server.services.floor.day("", table.rules))
        parts = {rules_hash: volume.wagered for rules_hash, volume in book.line("base").volumes.items()}
        assert parts.keys() == holds.keys()
        due = sum(holds[rules_hash] * wagered for rules_hash, wagered in parts.items())
        assert line["expected"] == pytest.approx(due / line["wagered"]), "and held against their odds"
        assert (await audit(store)).is_sound


async def test_a_payout_is_corrected_by_two_people_in_the_chain(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        table = server.house.table("t")
        fay, gus = await member(server, "fay"), await member(server, "gus")
        guest = await played(server, "t", 1)
        ana = server.guest("Ana").name
        had = table.state.racks[ana]
        body = {"table": "t", "round": 1, "decision": "Correct", "note": "paid 3:2 on mixed sevens"}
        stranger = {**body, "correction": {"player": "Zoe", "amount": 100}}
        assert (await fay.refused("/disputes", stranger))["code"] == "floor/not-in-round"
        made = await fay.post("/disputes", {**body, "correction": {"player": "Ana", "amount": 4_000}})
        assert table.state.racks[ana] == had, "one signature moves nothing"
        queued = (await gus.get("/queue"))["queue"][0]
        assert queued["title"] == "Pay Ana $40, round 1"
        assert (await fay.refused(f"/changes/{made['change']}/sign"))["code"] == "floor/same-person"
        await gus.post(f"/changes/{made['change']}/sign")
        assert table.state.racks[ana] == had + 4_000
        (paid,) = [event for _, event in table.broadcaster._recent if isinstance(event, e.CorrectionPaid)]
        assert (paid.by, paid.second, paid.round) == ("fay", "gus", 1)
        assert paid.reason == "incident 1: paid 3:2 on mixed sevens"

        # too much back is refused and nothing is signed; who has left gets it into the wallet
        much = await fay.post("/disputes", {**body, "correction": {"player": "Ana", "amount": -900_000}})
        refused = await gus.refused(f"/changes/{much['change']}/sign")
        assert refused["code"] == "command/too-few-chips"
        assert (await fay.get(f"/changes/{much['change']}"))["status"] == "open"
        await fay.post(f"/changes/{much['change']}/withdraw")
        await guest.ask("LeaveTable")
        more = await fay.post("/disputes", {**body, "correction": {"player": "Ana", "amount": 1_000}})
        await gus.post(f"/changes/{more['change']}/sign")
        assert ana not in table.state.racks
        found = await fay.get("/money")
        assert found["house"]["is_equal"]
        (day,) = found["tables"]
        assert {each["wager"]: each["result"] for each in day["wagers"]}["correction"] == -5_000
        assert (await audit(server.house.store)).is_sound


async def test_terms_of_a_meter_change_between_rounds_by_two_people_and_the_rest_needs_a_closed_table(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        fay, gus = await member(server, "fay"), await member(server, "gus")
        guest = await played(server, "t", 1)
        (before,) = (await fay.get("/meters"))["meters"]
        assert [each["name"] for each in before["choices"]][:3] == ["meter_seed", "meter_reset", "meter_increment"]
        rates = {"meter_increment": '"80%"', "reserve_increment": '"30%"'}
        wrong = await fay.refused("/tables/t/rules/preview", {"choices": {**rates, "meter_cap": "10"}})
        assert {each["name"] for each in wrong["faults"]} == {"meter_increment", "meter_cap"}, "all faults at once"

        # less for the players needs notice, more does not
        lower = await fay.post("/tables/t/rules/preview", {"choices": {"meter_increment": '"10%"'}})
        assert (lower["notice"], lower["values"][0]["now"], lower["values"][0]["then"]) == (30, "18%", "10%")
        body = {"choices": {"meter_increment": '"20%"', "meter_seed": "6000"}, "reason": "a new month"}
        made = await fay.post("/tables/t/rules", body)
        assert made["notice"] == 0
        assert (await fay.refused(f"/changes/{made['number']}/sign"))["code"] == "floor/same-person"
        assert (await fay.get("/meters"))["meters"][0]["rate"] == 0.18, "one signature changes nothing"
        await gus.post(f"/changes/{made['number']}/sign")
        await until(lambda: server.house.table("t").rules.meter_seed == 600_000)
        (after,) = (await fay.get("/meters"))["meters"]
        assert (after["rate"], after["minimum"], after["amount"], after["is_equal"]) == (0.2, 600_000, 600_000, True)
        noted = after["notable"][0]
        assert (noted["kind"], noted["by"], noted["reason"]) == ("terms", "fay, gus", "a new month")
        assert noted["words"].startswith("starts again at $6,000, gets 20.00% of each wager")
        assert (await fay.get("/money"))["house"]["is_equal"]
        await round_of(server.house.table("t"), [guest])
        assert (await audit(server.house.store)).is_sound

        # below the new minimum nobody sets it, and a meter that others share keeps its start
        low = {"kind": "meter", "table": "t", "meter": after["name"], "reason": "x", "amount": 599_999}
        assert (await fay.refused("/changes", low))["code"] == "floor/meter-below-minimum"
        for name in ("u", "v"):
            await live_table(server.house, 'rule_set = "wa"\nmeter_link = "north"\n', name)
        shared = await fay.refused("/tables/u/rules/preview", {"choices": {"meter_seed": "7000"}})
        assert (shared["code"], shared["clause"], shared["facts"]["tables"]) == (
            "floor/shared-meter",
            "WA3-J11.a",
            "v",
        )
        assert (await fay.post("/tables/u/rules/preview", {"choices": {"meter_increment": '"20%"'}}))["notice"] == 0

        # what needs a closed table is listed with its reason before anybody tries
        rules = await fay.get("/tables/u/rules")
        may, not_now = ({each["name"] for each in rules[part]} for part in ("choices", "closed"))
        assert {"mtd_mandatory", "jackpot_wager", "jackpot_paytable", "settlement_procedure"} <= may
        assert {"decks", "mtd_configuration", "jackpot_games", "jackpot_type", "equipment_version"} <= not_now
        assert may.isdisjoint(not_now)
        why = {each["name"]: (each["why"], each["clause"]) for each in rules["closed"]}
        assert why["jackpot_games"] == ("the layout that was signed for has its areas and inscriptions", "WA3-J3.a")
        tried = {"decks": "8", "jackpot_games": "2", "jackpot_wager": "[10, 10]"}
        closing = await fay.refused("/tables/u/rules/preview", {"choices": tried})
        named = {each["name"]: each for each in closing["faults"]}
        assert {"decks", "jackpot_games"} <= set(named)
        assert named["decks"]["sentence"].endswith("Close the table, and open it with the new submission.")
        given = await fay.post("/tables/u/rules/preview", {"choices": {"jackpot_wager": "[10]"}})
        assert (given["notice"], given["values"][0]["clause"]) == (30, "WA3-J3.b")
