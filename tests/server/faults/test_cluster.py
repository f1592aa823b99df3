"""Two processes, one house: commands reach a table's owner, events reach everybody, and a dead owner is replaced."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from siete.host.streams import LiveStreams
from siete.store.connect import open_store
from siete.store.port import EventStore
from tests.patience import PATIENCE, until
from tests.server.faults.test_kills import TABLES, Bot, _check, _guests, _prepare, _server

pytestmark = pytest.mark.anyio


async def _rounds_played(bots: list[Bot], more: int) -> None:
    """Wait until every bot has seen so many more rounds."""
    wanted = [bot.rounds + more for bot in bots]
    await until(lambda: all(bot.rounds >= least for bot, least in zip(bots, wanted, strict=True)))


async def _heads(store: EventStore) -> dict[str, int]:
    return {table: (await store.head(LiveStreams(table).events)).version for table in TABLES}


async def test_when_an_owner_dies_another_takes_over_and_nothing_is_lost(tmp_path: Path, postgresql: str) -> None:
    """Before it dies, what a guest has opened through it is closed through the other."""
    await _prepare(tmp_path, postgresql)
    async with AsyncExitStack() as stack:
        first, first_port = await stack.enter_async_context(_server(tmp_path, postgresql))
        second, second_port = await stack.enter_async_context(_server(tmp_path, postgresql))
        bots = await _guests(first_port)
        playing = [
            asyncio.create_task(bot.play(port)) for bot, port in zip(bots, [first_port, second_port] * 2, strict=True)
        ]
        await _rounds_played(bots, 1)
        await _closes_through_either(first_port, second_port)
        first.kill()
        await first.wait()
        for place, bot in enumerate(bots):
            if place % 2 == 0:
                await asyncio.wait((playing[place],), timeout=PATIENCE)
                playing[place] = asyncio.create_task(bot.play(second_port))
        await _rounds_played(bots, 1)
        third, third_port = await stack.enter_async_context(_server(tmp_path, postgresql))
        second.send_signal(signal.SIGINT)
        await asyncio.wait_for(second.wait(), PATIENCE)
        for place, bot in enumerate(bots):
            await asyncio.wait((playing[place],), timeout=PATIENCE)
            playing[place] = asyncio.create_task(bot.play(third_port))
        await _rounds_played(bots, 1)
        third.send_signal(signal.SIGINT)
        await asyncio.wait(playing, timeout=PATIENCE)
        assert await asyncio.wait_for(third.wait(), PATIENCE) == 0
    store = await open_store(postgresql)
    try:
        assert min((await _heads(store)).values()) > 30
    finally:
        await store.close()
    await _check(postgresql, bots)


async def _closes_through_either(first_port: int, second_port: int) -> None:
    """A guest opens a table through one process and closes it through the other."""
    async with AsyncExitStack() as stack:
        one, other = [
            await stack.enter_async_context(httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE))
            for port in (first_port, second_port)
        ]
        token = (await one.post("/api/v1/session", json={"name": "Ana", "token": True})).json()["token"]
        mine = {"Authorization": f"Bearer {token}"}
        opened = await one.post("/api/v1/tables", json={"rules": "wa"}, headers=mine)
        address = f"/api/v1/tables/{opened.json()['id']}"
        while (await other.get(address)).status_code == 404:
            await asyncio.sleep(0.1)
        assert (await other.delete(address, headers=mine)).status_code == 204
        assert (await other.get(address)).status_code == 404
        assert (await one.get(address)).status_code == 404
