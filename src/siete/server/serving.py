"""Running the server: opening the house, listening, and stopping without losing anything."""

from __future__ import annotations

import asyncio
import fcntl
import gc
import logging
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import structlog
import uvicorn
from fastapi import FastAPI

from siete.errors import SieteError
from siete.host.accounts import Accounts
from siete.host.cluster import Cluster
from siete.host.heads import HEADS_FILE, KEY_FILE, HeadsFile, signing_key
from siete.host.house import House
from siete.server.app import create_app
from siete.server.data import STORE, data_directory, has_staff_link, make_staff_link, session_key
from siete.server.demo import open_demos
from siete.server.direct import DirectProtocol
from siete.server.forwarding import Forwarder
from siete.server.limits import Limits
from siete.server.services import Services
from siete.server.sockets import RESTART
from siete.store.opening import open_store
from siete.store.port import StoreError

_log = structlog.get_logger("siete.server")

LOOPBACK = ("127.0.0.1", "localhost", "::1")
SIGN_SECONDS = 60.0
SWEEP_SECONDS = 30.0
GRACE = 2
"""Seconds that open requests have when the server stops."""
GIVING_WAY = 0.0005
"""Seconds after which a busy thread gives way to the one that writes; Python's own five milliseconds are felt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to serve."""

    host: str = "127.0.0.1"
    port: int = 2121
    data: Path | None = None
    database: str | None = None
    origins: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    has_demos: bool = True
    internal: str | None = None
    """The address at which other processes of the house reach this one; the public one if it is not named."""
    is_talkative: bool = False
    """Whether ordinary events are logged, too."""


def own_origins(options: Options) -> frozenset[str]:
    """Where the page of this server can come from: its own address, and what was named."""
    hosts = LOOPBACK if options.host in LOOPBACK else (options.host,)
    shown = [f"[{host}]" if ":" in host else host for host in hosts]
    return frozenset({f"http://{host}:{options.port}" for host in shown} | set(options.origins))


def serve(options: Options, say: Callable[[str], None] = print) -> None:
    """Serve until a signal comes."""
    _quiet(logging.INFO if options.is_talkative else logging.WARNING)
    sys.setswitchinterval(GIVING_WAY)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(options, say))


async def _serve(options: Options, say: Callable[[str], None]) -> None:
    data = data_directory(options.data)
    store = await open_store(options.database or f"sqlite:///{data / STORE}", is_apart=True)
    try:
        house = House(store)
        services = Services(
            house=house,
            accounts=Accounts(store, house.clock, is_shared=_is_shared(options)),
            data=data,
            key=session_key(data),
            origins=own_origins(options),
            limits=options.limits,
            is_secure=any(origin.startswith("https://") for origin in options.origins),
        )
        cluster = await _joined(options, services)
        if options.has_demos:
            await open_demos(house)
        # Rounds make many small values that die young: looking for cycles among them so often finds nothing.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        signing = asyncio.create_task(_sign(data, house))
        sweeping = asyncio.create_task(_sweep(house))
        try:
            await _listen(options, services, say)
        finally:
            if cluster is not None:
                await cluster.close()
            await house.close()
            for task in (sweeping, signing):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
    finally:
        await store.close()


async def _joined(options: Options, services: Services) -> Cluster | None:
    """Open the house: alone, or as one of several processes where the database is one that they can share."""
    if not _is_shared(options):
        await services.house.start()
        return None
    cluster = Cluster(services.house, str(options.database), _address(options))
    forwarder = Forwarder(services, cluster)
    await cluster.start(forwarder.send)
    return cluster


def _is_shared(options: Options) -> bool:
    """Whether other processes may have the same house open."""
    return (options.database or "").startswith(("postgresql://", "postgres://"))


def _address(options: Options) -> str:
    """Where other processes of the house reach this one."""
    host = f"[{options.host}]" if ":" in options.host else options.host
    return options.internal or f"http://{host}:{options.port}"


async def _sign(data: Path, house: House) -> None:
    """Sign where every stream ends, again and again and once at the end, so that no change goes unseen.

    Of several processes that share a directory, one signs.
    """
    with open(data / f"{HEADS_FILE}.lock", "w") as lock:
        while not _is_mine(lock.fileno()):
            await asyncio.sleep(SIGN_SECONDS)
        heads = HeadsFile(data / HEADS_FILE, signing_key(data / KEY_FILE))
        try:
            while True:
                try:
                    await heads.sign(house.store, house.clock.stamp())
                except (StoreError, OSError) as error:  # a full disk may have room again by the next time
                    _log.error("heads not signed", error=str(error))
                await asyncio.sleep(SIGN_SECONDS)
        finally:
            await heads.sign(house.store, house.clock.stamp())


async def _sweep(house: House) -> None:
    """Look for seats that nobody comes back to."""
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        with suppress(SieteError):
            await house.sweep()


def _is_mine(lock: int) -> bool:
    """Whether this process, and no other, holds the lock."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


async def _listen(options: Options, services: Services, say: Callable[[str], None]) -> None:
    server = server_for(options, services)
    server.ready = lambda: _greet(options, services, say)
    await server.serve()
    if not server.started:
        raise SieteError("serve/no-port", f"Port {options.port} of {options.host} cannot be used: is siete running?")


def server_for(options: Options, services: Services) -> Server:
    """A server of the house, about to listen."""
    app = create_app(services)
    config = uvicorn.Config(
        app,
        host=options.host,
        port=options.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws=DirectProtocol,
        ws_max_size=options.limits.message + 1_024,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=GRACE,
        lifespan="off",
    )
    return Server(config, app)


class Server(uvicorn.Server):
    """uvicorn's server, which says when it listens and tells every line when it stops."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app
        self.ready: Callable[[], object] = lambda: None

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
        if self.started:
            greeting = self.ready()
            if asyncio.iscoroutine(greeting):
                await greeting

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        self._app.state.lines.close_all(RESTART)
        await asyncio.sleep(0.05)
        if hasattr(self._app.state, "trainer"):
            self._app.state.trainer.close()
        await super().shutdown(sockets)  # type: ignore[arg-type]


async def _greet(options: Options, services: Services, say: Callable[[str], None]) -> None:
    host = f"[{options.host}]" if ":" in options.host else options.host
    say(f"siete is at http://{host}:{options.port}/  (Ctrl-C stops it)")
    say(f"Data is kept in {services.data}; {len(services.house.tables)} tables are open. Play chips only.")
    if not has_staff_link(services.data) and not await services.accounts.has_staff():
        token = make_staff_link(services.data)
        say(f"First floorperson, once: http://{host}:{options.port}/staff#{token}")


def _quiet(level: int) -> None:
    """Warnings and errors of libraries to stderr; our own log as lines of JSON."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
    )
