"""A page of one's own rounds: they were expected to bring what the odds print; only mistakes that count are told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from siete.host.history.recalled import Place, Recalled
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.server.work.my_rounds import _placed
from siete.table import events as e
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from tests.cli.running import Siete, runner
from tests.host.guests import Guest, is_betting, until, wager
from tests.server.serving import practice_table, served

pytestmark = pytest.mark.anyio

Plain = dict[str, Any]


@pytest.fixture
def siete(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Siete:
    return runner(monkeypatch, capsys)


async def _deal(guest: Guest, cards: str, amount: int = 2_500, **side: int) -> None:
    await until(guest.table, [guest], is_betting)
    await guest.ask("StackShoe", cards=cards)
    await wager(guest, 3, amount, is_ready=False)
    point = guest.find("WithdrawWager")["point"]
    for name, more in side.items():
        await guest.ask("PlaceWager", point, box=3, wager=name.replace("_", "-"), amount=more)
    await guest.ask("Ready", guest.find("WithdrawWager")["point"])


async def _told(client: httpx.AsyncClient, what: str) -> Plain:
    answer = await client.get(f"/api/v1/tables/p/history/{what}")
    assert answer.status_code == 200, answer.text
    found: Plain = answer.json()
    return found


async def test_what_is_expected_is_what_the_odds_print(
    tmp_path: Path, siete: Siete, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two rounds: $25 with insurance and a match, then $500, whose sevens are too dear to be hit."""
    async with served(tmp_path) as server, server.client() as client:
        await practice_table(server.house, 'rule_set = "md"\ntable_max = 500\n')
        assert (await client.get("/api/v1/tables/p/history/expected")).status_code == 401
        await client.post("/api/v1/session", json={"name": "Ana"})
        ana = Guest(server.house.table("p"), server.guest("Ana"))
        await ana.ask("TakeSeat", box=3, amount=100_000)
        await _deal(ana, "9s Ah 8d 9c", match_up=1_000)
        await ana.do("TakeInsurance", amount=1_250)
        await _deal(ana, "9s 7h 8d Kc", amount=50_000)
        await until(ana.table, [ana], is_betting)
        found = await _told(client, "expected")
        async with server.client() as other:
            await other.post("/api/v1/session", json={"name": "Bo"})
            assert (await _told(other, "expected"))["rounds"] == []
    capsys.readouterr()  # what the house logged
    small, large = (
        siete("strategy", "md", "--bet", bet, "--json").json["best_combined_house_edge"] for bet in ("25", "500")
    )
    odds = {
        name: siete("odds", "md", "--wager", name, "--json").json["figures"][0]["house_edge"]
        for name in ("insurance", "match-the-dealer", "base")
    }
    assert small < large < odds["base"] + 1e-12
    first = -(2_500 * small + 1_250 * odds["insurance"] + 1_000 * odds["match-the-dealer"])
    expected = [(each["round"], each["expected"]) for each in found["rounds"]]
    assert expected == [(2, pytest.approx(-50_000 * large)), (1, pytest.approx(first))]
    deviation = siete("odds", "md", "--wager", "base", "--json").json["figures"][0]["standard_deviation"]
    assert found["rounds"][0]["variance"] == pytest.approx((50_000 * deviation) ** 2)


async def test_a_mistake_that_was_taken_back_is_none(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await practice_table(server.house, 'rule_set = "md"\n')
        await client.post("/api/v1/session", json={"name": "Ana"})
        ana = Guest(server.house.table("p"), server.guest("Ana"))
        await ana.ask("TakeSeat", box=3, amount=50_000)
        costs = []
        for number in (1, 2):
            await _deal(ana, "Ks Qd 6h 7c 2c")
            ticket = (await client.post("/api/v1/tables/p/hint", json={"box": 3})).json()["ticket"]
            judged = await client.post("/api/v1/coach/decisions", json={"ticket": ticket, "action": "stand"})
            assert (judged.json()["kind"], judged.json()["best_name"]) == ("wrong", "hit")
            costs.append(judged.json()["cents"])
            await ana.do("Stand")
            if number == 2:
                await ana.ask("TakeBack")
                await ana.do("Hit")
        await until(ana.table, [ana], is_betting)
        assert len((await client.get("/api/v1/coach")).json()["mistakes"]) == 2
        found = (await _told(client, "mistakes"))["mistakes"]
    assert [(each["round"], each["name"], each["cents"]) for each in found] == [(1, "stand", costs[0])]


def test_nothing_is_expected_of_a_void_round_nor_of_what_was_taken_off_again() -> None:
    rules = table_rules("md")
    put = e.WagerPlaced(clause="", player="ana", box=1, wager=Wager.BASE, amount=Cents(2_500))
    theirs = e.WagerPlaced(clause="", player="bo", box=1, wager=Wager.BASE, amount=Cents(500))
    off = e.WagerWithdrawn(clause="", player="ana", box=1, wager=Wager.BASE, amount=Cents(1_000))
    void = e.RoundVoided(clause="", reason="")

    def wagers(*events: e.Event) -> list[tuple[int, str, int]]:
        place = Place(number=1, first=1, last=9, began_at="", ended_at="")
        told = tuple(enumerate(events, start=1))
        return _placed(Recalled(table="p", rules=rules, place=place, before=TableState(), events=told), "ana")["wagers"]

    assert wagers(put, theirs, off) == [(1, "base", 1_500)]
    assert wagers(put, theirs, off, void) == []
