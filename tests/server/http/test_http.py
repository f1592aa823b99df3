"""The server over HTTP: sessions, origins, limits, tables, rounds; typed refusals and strict headers everywhere."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import httpx
import pytest

from siete.errors import SieteError
from siete.host.access.roles import HouseRole
from siete.host.streams import live_wallet
from siete.rules.names import added_folder
from siete.server.data_directory import make_staff_link
from siete.server.demo_tables import open_demos
from siete.server.describe.judgement import ChartCell, Priced, Told
from siete.server.http import coach
from siete.server.limits import Limits
from siete.server.services import COOKIE
from siete.server.ws.sockets import TABLE_CLOSED
from tests.rules import made_up
from tests.server.serving import GENEROUS, Plain, Player, Served, live_table, practice_table, served

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse 21"
CAREFUL = ("Stand", "DeclineInsurance", "TakeBlackjack", "LookOver", "RefuseCut")
Close = Callable[..., Awaitable[Plain]]


def _code(response: httpx.Response) -> str:
    code: str = response.json()["error"]["code"]
    return code


async def _staff(server: Served, role: str = "floorperson") -> dict[str, str]:
    await server.services.accounts.add(role, PASSWORD, role)
    token = await server.services.accounts.begin(role, HouseRole(role))
    return {"authorization": f"Bearer {token}"}


# --- sessions ----------------------------------------------------------------------------------------------------


async def test_a_guest_comes_with_a_name_and_keeps_it_by_cookie(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        assert (await client.get("/api/v1/session")).status_code == 401
        made = await client.post("/api/v1/session", json={"name": "Ana"})
        assert made.status_code == 201
        told = made.json()
        code = told.pop("recovery")
        assert told == {"name": "Ana", "role": "guest", "wallet": 100_000, "seats": []}
        cookie = made.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert (await client.get("/api/v1/session")).json()["name"] == "Ana"
        taken = await client.post("/api/v1/session", json={"name": "ANA"})
        assert (taken.status_code, _code(taken)) == (409, "session/name-taken")
        wrong = await client.post(
            "/api/v1/session", json={"name": "Ana", "code": "A" + code[1:] if code[0] != "A" else "B"}
        )
        assert (wrong.status_code, _code(wrong)) == (403, "session/wrong-code")
        unknown = await client.post("/api/v1/session", json={"name": "Nobody", "code": code})
        assert _code(unknown) == "session/wrong-code"
        back = await client.post("/api/v1/session", json={"name": "ana", "code": code})
        assert (back.status_code, back.json()["name"]) == (201, "Ana")


@pytest.mark.parametrize("name", ["", " ", "a" * 25, "<b>", "a\nb", "dealer", "house", "a/b", "\u202eana", "-a"])
async def test_names_are_plain(name: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        assert (await client.post("/api/v1/session", json={"name": name})).status_code in (400, 422)


async def test_a_seat_is_kept_over_a_restart(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        store = server.house.store
        async with server.client() as client:
            await client.post("/api/v1/session", json={"name": "Ana"})
            body = {"id": "command-1", "command": {"command": "TakeSeat", "box": 3, "amount": 10_000}}
            assert (await client.post("/api/v1/tables/t/commands", json=body)).status_code == 200
            cookie = client.cookies[COOKIE]
    async with served(tmp_path, store) as again, again.client() as client:
        client.cookies.set(COOKIE, cookie)
        me = (await client.get("/api/v1/session")).json()
        assert me["name"] == "Ana"
        assert me["seats"] == [{"table": "t", "boxes": [3], "rack": 10_000}]


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
async def test_a_table_names_its_owner_and_tells_itself_anew_only_where_it_changed(
    encoding: str, tmp_path: Path
) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await client.post("/api/v1/session", json={"name": "Ana"})
        made = await client.post("/api/v1/tables", json={"submission": 'rule_set = "md"'})
        address = f"/api/v1/tables/{made.json()['id']}"
        first = await client.get(address, headers={"accept-encoding": encoding})
        assert first.json()["owner"] == "guest:Ana"
        again = await client.get(address, headers={"if-none-match": first.headers["etag"]})
        assert again.status_code == 304


async def test_a_session_that_ends_is_over_everywhere(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await client.post("/api/v1/session", json={"name": "Ana"})
        cookie = client.cookies[COOKIE]
        assert (await client.delete("/api/v1/session")).status_code == 204
        client.cookies.set(COOKIE, cookie)
        assert (await client.get("/api/v1/session")).status_code == 401


@pytest.mark.parametrize("cookie", ["", "x", "IlZTeWRx.ab", "a.b.c", "é"])
async def test_a_forged_cookie_is_nobody(cookie: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        headers = {"cookie": f"{COOKIE}={cookie}".encode()}
        response = await client.get("/api/v1/session", headers=headers)  # type: ignore[arg-type]
        assert response.status_code == 401


async def test_the_first_account_is_made_by_the_printed_link_once(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        body = {"name": "floor", "password": PASSWORD, "link": make_staff_link(tmp_path)}
        wrong = await client.post("/api/v1/staff", json={**body, "link": "x" * 32})
        assert (wrong.status_code, _code(wrong)) == (403, "staff/link-used")
        assert (await client.post("/api/v1/staff", json=body)).status_code == 201
        assert (await client.post("/api/v1/staff", json=body)).status_code == 403
        session = {"name": "floor", "password": PASSWORD}
        assert (await client.post("/api/v1/session/staff", json=session)).json()["role"] == "floorperson"
        bad = await client.post("/api/v1/session/staff", json={**session, "password": "wrong horse"})
        assert (bad.status_code, _code(bad)) == (401, "session/wrong-password")
        nobody = await client.post("/api/v1/session/staff", json={**session, "name": "nobody"})
        assert nobody.json() == bad.json()


async def test_accounts_are_made_by_floorpersons_only(tmp_path: Path) -> None:
    body = {"name": "dora", "password": PASSWORD, "role": "dealer"}
    async with served(tmp_path) as server, server.client() as client:
        assert (await client.post("/api/v1/staff", json=body)).status_code == 401
        for role, status in (("dealer", 403), ("auditor", 403), ("floorperson", 201)):
            assert (
                await client.post("/api/v1/staff", json=body, headers=await _staff(server, role))
            ).status_code == status


# --- origins -----------------------------------------------------------------------------------------------------

FOREIGN = [
    "null",
    "",
    "http://evil.example",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1",
    "http://127.0.0.1:{other}",
    "http://127.0.0.1:{port}.evil.example",
    "http://evil.example/http://127.0.0.1:{port}",
    "http://127.0.0.1:{port}/",
    "HTTP://127.0.0.1:{port}",
    "http://localhost.evil.example:{port}",
    "file://",
]


@pytest.mark.parametrize("foreign", FOREIGN)
async def test_another_sites_page_cannot_speak_for_a_guest(foreign: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await client.post("/api/v1/session", json={"name": "Ana"})
        port = server.options.port
        origin = foreign.format(port=port, other=port + 1)
        for method, path in (("POST", "/api/v1/cage"), ("POST", "/api/v1/tables"), ("DELETE", "/api/v1/session")):
            response = await client.request(method, path, headers={"origin": origin})
            assert (response.status_code, _code(response)) == (403, "origin/not-allowed")
        assert (await client.get("/api/v1/session")).status_code == 200


async def test_a_cookie_without_an_origin_is_refused_and_a_token_is_not(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        made = (await client.post("/api/v1/session", json={"name": "Bot", "token": True})).json()
        await client.post("/api/v1/session", json={"name": "Ana"})
        del client.headers["origin"]
        assert (await client.post("/api/v1/cage")).status_code == 403
        headers = {"authorization": f"Bearer {made['token']}"}
        assert _code(await client.post("/api/v1/cage", headers=headers)) == "cage/not-out-of-chips"


async def test_every_answer_has_strict_headers(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        for path in ("/", "/health", "/api/v1/tables", "/nothing", "/static/index.html", "/api/v1/openapi.json"):
            headers = (await client.get(path)).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers
            assert "access-control-allow-origin" not in headers


# --- limits ------------------------------------------------------------------------------------------------------


async def test_too_many_requests_and_sessions_are_refused(tmp_path: Path) -> None:
    limits = Limits(requests_per_second=0.001, requests_at_once=10, sessions_per_second=0.001, sessions_at_once=2)
    async with served(tmp_path, limits=limits) as server, server.client() as client:
        made = [(await client.post("/api/v1/session", json={"name": f"P{n}"})).status_code for n in range(4)]
        assert made == [201, 201, 429, 429]
        statuses = [(await client.get("/health")).status_code for _ in range(8)]
        assert statuses == [200] * 6 + [429] * 2


async def test_a_body_that_is_too_large_is_refused(tmp_path: Path) -> None:
    limits = Limits(body=2_000)
    async with served(tmp_path, limits=limits) as server, server.client() as client:
        large = b'{"text": "' + b"x" * 3_000 + b'"}'
        response = await client.post("/api/v1/submissions/check", content=large)
        assert (response.status_code, _code(response)) == (413, "body/too-large")

        async def chunks() -> Any:
            for _ in range(40):
                yield b"x" * 100

        chunked = await client.post("/api/v1/submissions/check", content=chunks())
        assert chunked.status_code == 413


# --- tables ------------------------------------------------------------------------------------------------------


async def test_the_lobby_and_the_felt(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await live_table(server.house)
        (table,) = (await client.get("/api/v1/tables")).json()["tables"]
        assert (table["id"], table["rules"], table["mode"], table["state"]) == ("t", "wa", "live", "open")
        assert len(table["rules_hash"]) == 64
        assert table["boxes"][0] == {"box": 1, "player": None}
        assert table["limits"]["min"] == 500
        felt = (await client.get("/api/v1/tables/t")).json()
        assert felt["felt"]["chips"]
        assert felt["submission"] == 'rule_set = "wa"\n'
        assert (await client.get("/api/v1/tables/nothing")).status_code == 404
        assert _code(await client.get("/api/v1/tables/nothing")) == "table/unknown"


async def test_approvals_of_a_table_wait_for_a_floorperson_who_signs_over_http(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        floor = await _staff(server)
        body = {"rules": "md-draft", "mode": "live", "floor": True}
        table = (await client.post("/api/v1/tables", json=body, headers=floor)).json()
        assert table["state"] == "opening"
        number, shown = 0, dict[str, Any]()
        while shown.get("state") != "open":
            shown = (await client.get(f"/api/v1/tables/{table['id']}/view", headers=floor)).json()
            if shown["state"] == "open":
                break
            number += 1
            (due,) = shown["you"]["legal"]
            sent = {"id": f"signature-{number}", "point": due["point"], "command": due["command"]}
            signed = await client.post(f"/api/v1/tables/{table['id']}/commands", json=sent, headers=floor)
            assert signed.status_code == 200, signed.text
        assert number > 3
        assert shown["floorperson"] == "floorperson"
        token = (await client.post("/api/v1/session", json={"name": "Ana", "token": True})).json()["token"]
        guest = {"Authorization": f"Bearer {token}"}
        refused = await client.post("/api/v1/tables", json={"rules": "wa", "floor": True}, headers=guest)
        assert (refused.status_code, _code(refused)) == (403, "table/floor-needs-floorperson")
        over = {"id": "not-for-a-guest", "command": {"command": "TakeFloor"}}
        stranger = await client.post(f"/api/v1/tables/{table['id']}/commands", json=over, headers=guest)
        assert (stranger.status_code, _code(stranger)) == (403, "command/not-for-you")


async def test_guests_open_practice_tables_and_floorpersons_live_ones(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        anonymous = await client.post("/api/v1/tables", json={"rules": "wa"})
        assert (anonymous.status_code, _code(anonymous)) == (401, "session/none")
        await client.post("/api/v1/session", json={"name": "Ana"})
        practice = await client.post("/api/v1/tables", json={"rules": "md", "name": "Mine", "seed": "7"})
        assert practice.status_code == 201
        assert practice.json()["mode"] == "practice"
        live = await client.post("/api/v1/tables", json={"rules": "wa", "mode": "live"})
        assert (live.status_code, _code(live)) == (403, "table/live-needs-floorperson")
        floor = await _staff(server)
        opened = await client.post("/api/v1/tables", json={"rules": "wa", "mode": "live"}, headers=floor)
        assert (opened.status_code, opened.json()["mode"]) == (201, "live")
        seeded = await client.post("/api/v1/tables", json={"rules": "wa", "mode": "live", "seed": "7"}, headers=floor)
        assert (seeded.status_code, _code(seeded)) == (422, "table/live-seed")
        for _ in range(4):
            await client.post("/api/v1/tables", json={"rules": "wa"})
        assert (await client.post("/api/v1/tables", json={"rules": "wa"})).status_code == 429


async def test_a_table_is_closed_by_its_owner_and_everybody_gets_their_chips(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await live_table(server.house)
        await client.post("/api/v1/session", json={"name": "Ana"})
        refused = await client.delete("/api/v1/tables/t")
        assert (refused.status_code, _code(refused)) == (403, "table/not-yours")
        mine = (await client.post("/api/v1/tables", json={"rules": "wa"})).json()["id"]
        assert (await client.delete(f"/api/v1/tables/{mine}")).status_code == 204
        assert (await client.get(f"/api/v1/tables/{mine}")).status_code == 404
        body = {"id": "command-1", "command": {"command": "TakeSeat", "box": 3, "amount": 10_000}}
        await client.post("/api/v1/tables/t/commands", json=body)
        assert (await client.get("/api/v1/session")).json()["wallet"] == 90_000
        assert (await client.delete("/api/v1/tables/t", headers=await _staff(server))).status_code == 204
        assert (await client.get("/api/v1/session")).json()["wallet"] == 100_000
        assert (await client.get("/api/v1/tables")).json()["tables"] == []
    async with served(tmp_path, server.house.store) as again:
        assert again.house.tables == {}


async def test_a_wrong_submission_is_refused_with_all_its_faults(tmp_path: Path) -> None:
    text = 'rule_set = "md"\ndecks = 77\nfoo = 1\n'
    async with served(tmp_path) as server, server.client() as client:
        checked = (await client.post("/api/v1/submissions/check", json={"text": text})).json()
        assert not checked["ok"]
        assert [(fault["line"], fault["code"]) for fault in checked["faults"]] == [
            (2, "submission/not-allowed"),
            (3, "submission/unknown-key"),
        ]
        assert checked["faults"][0]["clause"] == "MD-3.A.1"
        await client.post("/api/v1/session", json={"name": "Ana"})
        refused = await client.post("/api/v1/tables", json={"submission": text})
        assert refused.status_code == 422
        assert refused.json()["error"]["faults"] == checked["faults"]
        fine = (await client.post("/api/v1/submissions/check", json={"text": 'rule_set = "md"\n'})).json()
        assert fine["ok"]
        form = (await client.post("/api/v1/submissions/form", json={"text": text})).json()
        assert form["faults"] == checked["faults"]
        assert form["rules_hash"] is None
        decks = next(each for each in form["fields"] if each["name"] == "decks")
        assert decks["options"] == [{"toml": "6", "text": "6"}, {"toml": "8", "text": "8"}]
        unread = (await client.post("/api/v1/submissions/form", json={"text": "decks = "})).json()
        assert (unread["fields"], unread["faults"][0]["code"]) == (None, "file/not-toml")
        text = 'rule_set = "wa"\nmtd_offered = false\nmtd_max = 10\npenetration = "1/2"\n'
        idle = (await client.post("/api/v1/submissions/form", json={"text": text})).json()["without_effect"]
        assert [(each["name"], each["why"]) for each in idle] == [
            ("mtd_max", "it belongs to something that is not offered"),
            ("penetration", "the cover card tells how deep the shoe is dealt"),
        ]


async def test_rules_choices_and_clauses(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        names = [each["name"] for each in (await client.get("/api/v1/rules")).json()["rules"]]
        assert names == ["md", "md-draft", "ma", "s13", "wa", "wa-v002"]
        choices = (await client.get("/api/v1/rules/md/choices")).json()["choices"]
        assert next(each for each in choices if each["name"] == "decks")["allowed"] == "6, 8"
        assert (await client.get("/api/v1/clauses/MD-7.H")).json()["summary"]
        assert (await client.get("/api/v1/clauses/XX-1")).status_code == 404


async def test_a_rule_set_of_an_added_folder_is_served(tmp_path: Path) -> None:
    with added_folder(made_up.write(tmp_path / "rules")):
        async with served(tmp_path / "house") as server, server.client() as client:
            await open_demos(server.services.house)
            listed = (await client.get("/api/v1/rules")).json()["rules"]
            tables = (await client.get("/api/v1/tables")).json()["tables"]
            assert listed[-1] == {"name": made_up.NAME, "title": "Freedonia, Gaming Decree"}
            assert made_up.NAME in {table["id"] for table in tables}
            assert (await client.get("/api/v1/clauses/FR-k.3")).json()["summary"]


# --- rounds ------------------------------------------------------------------------------------------------------


async def played(server: Served, name: str = "Ana") -> Player:
    """A guest who has played two rounds."""
    table = server.house.table("t")
    ana = await Player.come(server, "t", name)
    await ana.ask("TakeSeat", box=2, amount=50_000)
    while table.state.rounds < 2:
        legal = ana.legal
        kinds = {each["command"]["command"]: each for each in legal}
        if "PlaceWager" in kinds and table.state.round is not None and not table.state.round.boxes:
            await ana.do(next(each for each in legal if each["command"]["box"] == 2))
            await ana.ask("Ready", legal[0]["point"])
        else:
            await ana.do(next(kinds[kind] for kind in CAREFUL if kind in kinds))
    return ana


async def test_rounds_are_recalled_shared_and_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await live_table(server.house)
        ana = await played(server)
        found = (await client.get("/api/v1/tables/t/rounds?player=Ana")).json()["rounds"]
        assert [each["round"] for each in found] == [2, 1]
        one = (await client.get("/api/v1/rounds/t/1")).json()
        assert one["players"] == ["Ana"]
        assert one["steps"][0]["event"]["event"] == "RoundStarted"
        assert one["steps"][-1]["event"]["event"] == "RoundEnded"
        assert one["results"] == found[1]["results"]
        shown = [step["position"] for step in one["steps"] if "position" in step]
        assert len(shown) == len(one["steps"]) - 1, "every step but the last, after which there is no round"
        again = await client.get("/api/v1/position", params={"table": "t", "position": shown[-1]})
        assert again.json()["steps"][0]["view"]["round"] == one["steps"][len(shown) - 1]["view"]["round"]
        assert (await client.get("/api/v1/rounds/t/1?role=player:Ana")).json()["role"] == "player:Ana"
        assert (await client.get("/api/v1/rounds/t/1?role=dealer")).status_code == 403
        assert (await client.get("/api/v1/rounds/t/99")).status_code == 404
        text = await client.get("/api/v1/rounds/t/1.s21")
        assert text.headers["content-disposition"] == 'attachment; filename="t-1.s21"'
        replay = (await client.post("/api/v1/replay", json={"text": text.text})).json()
        assert replay["agrees"], replay["rounds"][0]["partings"]
        hands = [{"player": "9s 7d", "up": "Kh"}]
        faulty = await client.post("/api/v1/replay/values", json={"text": "format =", "hands": hands})
        none = await client.post("/api/v1/replay/values", json={"text": text.text, "hands": []})
        assert (faulty.status_code, none.status_code) == (422, 400), "refused before anything is solved"
        monkeypatch.setattr(
            server.services.solvers, "ask", AsyncMock(side_effect=SieteError("work/broken", "Try again."))
        )
        busy = await client.post("/api/v1/replay/values", json={"text": text.text, "hands": hands})
        assert busy.status_code == 503, "who is told that nothing is to be decided does not ask again"
        assert (await client.post("/api/v1/rounds/t/1/share")).status_code == 401
        headers = {"authorization": f"Bearer {ana.token}"}
        token = (await client.post("/api/v1/rounds/t/1/share", headers=headers)).json()["token"]
        assert (await client.get(f"/api/v1/shared/{token}")).json()["steps"] == one["steps"]
        assert (await client.get(f"/api/v1/shared/{token}.s21")).text == text.text
        assert (await client.get(f"/api/v1/shared/{token}x")).status_code == 404
        await ana.leave()


async def test_hints_are_for_practice_tables(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await live_table(server.house)
        await practice_table(server.house)
        await client.post("/api/v1/session", json={"name": "Ana"})
        assert (await client.post("/api/v1/tables/t/hint", json={"box": 1})).status_code == 403
        nothing = (await client.post("/api/v1/tables/p/hint", json={"box": 1})).json()
        assert (nothing["actions"], nothing["reason"]) == ([], "You have no hand to decide now.")


async def test_the_house_judges_decisions_by_its_own_tickets_only(tmp_path: Path) -> None:
    """A ticket is one person's; what was kept survives and is told by rule set and kind of hand."""
    told = Told(
        actions=(Priced("stand", "stand", 0.1, 250), Priced("hit", "hit", -0.5, -1250)),
        best="stand",
        cell=ChartCell("hard", "hard 17 against 7"),
        wager=2500,
        rules="wa",
        table="p",
        round=1,
        cards=("9s", "8d"),
        up="7h",
        is_split=False,
        doublings=0,
    )
    async with served(tmp_path) as server, server.client() as client:
        await practice_table(server.house)
        assert (await client.post("/api/v1/coach/decisions", json={"ticket": "", "action": "hit"})).status_code == 401
        await client.post("/api/v1/session", json={"name": "Ana"})
        signed = coach.ticket(server.services, server.guest("Ana"), told)
        body = {"ticket": signed, "action": "hit"}
        made = (await client.post("/api/v1/coach/decisions", json=body)).json()
        assert (made["kind"], made["cents"], made["best_name"]) == ("wrong", 1500, "stand")
        for wrong in ({**body, "ticket": signed + "x"}, {**body, "action": "split"}):
            assert (await client.post("/api/v1/coach/decisions", json=wrong)).status_code in (400, 422)
        kept = (await client.get("/api/v1/coach")).json()
        assert [(each["rules"], each["kind"], each["decisions"]) for each in kept["progress"]] == [
            ("wa", "Hard totals", 1)
        ]
        assert [(each["cards"], each["is_kept"]) for each in kept["mistakes"]] == [(["9s", "8d"], True)]
        async with server.client() as other:
            await other.post("/api/v1/session", json={"name": "Bo"})
            stolen = await other.post("/api/v1/coach/decisions", json=body)
            assert _code(stolen) == "coach/bad-ticket"
            assert (await other.get("/api/v1/coach")).json()["decisions"] == 0


async def test_commands_over_http_are_those_of_the_line(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await live_table(server.house)
        body = {"id": "command-1", "command": {"command": "TakeSeat", "box": 3, "amount": 10_000}}
        nobody = await client.post("/api/v1/tables/t/commands", json=body)
        assert (nobody.status_code, _code(nobody)) == (401, "session/none")
        await client.post("/api/v1/session", json={"name": "Ana"})
        first = await client.post("/api/v1/tables/t/commands", json=body)
        again = await client.post("/api/v1/tables/t/commands", json=body)
        assert first.content == again.content
        other = {**body, "command": {"command": "TakeSeat", "box": 4, "amount": 10_000}}
        reused = await client.post("/api/v1/tables/t/commands", json=other)
        assert (reused.status_code, _code(reused)) == (409, "command/id-reused")
        late = {"id": "command-2", "point": "7.wager", "command": {"command": "PlaceWager", "box": 3, "amount": 500}}
        passed = await client.post("/api/v1/tables/t/commands", json=late)
        assert (passed.status_code, _code(passed)) == (409, "command/passed-point")


async def _told_on_closing(server: Served, table: str, staff: dict[str, str], close: Close) -> list[Plain]:
    """What people who ask for the end of a table are told, one after the other; only the last of them gets it."""
    await live_table(server.house, table_id=table)
    ana = await Player.come(server, table, f"Ana {table}")
    await ana.ask("TakeSeat", box=2, amount=10_000)
    while not any(each["command"]["command"] == "PlaceWager" for each in ana.legal):
        await ana.do(next(each for each in ana.legal if each["command"]["command"] in CAREFUL))
    told = [await close(table, token) for token in ("", ana.token, staff["dealer"])]
    told.append(await close(table, staff["floorperson"], at=7))
    await ana.do(next(each for each in ana.legal if each["command"]["command"] == "PlaceWager"))
    told.append(await close(table, staff["floorperson"]))
    await ana.do(next(each for each in ana.legal if each["command"]["command"] == "WithdrawWager"))
    told.append(await close(table, staff["floorperson"]))
    assert await ana.closed() == TABLE_CLOSED
    assert table not in server.house.tables
    assert server.house.cache.balance(live_wallet(server.guest(f"Ana {table}").name)) == 100_000
    return [{**each, "id": "", "version": 0} for each in told]


async def test_a_table_is_closed_over_its_line_as_over_http(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:

        async def over_http(table: str, token: str, **fields: Any) -> Plain:
            body = {"id": secrets.token_hex(8), "command": {"command": "CloseTable", **fields}}
            headers = {"authorization": f"Bearer {token}"} if token else {}
            answer = (await client.post(f"/api/v1/tables/{table}/commands", json=body, headers=headers)).json()
            return {"type": "refused", **answer["error"]} if "error" in answer else answer

        async def over_line(table: str, token: str, **fields: Any) -> Plain:
            line = Player(server, table, token)
            await line.connect()
            answer = await line.ask("CloseTable", **fields)
            await line.leave()
            return answer

        tokens = {role: (await _staff(server, role))["authorization"][7:] for role in ("dealer", "floorperson")}
        told = await _told_on_closing(server, "one", tokens, over_line)
        assert [each.get("code", each["type"]) for each in told] == [
            "session/none",
            "table/not-yours",
            "command/not-for-you",
            "message/unknown-field",
            "table/in-play",
            "answer",
        ]
        assert await _told_on_closing(server, "other", tokens, over_http) == told


async def test_machines_are_told(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await live_table(server.house)
        assert (await client.get("/health")).json() == {"status": "up"}
        assert (await client.get("/ready")).json() == {"status": "ready"}
        text = (await client.get("/metrics")).text
        assert 'siete_tables{condition="open"} 1.0' in text
        assert "siete_command_seconds_bucket" in text


async def test_limits_of_the_test_server_are_not_the_defaults(tmp_path: Path) -> None:
    assert Limits() != GENEROUS
