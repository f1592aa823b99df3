"""`siete serve --processes`: one house behind one port, whoever answers; a process that dies is replaced."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import httpx
import pytest

from siete.client import ChartPlayer, Client
from siete.strategy import never_bust
from tests.cli.running import Siete, runner
from tests.patience import PATIENCE, until
from tests.server.serving import free_port

pytestmark = pytest.mark.anyio

_guests = count(1)


@pytest.fixture
def siete(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Siete:
    return runner(monkeypatch, capsys)


@contextmanager
def _together(data: Path, database: str, port: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "siete.cli", "serve", "--port", str(port), "--data", str(data), "--no-demos"]
    more = ["--database", database, "--processes", "2"]
    process = subprocess.Popen([*command, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def _children(parent: int) -> set[int]:
    """The processes of the house, told apart from helpers of multiprocessing by what they run."""
    with suppress(FileNotFoundError):
        pids = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return {int(pid) for pid in pids if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()}
    return set()


async def _plays(address: str, table_id: str, box: int) -> int:
    async with Client(address, name=f"Bot {next(_guests)}") as house, house.table(table_id) as table:
        await table.send("TakeSeat", box=box, amount=50_000)
        await ChartPlayer(table, never_bust(), box=box, wager=1_500).play(1)
    return box


async def _first_floorperson(address: str, shown: str) -> None:
    """The link that is shown makes the first account, whichever process was started last."""
    account = {"name": "fay", "password": "a long password", "link": shown.strip().rpartition("#")[2]}
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        made = await client.post("/api/v1/staff", json=account)
        assert made.status_code < 300, made.text


async def test_guests_play_at_one_port_and_a_killed_process_is_replaced(postgresql: str, tmp_path: Path) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with _together(tmp_path, postgresql, port) as process:
        assert process.stdout is not None
        shown = [await asyncio.to_thread(process.stdout.readline) for _ in range(4)]
        assert f"{address}/" in shown[0]
        assert shown[3] == "2 processes serve this house.\n"
        await _first_floorperson(address, shown[2])
        async with Client(address, name="Ana") as ana:
            tables = [await ana.open_table("md", private=False) for _ in range(3)]
        assert await asyncio.gather(*(_plays(address, each, 1) for each in tables)) == [1, 1, 1]
        before = _children(process.pid)
        assert len(before) == 2
        os.kill(min(before), signal.SIGKILL)
        await until(lambda: len(_children(process.pid)) == 2 and _children(process.pid) != before)
        assert await asyncio.gather(*(_plays(address, each, 2) for each in tables)) == [2, 2, 2]
        process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(process.wait, PATIENCE)
        assert process.returncode == 0
        assert _children(process.pid) == set()


def test_a_file_is_written_by_one_process(siete: Siete, tmp_path: Path) -> None:
    ran = siete("serve", "--processes", "2", "--data", str(tmp_path))
    assert (ran.code, ran.err.split(":")[0]) == (1, "serve/one-process")
    assert "postgresql://" in ran.err
