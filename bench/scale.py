"""What a house costs as it grows, in CPU time: a command, a round, a stored event, memory; and a day of many tables.

    python bench/scale.py                              1, 10, 50 and 200 tables on SQLite, ten minutes in all
    python bench/scale.py --tables 1 10 --seconds 10   fewer and shorter
    python bench/scale.py --tables 20 --processes 1 2 4    each number of processes, on a PostgreSQL of its own
    python bench/scale.py --tables 10 --watchers 0 200     each number of people who look on
    python bench/scale.py --day 10000                  the day of so many tables, from the last row

Every row is a run of bench/load.py: a server, players on seven boxes of each table, and commands at random moments.
`ref` is the CPU time of a million additions in Python in the same run, by which rows of different hours compare.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

LOAD = Path(__file__).parent / "load.py"
DECISIONS = 3.3
"""Commands of a player in a round, as measured: a wager, ready, and what is decided on the cards."""
ROUNDS_AN_HOUR = 55
"""A table of seven in a casino; one of two is dealt three times as fast and asks for as many commands."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one run came to."""

    tables: int
    processes: int
    watchers: int
    rate: float
    cpu_ms: float
    cpu_ms_a_round: float
    database_ms: float
    cores: float
    p50_ms: float | None
    memory_mb: int
    events_per_command: float
    bytes_per_event: float
    reference_ms: float


def measured(tables: int, processes: int, watchers: int, options: argparse.Namespace) -> Row:
    """A run with so many tables; the database is looked into while the server still has it."""
    rate = min(options.rate, 8.0 * tables)
    with tempfile.TemporaryDirectory() as folder:
        looked: list[Stored] = []
        words = ["--tables", tables, "--rate", rate, "--seconds", options.seconds, "--warm", 4, "--port", options.port]
        words += ["--watchers", watchers]
        words += ["--postgresql", "--processes", processes] if processes else []
        command = [sys.executable, str(LOAD), *map(str, words)]
        load = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"TMPDIR": folder})
        watching = threading.Thread(target=_look, args=(Path(folder), load, 14 * tables, looked))
        watching.start()
        out, _ = load.communicate()
        watching.join()
    found: dict[str, Any] = json.JSONDecoder().raw_decode(out)[0]
    first, last = (looked[0], looked[-1]) if looked else (Stored(0, 0, 0, 0), Stored(0, 0, 0, 0))
    events, commands, rounds = last.events - first.events, last.commands - first.commands, last.rounds - first.rounds
    cpu = found["server_cpu_ms_per_command"] - found["database_cpu_ms_per_command"]
    return Row(
        tables=tables,
        processes=processes,
        watchers=watchers,
        rate=found["commands_per_second"],
        cpu_ms=cpu,
        cpu_ms_a_round=cpu * commands / max(1, rounds),
        database_ms=found["database_cpu_ms_per_command"],
        cores=found["server_cores"],
        p50_ms=found["p50_ms"],
        memory_mb=found["server_memory_mb"][-1],
        events_per_command=events / max(1, commands),
        bytes_per_event=(last.bytes - first.bytes) / max(1, events),
        reference_ms=min(found["reference_ms"]),
    )


@dataclass(frozen=True, slots=True)
class Stored:
    """What a database held at one moment."""

    events: int
    bytes: int
    commands: int
    rounds: int


def _look(folder: Path, load: subprocess.Popen[str], least: int, looked: list[Stored]) -> None:
    """Count what is stored, again and again, once so many commands were answered that play goes on everywhere."""
    while load.poll() is None:
        for path in folder.glob("*/house.db"):
            try:
                with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as base:
                    events = base.execute(
                        "SELECT count(*), sum(length(data) + length(stream) + length(kind) + length(recorded_at)"
                        " + length(digest) + length(batch)) FROM events"
                    ).fetchone()
                    answers = base.execute("SELECT count(*) FROM answers").fetchone()[0]
                    rounds = base.execute("SELECT count(*) FROM events WHERE kind = 'RoundEnded'").fetchone()[0]
                if answers >= least:
                    looked.append(Stored(events[0] or 0, events[1] or 0, answers, rounds))
            except sqlite3.Error:
                pass
        try:
            load.wait(2)
        except subprocess.TimeoutExpired:
            continue


def day(row: Row, tables: int) -> dict[str, float]:
    """A day of so many tables with seven players each, all hours alike, at the cost of a row."""
    commands = tables * 7 * DECISIONS * ROUNDS_AN_HOUR * 24
    events = commands * row.events_per_command
    return {
        "tables": tables,
        "commands_per_second": commands / 86_400,
        "server_cores": commands * row.cpu_ms / 1000 / 86_400,
        "events_a_day": events,
        "gigabytes_a_day": events * row.bytes_per_event / 1e9,
        "audit_core_hours": events / 7_000 / 3_600,
    }


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--tables", type=int, nargs="+", default=[1, 10, 50, 200])
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--rate", type=float, default=400, help="the most commands a second that are offered")
    asked.add_argument(
        "--processes", type=int, nargs="+", default=[0], help="behind one port, on PostgreSQL; 0: SQLite"
    )
    asked.add_argument("--watchers", type=int, nargs="+", default=[0], help="people who look on, over all tables")
    asked.add_argument("--port", type=int, default=2178)
    asked.add_argument("--day", type=int, default=10_000, help="tables of the day that is computed")
    options = asked.parse_args()
    print(
        "tables  processes  watchers  commands/s  CPU ms a command  a round  of PostgreSQL  cores  p50 ms  memory MB  "
        "events/command  bytes/event  ref ms"
    )
    row = None
    for tables, processes, watchers in product(options.tables, options.processes, options.watchers):
        row = measured(tables, processes, watchers, options)
        print(
            f"{row.tables:6}  {row.processes:9}  {row.watchers:8}  {row.rate:10}  {row.cpu_ms:16.3f}  "
            f"{row.cpu_ms_a_round:7.1f}  {row.database_ms:13.3f}  {row.cores:5}  {row.p50_ms or 0:6}  "
            f"{row.memory_mb:9}  {row.events_per_command:14.2f}  {row.bytes_per_event:11.0f}  {row.reference_ms:6}",
            flush=True,
        )
    if row is not None and not row.processes:  # into PostgreSQL nobody looks
        print(json.dumps({name: round(value, 2) for name, value in day(row, options.day).items()}, indent=1))


if __name__ == "__main__":
    main()
