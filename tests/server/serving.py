"""A server on loopback within the test's own loop, and guests who come to it as a browser or a program does."""

from __future__ import annotations

import asyncio
import atexit
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from siete.host.access.accounts import Accounts
from siete.host.access.roles import HouseRole, Person
from siete.host.house import House
from siete.host.settings import LIVE, PRACTICE, Settings
from siete.server.data_directory import data_directory, session_key
from siete.server.limits import Limits
from siete.server.proxies import Network
from siete.server.services import Services
from siete.server.serving import Options, Server, own_origins, server_for
from siete.server.work.workers import EXAMINING, RECALLING, SOLVING, Workers
from siete.server.ws.probe import Kind, websocket_protocol
from siete.store.memory import MemoryStore
from siete.store.port import EventStore
from tests.host.guests import legal_of
from tests.patience import PATIENCE, until

Plain = dict[str, Any]

GENEROUS = Limits(
    requests_per_second=10_000,
    requests_at_once=10_000,
    sessions_per_second=10_000,
    sessions_at_once=10_000,
    messages_per_second=10_000,
    messages_at_once=10_000,
    lines_per_address=500,
    connections_per_address=1_000,
    tables_per_address=10_000,
    tables=10_000,
)

_ids = count(1)


class SharedWorkers(Workers):
    """Workers of all the servers of a test run, one after the other; starting one takes a second."""

    def close(self) -> None:
        atexit.register(super().close)


PARSERS, RECALLERS, SOLVERS = SharedWorkers(), SharedWorkers(RECALLING), SharedWorkers(SOLVING)
EXAMINERS = SharedWorkers(EXAMINING)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@dataclass
class Served:
    """A running server, and the ways to it."""

    services: Services
    options: Options
    server: Server

    @property
    def house(self) -> House:
        return self.services.house

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.options.port}"

    @property
    def line_base(self) -> str:
        return f"ws://127.0.0.1:{self.options.port}"

    def guest(self, name: str) -> Person:
        """A guest by the name that people see."""
        return Person(HouseRole.GUEST, self.house.names.inward(name))

    def client(self, **headers: str) -> httpx.AsyncClient:
        """A browser on this server's own page."""
        # Without TLS there is nothing to verify, and reading the system's certificates takes 0.15 s for each client.
        told = {"origin": self.base, **headers}
        return httpx.AsyncClient(base_url=self.base, headers=told, timeout=PATIENCE, verify=False)


@asynccontextmanager
async def served(
    data: Path,
    store: EventStore | None = None,
    limits: Limits = GENEROUS,
    protocol: Kind | None = None,
    parsers: Workers = PARSERS,
    recallers: Workers = RECALLERS,
    solvers: Workers = SOLVERS,
    proxies: tuple[Network, ...] = (),
    is_secure: bool = False,
) -> AsyncIterator[Served]:
    """A server over a store, stopped at the end."""
    options = Options(port=free_port(), data=data, limits=limits, proxies=proxies)
    house = House(store or MemoryStore())
    await house.start()
    services = Services(
        house=house,
        accounts=Accounts(house.store, house.clock),
        data=data_directory(data),
        key=session_key(data),
        origins=own_origins(options),
        limits=limits,
        proxies=proxies,
        is_secure=is_secure,
        parsers=parsers,
        recallers=recallers,
        solvers=solvers,
        examiners=EXAMINERS,
    )
    server = server_for(options, services, protocol or await websocket_protocol())
    running = asyncio.create_task(server.serve())
    try:
        while not server.started:
            await asyncio.sleep(0.01)
        yield Served(services, options, server)
    finally:
        server.should_exit = True
        await running
        await house.close()


async def live_table(house: House, submission: str = 'rule_set = "wa"\n', table_id: str = "t") -> None:
    """A live table where nobody is hurried."""
    await house.open_table(table_id, table_id, LIVE, "house", Settings(submission=submission, has_timers=False))


async def practice_table(house: House, submission: str = 'rule_set = "wa"\n', table_id: str = "p") -> None:
    """A practice table."""
    settings = Settings(submission=submission, seed="7", has_timers=False)
    await house.open_table(table_id, table_id, PRACTICE, "house", settings)


class Player:
    """Somebody at a table over a real line; keeps every byte that came."""

    def __init__(self, server: Served, table: str, token: str, name: str = "") -> None:
        self.server, self.table, self.token, self.name = server, table, token, name
        self.bytes: list[str] = []
        self.now: Plain = {}
        self.answers: dict[str, Plain] = {}
        self._line: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self.on_bytes: Callable[[str], None] = self.bytes.append

    @staticmethod
    async def come(server: Served, table: str, name: str) -> Player:
        """A new guest with an open line."""
        async with server.client() as client:
            made = (await client.post("/api/v1/session", json={"name": name, "token": True})).json()
        player = Player(server, table, made["token"], name)
        await player.connect()
        return player

    async def connect(self, after: int | None = None) -> None:
        query = f"?after={after}" if after is not None else ""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        address = f"{self.server.line_base}/ws/tables/{self.table}{query}"
        self._line = await connect(
            address,
            additional_headers=headers,
            origin=self.server.base,  # type: ignore[arg-type]
            compression=None,
            open_timeout=PATIENCE,
        )
        self._reading = asyncio.create_task(self._read(self._line))
        while not self.now:
            await asyncio.sleep(0.001)

    async def _read(self, line: ClientConnection) -> None:
        with suppress(ConnectionClosed):  # with what code, `closed` tells
            async for data in line:
                self._take(data if isinstance(data, str) else data.decode())

    def _take(self, text: str) -> None:
        self.on_bytes(text)
        message = json.loads(text)
        if "view" in message:
            self.now = message
        elif message["type"] in ("answer", "refused") and message["id"] is not None:
            self.answers[message["id"]] = message

    async def leave(self) -> None:
        """Close the line."""
        if self._line is not None and self._reading is not None:
            await self._line.close()
            await self._reading

    async def closed(self) -> int:
        """Wait until the server closes the line; with which code."""
        assert self._line is not None
        await asyncio.wait_for(self._line.wait_closed(), PATIENCE)
        return self._line.close_code or 0

    async def raw(self, data: str | bytes) -> None:
        """Send anything at all."""
        assert self._line is not None
        await self._line.send(data)

    async def ask(self, kind: str, point: str = "", command_id: str = "", **fields: Any) -> Plain:
        """Send a command; its answer or refusal."""
        sent_id = command_id or f"command-{next(_ids):08}"
        body = {"type": "command", "id": sent_id, "point": point, "command": {"command": kind, **fields}}
        await self.raw(json.dumps(body))
        await until(lambda: sent_id in self.answers, pause=0.0005)
        return self.answers[sent_id]

    @property
    def legal(self) -> list[Plain]:
        """What this player may do, as the table itself has it now."""
        table = self.server.house.table(self.table)
        return legal_of(table, self.server.guest(self.name))

    async def do(self, chosen: Plain, **changes: Any) -> Plain:
        """Send a legal command."""
        fields = {**chosen["command"], **changes}
        return await self.ask(fields.pop("command"), chosen["point"], **fields)
