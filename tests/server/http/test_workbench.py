"""A session as a file, and a round that is over put on a practice table once more, without what nobody saw."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from siete.cards import Card, cards_to_text
from siete.host.history.rounds import Recall
from siete.server.describe.again import again
from siete.table import events as e
from siete.table.notation.reader import document_from_text
from tests.host.guests import Guest, come, is_betting, until, wager
from tests.server.serving import live_table, practice_table, served

pytestmark = pytest.mark.anyio

Plain = dict[str, Any]

ROUNDS = {"bust": "8s 7h 8d 9c Ks", "won": "9s 6h Kd Kc 9h"}
"""A hand that goes bust, and one that wins because the dealer does."""


async def _played(guest: Guest, cards: str, *, hits: int) -> None:
    table = guest.table
    await until(table, [guest], is_betting)
    await guest.ask("StackShoe", cards=cards)
    await wager(guest, 3, 1_000, is_ready=False)
    await guest.ask("Ready", guest.find("WithdrawWager")["point"])
    for _ in range(hits):
        await guest.do("Hit")
    await until(table, [guest], is_betting)


async def _table(client: httpx.AsyncClient, made: Plain) -> Plain:
    found: Plain = (await client.get(f"/api/v1/tables/{made['table']}")).json()
    return found


async def test_a_session_is_one_text_and_a_round_can_be_played_again(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await practice_table(server.house, 'rule_set = "md"\ntable_max = 300\n')
        assert (await client.get("/api/v1/tables/p/rounds.s21")).json()["error"]["code"] == "round/unknown"
        ana = await come(server.house, server.house.table("p"), "Ana", 3)
        await _played(ana, ROUNDS["bust"], hits=1)
        await _played(ana, ROUNDS["won"], hits=0)
        text = (await client.get("/api/v1/tables/p/rounds.s21")).text
        assert len(document_from_text(text).rounds) == 2
        assert len(document_from_text((await client.get("/api/v1/tables/p/rounds.s21?limit=1")).text).rounds) == 1

        assert (await client.post("/api/v1/rounds/p/2/practice", json={})).status_code == 401
        await client.post("/api/v1/session", json={"name": "Ben"})
        won = (await client.post("/api/v1/rounds/p/2/practice", json={})).json()
        assert won["cards"] == ROUNDS["won"]
        assert (won["box"], won["wagers"], won["has_unseen"]) == (3, [{"wager": "base", "amount": 1_000}], False)
        made = await _table(client, won)
        assert (made["mode"], made["is_private"], made["limits"]["max"]) == ("practice", True, 30_000)

        token = (await client.post("/api/v1/rounds/p/1/share")).json()["token"]
        bust = (await client.post(f"/api/v1/shared/{token}/practice", json={"box": 3})).json()
        assert bust["cards"] == ROUNDS["bust"]
        wrong = await client.post("/api/v1/rounds/p/2/practice", json={"box": 6})
        assert wrong.json()["error"]["code"] == "round/unknown-box"


async def test_a_hole_card_that_was_never_turned_is_another_one(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await practice_table(server.house, 'rule_set = "md"\n')
        ana = await come(server.house, server.house.table("p"), "Ana", 3)
        await _played(ana, ROUNDS["bust"], hits=1)
        recall = Recall(server.house.store, ana.table.loaded.streams, ana.table.rules)
        seen = await recall.round(1)
    unseen = replace(seen, events=tuple(each for each in seen.events if not isinstance(each[1], e.CardsTurned)))
    told = again(unseen, 3, lambda: Card.from_text("2d"))
    assert cards_to_text(told.cards) == ROUNDS["bust"].replace("9c", "2d")
    assert told.has_unseen


async def test_the_chart_answers_what_is_asked_at_a_practice_table(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await practice_table(server.house, 'rule_set = "md"\n')
        await live_table(server.house, table_id="l")
        await client.post("/api/v1/session", json={"name": "Ana"})
        ana = Guest(server.house.table("p"), server.guest("Ana"))
        await ana.ask("TakeSeat", box=3, amount=50_000)
        await until(ana.table, [ana], is_betting)
        nothing = await client.post("/api/v1/tables/p/charted")
        assert nothing.json()["error"]["code"] == "trainer/nothing-asked"
        assert (await client.post("/api/v1/tables/l/charted")).json()["error"]["code"] == "trainer/practice-only"
        answers = {}
        for cards in ("8s 6h 8d 9c", "9s 7h Kd 9c"):
            await ana.ask("StackShoe", cards=cards)
            await wager(ana, 3)
            answers[cards] = (await client.post("/api/v1/tables/p/charted")).json()
            await until(ana.table, [ana], is_betting)
        assert list(answers.values()) == [{"command": "Split", "box": 3}, {"command": "Stand", "box": 3}]
