"""Who may come to the floor: every route of it, every role, every cell."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from websockets.asyncio.client import connect

from siete.server.app import FLOOR
from tests.patience import PATIENCE
from tests.server.floor.staff import Client, Member, member
from tests.server.serving import Served, live_table, served

pytestmark = pytest.mark.anyio

READ = {
    *("/overview", "/queue", "/tables/{table_id}/guide", "/tables/{table_id}/guide/{name}"),
    *("/incidents", "/incidents.csv", "/incidents/{number}", "/changes", "/changes/{number}"),
    *("/money", "/tables/{table_id}/money", "/meters", "/hand-pays", "/report", "/report.csv", "/week"),
    *("/duties", "/audit", "/rounds", "/rounds/{table_id}/{number}/rack", "/people", "/people/{name}/acts"),
    *("/second-factor.svg", "/tables/{table_id}/rules", "/checklists", "/tables/{table_id}/closing", "/breaks"),
    *("/trends", "/tables/{table_id}/meters/{name}/effect", "/tables/{table_id}/colour-ups"),
}
"""GET: floorpersons and auditors."""
OWN = {"/audit", "/second-factor", "/second-factor/confirm", "/tables/{table_id}/rules/preview"}
"""POST that auditors may send too: the audit writes its own line into the log, a second factor is one's own, and a
preview changes nothing."""
WRITE = {
    *("/floors", "/tables/{table_id}/approval", "/tables/{table_id}/dealer", "/incidents", "/incidents/{number}/close"),
    *("/changes", "/changes/{number}/sign", "/changes/{number}/refuse", "/changes/{number}/withdraw"),
    *("/hand-pays/{table_id}/{version}/sign", "/duties", "/disputes", "/people", "/people/{name}/disable"),
    *("/people/{name}/end-sessions", "/people/{name}/second-factor/remove", "/tables/{table_id}/rules"),
    *("/checklists", "/tables/close", "/breaks", "/breaks/end", "/tables/{table_id}/colour-ups"),
}
"""POST: floorpersons alone. Typed from docs/api.md."""


def _routes() -> set[tuple[str, str]]:
    found = set()
    for part in FLOOR:
        for route in part.router.routes:
            if isinstance(route, APIRoute) and route.path.startswith("/api/v1/floor"):
                found |= {(method, route.path.removeprefix("/api/v1/floor")) for method in route.methods or ()}
    return found


def test_every_route_of_the_floor_is_in_the_matrix() -> None:
    wanted = {("GET", path) for path in READ} | {("POST", path) for path in WRITE | OWN}
    assert _routes() == wanted


_VALUES = {"{table_id}": "t", "{number}": "1", "{version}": "1", "{name}": "nobody"}


async def _status(client: Member, method: str, path: str) -> tuple[int, str]:
    for name, value in _VALUES.items():
        path = path.replace(name, value)
    answer = await client.client.request(method, f"/api/v1/floor{path}", json={} if method == "POST" else None)
    code = answer.json().get("error", {}).get("code", "") if answer.status_code >= 400 else ""
    return answer.status_code, code


async def _people(server: Served) -> dict[str, Member]:
    roles = ("dealer", "auditor", "floorperson")
    people = {role: await member(server, f"{role}-1", role) for role in roles}
    people["spectator"] = Member(Client(server, {}), "")
    made = await people["spectator"].client.post("/api/v1/session", json={"name": "Gus", "token": True})
    people["guest"] = Member(Client(server, {"authorization": f"Bearer {made.json()['token']}"}), "Gus")
    return people


async def test_every_cell(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        people = await _people(server)
        for method, path in sorted(_routes()):
            for role, somebody in people.items():
                status, code = await _status(somebody, method, path)
                is_denied = (status, code) in ((401, "session/none"), (403, "command/not-for-you"))
                is_read = method == "GET" or path in OWN
                may = role == "floorperson" or (role == "auditor" and is_read)
                assert is_denied is not may, (role, method, path, status, code)
                if role == "spectator":
                    assert (status, code) == (401, "session/none")


async def test_the_feed_is_for_floorpersons_and_auditors(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        people = await _people(server)
        for role, somebody in people.items():
            token = somebody.client.headers.get("authorization")
            headers = {"Authorization": token} if token else {}
            line = await connect(
                f"{server.line_base}/ws/floor",
                additional_headers=headers,
                origin=server.base,  # type: ignore[arg-type]
                compression=None,
                open_timeout=PATIENCE,
            )
            first = await asyncio.wait_for(line.recv(), PATIENCE)
            assert ('"type":"floor"' in str(first)) is (role in ("floorperson", "auditor")), (role, first)
            await line.close()
