"""A bystander under attack: the time of one player's durable commands while others send the worst that routes take.

    .venv/bin/python bench/bystander.py --seconds 20

A server with a SQLite file and its usual limits; eight attackers with addresses of their own send submissions, rounds,
values and malformed bodies, and ask for exams, lessons, lists and pages, as fast as they are answered. Printed: p50,
p99 and the slowest of the bystander's commands, alone first and then under attack, in milliseconds. Everything runs on
loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.attacks.hostile import GENERIC, SUBMISSIONS, long_rounds  # noqa: E402

TARGET = "p99 at most 100 ms under attack"
ATTACKERS = 8
LESSONS = ("the-deal", "insurance", "surrender", "splits", "bonus-21", "spins", "settlement", "picking-up")


def _port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _client(base: str, address: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=base, headers={"x-forwarded-for": address}, timeout=60)


async def _up(base: str) -> None:
    async with httpx.AsyncClient() as client:
        for _ in range(600):
            try:
                if (await client.get(f"{base}/ready")).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.1)
    raise SystemExit("the server did not start")


async def _bystander(base: str, name: str, seconds: float) -> list[float]:
    """The milliseconds of each command of a player who buys chips ten times a second."""
    times = []
    async with _client(base, "198.51.100.200") as client:
        made = (await client.post("/api/v1/session", json={"name": name, "token": True})).json()
        headers = {"authorization": f"Bearer {made['token']}"}
        box = 1 if name == "alone" else 2
        seat = {"id": f"{name}-seat-1", "command": {"command": "TakeSeat", "box": box, "amount": 10_000}}
        (await client.post("/api/v1/tables/wa/commands", json=seat, headers=headers)).raise_for_status()
        until = time.monotonic() + seconds
        for number in itertools.count():
            if time.monotonic() > until:
                return times
            body = {"id": f"{name}-buy-{number:06}", "command": {"command": "BuyChips", "amount": 100}}
            began = time.perf_counter()
            (await client.post("/api/v1/tables/wa/commands", json=body, headers=headers)).raise_for_status()
            times.append((time.perf_counter() - began) * 1_000)
            await asyncio.sleep(0.1)
    return times


async def _attacker(base: str, number: int, counts: dict[int, int]) -> None:
    rounds = long_rounds()
    posts: list[tuple[str, object]] = [
        *(("/api/v1/submissions/check", {"text": text}) for text in SUBMISSIONS),
        *(("/api/v1/replay", {"text": f"{rounds}# {number}\n"}) for _ in range(3)),
        *(("/api/v1/replay", body) for body in GENERIC),
        ("/api/v1/tables/wa/values", {"player": "2s 2h", "up": f"{2 + number}h"}),
        ("/api/v1/school/wa/exam", {}),
        ("/api/v1/school/wa/drills/next-step", {}),
    ]
    gets = [
        "/api/v1/tables/wa/rounds?limit=100&player=nobody",
        f"/api/v1/school/wa/{LESSONS[number % len(LESSONS)]}",
        "/api/v1/book/search?q=e+t+a+o+i+n&limit=50",
        "/api/v1/tables",
        "/",
    ]
    requests = [("POST", *each) for each in posts] + [("GET", path, b"") for path in gets]
    async with _client(base, f"203.0.113.{number}") as client:
        made = await client.post("/api/v1/session", json={"name": f"Eve {number}", "token": True})
        headers = {"authorization": f"Bearer {made.json()['token']}", "content-type": "application/json"}
        for method, path, body in itertools.cycle(requests):
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            answer = await client.request(method, path, content=content, headers=headers)
            counts[answer.status_code] = counts.get(answer.status_code, 0) + 1


def _figures(times: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=100)
    return {"commands": len(times), "p50": round(cuts[49], 1), "p99": round(cuts[98], 1), "worst": round(max(times), 1)}


async def _measured(base: str, seconds: float) -> dict[str, object]:
    await _up(base)
    alone = await _bystander(base, "alone", seconds)
    counts: dict[int, int] = {}
    attacks = [asyncio.create_task(_attacker(base, number, counts)) for number in range(ATTACKERS)]
    attacked = await _bystander(base, "attacked", seconds)
    for task in attacks:
        task.cancel()
    await asyncio.gather(*attacks, return_exceptions=True)
    return {"alone_ms": _figures(alone), "attacked_ms": _figures(attacked), "attackers_got": counts, "target": TARGET}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    port = _port()
    with tempfile.TemporaryDirectory(prefix="siete-bystander-") as data:
        words = ("serve", "--port", str(port), "--data", data, "--trust-proxy", "127.0.0.1")
        server = subprocess.Popen([sys.executable, "-m", "siete.cli", *words], stdout=subprocess.DEVNULL)
        try:
            print(json.dumps(asyncio.run(_measured(f"http://127.0.0.1:{port}", options.seconds)), indent=2))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)


if __name__ == "__main__":
    main()
