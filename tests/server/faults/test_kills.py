"""Killed at any moment, the server loses nothing it has answered, does nothing twice, and goes on with the round.

Between the kills it is frozen for moments, and its clock jumps forward and back.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from siete.host import faultpoints
from siete.host.access.guest_names import GuestNames
from siete.host.audit.house import audit
from siete.host.house import House
from siete.host.settings import LIVE, Settings
from siete.store.connect import open_store
from tests.patience import PATIENCE, until
from tests.server.serving import free_port

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]
POINTS = (
    faultpoints.BEFORE_APPEND,
    "store before append",
    "store before commit",
    "store after commit",
    faultpoints.AFTER_APPEND,
    faultpoints.BEFORE_ANSWER,
    faultpoints.AFTER_ANSWER,
    faultpoints.BEFORE_BROADCAST,
    faultpoints.AFTER_BROADCAST,
)
WRITING = ("store before commit",)
TABLES = {"a": 'rule_set = "wa"\n', "b": 'rule_set = "ma"\nspin_offered = false\n'}


class Bot:
    """A guest who sends every command until it is answered, under one id, whatever happens to the server."""

    def __init__(self, table: str, box: int, token: str, name: str) -> None:
        self.table, self.box, self.token, self.name = table, box, token, name
        self.acknowledged: dict[str, str] = {}
        self._pending: dict[str, str] = {}
        self._number = 0
        self._seen = self._done = 0
        self.rounds = 0
        self._last: dict[str, Any] = {}

    async def play(self, port: int) -> None:
        """Play over one line until it breaks."""
        headers = {"Authorization": f"Bearer {self.token}"}
        address = f"ws://127.0.0.1:{port}/ws/tables/{self.table}"
        with suppress(OSError, WebSocketException, EOFError):
            async with connect(address, additional_headers=headers, compression=None, open_timeout=PATIENCE) as line:
                for text in tuple(self._pending.values()):
                    await line.send(text)
                async for data in line:
                    await self._take(line, json.loads(data), str(data))

    async def _take(self, line: ClientConnection, message: dict[str, Any], text: str) -> None:
        sent_id = message.get("id")
        if sent_id in self._pending and message.get("code", "").startswith(("host/", "history/")):
            await asyncio.sleep(0.3)  # nobody knows what became of it: the same again, under the same id
            await line.send(self._pending[sent_id])
            return
        if sent_id in self._pending:
            del self._pending[sent_id]
            if message["type"] == "answer":
                self.acknowledged[sent_id] = text
        if "view" in message:
            self._last, self._seen = message, message.get("to", message.get("version", 0))
            if message["type"] == "snapshot":
                self._done = 0  # what is not in it will not come
            self.rounds = message["view"]["rounds"]
        elif message["type"] == "answer":
            self._done = max(self._done, message["version"])
        if self._pending or not self._last or self._seen < self._done:
            return  # what it brought about follows
        chosen = self._choice(self._last)
        if chosen is not None:
            await self._send(line, *chosen)

    def _choice(self, message: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
        you = message["you"]
        if not you["boxes"]:
            return "", {"command": "TakeSeat", "box": self.box, "amount": 50_000}
        mine = {each["command"]["command"]: each for each in you["legal"] if each["command"].get("box") == self.box}
        if message["stage"] == "wager" and not you["is_ready"]:
            return self._wager(message["view"]["round"], mine, you["wallet"])
        wanted = ("Hit",) if "Hit" in mine and self._is_low(message["view"]) else ()
        for kind in (*wanted, "Stand", "DeclineInsurance", "TakeBlackjack", "ReturnToTable", "LookOver", "RefuseCut"):
            if kind in mine:
                return mine[kind]["point"], mine[kind]["command"]
        return None

    def _wager(self, current: dict[str, Any], mine: dict[str, Any], wallet: int) -> tuple[str, dict[str, Any]] | None:
        """A wager; more chips where none are left for one; ready with one, or without where there is nothing left."""
        if any(box["number"] == self.box for box in current["boxes"]) or ("PlaceWager" not in mine and not wallet):
            return f"{current['number']}.wager", {"command": "Ready"}
        if "PlaceWager" in mine:
            return mine["PlaceWager"]["point"], mine["PlaceWager"]["command"]
        return "", {"command": "BuyChips", "amount": wallet}

    def _is_low(self, view: dict[str, Any]) -> bool:
        """Whether another card is better than none: chips last longer than a long run then."""
        hands = [hand for box in view["round"]["boxes"] if box["number"] == self.box for hand in box["hands"]]
        return any(hand["status"] == "playing" and hand.get("total", 21) < 14 for hand in hands)

    async def _send(self, line: ClientConnection, point: str, command: dict[str, Any]) -> None:
        self._number += 1
        sent_id = f"{self.table}-{self.box}-{self._number:06}"
        text = json.dumps({"type": "command", "id": sent_id, "point": point, "command": command})
        self._pending[sent_id] = text
        await line.send(text)


@asynccontextmanager
async def _server(
    data: Path, database: str, point: str = "never", count: int = 0, control: str = ""
) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    port = free_port()
    command = [
        sys.executable,
        "-u",
        "-m",
        "tests.server.faults.kill_child",
        str(port),
        str(data),
        database,
        point,
        str(count),
        control,
    ]
    with open(data / f"server-{port}.log", "ab") as log:  # a pipe that nobody empties would stop a server that logs
        process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=log, stderr=log)
    try:
        await until(lambda: "http://" in Path(log.name).read_text("utf-8"))
        yield process, port
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _guests(port: int) -> list[Bot]:
    bots = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
        for table in TABLES:
            for box in (2, 4):
                name = f"{table}{box}"
                made = (await client.post("/api/v1/session", json={"name": name, "token": True})).json()
                bots.append(Bot(table, box, made["token"], name))
    return bots


def _answered(bots: list[Bot]) -> int:
    return sum(len(bot.acknowledged) for bot in bots)


async def _disturb(process: asyncio.subprocess.Process, rng: Random) -> None:
    """Freeze the server for a while, or set its clock, again and again."""
    with suppress(ProcessLookupError):
        while True:
            await asyncio.sleep(rng.uniform(0.05, 0.4))
            if rng.random() < 0.5:
                process.send_signal(signal.SIGUSR1)
                continue
            process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(rng.uniform(0.05, 0.4))
            process.send_signal(signal.SIGCONT)


async def _play_until_dead(
    process: asyncio.subprocess.Process, port: int, bots: list[Bot], seconds: float, rng: Random
) -> None:
    """Play for so many seconds from the first answer on, unless the server dies before."""
    answered = _answered(bots)
    playing = [asyncio.create_task(bot.play(port)) for bot in bots]
    disturbing = asyncio.create_task(_disturb(process, rng))

    def is_over() -> bool:
        return process.returncode is not None or all(task.done() for task in playing)

    await until(lambda: is_over() or _answered(bots) > answered)
    try:
        await asyncio.wait_for(process.wait(), seconds)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)  # at any moment at all
    disturbing.cancel()
    with suppress(asyncio.CancelledError):
        await disturbing
    await asyncio.wait(playing, timeout=PATIENCE)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def _prepare(data: Path, database: str) -> None:
    """The tables, nobody hurried: a timer would go on without its player."""
    store = await open_store(database)
    house = House(store)
    for table, submission in TABLES.items():
        await house.open_table(table, table, LIVE, "house", Settings(submission=submission, has_timers=False))
    await house.close()
    await store.close()


async def _check(database: str, bots: list[Bot]) -> None:
    """Every answer is there once, as it was given; chain, money and replay are sound."""
    store = await open_store(database)
    try:
        names = GuestNames(store)
        await names.read_on()
        for bot in bots:
            for sent_id, text in bot.acknowledged.items():
                kept = await store.answer(f"guest:{names.inward(bot.name)}", sent_id)
                assert kept is not None, f"{sent_id} was answered and is lost"
                assert names.outward(kept.answer).decode() == text
        report = await audit(store)
    finally:
        await store.close()
    assert report.is_sound, report.findings
    assert report.held == report.issued


async def _kills(
    tmp_path: Path, database: str, kills: int, seed: int, points: tuple[str, ...] = POINTS, control: str = ""
) -> list[Bot]:
    rng, bots = Random(seed), list[Bot]()
    await _prepare(tmp_path, database)
    for number in range(kills):
        point = points[(seed + number) % len(points)] if control or rng.random() < 0.8 else "never"
        async with _server(tmp_path, database, point, rng.randint(3, 60), control) as (process, port):
            bots = bots or await _guests(port)
            await _play_until_dead(process, port, bots, rng.uniform(0.5, 2.0), rng)
        await _check(database, bots)
    before = [bot.rounds for bot in bots]
    async with _server(tmp_path, database) as (process, port):
        playing = [asyncio.create_task(bot.play(port)) for bot in bots]
        await until(lambda: all(bot.rounds > was + 1 for bot, was in zip(bots, before, strict=True)))
        process.send_signal(signal.SIGINT)
        await asyncio.wait(playing, timeout=PATIENCE)
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
    await _check(database, bots)
    return bots


def _number(default: int) -> int:
    return int(os.environ.get("SIETE_KILLS", default))


async def test_killed_servers_lose_nothing(tmp_path: Path) -> None:
    bots = await _kills(tmp_path, f"sqlite:///{tmp_path}/house.db", 2, seed=1)
    assert _answered(bots) > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
async def test_many_killed_servers_lose_nothing(tmp_path: Path, seed: int) -> None:
    await _kills(tmp_path, f"sqlite:///{tmp_path}/house.db", _number(10), seed=seed + 10)


@pytest.mark.slow
async def test_killed_servers_of_one_postgresql_lose_nothing(tmp_path: Path, postgresql: str) -> None:
    await _kills(tmp_path, postgresql, _number(30), seed=3)


async def test_a_server_that_answers_before_it_is_durable_would_be_found_out(tmp_path: Path) -> None:
    """The control: what waits behind the commit at which it is killed has been answered."""
    with pytest.raises(AssertionError, match="was answered and is lost"):
        await _kills(tmp_path, f"sqlite:///{tmp_path}/house.db", 2, seed=0, points=WRITING, control="lying")


@pytest.mark.slow
async def test_one_on_postgresql_that_answers_before_it_is_durable_would_be_found_out(
    tmp_path: Path, postgresql: str
) -> None:
    """The control."""
    with pytest.raises(AssertionError, match="was answered and is lost"):
        await _kills(tmp_path, postgresql, 2, seed=0, points=WRITING, control="lying")
