"""Two processes and one database: when one dies or sleeps, the other goes on with its tables and nothing is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from siete.store.connect import open_store
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

CHILD = Path(__file__).with_name("takeover_child.py")
ROOT = Path(__file__).parents[3]
TABLES = 5


class Process:
    """A running process, and what it has said so far."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self.child = child
        self.said: list[list[str]] = []
        self._task = asyncio.create_task(self._listen())
        self._news = asyncio.Condition()

    async def _listen(self) -> None:
        assert self.child.stdout is not None
        async for line in self.child.stdout:
            async with self._news:
                if line.endswith(b"\n"):
                    self.said.append(line.decode().split())
                self._news.notify_all()

    async def says(self, word: str, *, times: int = 1, after: int = 0) -> None:
        """Wait until it has said something so often, not counting the first things it said."""
        await self.until(lambda: sum(said[0] == word for said in self.said[after:]) >= times)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until what it has said makes something so."""
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(is_so), PATIENCE)

    def kept(self) -> dict[str, list[str]]:
        """What it was promised to have kept, by table."""
        found: dict[str, list[str]] = {}
        for said in self.said:
            if said[0] == "kept":
                found.setdefault(said[1], []).append(said[2])
        return found

    async def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Kill it."""
        if self.child.returncode is None:
            self.child.send_signal(how)
        await self.child.wait()
        await self._task


@asynccontextmanager
async def process(url: str, owner: str) -> AsyncIterator[Process]:
    """A process that runs tables, with leases of two seconds so that nobody has to wait for long."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}
    words = (sys.executable, str(CHILD), url, owner, str(TABLES), "2", "0.4")
    child = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE, env=environment)
    started = Process(child)
    try:
        await started.says("ready")
        yield started
    finally:
        await started.end()


async def check(url: str, *processes: Process) -> None:
    """What anybody was promised is there once and in its place, and every table has had one writer at a time."""
    store = await open_store(url)
    for number in range(TABLES):
        entries = await store.read(f"table/{number}")
        there = [entry.data.decode() for entry in entries]
        assert len(set(there)) == len(there)
        for each in processes:
            promised = each.kept().get(f"table/{number}", [])
            assert [name for name in there if name in set(promised)] == promised
        tokens = [int(name.split("-")[1]) for name in there]
        assert tokens == sorted(tokens), "nobody wrote under an old token once a new one was in force"
        assert [int(name.split("-")[2]) for name in there] == list(range(len(there)))
    await store.close()


async def test_the_tables_of_a_dead_process_are_taken_over(postgresql: str) -> None:
    async with process(postgresql, "first") as first:
        await first.says("kept", times=5 * TABLES)
        async with process(postgresql, "second") as second:
            await first.end(signal.SIGKILL)
            await second.says("taken", times=TABLES)
            await second.until(lambda: len(second.kept()) == TABLES)
            await second.end()
            await check(postgresql, first, second)


async def test_a_process_that_slept_cannot_write_any_more(postgresql: str) -> None:
    async with process(postgresql, "first") as first:
        await first.says("kept", times=5 * TABLES)
        async with process(postgresql, "second") as second:
            first.child.send_signal(signal.SIGSTOP)
            await second.says("taken", times=TABLES)
            await second.says("kept", times=5 * TABLES)
            first.child.send_signal(signal.SIGCONT)
            await first.says("lost", times=TABLES)
            await second.says("kept", times=10 * TABLES)
            await first.end()
            await second.end()
            await check(postgresql, first, second)


async def test_a_process_that_wakes_while_nobody_took_its_tables_goes_on(postgresql: str) -> None:
    async with process(postgresql, "first") as first:
        await first.says("kept", times=TABLES)
        first.child.send_signal(signal.SIGSTOP)
        await asyncio.sleep(2.5)
        first.child.send_signal(signal.SIGCONT)
        await first.says("kept", times=5 * TABLES, after=len(first.said))
        await first.end()
        assert not any(said[0] in ("lost", "refused") for said in first.said)
        await check(postgresql, first)
