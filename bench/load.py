"""Load: many tables of seven players over WebSockets, against a server with a SQLite file, generator beside it.

    .venv/bin/python bench/load.py --tables 100 --seconds 300 --rate 600
    .venv/bin/python bench/load.py --tables 100 --seconds 300 --rate 400 --postgresql --processes 2
    .venv/bin/python bench/load.py --tables 100 --seconds 1800 --rate 300       a soak; `memory` says whether it is flat

Commands of players come at random moments, `--rate` a second over all tables, whether or not the server keeps up; so
the times from sending a command to its durable answer (p50, p99) are those of that rate, and `commands_per_second`
tells whether it was held. Also printed: errors, CPU time of server and generator, and the server's memory over time;
the server's are those of the process that serves and of the one that writes for it.
`reference_ms` is the CPU time of a million additions in Python on this machine, before the load and after it: shared
machines differ by half from hour to hour, so a command's CPU time means something only beside it.
`--profile FILE` keeps a cProfile of the server's main thread, from the end of the warm-up on. With PostgreSQL,
`--postmaster PID` counts the CPU time of its processes too. Everything runs on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from load_players import Figures, Player, Ready, Watcher, pace

_SERVER = """
import cProfile, sys
from pathlib import Path
from siete.server.limits import Limits
from siete.server.serving import Options, serve
limits = Limits(requests_per_second=1e6, requests_at_once=1e6, sessions_per_second=1e6, sessions_at_once=1e6,
                messages_per_second=1e6, messages_at_once=1e6, lines_per_address=10_000,
                connections=10_000, connections_per_address=10_000)
port, data, database, profile = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] or None, sys.argv[4]
processes = int(sys.argv[5])
options = Options(port=port, data=data, database=database, has_demos=False, limits=limits)
if processes > 1:
    from siete.server.processes import serve_together
    serve_together(options, processes, lambda line: print(line, flush=True))
elif profile:
    import signal, time
    profiler = cProfile.Profile(time.thread_time)
    signal.signal(signal.SIGUSR1, lambda *_: profiler.enable())
    serve(options)
    profiler.disable()
    profiler.dump_stats(profile)
else:
    serve(options)
"""
CHIPS = 100_000
TARGETS = "at least 500 commands a second, p50 at most 10 ms, p99 at most 100 ms"


def _processes(pid: int) -> list[int]:
    """The server and those it has started, such as the one that writes, and those that they have started."""
    found = [pid]
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/children") as file:
            for child in map(int, file.read().split()):
                found += _processes(child)
    return found


def _memory(pid: int) -> int:
    pages = 0
    for each in _processes(pid):
        with open(f"/proc/{each}/statm") as file:
            pages += int(file.read().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


def cpu_of(pid: int, database: int) -> dict[int, float]:
    """Seconds of CPU time by process: of the server and of those it has started, and of a database server's."""
    found = {}
    for each in _processes(pid) + (_processes(database) if database else []):
        with open(f"/proc/{each}/stat") as file:
            parts = file.read().rpartition(")")[2].split()
        found[each] = (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
    return found


def own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def staff(client: httpx.AsyncClient, link: str) -> str:
    account = {"name": "floor", "password": "correct horse 21"}
    await client.post("/api/v1/staff", json={**account, "link": link})
    made = await client.post("/api/v1/session/staff", json={**account, "token": True})
    return str(made.json()["token"])


async def tables_of(client: httpx.AsyncClient, options: argparse.Namespace, link: str) -> list[str]:
    headers = {"Authorization": f"Bearer {await staff(client, link)}"}
    tables = []
    for number in range(options.tables):
        body = {"name": f"t{number}", "mode": "live", "rules": options.rules, "timers": True}
        tables.append((await client.post("/api/v1/tables", json=body, headers=headers)).json()["id"])
    return tables


async def measure(options: argparse.Namespace, server: subprocess.Popen[str], link: str) -> dict[str, Any]:
    """Sit everybody down, warm up, and measure."""
    figures, ready, until = Figures(), Ready(), asyncio.Event()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{options.port}", timeout=60) as client:
        tables = await tables_of(client, options, link)
        players = [(table, Player(box, ready, figures)) for table in tables for box in range(1, 8)]
        for table, player in players:
            await player.sit(f"http://127.0.0.1:{options.port}", table, CHIPS)
        watchers = [Watcher() for _ in range(options.watchers)]
        for number, watcher in enumerate(watchers):
            await watcher.come(f"http://127.0.0.1:{options.port}", tables[number % len(tables)])
    gc.collect()
    gc.freeze()
    reference = [_reference()]
    pacing = asyncio.create_task(pace(options.rate, ready, figures, until))
    await asyncio.sleep(options.warm)
    figures.times, figures.lags, figures.starved = [], [], 0
    if options.profile:
        server.send_signal(signal.SIGUSR1)
    memory, began, cpu, own = (
        [_memory(server.pid)],
        time.perf_counter(),
        cpu_of(server.pid, options.postmaster),
        own_cpu(),
    )
    while time.perf_counter() - began < options.seconds:
        await asyncio.sleep(min(5.0, options.seconds))
        memory.append(_memory(server.pid))
    seconds, mine = time.perf_counter() - began, own_cpu() - own
    spent = {each: after - cpu.get(each, 0.0) for each, after in cpu_of(server.pid, options.postmaster).items()}
    database = sum(spent.get(each, 0.0) for each in (_processes(options.postmaster) if options.postmaster else ()))
    used = list(spent.values())
    until.set()
    await pacing
    for each in (*(player for _, player in players), *watchers):
        await each.close()
    reference.append(_reference())
    return {
        "tables": options.tables,
        "players": len(players),
        "watchers": options.watchers,
        "seconds": round(seconds, 1),
        "offered_per_second": options.rate,
        **_summary(figures, seconds, used, mine),
        "database_cpu_ms_per_command": round(database / max(1, len(figures.times)) * 1000, 3),
        "reference_ms": reference,
        "server_memory_mb": memory,
        "memory": _verdict(memory, seconds),
        "wanted": TARGETS,
    }


def _summary(figures: Figures, seconds: float, used: list[float], mine: float) -> dict[str, Any]:
    times, lags = sorted(figures.times), sorted(figures.lags)
    count = max(1, len(times))
    return {
        "commands_per_second": round(len(times) / seconds, 1),
        "p50_ms": _part(times, 0.50),
        "p99_ms": _part(times, 0.99),
        "worst_ms": _part(times, 1.0),
        "generator_late_p99_ms": _part(lags, 0.99),
        "nothing_to_do": figures.starved,
        "refused": figures.refused,
        "errors": figures.errors[:10],
        "server_cpu_ms_per_command": round(sum(used) / count * 1000, 3),
        "cpu_ms_by_process": [round(each / count * 1000, 3) for each in used],
        "generator_cpu_ms_per_command": round(mine / count * 1000, 3),
        "server_cores": round(sum(used) / seconds, 3),
        "generator_cores": round(mine / seconds, 3),
    }


def _verdict(memory: list[int], seconds: float) -> dict[str, Any]:
    """Whether memory is flat: the straight line through the second half grows by less than a twentieth in an hour."""
    kept = memory[len(memory) // 2 :]
    mean_at, mean = (len(kept) - 1) / 2, sum(kept) / len(kept)
    spread = sum((at - mean_at) ** 2 for at in range(len(kept)))
    slope = sum((at - mean_at) * (each - mean) for at, each in enumerate(kept)) / spread if spread else 0.0
    an_hour = slope * 3600 * max(1, len(memory) - 1) / seconds
    shown = {"first_mb": memory[0], "most_mb": max(memory), "mb_per_hour": round(an_hour, 1)}
    return {**shown, "is_flat": an_hour < mean / 20}


def _reference() -> float:
    """Milliseconds of CPU time for a million additions in plain Python, the best of five."""
    found = []
    for _ in range(5):
        began, total = time.process_time(), 0
        for number in range(1_000_000):
            total += number
        found.append(time.process_time() - began)
    return round(min(found) * 1000, 1)


def _part(ordered: list[float], part: float) -> float | None:
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000, 2) if ordered else None


def parser_of(doc: str | None) -> argparse.ArgumentParser:
    """What can be said on the command line of a load."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--warm", type=float, default=10)
    parser.add_argument("--rate", type=float, default=525, help="commands a second over all tables")
    parser.add_argument("--rules", default="wa")
    parser.add_argument("--port", type=int, default=2177)
    parser.add_argument("--watchers", type=int, default=0, help="people who only look on, over all tables")
    parser.add_argument("--database", default="")
    parser.add_argument("--postgresql", action="store_true", help="start a PostgreSQL server of its own, and count it")
    parser.add_argument("--processes", type=int, default=1, help="processes behind one port, with PostgreSQL")
    parser.add_argument("--postmaster", type=int, default=0, help="process id of a PostgreSQL to count too")
    parser.add_argument("--profile", default="", help="where to keep a profile of the server")
    return parser


Measure = Callable[[argparse.Namespace, "subprocess.Popen[str]", str], Awaitable[dict[str, Any]]]


def run(options: argparse.Namespace, measure: Measure) -> None:
    """Start a server, measure, print what was found, and stop it."""

    async def measured(link: str) -> dict[str, Any]:
        return await measure(options, server, link)

    with ExitStack() as kept:
        data = kept.enter_context(tempfile.TemporaryDirectory())
        if options.postgresql:
            sys.path.insert(0, str(Path(__file__).parents[1]))
            from tests.postgresql import running_server

            started = kept.enter_context(running_server())
            options.database, options.postmaster = started.url, started.pid
        words = [str(options.port), data, options.database, options.profile, str(options.processes)]
        server = subprocess.Popen([sys.executable, "-c", _SERVER, *words], stdout=subprocess.PIPE, text=True)
        try:
            link = ""
            assert server.stdout is not None
            while "#" not in link:
                link = server.stdout.readline()
            while options.processes > 1 and "processes serve" not in server.stdout.readline():
                pass
            print(json.dumps(asyncio.run(measured(link.strip().rpartition("#")[2])), indent=1))
        finally:
            began = time.perf_counter()
            server.send_signal(signal.SIGINT)
            server.wait(20)
            print(f"stopped in {time.perf_counter() - began:.2f} s")


def main() -> None:
    run(parser_of(__doc__).parse_args(), measure)


if __name__ == "__main__":
    main()
