"""What is asked twice is done once: requests sent again after a lost answer, two people on one paper, calls, voids."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from siete.host.access.roles import HouseRole, Person
from siete.host.audit.house import audit
from siete.server.floor import tiles
from siete.store.floor_events import IncidentFiled
from siete.table import events as e
from tests.host.guests import WITHOUT_WHEELS, Guest, is_betting, round_of, until
from tests.server.floor.staff import member, played
from tests.server.serving import Plain, live_table, served

pytestmark = pytest.mark.anyio


async def test_a_request_that_comes_again_after_a_lost_answer_does_nothing_twice(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        table = server.house.table("t")
        fay, gus = await member(server, "fay"), await member(server, "gus")
        await played(server, "t", 1)
        await fay.post("/floors", {"take": True, "tables": ["t"]})

        # an incident is filed and applied once, also when both requests are on their way together
        body = {"table": "t", "guide": "reader-broke", "note": "red light", "id": "press-1"}
        first, second = await asyncio.gather(fay.post("/incidents", body), fay.post("/incidents", body))
        again = await fay.post("/incidents", body)
        assert (first["number"], second["number"], again["number"]) == (1, 1, 1)
        assert again["outcome"] == "applied as the document orders"
        assert [type(event) for _, event in table.broadcaster.recent()].count(e.ReaderFailed) == 1
        other = await fay.refused("/incidents", {**body, "guide": "reader-repaired"})
        assert (other["status"], other["code"]) == (409, "command/id-reused")
        mine = await gus.post("/incidents", {**body, "guide": "reader-repaired"})
        assert mine["number"] == 2, "an id is one person's"

        # the house stopped between filing and applying: what comes again applies what was filed
        filed = IncidentFiled(
            by="fay",
            number=3,
            table="t",
            round=1,
            kind="reshuffle",
            words="Cards should be shuffled",
            clause="",
            people=("Ana",),
            after=table.loaded.version,
            note="",
            request="press-2",
        )
        await server.services.floor.log.say(filed)
        late = await fay.post("/incidents", {"table": "t", "guide": "reshuffle", "id": "press-2"})
        assert (late["number"], late["is_open"]) == (3, False)
        assert "ReshuffleOrdered" in [each["event"] for each in late["events"]]

        # a decision with money, and chips that are changed
        wrong = {"player": "Ana", "amount": 1_000}
        dispute: Plain = {"table": "t", "round": 1, "decision": "Correct", "correction": wrong, "id": "press-3"}
        made = [await fay.post("/disputes", dispute) for _ in range(2)]
        assert [(each["number"], each["change"]) for each in made] == [(4, 1), (4, 1)]
        chips: Plain = {"player": "Ana", "taken": [{"chip": 500, "count": 10}], "given": [{"chip": 2_500, "count": 2}]}
        changed = [await fay.post("/tables/t/colour-ups", {**chips, "id": "press-4"}) for _ in range(2)]
        assert [len(each["colour_ups"]) for each in changed] == [1, 1]
        assert len((await fay.post("/tables/t/colour-ups", {**chips, "id": "press-5"}))["colour_ups"]) == 2
        assert (await audit(server.house.store)).is_sound


async def test_two_people_on_one_hand_pay_one_signs_and_the_other_is_told_who(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"] + "handpay_threshold = 5\n")
        fay, gus = await member(server, "fay"), await member(server, "gus")
        guest = await played(server, "t", 1)
        while not (found := (await fay.get("/hand-pays"))["hand_pays"]):
            await round_of(server.house.table("t"), [guest])
        pay = found[0]
        assert (pay["player"], pay["threshold"], pay["signed_by"]) == ("Ana", 500, "")
        assert pay["amount"] >= 500
        path = f"/api/v1/floor/hand-pays/t/{pay['version']}/sign"
        answers = await asyncio.gather(*(each.client.post(path) for each in (fay, gus)))
        assert sorted(each.status_code for each in answers) == [200, 409]
        signed = next(each.json() for each in answers if each.status_code == 200)["signed_by"]
        lost = next(each.json() for each in answers if each.status_code == 409)["error"]
        assert (lost["code"], lost["sentence"]) == ("floor/answered", f"{signed} has signed for this already.")
        assert (await gus.get("/hand-pays"))["hand_pays"][0]["signed_by"] == signed


async def test_a_dealers_call_stands_in_the_queue_until_somebody_takes_the_floor(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        table, desk = server.house.table("t"), server.services.floor
        fay = await member(server, "fay")
        mira = Guest(table, Person(HouseRole.DEALER, "mira"))
        await mira.ask("TakeDealing")
        before = tiles.mark(table)
        await mira.ask("CallFloor", words="two cards at once")
        assert tiles.mark(table).urgent != before.urgent, "told at once"
        seen = await fay.get("/overview")
        (item,) = seen["queue"]
        assert (item["kind"], item["title"], item["stops_play"]) == ("call", "two cards at once", True)
        assert item["words"].startswith("mira calls the floor; ")
        assert seen["tables"][0]["call"] == "two cards at once"
        await fay.post("/floors", {"take": True, "tables": ["t"]})
        assert (await fay.get("/queue"))["queue"] == []
        (taken,) = tiles.answered({item["id"]: item}, (), desk.log.state, desk)
        assert taken["by"] == "fay"
        await mira.ask("CallFloor", words="two cards at once")
        (item,) = (await fay.get("/queue"))["queue"]
        await mira.ask("CallFloor", words="")
        assert (await fay.get("/queue"))["queue"] == []
        assert tiles.answered({item["id"]: item}, (), desk.log.state, desk) == [], "taken back by the dealer"


async def test_what_an_order_moves_is_told_box_by_box_before_it_is_applied(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        table = server.house.table("t")
        fay = await member(server, "fay")
        guest = await played(server, "t", 0)
        ana, before = server.guest("Ana").name, 0
        while not any(
            each["command"]["command"] == "Stand" for each in guest.legal
        ):  # a blackjack ends the round before
            await until(table, [guest], is_betting)
            before = table.state.racks[ana]
            await guest.do("PlaceWager", box=3, wager="base", amount=2_500)
            await guest.do("PlaceWager", box=3, wager="match-up", amount=500)
            await guest.do("Ready")
        await fay.post("/floors", {"take": True, "tables": ["t"]})
        (shown,) = (await fay.get("/overview"))["tables"]
        assert table.state.round is not None
        up, _ = table.state.round.dealer
        assert shown["cards"] == {"open": [str(up)], "down": 1}, "the hole card is absent"
        preview = (await fay.get("/tables/t/guide/hole-seen", answer="true"))["preview"]
        assert preview["moved"] == 2_500
        (box,) = preview["boxes"]
        assert (box["box"], box["player"], box["base"], box["returned"]) == (3, "Ana", 2_500, 2_500)
        assert table.state.racks[ana] == before - 2_500 + box["settled"], (
            "the side wager was decided with the deal, and stays"
        )
        assert box["settled"] == -500 or box["settled"] >= 1_500
        await fay.post("/incidents", {"table": "t", "guide": "hole-seen", "answer": True})
        assert table.state.racks[ana] == box["after"]
