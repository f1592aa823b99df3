"""Running the server: opening the house, listening, and stopping without losing anything."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import structlog
import uvicorn
from fastapi import FastAPI

from siete.book import pages
from siete.errors import SieteError
from siete.host.access.accounts import Accounts
from siete.host.audit.heads import KEY_FILE, signing_key
from siete.host.audit.records import check_records
from siete.host.cluster.member import Cluster
from siete.host.history.seals import Seal
from siete.host.house import House
from siete.server.app import create_app
from siete.server.connections import bounded_protocol
from siete.server.data_directory import (
    STORE,
    data_directory,
    drop_staff_link,
    make_staff_link,
    session_key,
)
from siete.server.demo_tables import open_demos
from siete.server.http.school.courses import courses
from siete.server.limits import Limits
from siete.server.logs import RepeatedErrors, quiet
from siete.server.proxies import Network
from siete.server.services import Services
from siete.server.signing import Signing
from siete.server.ws.forwarder import Forwarder
from siete.server.ws.probe import PUBLIC, Kind, websocket_protocol
from siete.server.ws.sockets import RESTART
from siete.store.archive.file import ArchiveFile
from siete.store.archive.joined import JoinedStore
from siete.store.connect import open_store
from siete.store.file_lock import check_system
from siete.store.port import EventStore, StoreError

_log = structlog.get_logger("siete.server")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
SWEEP_SECONDS = 30.0
GRACE = 2
"""Seconds for open requests to finish when the server stops."""
BACKLOG = 256
"""Connections that the operating system keeps until they are accepted."""
GIVING_WAY = 0.0005
"""Seconds until a busy thread yields the GIL to the writer; Python's default of five milliseconds shows in latency."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to serve."""

    host: str = "127.0.0.1"
    port: int = 2121
    data: Path | None = None
    database: str | None = None
    origins: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    proxies: tuple[Network, ...] = ()
    """Networks of proxies whose forwarding headers are believed."""
    has_demos: bool = True
    internal: str | None = None
    """The address at which other processes of the house reach this one; default: the public one."""
    witness: str | None = None
    """A file or an address that keeps a second copy of the signed heads."""
    archives: tuple[Path, ...] = ()
    """Files with events that left the database, to be read as if they had not."""
    accepts_restore: bool = False
    """Whether to go on with a database that is older than its heads."""
    makes_link: bool = True
    """Whether a link for the first floorperson is made; of several processes only the one whose greeting is shown."""
    is_talkative: bool = False
    """Whether ordinary events are logged as well."""


def own_origins(options: Options) -> frozenset[str]:
    """The allowed origins: the server's own address, and those given with --origin."""
    hosts = LOOPBACK if options.host in LOOPBACK else (options.host,)
    shown = [f"[{host}]" if ":" in host else host for host in hosts]
    return frozenset({f"http://{host}:{options.port}" for host in shown} | set(options.origins))


def serve(
    options: Options,
    say: Callable[[str], None] = print,
    *,
    sockets: Sequence[socket.socket] = (),
    on_ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve until a signal stops it, on sockets that listen already or on one of its own."""
    check_system()
    quiet(logging.INFO if options.is_talkative else logging.WARNING)
    sys.setswitchinterval(GIVING_WAY)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(options, say, _Listening(tuple(sockets), on_ready)))


@dataclass(frozen=True, slots=True)
class _Listening:
    """Where to listen, where that is decided already, and whom to tell."""

    sockets: tuple[socket.socket, ...]
    on_ready: Callable[[], None]


async def _serve(options: Options, say: Callable[[str], None], listening: _Listening) -> None:
    asyncio.get_running_loop().set_exception_handler(RepeatedErrors())
    data = data_directory(options.data)
    store = await _store(options, data)
    signer = Signing(data, is_new_key=not (data / KEY_FILE).exists(), witness=options.witness)
    try:
        cluster = _cluster(options)
        house = House(store, peers=cluster, seal=Seal(signing_key(data / KEY_FILE)))
        await signer.check(house, accepts=options.accepts_restore)
        services = _services(options, house, store, data)
        forwarder = Forwarder(services, cluster) if cluster is not None else None
        await _start(services, cluster, forwarder)
        if options.has_demos:
            await open_demos(house)
        pages.warm_up()
        _collect_seldom()
        warming = asyncio.gather(services.parsers.warm_up(), services.recallers.warm_up())
        signing = asyncio.create_task(signer.run(house))
        sweeping = asyncio.create_task(_sweep(house))
        preparing = asyncio.create_task(_prepare(services))
        try:
            await _listen(options, services, say, listening)
        finally:
            if cluster is not None:
                await cluster.close()
            if forwarder is not None:
                await forwarder.close()
            await house.close()
            for task in (preparing, sweeping, signing, warming):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
    finally:
        await store.close()
        signer.close()


def _services(options: Options, house: House, store: EventStore, data: Path) -> Services:
    return Services(
        house=house,
        accounts=Accounts(store, house.clock, is_shared=is_shared(options)),
        data=data,
        key=session_key(data),
        origins=own_origins(options),
        limits=options.limits,
        proxies=options.proxies,
        is_secure=any(origin.startswith("https://") for origin in options.origins),
        database=_database(options, data),
    )


def _collect_seldom() -> None:
    """Rounds create many short-lived values without cycles; the default collection frequency is wasted on them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


async def _store(options: Options, data: Path) -> EventStore:
    """The house's store, with the archives that were given."""
    store = await open_store(_database(options, data), is_apart=True)
    if not options.archives:
        return store
    try:
        return await JoinedStore.of(store, [ArchiveFile(path) for path in options.archives])
    except BaseException:
        await store.close()
        raise


async def _prepare(services: Services) -> None:
    """Fold what is long before somebody waits for it; where that fails, whoever asks is told why."""
    try:
        await courses()
        await services.classes.prepare()
    except SieteError as error:
        _log.warning("classes not prepared", error=str(error))


def _database(options: Options, data: Path) -> str:
    """The address of the house's store."""
    return options.database or f"sqlite:///{data / STORE}"


def _cluster(options: Options) -> Cluster | None:
    """This process's part in a house of several, where the database is one that they can share."""
    return Cluster.on(str(options.database), _address(options)) if is_shared(options) else None


async def _start(services: Services, cluster: Cluster | None, forwarder: Forwarder | None) -> None:
    """Open the house: alone, or as one of several processes."""
    if cluster is None or forwarder is None:
        await services.house.start()
    else:
        await check_records(services.house.store)
        await cluster.join(services.house, forwarder.send)


def is_shared(options: Options) -> bool:
    """Whether other processes may have the same house open."""
    return (options.database or "").startswith(("postgresql://", "postgres://"))


def _address(options: Options) -> str:
    """Where other processes of the house reach this one."""
    host = f"[{options.host}]" if ":" in options.host else options.host
    return options.internal or f"http://{host}:{options.port}"


async def _sweep(house: House) -> None:
    """Free the seats of people who do not come back."""
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        with suppress(SieteError):
            await house.sweep()


async def _listen(options: Options, services: Services, say: Callable[[str], None], listening: _Listening) -> None:
    async def greet() -> None:
        await _greet(options, services, say)
        listening.on_ready()

    server = server_for(options, services, await websocket_protocol(), greet)
    await server.serve(list(listening.sockets) or None)
    if not server.started:
        raise SieteError(
            "serve/no-port",
            f"Cannot listen on port {options.port} of {options.host}. Choose another with --port.",
        )


Listens = Callable[[], Awaitable[None]]
"""What is done as soon as the server listens."""


def server_for(options: Options, services: Services, protocol: Kind = PUBLIC, listens: Listens | None = None) -> Server:
    """The server of the house, ready to listen, with the WebSocket protocol that the probe chose."""
    app = create_app(services)
    config = uvicorn.Config(
        app,
        host=options.host,
        port=options.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        http=bounded_protocol(options.limits, options.proxies),
        ws=protocol,
        backlog=BACKLOG,
        ws_max_size=options.limits.message + 1_024,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=GRACE,
        lifespan="off",
    )
    return Server(config, app, services, listens)


class Server(uvicorn.Server):
    """uvicorn's server with a callback when it listens; closes every WebSocket when it stops."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, services: Services, listens: Listens | None) -> None:
        super().__init__(config)
        self._app, self._services, self._listens = app, services, listens

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal and then go on to close the house; uvicorn's own way would end the process first."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started and self._listens is not None:
            await self._listens()

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        self._app.state.lines.close_all(RESTART)
        await asyncio.sleep(0.05)
        services = self._services
        for workers in services.workers:
            workers.close()
        services.simulations.close()
        await super().shutdown(sockets)  # type: ignore[arg-type]


async def _greet(options: Options, services: Services, say: Callable[[str], None]) -> None:
    host = f"[{options.host}]" if ":" in options.host else options.host
    say(f"siete is at http://{host}:{options.port}/  (Ctrl-C stops it)")
    say(f"Data is kept in {services.data}; {len(services.house.tables)} tables are open. Play chips only.")
    try:
        has_floorperson = await services.accounts.has_floorperson()
    except StoreError:  # away for a moment; whoever needs the link starts the house again
        return
    if has_floorperson:
        drop_staff_link(services.data)
    elif options.makes_link:  # a new link at every start, since the last one may be lost
        token = make_staff_link(services.data)
        say(f"Create a floorperson's account here, once: http://{host}:{options.port}/staff#{token}")
