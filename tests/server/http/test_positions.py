"""Positions over the wire: in refusals, in recalled rounds, and shared by an address."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from siete.rules.names import added_folder
from siete.server.describe.position import LONGEST
from tests.rules.made_up import NAME, write
from tests.server.serving import Player, live_table, practice_table, served

pytestmark = pytest.mark.anyio

POSITION = "s21/1 #3 base 1.1:play 7h? 1:>ana=25:7s5d=a25:- ana=470 -"


def _code(response: httpx.Response) -> str:
    code: str = response.json()["error"]["code"]
    return code


async def test_a_refused_command_is_answered_with_the_position(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        ana = await Player.come(server, "t", "Ana")
        await ana.ask("TakeSeat", box=1, amount=10_000)
        refused = await ana.ask("Hit", ana.legal[0]["point"], box=1)
        assert refused["type"] == "refused"
        assert refused["facts"]["position"].startswith("s21/1 #")
        await ana.leave()


async def test_a_shared_position_is_shown_to_anybody(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await practice_table(server.house)
        named = await client.get("/api/v1/position", params={"position": POSITION, "rules": "md"})
        assert named.status_code == 200
        assert named.json()["steps"][0]["view"]["round"]["boxes"][0]["hands"][0]["cards"] == ["7s", "5d"]
        at_table = await client.get("/api/v1/position", params={"position": POSITION, "table": "p"})
        assert (at_table.status_code, at_table.json()["rules"]) == (200, "wa")


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"position": "s21/1 7s", "rules": "md"}, 400, "notation/not-a-position"),
        ({"position": POSITION, "rules": "nowhere"}, 404, "rules/unknown"),
        ({"position": POSITION, "rules": "/etc/passwd"}, 404, "rules/unknown"),
        ({"position": POSITION}, 404, "rules/unknown"),
        ({"position": POSITION, "table": "nowhere"}, 404, "table/unknown"),
        ({"position": "7s " * LONGEST, "rules": "md"}, 400, "message/malformed"),
    ],
)
async def test_a_position_that_cannot_be_shown(asked: dict[str, str], status: int, code: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        refused = await client.get("/api/v1/position", params=asked)
        assert refused.status_code == status
        assert _code(refused) == code


async def test_a_position_under_a_rule_set_of_a_folder_is_shown(tmp_path: Path) -> None:
    with added_folder(write(tmp_path / "rules")):
        async with served(tmp_path) as server, server.client() as client:
            shown = await client.get("/api/v1/position", params={"position": POSITION, "rules": NAME})
    assert shown.status_code == 200, shown.text
