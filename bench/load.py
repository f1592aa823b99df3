"""Load: many tables of seven players over WebSockets, against a server with a SQLite file, generator beside it.

    .venv/bin/python bench/load.py --tables 100 --seconds 300

Prints durable commands of players per second, the time from sending a command to its answer (p50, p99), errors, the CPU
time of server and generator, and the server's memory over time. Everything runs on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

_SERVER = """
import sys
from pathlib import Path
from siete.server.limits import Limits
from siete.server.serving import Options, serve
limits = Limits(requests_per_second=1e6, requests_at_once=1e6, sessions_per_second=1e6, sessions_at_once=1e6,
                messages_per_second=1e6, messages_at_once=1e6, lines_per_address=10_000)
port, data, database = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] or None
serve(Options(port=port, data=data, database=database, has_demos=False, limits=limits))
"""


class Legal(msgspec.Struct):
    command: dict[str, Any]
    point: str
    least: int = 0


class You(msgspec.Struct):
    legal: list[Legal] = []
    rack: int = 0


class Told(msgspec.Struct):
    type: str
    id: str | None = None
    stage: str = ""
    code: str = ""
    you: You | None = None


_told = msgspec.json.Decoder(Told).decode


@dataclass
class Figures:
    """What the bots measured."""

    times: list[float] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


class Bot:
    """One player: wagers the least, stands where it can, and thinks a while before each decision."""

    def __init__(self, base: str, table: str, box: int, pause: float, figures: Figures) -> None:
        self.base, self.table, self.box, self.pause, self.figures = base, table, box, pause, figures
        self.asked: dict[str, float] = {}
        self.done: set[str] = set()
        self.number = 0
        self.acting: asyncio.Task[None] | None = None

    async def run(self, client: httpx.AsyncClient, until: asyncio.Event) -> None:
        name = f"{self.table} {self.box}"
        made = (await client.post("/api/v1/session", json={"name": name, "token": True})).json()
        address = f"{self.base.replace('http', 'ws')}/ws/tables/{self.table}"
        headers = {"Authorization": f"Bearer {made['token']}"}
        try:
            async with connect(address, additional_headers=headers, compression=None, max_queue=None) as line:
                await self._play(line, until)
        except Exception as error:
            if not until.is_set():
                self.figures.errors.append(f"{type(error).__name__}: {error}"[:200])

    async def _play(self, line: Any, until: asyncio.Event) -> None:
        await self._send(line, {"command": "TakeSeat", "box": self.box, "amount": 10_000}, "")
        while not until.is_set():
            told = _told(await line.recv())
            if told.id is not None:
                sent = self.asked.pop(told.id, None)
                if told.type == "answer" and sent is not None:
                    self.figures.times.append(time.perf_counter() - sent)
                elif told.type == "refused":
                    self.figures.refused[told.code] = self.figures.refused.get(told.code, 0) + 1
            elif told.you is not None:
                choice = self._choice(told)
                if choice is not None and (self.acting is None or self.acting.done()):
                    self.acting = asyncio.create_task(self._act(line, *choice))

    def _choice(self, told: Told) -> tuple[dict[str, Any], str] | None:
        assert told.you is not None
        mine = [each for each in told.you.legal if each.command.get("box") == self.box and each.point not in self.done]
        if told.stage == "wager":
            wager = next((each for each in mine if each.command["command"] == "PlaceWager"), None)
            return (wager.command, wager.point) if wager is not None else None
        for kind in ("Stand", "DeclineInsurance", "TakeBlackjack", "LookOver", "RefuseCut", "StayOut"):
            for each in mine:
                if each.command["command"] == kind:
                    return each.command, each.point
        return None

    async def _act(self, line: Any, command: dict[str, Any], point: str) -> None:
        self.done = {point}
        await asyncio.sleep(random.expovariate(1 / self.pause) if self.pause else 0)
        await self._send(line, command, point)
        if command["command"] == "PlaceWager":
            await self._send(line, {"command": "Ready"}, point)

    async def _send(self, line: Any, command: dict[str, Any], point: str) -> None:
        self.number += 1
        sent_id = f"load-{self.box}-{self.number}"
        self.asked[sent_id] = time.perf_counter()
        await line.send(json.dumps({"type": "command", "id": sent_id, "point": point, "command": command}))


def _memory(pid: int) -> int:
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20


def _cpu(pid: int) -> float:
    with open(f"/proc/{pid}/stat") as file:
        parts = file.read().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


async def _staff(client: httpx.AsyncClient, link: str) -> str:
    await client.post("/api/v1/staff", json={"name": "floor", "password": "correct horse 21", "link": link})
    made = await client.post(
        "/api/v1/session/staff", json={"name": "floor", "password": "correct horse 21", "token": True}
    )
    return str(made.json()["token"])


async def measure(options: argparse.Namespace, server: subprocess.Popen[str], link: str) -> dict[str, Any]:
    base = f"http://127.0.0.1:{options.port}"
    figures, until = Figures(), asyncio.Event()
    async with httpx.AsyncClient(base_url=base, timeout=60, limits=httpx.Limits(max_connections=50)) as client:
        client.headers["Authorization"] = f"Bearer {await _staff(client, link)}"
        tables = []
        for number in range(options.tables):
            body = {"name": f"t{number}", "mode": "live", "rules": options.rules, "timers": True}
            tables.append((await client.post("/api/v1/tables", json=body)).json()["id"])
        del client.headers["Authorization"]
        bots = [Bot(base, table, box, options.pause, figures) for table in tables for box in range(1, 8)]
        tasks = []
        for bot in bots:
            tasks.append(asyncio.create_task(bot.run(client, until)))
            await asyncio.sleep(0.004)
        await asyncio.sleep(options.warm)
        figures.times.clear()
        memory, began, cpu = [_memory(server.pid)], time.perf_counter(), _cpu(server.pid)
        own = resource.getrusage(resource.RUSAGE_SELF)
        while time.perf_counter() - began < options.seconds:
            await asyncio.sleep(min(5.0, options.seconds))
            memory.append(_memory(server.pid))
        seconds = time.perf_counter() - began
        times, used = sorted(figures.times), _cpu(server.pid) - cpu
        mine = resource.getrusage(resource.RUSAGE_SELF)
        until.set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(bot.acting for bot in bots if bot.acting is not None), return_exceptions=True)
    return {
        "tables": options.tables,
        "players": len(bots),
        "seconds": round(seconds, 1),
        "commands": len(times),
        "commands_per_second": round(len(times) / seconds, 1),
        "p50_ms": round(times[len(times) // 2] * 1000, 2) if times else None,
        "p99_ms": round(times[len(times) * 99 // 100] * 1000, 2) if times else None,
        "worst_ms": round(times[-1] * 1000, 2) if times else None,
        "refused": figures.refused,
        "errors": figures.errors[:10],
        "server_cpu": round(used / seconds, 3),
        "generator_cpu": round((mine.ru_utime + mine.ru_stime - own.ru_utime - own.ru_stime) / seconds, 3),
        "server_memory_mb": memory,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--warm", type=float, default=10)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds a player thinks, on average")
    parser.add_argument("--rules", default="wa")
    parser.add_argument("--port", type=int, default=2177)
    parser.add_argument("--database", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-c", _SERVER, str(options.port), data, options.database]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            link = ""
            while "#" not in link:
                assert server.stdout is not None
                link = server.stdout.readline()
            print(json.dumps(asyncio.run(measure(options, server, link.strip().rpartition("#")[2])), indent=1))
        finally:
            began = time.perf_counter()
            server.send_signal(signal.SIGINT)
            server.wait(20)
            print(f"stopped in {time.perf_counter() - began:.2f} s")


if __name__ == "__main__":
    main()
