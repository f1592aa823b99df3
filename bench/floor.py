"""What a floor console costs a busy house: CPU time of the server for a command, with the console open and without.

    .venv/bin/python bench/floor.py --tables 100 --rate 200 --seconds 120

The load is that of `load.py`. Phases with and without a console follow one another within one run, so that a machine
whose speed changes is the same for both; a console is the page's WebSocket and its requests, as often as the page makes
them. `ratio` is CPU time for a command with it over that without it; wanted: below 1.05.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import signal
import subprocess
from typing import Any

import httpx
from load import CHIPS, cpu_of, parser_of, run, staff, tables_of
from load_players import Figures, Player, Ready, pace
from websockets.asyncio.client import connect

PHASE = 20.0
"""Seconds of one phase."""
SETTLING = 6.0
"""Seconds between the start of a phase and its measurement."""
EVERY = 15.0
"""Seconds between two requests of the page."""
ASKED = ("duties", "money", "hand-pays", "trends")


async def _console(options: argparse.Namespace, token: str) -> None:
    """A console that is open until it is cancelled."""
    headers = {"Authorization": f"Bearer {token}"}
    base = f"127.0.0.1:{options.port}"

    async def listen() -> None:
        async with connect(f"ws://{base}/ws/floor", additional_headers=headers, origin=f"http://{base}") as line:  # type: ignore[arg-type]
            async for _ in line:
                pass

    async with httpx.AsyncClient(base_url=f"http://{base}/api/v1/floor", headers=headers, timeout=60) as client:
        listening = asyncio.create_task(listen())
        try:
            while True:
                for path in ASKED:
                    (await client.get(f"/{path}")).raise_for_status()
                await asyncio.sleep(EVERY)
        finally:
            listening.cancel()


async def measure(options: argparse.Namespace, server: subprocess.Popen[str], link: str) -> dict[str, Any]:
    """Sit everybody down, warm up, and measure phases in turn."""
    figures, ready, until = Figures(), Ready(), asyncio.Event()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{options.port}", timeout=400) as client:
        tables = await tables_of(client, options, link)
        token = await staff(client, link)
        players = [(table, Player(box, ready, figures)) for table in tables for box in range(1, 8)]
        for table, player in players:
            await player.sit(f"http://127.0.0.1:{options.port}", table, CHIPS)
        gc.collect()
        pacing = asyncio.create_task(pace(options.rate, ready, figures, until))
        await asyncio.sleep(options.warm)
        headers = {"Authorization": f"Bearer {token}"}
        await client.get("/api/v1/floor/trends", headers=headers)  # prices the rules once
    if options.profile:
        server.send_signal(signal.SIGUSR1)
    spent, done = {True: 0.0, False: 0.0}, {True: 0, False: 0}
    for number in range(max(2, int(options.seconds // PHASE))):
        is_open = number % 2 == 1
        console = asyncio.create_task(_console(options, token)) if is_open else None
        await asyncio.sleep(SETTLING)  # what a console reads when it is opened is not what it costs while it is open
        figures.times, before = [], sum(cpu_of(server.pid, 0).values())
        await asyncio.sleep(PHASE)
        spent[is_open] += sum(cpu_of(server.pid, 0).values()) - before
        done[is_open] += len(figures.times)
        if console is not None:
            console.cancel()
    until.set()
    await pacing
    for _, player in players:
        await player.close()
    each = {is_open: spent[is_open] / max(1, done[is_open]) * 1000 for is_open in spent}
    return {
        "tables": options.tables,
        "commands": [done[False], done[True]],
        "cpu_ms_per_command": {"without": round(each[False], 3), "with": round(each[True], 3)},
        "ratio": round(each[True] / each[False], 4),
        "wanted": "below 1.05",
        "errors": figures.errors[:5],
    }


if __name__ == "__main__":
    run(parser_of(__doc__).parse_args(), measure)
