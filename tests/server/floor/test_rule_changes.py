"""Other rules for an open table, and corrections of payouts: two people, notice, one batch, and a sound audit."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from siete.host.audit.house import audit
from siete.host.floor.gaming_day import moment_of, stamp_of
from siete.store.memory import MemoryStore
from siete.table import events as e
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
        gus = await member(server, "gus")
        await played(server, "t", 1, "Ben", box=5)
        rules = {n: (await gus.client.get(f"/api/v1/rounds/t/{n}?role=public")).json()["rules_hash"] for n in (1, 3)}
        assert rules == {1: before, 3: table.rules.rules_hash}, "each round by the rules it was played by"
        for number in (1, 3):
            assert (await gus.get(f"/rounds/t/{number}/rack"))["agrees"]
        assert (await audit(store)).is_sound


async def test_a_payout_is_corrected_by_two_people_in_the_chain(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        table = server.house.table("t")
        fay, gus = await member(server, "fay"), await member(server, "gus")
        guest = await played(server, "t", 1)
        had = table.state.racks["Ana"]
        body = {"table": "t", "round": 1, "decision": "Correct", "note": "paid 3:2 on mixed sevens"}
        stranger = {**body, "correction": {"player": "Zoe", "amount": 100}}
        assert (await fay.refused("/disputes", stranger))["code"] == "floor/not-in-round"
        made = await fay.post("/disputes", {**body, "correction": {"player": "Ana", "amount": 4_000}})
        assert table.state.racks["Ana"] == had, "one signature moves nothing"
        queued = (await gus.get("/queue"))["queue"][0]
        assert queued["title"] == "Pay Ana $40, round 1"
        assert (await fay.refused(f"/changes/{made['change']}/sign"))["code"] == "floor/same-person"
        await gus.post(f"/changes/{made['change']}/sign")
        assert table.state.racks["Ana"] == had + 4_000
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
        assert "Ana" not in table.state.racks
        found = await fay.get("/money")
        assert found["house"]["is_equal"]
        (day,) = found["tables"]
        assert {each["wager"]: each["result"] for each in day["wagers"]}["correction"] == -5_000
        assert (await audit(server.house.store)).is_sound
