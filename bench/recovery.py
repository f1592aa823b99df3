"""How soon a house is back: after a kill with many stored events, and when another process takes a dead one's tables.

    .venv/bin/python bench/recovery.py                             SQLite, then a PostgreSQL server of its own
    .venv/bin/python bench/recovery.py --database postgresql://…   PostgreSQL at this address; it must be empty

`restart_seconds` is from starting `siete serve` on 100,000 stored events to the first answer to a player's command,
with the snapshots that a house keeps; `restart_cpu_seconds` the server's CPU time until then, which says more on a busy
machine. `folding_…`: the same without a snapshot to begin from, as after an upgrade that changes their form.
`takeover_seconds` is from the death of the process that ran all tables to the first answer at each of them; the last
one counts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from ports import free_port
from store import NOON, TABLES, fill, folded
from websockets.asyncio.client import ClientConnection, connect

from siete.host.audit.heads import KEY_FILE, signing_key
from siete.host.history.seals import Seal
from siete.host.history.snapshots import EVERY, state_to_bytes
from siete.host.house import House
from siete.host.settings import LIVE, Settings
from siete.store.connect import open_store
from siete.store.port import Batch, EventStore, Snapshot

ROOT = Path(__file__).parents[1]
MOST = {"restart_seconds": 5.0, "takeover_seconds": 10.0}
SITTERS = 10


@contextmanager
def server(data: Path, database: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the house, killed at the end if it is not dead yet."""
    words = ["serve", "--port", str(port), "--data", str(data), "--no-demos", "--database", database]
    process = subprocess.Popen([str(ROOT / "siete"), *words], stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _cpu(pid: int) -> float:
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


async def _is_up(port: int) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        while True:
            try:
                if (await client.get("/ready")).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.02)


async def _line(port: int, table: str, name: str) -> ClientConnection:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
        made = (await client.post("/api/v1/session", json={"name": name, "token": True})).json()
    address = f"ws://127.0.0.1:{port}/ws/tables/{table}"
    return await connect(address, additional_headers={"Authorization": f"Bearer {made['token']}"}, compression=None)


async def _answered(line: ClientConnection, command: dict[str, Any], sent_id: str) -> None:
    """Send a command under one id until it is answered."""
    text = json.dumps({"type": "command", "id": sent_id, "point": "", "command": command})
    await line.send(text)
    while True:
        told = json.loads(await line.recv())
        if told.get("id") != sent_id:
            continue
        if told["type"] == "answer":
            return
        assert told["code"].startswith(("host/", "history/")), told
        await asyncio.sleep(0.05)
        await line.send(text)


async def keep_snapshots(store: EventStore, seal: Seal) -> None:
    """Snapshots as a house keeps them: some hundred events behind the end."""
    for number in range(TABLES):
        stream = f"practice/table/t{number}"
        entries = await store.read(stream)
        kept = (len(entries) - 1) // EVERY * EVERY
        data = seal.sealed(stream, kept, entries[kept - 1].digest, state_to_bytes(folded(entries[:kept])))
        snapshot = Snapshot(stream, kept, data)
        await store.append(Batch(recorded_at=NOON, snapshots=(snapshot,)))


async def restart(place: Path) -> dict[str, float]:
    """Start on a long history, without snapshots and then with them."""
    database = f"sqlite:///{place}/house.db"
    store = await open_store(database)
    await fill(store)
    await store.close()
    figures = await _restarted(place, database, "folding")
    store = await open_store(database)
    await keep_snapshots(store, Seal(signing_key(place / KEY_FILE)))
    await store.close()
    return {**await _restarted(place, database, "restart"), **figures}


async def _restarted(place: Path, database: str, name: str) -> dict[str, float]:
    port = free_port()
    began = time.perf_counter()
    with server(place, database, port) as process:
        await _is_up(port)
        line = await _line(port, "t0", name)
        await _answered(line, {"command": "TakeSeat", "box": 2 if name == "folding" else 3}, f"recovery-{name}")
        figures = {f"{name}_seconds": time.perf_counter() - began, f"{name}_cpu_seconds": _cpu(process.pid)}
        await line.close()
    return figures


async def takeover(place: Path, database: str) -> dict[str, float]:
    """Kill the process that runs every table, and wait until another one answers at each."""
    store = await open_store(database)
    house = House(store)
    for number in range(SITTERS):
        settings = Settings(submission='rule_set = "wa"\n', has_timers=False)
        await house.open_table(f"k{number}", f"k{number}", LIVE, "house", settings)
    await house.close()
    await store.close()
    one, other = free_port(), free_port()
    with server(place, database, one) as first:
        await _is_up(one)
        with server(place, database, other):
            await _is_up(other)
            lines = [await _line(other, f"k{number}", f"guest {number}") for number in range(SITTERS)]
            await asyncio.gather(*(_answered(line, {"command": "TakeSeat", "box": 1}, "before-it") for line in lines))
            first.kill()
            began = time.perf_counter()
            await asyncio.gather(*(_answered(line, {"command": "LeaveTable"}, "after-it") for line in lines))
            figures = {"takeover_seconds": time.perf_counter() - began}
            for line in lines:
                await line.close()
    return figures


def postgresql_figures(place: Path, database: str) -> dict[str, float]:
    """The takeover, on the database named or on a server of its own."""
    if database:
        return asyncio.run(takeover(place, database))
    sys.path.insert(0, str(ROOT))
    from tests.postgresql import running_server

    with running_server() as own:
        return asyncio.run(takeover(place, own.url))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", metavar="URL", default="")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as directory:
        for part in ("restart", "takeover"):
            (Path(directory) / part).mkdir(mode=0o700)
        figures |= asyncio.run(restart(Path(directory) / "restart"))
        figures |= postgresql_figures(Path(directory) / "takeover", arguments.database)
    if arguments.json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        print(f"{name:24} {value:8.2f}   {f'at most {MOST[name]}' if name in MOST else ''}".rstrip())


if __name__ == "__main__":
    main()
