"""A database changed by hand: every edit, deletion, swap, cut and rewriting is found, at the right event."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from siete.host.audit.heads import HeadsFile, SignedHeads, public_key, signing_key, verified
from siete.host.audit.house import audit
from siete.store.chain import link
from siete.store.connect import open_store
from siete.store.port import EMPTY_DIGEST, Entry
from tests.host.playing import LIVE_TABLES, come, opened_house, play

pytestmark = pytest.mark.anyio

NOON = "2026-01-02T12:00:00.000Z"


@dataclass(frozen=True)
class Evidence:
    """A database, and the heads that were signed while it grew."""

    path: Path
    signed: list[SignedHeads]


@pytest.fixture(scope="module")
def evidence(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """A house that was played in, signed after every few rounds."""
    place = tmp_path_factory.mktemp("house")
    return asyncio.run(_played(place))


async def _played(place: Path) -> Evidence:
    store = await open_store(f"sqlite:///{place}/house.db")
    house = await opened_house(store, LIVE_TABLES[:2])
    key = signing_key(place / "audit.key")
    heads = HeadsFile(place / "heads.jsonl", key)
    rng = Random(5)
    for table in house.tables.values():
        people = [await come(house, table, f"{name} {table.id}", box) for name, box in (("ana", 1), ("ben", 3))]
        for _ in range(3):
            await play(table, people, 1, rng)
            await heads.sign(store, NOON)
    await house.close()
    await store.close()
    return Evidence(place / "house.db", list(verified(place / "heads.jsonl", public_key(key))))


@dataclass(frozen=True)
class Expected:
    """Where a change must be found: one event, or one of a few where only the signature tells."""

    stream: str
    first: int
    last: int


Change = Callable[[sqlite3.Connection, str, int, Random, Evidence], Expected | None]
"""Changes a stream around an event; None where it cannot be changed in this way."""


def edit(database: sqlite3.Connection, stream: str, length: int, rng: Random, evidence: Evidence) -> Expected:
    """Change one thing of one event."""
    version = rng.randint(1, length)
    column = rng.choice(("data", "kind", "recorded_at", "digest", "batch"))
    place = (stream, version)
    (old,) = database.execute(f"SELECT {column} FROM events WHERE stream = ? AND version = ?", place).fetchone()
    if isinstance(old, bytes):
        at = rng.randrange(len(old))
        new: object = old[:at] + bytes([old[at] ^ (1 << rng.randrange(8))]) + old[at + 1 :]
    else:
        new = f"{old}x"
    database.execute(f"UPDATE events SET {column} = ? WHERE stream = ? AND version = ?", (new, *place))
    return Expected(stream, version, version)


def delete(database: sqlite3.Connection, stream: str, length: int, rng: Random, evidence: Evidence) -> Expected:
    """Delete one event."""
    version = rng.randint(1, length)
    database.execute("DELETE FROM events WHERE stream = ? AND version = ?", (stream, version))
    return Expected(stream, version, version)


def swap(database: sqlite3.Connection, stream: str, length: int, rng: Random, evidence: Evidence) -> Expected | None:
    """Let two events change places."""
    if length < 2:
        return None
    one, two = sorted(rng.sample(range(1, length + 1), 2))
    for old, new in ((one, -1), (two, one), (-1, two)):
        database.execute("UPDATE events SET version = ? WHERE stream = ? AND version = ?", (new, stream, old))
    return Expected(stream, one, one)


def cut(database: sqlite3.Connection, stream: str, length: int, rng: Random, evidence: Evidence) -> Expected | None:
    """Cut the end of a stream, and let the store believe that it ends there."""
    version = rng.randint(0, length - 1)
    database.execute("DELETE FROM events WHERE stream = ? AND version > ?", (stream, version))
    left = (stream, version)
    digest = database.execute("SELECT digest FROM events WHERE stream = ? AND version = ?", left).fetchone()
    if digest is None:
        database.execute("DELETE FROM streams WHERE name = ?", (stream,))
    else:
        database.execute("UPDATE streams SET version = ?, digest = ? WHERE name = ?", (version, digest[0], stream))
    return Expected(stream, version + 1, version + 1)


def rewrite(database: sqlite3.Connection, stream: str, length: int, rng: Random, evidence: Evidence) -> Expected:
    """Change one event and chain everything behind it anew: only a signature can tell."""
    version = rng.randint(1, length)
    rows = database.execute(
        "SELECT stream, version, kind, data, recorded_at, digest, batch FROM events WHERE stream = ? ORDER BY version",
        (stream,),
    ).fetchall()
    digest = EMPTY_DIGEST
    for row in rows:
        entry = Entry(*row)
        data = entry.data + b" " if entry.version == version else entry.data
        digest = link(digest, Entry(stream, entry.version, entry.kind, data, entry.recorded_at, b"", entry.batch))
        database.execute(
            "UPDATE events SET data = ?, digest = ? WHERE stream = ? AND version = ?",
            (data, digest, stream, entry.version),
        )
    database.execute("UPDATE streams SET digest = ? WHERE name = ?", (digest, stream))
    signed = sorted(head.version for each in evidence.signed for head in each.heads if head.stream == stream)
    found = next(each for each in signed if each >= version)
    return Expected(stream, found, found)


CHANGES: tuple[Change, ...] = (edit, delete, swap, cut, rewrite)


async def tampered(evidence: Evidence, place: Path, times: int) -> None:
    """Change the database in random ways, each time from the start, and see that each change is found."""
    rng = Random(6)
    streams = {head.stream: head.version for each in evidence.signed for head in each.heads}
    for number in range(times):
        copy = place / "copy.db"
        shutil.copy(evidence.path, copy)
        database = sqlite3.connect(copy)
        stream = rng.choice(sorted(streams))
        expected = CHANGES[number % len(CHANGES)](database, stream, streams[stream], rng, evidence)
        database.commit()
        database.close()
        if expected is not None:
            await _check(copy, evidence, expected)


async def _check(copy: Path, evidence: Evidence, expected: Expected) -> None:
    store = await open_store(f"sqlite:///{copy}", is_read_only=True)
    report = await audit(store, evidence.signed)
    await store.close()
    assert len(report.findings) == 1, (expected, report.findings)
    found = report.findings[0]
    assert found.stream == expected.stream
    assert expected.first <= found.version <= expected.last, (expected, found)


async def test_the_evidence_is_sound(evidence: Evidence) -> None:
    store = await open_store(f"sqlite:///{evidence.path}", is_read_only=True)
    report = await audit(store, evidence.signed)
    await store.close()
    assert report.is_sound
    assert report.signed_heads >= 6


async def test_every_change_is_found_at_the_right_event(evidence: Evidence, tmp_path: Path) -> None:
    await tampered(evidence, tmp_path, 50)


@pytest.mark.slow
async def test_a_thousand_changes_are_found_at_the_right_event(evidence: Evidence, tmp_path: Path) -> None:
    await tampered(evidence, tmp_path, 1_000)


async def test_a_rewriting_is_not_found_without_signed_heads(evidence: Evidence, tmp_path: Path) -> None:
    """The control: a chain alone proves nothing against somebody who can write all of it."""
    copy = tmp_path / "copy.db"
    shutil.copy(evidence.path, copy)
    database = sqlite3.connect(copy)
    rewrite(database, "wallet/ana t1", 1, Random(7), evidence)
    database.commit()
    database.close()
    store = await open_store(f"sqlite:///{copy}", is_read_only=True)
    assert (await audit(store)).is_sound
    assert not (await audit(store, evidence.signed)).is_sound
    await store.close()


async def test_a_stream_that_is_no_longer_listed_is_found(evidence: Evidence, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy(evidence.path, copy)
    database = sqlite3.connect(copy)
    database.execute("DELETE FROM streams WHERE name = 'wallet/ana t1'")
    database.commit()
    database.close()
    store = await open_store(f"sqlite:///{copy}", is_read_only=True)
    assert [each.code for each in (await audit(store)).findings] == ["audit/unlisted"]
    await store.close()


async def test_money_that_no_event_moved_is_named(evidence: Evidence, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy(evidence.path, copy)
    database = sqlite3.connect(copy)
    (last,) = database.execute("SELECT version FROM streams WHERE name = 'table/t1'").fetchone()
    strays = [("table/t1", last + 1), ("table/t1", 0), ("wallet/nobody", 1)]
    for stream, version in strays:
        database.execute("INSERT INTO moves VALUES (?, ?, 0, 'cage', 'wallet/ana t1', 500)", (stream, version))
    database.commit()
    database.close()
    store = await open_store(f"sqlite:///{copy}", is_read_only=True)
    findings = (await audit(store, evidence.signed)).findings
    assert sorted((each.stream, each.version) for each in findings) == sorted(strays)
    assert {(each.check, each.code) for each in findings} == {("money", "audit/stray-movement")}
    assert "500 cents from cage to wallet/ana t1" in findings[0].sentence
    await store.close()


async def test_money_beside_an_event_that_moves_none_is_found(evidence: Evidence, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy(evidence.path, copy)
    database = sqlite3.connect(copy)
    database.execute("INSERT INTO moves VALUES ('table/t1', 1, 0, 'cage', 'wallet/ana t1', 500)")
    database.commit()
    database.close()
    store = await open_store(f"sqlite:///{copy}", is_read_only=True)
    (finding,) = (await audit(store, evidence.signed)).findings
    assert (finding.stream, finding.version, finding.code) == ("table/t1", 1, "audit/wrong-movement")
    await store.close()


@pytest.mark.parametrize("column", ["kind", "data", "recorded_at", "digest", "batch"])
@pytest.mark.parametrize("value", ["CAST('7' AS TEXT)", "x'37ff'", "7"])
async def test_a_value_of_another_type_is_found(evidence: Evidence, tmp_path: Path, column: str, value: str) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy(evidence.path, copy)
    database = sqlite3.connect(copy)
    database.execute(f"UPDATE events SET {column} = {value} WHERE stream = 'table/t1' AND version = 3")
    database.commit()
    database.close()
    await _check(copy, evidence, Expected("table/t1", 3, 3))
