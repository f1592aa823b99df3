"""Attacks that cost little and gained little, each of which once succeeded."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import structlog
from websockets.asyncio.client import connect

from siete.host.access.names import is_of_one_script
from siete.server import disk
from siete.server.logs import RepeatedErrors
from siete.server.ws import forwarder
from siete.store.connect import open_store
from siete.store.port import StoreError
from tests.patience import PATIENCE
from tests.server.serving import GENEROUS, Player, live_table, practice_table, served
from tests.store.batches import batch, events

pytestmark = pytest.mark.anyio


def _code(response: httpx.Response) -> str:
    code: str = response.json()["error"]["code"]
    return code


async def test_only_who_sits_there_or_owns_the_table_stacks_its_shoe(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await practice_table(server.house)
        eve = await Player.come(server, "p", "Eve")
        stack = {"cards": "7s 7s 7s"}
        assert (await eve.ask("StackShoe", **stack))["code"] == "command/unknown-player"
        await eve.ask("TakeSeat", box=1, amount=10_000)
        stacked = await eve.ask("StackShoe", **stack)
        assert stacked.get("code") in (None, "practice/no-shoe")  # hers to ask for, once the cards are in the shoe
        await eve.leave()


async def test_tables_opened_at_once_are_counted_together(tmp_path: Path) -> None:
    limits = replace(GENEROUS, tables_per_guest=3)
    async with served(tmp_path, limits=limits) as server, server.client() as client:
        await client.post("/api/v1/session", json={"name": "Eve"})
        opened = await asyncio.gather(*(client.post("/api/v1/tables", json={"rules": "wa"}) for _ in range(9)))
        assert sorted(answer.status_code for answer in opened) == [201] * 3 + [429] * 6
        again = await client.post("/api/v1/tables", json={"rules": "wa"})
        assert again.status_code == 429


async def test_an_id_used_at_one_table_is_not_done_at_another(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        for table in ("a", "b"):
            await live_table(server.house, table_id=table)
        await client.post("/api/v1/session", json={"name": "Ana"})
        body = {"id": "command-1", "command": {"command": "TakeSeat", "box": 3, "amount": 10_000}}
        first = await client.post("/api/v1/tables/a/commands", json=body)
        assert first.status_code == 200
        assert (await client.post("/api/v1/tables/a/commands", json=body)).content == first.content
        other = await client.post("/api/v1/tables/b/commands", json=body)
        assert (other.status_code, _code(other)) == (409, "command/id-reused")
        assert not server.house.table("b").state.seats


STRANGE = ("", "1", "1 x", "1 " + "0" * 64 + " []", "x" * 8_000, "1 \ud7ff \U0010ffff", b"\xff\xfe", b"[" * 8_000)


async def test_strangers_at_the_internal_address_are_refused_and_limited(tmp_path: Path) -> None:
    """The attack: text that is no JSON made an internal error there, and as often as somebody liked."""
    limits = replace(GENEROUS, requests_per_second=0.001, requests_at_once=4 + len(STRANGE))
    async with served(tmp_path, limits=limits) as server, server.client() as client:
        for message in STRANGE:
            async with connect(f"{server.line_base}{forwarder.PATH}", open_timeout=PATIENCE) as line:
                await line.send(message)
                await asyncio.wait_for(line.wait_closed(), PATIENCE)
                assert line.close_code in (forwarder.NOT_OURS, 1007)
        assert server.services.metrics.faults._value.get() == 0
        answers = [(await client.post(forwarder.PATH, content=b"[" * 60_000)).status_code for _ in range(8)]
        assert set(answers[:2]) <= {403, 404, 405}
        assert answers[-1] == 429, "each counts like any other request of its address"


async def test_a_stranger_who_says_nothing_at_the_internal_address_is_not_kept(tmp_path: Path) -> None:
    async with (
        served(tmp_path, limits=replace(GENEROUS, head=0.2)) as server,
        connect(f"{server.line_base}{forwarder.PATH}", open_timeout=PATIENCE) as line,
    ):
        await asyncio.wait_for(line.wait_closed(), PATIENCE)
        assert line.close_code == forwarder.NOT_OURS


def test_only_the_houses_own_key_signs_what_is_forwarded() -> None:
    stamp, other = forwarder.Stamp(b"key"), forwarder.Stamp(b"another")
    assert stamp.unsigned(stamp.signed(b"[1]")) == b"[1]"
    assert stamp.unsigned(other.signed(b"[1]")) is None
    assert stamp.unsigned(stamp.signed(b"[1]").replace("[1]", "[2]")) is None


@pytest.mark.parametrize("name", ["a\0b", "a\nb", "\u202eana", "a\u200bb", "line\u2028break", "\ue000"])
async def test_a_tables_name_stays_on_its_line(name: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        await client.post("/api/v1/session", json={"name": "Ana"})
        refused = await client.post("/api/v1/tables", json={"rules": "wa", "name": name})
        assert (refused.status_code, _code(refused)) == (422, "table/bad-name")


@pytest.mark.parametrize(
    "name",
    [
        "\u0410na",  # a Cyrillic capital
        "\u0430\u0440\u0440\u0435\u0440",  # Cyrillic throughout, and reads like Latin
        "\uff21na",  # full width
        "H0use",
        "De\u0301aler",
        "siete.",
    ],
)
async def test_nobody_takes_a_name_that_passes_for_anothers(name: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.client() as client:
        refused = await client.post("/api/v1/session", json={"name": name})
        assert (refused.status_code, _code(refused)) == (422, "session/bad-name")


@pytest.mark.parametrize("name", ["Ana", "Jos\u00e9 7", "\u0410\u043d\u043d\u0430", "\u5c71\u7530", "Zo\u00eb-2", "42"])
def test_names_of_any_script_are_welcome(name: str) -> None:
    assert is_of_one_script(name)


@pytest.mark.parametrize("is_secure", [True, False])
async def test_nothing_of_the_api_is_kept_on_the_way_and_tls_is_asked_for(is_secure: bool, tmp_path: Path) -> None:
    async with served(tmp_path, is_secure=is_secure) as server, server.client() as client:
        for path in ("/api/v1/session", "/api/v1/tables", "/metrics", "/ready", "/nowhere"):
            headers = (await client.get(path)).headers
            assert headers["cache-control"] == "no-store", path
            assert ("strict-transport-security" in headers) is is_secure
        page = await client.get("/")
        assert page.headers.get_list("cache-control") == ["no-cache"]


async def test_a_house_on_a_full_disk_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as server, server.client() as client:
        assert (await client.get("/ready")).status_code == 200
        monkeypatch.setattr(disk, "SECONDS", 0.0)

        def full(*_: object) -> int:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr(os, "write", full)
            answer = await client.get("/ready")
        assert (answer.status_code, answer.json()["status"]) == (503, "disk")
        assert (await client.get("/ready")).status_code == 200
        monkeypatch.setattr(disk, "LEAST", 1 << 60)
        assert (await client.get("/ready")).status_code == 503
        assert not list(tmp_path.glob(".ready*"))


def test_an_error_of_the_loop_is_logged_once_in_a_while() -> None:
    """Out of descriptors, asyncio reports the same error some two thousand times for one connection."""
    loop, told = asyncio.new_event_loop(), RepeatedErrors()
    with structlog.testing.capture_logs() as logs:
        for _ in range(2_000):
            told(loop, {"message": "socket.accept() out of system resource", "exception": OSError(24, "x")})
        told(loop, {"message": "another"})
    loop.close()
    assert [entry["what"] for entry in logs] == ["socket.accept() out of system resource", "another"]
    assert len(json.dumps(logs)) < 1_000


@contextmanager
def _nobody() -> Iterator[None]:
    """Without the rights of root, before whom no directory is read-only."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65_534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


async def test_a_house_is_read_from_media_that_cannot_be_written() -> None:
    with tempfile.TemporaryDirectory(prefix="siete-media-") as name:
        folder = Path(name)
        path = folder / "house.db"
        store = await open_store(f"sqlite:///{path}")
        await store.append(batch(events("x/1", 0, b"a")))
        await store.close()
        for file in folder.iterdir():
            file.chmod(0o444)
        folder.chmod(0o555)
        with _nobody():
            read = await open_store(f"sqlite:///{path}", is_read_only=True)
            assert [entry.data for entry in await read.read("x/1")] == [b"a"]
            await read.close()
        folder.chmod(0o755)
        (folder / "house.db-wal").write_bytes(b"what was answered last")
        (folder / "house.db-wal").chmod(0o444)
        (folder / "house.db-shm").unlink(missing_ok=True)
        folder.chmod(0o555)
        with _nobody(), pytest.raises(StoreError) as refused:
            await open_store(f"sqlite:///{path}", is_read_only=True)
        assert refused.value.code == "store/read-only-log"
        folder.chmod(0o755)
