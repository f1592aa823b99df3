"""A writer killed at any moment: what it acknowledged is there once, and nothing is there by halves.

`SIETE_KILLS=1000 pytest tests/store/test_crashes.py` kills that often.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from siete.store.chain import is_linked
from siete.store.connect import open_store
from siete.store.port import EMPTY_DIGEST, EventStore
from tests.store.batches import batch, events
from tests.store.crash_child import WRITERS

pytestmark = pytest.mark.anyio

POINTS = ("", "before append", "before commit", "after commit", "before answer", "after answer")
KILLS = int(os.environ.get("SIETE_KILLS", "3"))
CHILD = Path(__file__).with_name("crash_child.py")
ROOT = Path(__file__).parents[2]

Acknowledged = set[tuple[int, int]]


def killed(
    url: str, first: int, point: str, rng: Random, way: str = "right", *, times: int | None = None
) -> Acknowledged:
    """Run a writer until it is killed, or kills itself at a point for so many times; what it had acknowledged."""
    command = [sys.executable, str(CHILD), url, str(first), point, str(times or rng.randint(1, 20)), way]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        timer = threading.Timer(rng.uniform(0.005, 0.2) if not point else 60, child.kill)
        timer.start()
        lines = child.stdout.readlines()
        timer.cancel()
    assert child.returncode == -signal.SIGKILL
    whole = [line.split() for line in lines if line.endswith("\n")]
    return {(int(writer), int(number)) for _, writer, number in whole}


async def faults(store: EventStore, acknowledged: Acknowledged) -> list[str]:
    """Everything that is wrong with what a killed writer has left."""
    found: list[str] = []
    for writer in range(WRITERS):
        mine = {number for each, number in acknowledged if each == writer}
        found += await _faults_of(store, writer, mine)
    return found


async def _faults_of(store: EventStore, writer: int, acknowledged: set[int]) -> list[str]:
    table, wallet = await store.read(f"table/{writer}"), await store.read(f"wallet/{writer}")
    there = Counter(int(entry.data) for entry in table)
    here = Counter(int(entry.data) for entry in wallet)
    moved = {move.cents for move in await store.moves(f"table/{writer}")}
    answered = {number for number in there | here if await store.answer(str(writer), str(number)) is not None}
    found = [f"{number} was acknowledged and is lost" for number in acknowledged - there.keys()]
    found += [f"{number} is there {times} times" for number, times in there.items() if times != 2]
    if not there.keys() == here.keys() == moved == answered or set(here.values()) - {1}:
        found.append(f"there are halves: {there}, {here}, {moved}, {answered}")
    for entries in (table, wallet):
        before = [EMPTY_DIGEST, *(entry.digest for entry in entries)]
        found += [
            f"{each} is not linked" for each, last in zip(entries, before, strict=False) if not is_linked(each, last)
        ]
        found += [f"{each} is out of place" for place, each in enumerate(entries, 1) if each.version != place]
    return found


async def crash(url: str, times: int, way: str = "right") -> list[str]:
    """Kill a writer again and again, each time going on where the last one stopped; all that was found wrong."""
    rng, found, acknowledged = Random(7), list[str](), Acknowledged()
    for kill in range(times):
        acknowledged |= killed(url, 1_000_000 * (kill + 1), POINTS[kill % len(POINTS)], rng, way)
        store = await open_store(url)
        found += await faults(store, acknowledged)
        await store.close()
    assert acknowledged, "a writer that keeps nothing proves nothing"
    return found


async def test_a_killed_writer_loses_nothing_that_it_acknowledged(database: str) -> None:
    assert await crash(database, KILLS) == []


@pytest.mark.slow
async def test_a_writer_killed_a_hundred_times_loses_nothing(database: str) -> None:
    assert await crash(database, max(KILLS, 100)) == []


async def test_a_killed_process_with_a_writer_apart_loses_nothing(tmp_path: Path) -> None:
    assert await crash(f"sqlite:///{tmp_path}/house.db", max(KILLS, len(POINTS)), "apart") == []


@pytest.mark.slow
async def test_a_process_with_a_writer_apart_killed_a_hundred_times_loses_nothing(tmp_path: Path) -> None:
    assert await crash(f"sqlite:///{tmp_path}/house.db", max(KILLS, 100), "apart") == []


@pytest.mark.parametrize(("way", "words"), [("early", "is lost"), ("halves", "there are halves")])
async def test_a_writer_that_answers_early_or_commits_by_halves_is_found_out(
    database: str, way: str, words: str
) -> None:
    rng, acknowledged, found = Random(8), Acknowledged(), list[str]()
    for kill in range(20):  # writers who share groups may halve their batches in step
        acknowledged |= killed(database, 1_000_000 * (kill + 1), "before commit", rng, way)
        store = await open_store(database)
        found += await faults(store, acknowledged)
        await store.close()
        if any(words in each for each in found):
            return
    raise AssertionError(found)


async def test_a_log_cut_anywhere_loses_only_what_stood_behind_the_cut(tmp_path: Path) -> None:
    await cut_log(tmp_path, cuts=25)


@pytest.mark.slow
async def test_a_log_cut_at_very_many_places_loses_only_what_stood_behind_the_cut(tmp_path: Path) -> None:
    await cut_log(tmp_path, cuts=2_000)


async def cut_log(tmp_path: Path, cuts: int) -> None:
    """Cut SQLite's log in its last batches, as a machine does that loses power while it writes."""
    original, rng = tmp_path / "house.db", Random(9)
    log = Path(f"{original}-wal")
    store = await open_store(f"sqlite:///{original}")
    sizes = []
    for number in range(6):
        await store.append(batch(events("table/1", 2 * number, b"a", b"b"), events("wallet/1", number, bytes(3_000))))
        sizes.append(log.stat().st_size)
    files = {path.name: path.read_bytes() for path in (original, log)}
    await store.close()
    for cut in [*sizes, *(rng.randrange(sizes[2], sizes[-1]) for _ in range(cuts))]:
        place = tmp_path / str(cut)
        place.mkdir(exist_ok=True)
        (place / "house.db").write_bytes(files["house.db"])
        (place / "house.db-wal").write_bytes(files["house.db-wal"][:cut])
        left = await open_store(f"sqlite:///{place}/house.db")
        kept = sum(size <= cut for size in sizes)
        assert (await left.head("table/1")).version == 2 * kept
        assert (await left.head("wallet/1")).version == len(await left.read("wallet/1")) == kept
        assert len(await left.read("table/1")) == 2 * kept
        await left.close()
        shutil.rmtree(place)
