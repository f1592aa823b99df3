"""The database, its heads or both are replaced by older copies, emptied or damaged before the house opens again."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from sqlite3 import DatabaseError
from threading import Thread

import pytest

from siete.errors import SieteError
from siete.host.audit.heads import HEADS_FILE, KEY_FILE, SignedHeads, public_key, signing_key, verified
from siete.host.audit.house import AuditReport, audit
from siete.host.house import House
from siete.server.signing import Signing
from siete.store.connect import open_store
from tests.host.guests import Guest, come, open_live, round_of

pytestmark = pytest.mark.anyio

FILES = ("house.db", HEADS_FILE, KEY_FILE)


async def _serve(place: Path, *, rounds: int = 0, accepts: bool = False, witness: str | None = None) -> None:
    """Open the house as the server does, play, sign, and close it."""
    is_new = not (place / KEY_FILE).exists()
    signer = Signing(place, is_new_key=is_new, witness=witness)
    store = await open_store(f"sqlite:///{place}/house.db")
    try:
        house = House(store)
        await signer.check(house, accepts=accepts)
        await house.start()
        table = house.tables.get("t") or await open_live(house, "wa", "t")
        ana: Guest | None = None
        for _ in range(rounds):
            seated = "Ana" in table.state.racks
            ana = ana or (await come(house, table, "Ana", 2) if not seated else _back(table))
            await round_of(table, [ana])
        await house.close()
        await signer._sign(house)
    finally:
        await store.close()
        signer.close()


def _back(table: object) -> Guest:
    from siete.host.access.roles import HouseRole, Person

    return Guest(table, Person(HouseRole.GUEST, "Ana"))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A house, and a copy of it from some rounds before."""
    place, old = tmp_path_factory.mktemp("house"), tmp_path_factory.mktemp("old")
    witness = str(place / "witness")
    asyncio.run(_serve(place, rounds=1, witness=witness))
    for name in FILES:
        shutil.copy(place / name, old / name)
    asyncio.run(_serve(place, rounds=2, witness=witness))
    return place, old


@pytest.fixture
def place(made: tuple[Path, Path], tmp_path: Path) -> Path:
    """A copy of the house with its witness."""
    for name in (*FILES, "witness"):
        shutil.copy(made[0] / name, tmp_path / name)
    return tmp_path


def _roll_back(made: tuple[Path, Path], place: Path, *names: str) -> None:
    for name in names:
        shutil.copy(made[1] / name, place / name)
    for name in ("house.db-wal", "house.db-shm"):
        (place / name).unlink(missing_ok=True)


async def _audited(place: Path) -> tuple[AuditReport, list[SignedHeads]]:
    signed = list(verified(place / HEADS_FILE, public_key(signing_key(place / KEY_FILE))))
    store = await open_store(f"sqlite:///{place}/house.db", is_read_only=True)
    report = await audit(store, signed)
    await store.close()
    return report, signed


async def _refused(place: Path, **how: str) -> str:
    with pytest.raises(SieteError) as refused:
        await _serve(place, **how)  # type: ignore[arg-type]
    return refused.value.code


async def test_an_untouched_house_opens(place: Path) -> None:
    await _serve(place, witness=str(place / "witness"))
    assert (await _audited(place))[0].is_sound


async def test_an_older_database_under_newer_heads_is_refused_until_it_is_accepted(
    made: tuple[Path, Path], place: Path
) -> None:
    _roll_back(made, place, "house.db")
    assert await _refused(place) == "history/older-than-heads"
    witness = str(place / "witness")
    await _serve(place, rounds=1, accepts=True, witness=witness)
    report, signed = await _audited(place)
    assert report.is_sound, report.findings
    (gap,) = [each for each in signed if each.restored]
    assert "table/t" in [head.stream for head in gap.restored]
    await _serve(place, witness=witness)  # the gap is signed: no need to accept it again


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_emptied_or_deleted_heads_are_refused(place: Path, is_deleted: bool) -> None:
    if is_deleted:
        (place / HEADS_FILE).unlink()
    else:
        (place / HEADS_FILE).write_bytes(b"")
    assert await _refused(place) == "history/older-than-heads"
    await _serve(place, accepts=True)


async def test_a_database_rolled_back_with_its_heads_is_told_by_the_witness_only(
    made: tuple[Path, Path], place: Path
) -> None:
    _roll_back(made, place, "house.db", HEADS_FILE)
    assert await _refused(place, witness=str(place / "witness")) == "history/older-than-witness"
    await _serve(place)  # the control: without a witness nobody can tell


async def test_lines_wait_for_a_witness_that_cannot_be_reached(place: Path, tmp_path: Path) -> None:
    got: list[bytes] = []
    with _witness(got) as url:
        await _serve(place, rounds=1, witness=url)
        assert got == (place / HEADS_FILE).read_bytes().splitlines(keepends=True)
        await _serve(place, witness=url)
    assert await _refused(place, witness=url) == "serve/no-witness"


@contextmanager
def _witness(lines: list[bytes]) -> Iterator[str]:
    """A witness behind an address of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            lines.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(204)
            self.end_headers()

        def do_GET(self) -> None:
            self.send_response(200 if lines else 404)
            self.end_headers()
            self.wfile.write(lines[-1] if lines else b"")

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/heads"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _damaged(path: Path, index: str) -> None:
    """Turn the bits of a few bytes in the middle of an index, which holds nothing that a chain covers."""
    with sqlite3.connect(path) as database:
        (root,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (index,)).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek((root - 1) * size + size - 40)
        old = file.read(20)
        file.seek((root - 1) * size + size - 40)
        file.write(bytes(255 - each for each in old))


async def test_a_damaged_index_is_found_by_the_audit(place: Path) -> None:
    _damaged(place / "house.db", "events_by_kind")
    report, _ = await _audited(place)
    assert "audit/damaged" in [finding.code for finding in report.findings]


async def test_a_damaged_page_stops_the_start(place: Path) -> None:
    with sqlite3.connect(place / "house.db") as database:
        (root,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'moves'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with (place / "house.db").open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * 16)
    assert await _refused(place) == "store/damaged"


async def _is_noticed(place: Path, flip: int) -> bool:
    """Whether one bit of the database, turned, is found by the audit or keeps the file from being read."""
    with (place / "house.db").open("r+b") as file:
        file.seek(flip // 8)
        (old,) = file.read(1)
        file.seek(flip // 8)
        file.write(bytes([old ^ 1 << flip % 8]))
    try:
        report, _ = await _audited(place)
    except (SieteError, ValueError, DatabaseError):
        return True
    return not report.is_sound


def _rows(path: Path) -> list[str]:
    """Every row of a database, but for the answers of commands that stored nothing, which nothing marks."""
    with closing(sqlite3.connect(path)) as database:
        rows = [line for line in database.iterdump() if line.startswith("INSERT INTO ")]
    return [line for line in rows if not line.startswith('INSERT INTO "answers"')]


async def _flip_bits(place: Path, into: Path, times: int) -> int:
    """Turn one bit at a time, in any byte that is used; how many were noticed."""
    with closing(sqlite3.connect(place / "house.db")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before, rng, found = _rows(place / "house.db"), Random(5), 0
    used = [at for at, byte in enumerate((place / "house.db").read_bytes()) if byte]  # most of a new file is empty
    for number in range(times):
        flip, copy = 8 * rng.choice(used) + rng.randrange(8), into / str(number)
        shutil.copytree(place, copy)
        if await _is_noticed(copy, flip):
            found += 1
        else:
            assert _rows(copy / "house.db") == before, f"bit {flip} changes what the house says"
        shutil.rmtree(copy)
    return found


async def test_a_bit_that_is_turned_is_found_or_says_nothing(
    place: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The attack: 14 of 40 turned bits went unnoticed, and five of them made SQLite itself complain."""
    assert await _flip_bits(place, tmp_path_factory.mktemp("flips"), 6) > 0


@pytest.mark.slow
async def test_many_bits_that_are_turned_are_found_or_say_nothing(
    place: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert await _flip_bits(place, tmp_path_factory.mktemp("flips"), 200) > 100
