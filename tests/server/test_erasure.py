"""A guest's name is erased: no byte of it is left, what was signed stays sound, and whoever takes it gets nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from siete.host.audit.heads import HEADS_FILE, KEY_FILE, public_key, signing_key, verified
from siete.host.audit.house import audit
from siete.host.clock import Clock
from siete.host.erasure import erase
from siete.server.data_directory import STORE, data_directory
from siete.server.signing import Signing
from siete.store.connect import open_store
from tests.server.floor.staff import member
from tests.server.http.test_http import played
from tests.server.serving import Player, Served, live_table, served

pytestmark = pytest.mark.anyio

NAME = "Ana O'Brien-Ñandú"


async def _signed(server: Served, data: Path) -> None:
    """Sign where the streams end, as the server does."""
    signer = Signing(data, is_new_key=not (data / KEY_FILE).exists())
    await signer.check(server.house, accepts=False)
    signer.close()


def _found(data: Path, *names: str) -> list[str]:
    """The files of a house that hold one of the names in any spelling."""
    spelt = {each.encode() for name in names for each in (name, name.casefold(), name.upper(), name.split()[1])}
    return [
        file.name
        for file in sorted(data.rglob("*"))
        if file.is_file() and any(each in file.read_bytes() for each in spelt)
    ]


async def test_after_erasure_no_byte_is_left_and_everything_is_sound(tmp_path: Path) -> None:
    data = data_directory(tmp_path)
    url = f"sqlite:///{data / STORE}"
    store = await open_store(url)
    async with served(data, store) as server, server.client() as anybody:
        await live_table(server.house)
        ana = await played(server, NAME)
        mine = {"authorization": f"Bearer {ana.token}"}
        async with server.client(**mine) as client:
            opened = {"rules": "wa", "mode": "practice", "dealer": NAME}
            assert (await client.post("/api/v1/tables", json=opened)).json()["dealer"] == NAME
            code = (await client.get("/api/v1/session")).json()["recovery"]
            assert (await client.get("/api/v1/tables/t/history")).json()["player"] == NAME
        fay = await member(server, "fay")
        colours = {"player": NAME, "taken": [{"chip": 100, "count": 5}], "given": [{"chip": 500, "count": 1}]}
        changed = await fay.client.post("/api/v1/floor/tables/t/colour-ups", json=colours)
        assert changed.json()["colour_ups"][0]["player"] == NAME
        for query in ("", f"?role=player:{NAME}"):
            assert (await anybody.get(f"/api/v1/rounds/t/1{query}")).json()["players"] == [NAME]
        assert (await anybody.get("/api/v1/rounds/t/1/ledger", params={"player": NAME})).json()["lines"]
        notation = (await anybody.get("/api/v1/rounds/t/1.s21")).text
        replayed = await anybody.post("/api/v1/replay", json={"text": notation})
        assert (replayed.status_code, NAME in notation, NAME in replayed.text) == (200, False, True)
        assert all(NAME in text for text in ana.bytes if '"view"' in text and '"seats":{"' in text)
        assert not any('"Guest-' in text for text in ana.bytes)
        await ana.ask("LeaveTable")
        await ana.leave()
        await _signed(server, data)
    await store.close()
    assert _found(data, NAME) == [STORE], "the table of names, and nothing else"

    store = await open_store(url)
    pseudonym = (await erase(store, NAME.upper(), Clock())).guest.display_name
    await store.close()
    assert _found(data, NAME) == []

    store = await open_store(url)
    async with served(data, store) as server, server.client() as anybody:
        await _signed(server, data)
        report = await audit(store, verified(data / HEADS_FILE, public_key(signing_key(data / KEY_FILE))))
        assert report.is_sound, report.findings
        assert (await anybody.get("/api/v1/rounds/t/1")).json()["players"] == [pseudonym]
        assert (await anybody.get("/api/v1/rounds/t/1.s21")).text == notation
        assert (await anybody.get("/api/v1/session", headers=mine)).status_code == 401
        lost = await anybody.post("/api/v1/session", json={"name": NAME, "code": code})
        assert lost.json()["error"]["code"] == "session/wrong-code"
        other = await Player.come(server, "t", NAME)
        own = (await anybody.get("/api/v1/session", headers={"authorization": f"Bearer {other.token}"})).json()
        assert (own["name"], own["wallet"], own["seats"]) == (NAME, 100_000, [])
        assert own["recovery"] != code
        assert (await anybody.get("/api/v1/tables/t/rounds", params={"player": NAME})).json()["rounds"] == []
        await other.leave()
    await store.close()
