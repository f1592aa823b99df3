"""Archives: old rounds leave the database, and audit, recall and the house itself go on as before."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, Person
from siete.host.archive.archiver import Archiver
from siete.host.archive.cut import cuts
from siete.host.archive.recall import archived_rounds, recall_of
from siete.host.audit.heads import HeadsFile, signing_key
from siete.host.audit.house import audit
from siete.host.history.loading import restored
from siete.host.history.seals import Seal
from siete.host.house import House
from siete.host.turn import shoe_id
from siete.store.archive.file import ArchiveFile
from siete.store.archive.joined import JoinedStore, archived_parts
from siete.store.chain import link
from siete.store.connect import open_store
from siete.store.port import Batch, Entry, EventStore
from siete.store.records import ShoeSecret, TableRecord
from siete.table.notation.reader import document_from_text
from tests.host.guests import StillClock
from tests.host.playing import LIVE_TABLES, come, opened_house, play, played_house, send

pytestmark = pytest.mark.anyio

FRED = Person(HouseRole.FLOORPERSON, "fred")
LATER, NOW = "2100-01-01", "2100-01-01T12:00:00.000Z"
CLOCK = StillClock()
"""No minute passes between a house and the same one opened again, which would note it."""


class Interrupted(Exception):  # noqa: N818 - not an error
    """The run was killed here."""


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """The one event loop that siete runs on, once for the module's house."""
    return "asyncio"


@pytest.fixture(scope="module")
async def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with a table that was closed, one whose first shoe is retired, and one in its first shoe."""
    place = tmp_path_factory.mktemp("casa")
    store = await open_store(f"sqlite:///{place}/house.db")
    house = await opened_house(store, (LIVE_TABLES[3], LIVE_TABLES[0], LIVE_TABLES[3]), clock=CLOCK)
    closed, long, young = (house.table(f"t{number}") for number in (1, 2, 3))
    ana = await come(house, closed, "ana", 1)
    await play(closed, [ana], 2, Random(1))
    await send(closed, ana, "", "LeaveTable")
    await send(closed, FRED, "", "CloseTable")
    await play(long, [await come(house, long, "ben", 1)], 3, Random(2))
    await play(young, [await come(house, young, "cleo", 1)], 1, Random(4))
    await house.close()
    await retire(store, shoe_id("t2", 1))
    await HeadsFile(place / "heads.jsonl", signing_key(place / "audit.key")).sign(store, NOW)
    await store.close()
    return place


async def retire(store: EventStore, shoe: str) -> None:
    """Publish a shoe, as a house does after its last round; dealing one to its end takes seconds."""
    secret = await store.record(ShoeSecret, shoe)
    assert secret is not None
    await store.append(Batch(recorded_at=NOW, records=(replace(secret, is_retired=True),)))


@pytest.fixture
def place(played: Path, tmp_path: Path) -> Path:
    """The same house, to be changed."""
    return shutil.copytree(played, tmp_path / "casa")


@pytest.fixture
async def store(place: Path) -> AsyncIterator[EventStore]:
    """Its store."""
    opened = await open_store(f"sqlite:///{place}/house.db")
    yield opened
    await opened.close()


@pytest.fixture
def archiver(store: EventStore, place: Path) -> Archiver:
    """Archives what is over."""
    return Archiver(store, seal=Seal(signing_key(place / "audit.key")))


async def test_only_what_is_over_may_leave(store: EventStore) -> None:
    found = {cut.stream: cut for cut in await cuts(store, LATER)}
    assert found.keys() == {"table/t1", "table/t2"}  # the third is dealt from a shoe that is still sealed
    assert found["table/t1"].is_whole
    assert found["table/t1"].last == (await store.head("table/t1")).version
    ends = [version for version, _ in await store.find("table/t2", "RoundEnded")]
    assert ends[-1] <= found["table/t2"].last < (await store.find("table/t2", "RoundStarted"))[-1][0]
    assert await cuts(store, "2020-01-01") == []
    assert [cut.stream for cut in await cuts(store, LATER, ["t1"])] == ["table/t1"]


async def test_an_archived_house_is_sound_with_its_archive_and_says_what_is_missing_without(
    store: EventStore, archiver: Archiver, tmp_path: Path
) -> None:
    whole = await audit(store)
    sizes = (await store.count(), len(await store.answers()))
    path = tmp_path / "old.jsonl"
    moved = await archiver.archive(path, before=LATER, now=NOW)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [part.stream for part in moved] == ["table/t1", "table/t2"]
    assert await store.count() < sizes[0] / 2
    assert len(await store.answers()) < sizes[1] / 2
    assert await store.moves("table/t1") == []

    without = await audit(store)
    assert without.findings == ()
    assert without.unreplayed == ()
    assert [part.file for part in without.uncovered] == ["old.jsonl", "old.jsonl"]
    assert (without.held, without.issued) == (whole.held, whole.issued)

    file = ArchiveFile(path)
    together = await audit(store, archives=[file])
    assert (together.findings, together.uncovered) == ((), ())
    assert (together.held, together.issued) == (whole.held, whole.issued)
    file.close()


async def test_a_second_run_moves_nothing_and_a_later_one_goes_on(
    store: EventStore, archiver: Archiver, tmp_path: Path
) -> None:
    first = await archiver.archive(tmp_path / "a.jsonl", before=LATER, now=NOW, tables=["t2"])
    assert await archiver.archive(tmp_path / "b.jsonl", before=LATER, now=NOW, tables=["t2"]) == []
    assert not (tmp_path / "b.jsonl").exists()
    record = await store.record(TableRecord, "t2")
    assert record is not None
    loaded = await restored(store, record)
    house = House(store, clock=CLOCK)
    await house.start()
    table = house.table("t2")
    assert table.state == loaded.state
    await play(table, [Person(HouseRole.GUEST, "ben")], 1, Random(5))
    await house.close()
    second = await archiver.archive(tmp_path / "b.jsonl", before=LATER, now=NOW, tables=["t2"])
    assert [part.first for part in second] == [first[0].last + 1]
    files = [ArchiveFile(tmp_path / name) for name in ("a.jsonl", "b.jsonl")]
    for given, missing in ((files, 0), (files[:1], 1), ([], 2)):
        report = await audit(store, archives=given)
        assert (report.findings, len(report.uncovered)) == ((), missing)
        assert report.held == report.issued
    report = await audit(store, archives=files[1:])  # the state between the two is kept in neither
    assert (report.findings, len(report.uncovered), report.unreplayed) == ((), 1, ("table/t2",))
    for file in files:
        file.close()


async def test_archived_rounds_are_recalled_under_their_numbers(
    store: EventStore, archiver: Archiver, place: Path, tmp_path: Path
) -> None:
    before = await recall_of(JoinedStore(store, []), "t2")
    texts = [await before.written(number) for number in (1, 2)]
    await archiver.archive(tmp_path / "old.jsonl", before=LATER, now=NOW)
    house = House(store, clock=CLOCK)
    await house.start()
    await play(house.table("t2"), [Person(HouseRole.GUEST, "ben")], 1, Random(5))
    await house.close()
    bare = await recall_of(JoinedStore(store, []), "t2")
    assert len((await bare.round(4)).events) > 10  # from the state that was kept
    with pytest.raises(SieteError) as refusal:
        await bare.round(1)
    assert refusal.value.code == "history/archived"
    file = ArchiveFile(tmp_path / "old.jsonl")
    joined = await JoinedStore.of(store, [file])
    assert [await archived_rounds(joined, file, "t2", number) for number in (1, 2)] == texts
    every = document_from_text(await archived_rounds(joined, file, "t2"))
    assert len(every.rounds) == len([x for x in await bare.places() if x.last <= (await archived_parts(store))[1].last])
    file.close()


@pytest.mark.parametrize("point", ["archive written", "archive logged"])
async def test_a_run_that_is_killed_loses_nothing_and_is_repeated(
    point: str, store: EventStore, archiver: Archiver, tmp_path: Path
) -> None:
    def killed(reached: str) -> None:
        if reached == point:
            raise Interrupted

    events = await store.count()
    path = tmp_path / "old.jsonl"
    with pytest.raises(Interrupted):
        await Archiver(store, at=killed).archive(path, before=LATER, now=NOW)
    assert (await store.count() == events) is (point == "archive written")
    again = await archiver.archive(path, before=LATER, now=NOW)
    assert bool(again) is (point == "archive written")
    file = ArchiveFile(path)
    report = await audit(store, archives=[file])
    assert (report.findings, report.uncovered) == ((), ())
    file.close()


async def test_a_file_with_something_else_is_not_overwritten(
    store: EventStore, archiver: Archiver, tmp_path: Path
) -> None:
    path = tmp_path / "old.jsonl"
    path.write_text("mine\n")
    events = await store.count()
    with pytest.raises(SieteError) as refusal:
        await archiver.archive(path, before=LATER, now=NOW)
    assert refusal.value.code == "archive/exists"
    assert path.read_text() == "mine\n"
    assert await store.count() == events
    assert [each.name for each in tmp_path.iterdir() if each.name.endswith(".part")] == []


async def test_a_forged_archive_is_found(store: EventStore, archiver: Archiver, place: Path, tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    await archiver.archive(path, before=LATER, now=NOW)
    file = ArchiveFile(path)
    genuine = file.digest
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    file.close()
    place_of = next(number for number, line in enumerate(lines) if number and line[3] == "WagerPlaced")
    lines[place_of][4] = lines[place_of][4].replace('"amount":', '"amount":1')
    forged = _written(tmp_path / "forged.jsonl", lines)
    report = await audit(store, archives=[forged])
    assert [each.code for each in report.findings] == ["audit/wrong-archive"]
    with pytest.raises(SieteError) as refusal:
        await JoinedStore.of(store, [forged])
    assert refusal.value.code == "archive/foreign"

    forged.digest = genuine  # even under the name of the real one
    stream, version = lines[place_of][1], lines[place_of][2]
    (found,) = (await audit(store, archives=[forged])).findings
    assert (found.code, found.stream, found.version) == ("audit/changed-event", stream, version)
    forged.close()

    rechained = _written(tmp_path / "rechained.jsonl", _rechained(lines, stream))
    rechained.digest = genuine
    (found,) = (await audit(store, archives=[rechained])).findings
    assert (found.check, found.stream) == ("chain", stream)  # the database knows how the archive ends
    rechained.close()


def _written(path: Path, lines: list[Any]) -> ArchiveFile:
    path.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines))
    return ArchiveFile(path)


def _rechained(lines: list[Any], stream: str) -> list[Any]:
    """The same lines with every digest of a stream made anew."""
    digest, made = bytes(32), list[Any]()
    for line in lines:
        if isinstance(line, list) and line[:2] == ["event", stream]:
            entry = Entry(stream, line[2], line[3], line[4].encode(), line[5], b"", line[7])
            digest = link(digest, entry)
            line = [*line[:6], digest.hex(), line[7]]
        made.append(line)
    return made


async def test_what_is_kept_of_an_archive_cannot_be_changed_unnoticed(
    store: EventStore, archiver: Archiver, place: Path, tmp_path: Path
) -> None:
    await archiver.archive(tmp_path / "old.jsonl", before=LATER, now=NOW)
    last = next(part.last for part in await archived_parts(store) if part.stream == "table/t2")
    database = sqlite3.connect(place / "house.db")
    database.execute("UPDATE events SET digest = zeroblob(32) WHERE stream = 'table/t2' AND version = ?", (last,))
    database.commit()
    (found,) = (await audit(store)).findings
    assert (found.code, found.version) == ("audit/changed-event", last)
    database.execute("DELETE FROM events WHERE stream = 'record/archived'")
    database.commit()
    database.close()
    assert "record/archived" in {each.stream for each in (await audit(store)).findings}


async def test_a_state_that_cannot_be_read_needs_the_archive(
    store: EventStore, archiver: Archiver, place: Path, tmp_path: Path
) -> None:
    """As after an upgrade that changed the shape of states."""
    await archiver.archive(tmp_path / "old.jsonl", before=LATER, now=NOW)
    database = sqlite3.connect(place / "house.db")
    database.execute("DELETE FROM snapshots")
    database.commit()
    database.close()
    record = await store.record(TableRecord, "t2")
    assert record is not None
    with pytest.raises(SieteError) as refusal:
        await restored(store, record)
    assert refusal.value.code == "history/archived"
    report = await audit(store)
    assert (report.findings, report.unreplayed) == ((), ("table/t1", "table/t2"))
    file = ArchiveFile(tmp_path / "old.jsonl")
    joined = await JoinedStore.of(store, [file])
    assert (await restored(joined, record)).version == (await store.head("table/t2")).version
    assert (await audit(store, archives=[file])).unreplayed == ()
    file.close()


@pytest.mark.slow
async def test_rounds_of_a_retired_shoe_leave_and_those_of_the_next_stay(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/house.db")
    house = await opened_house(store, (LIVE_TABLES[0] + 'cover_card_depth = "1/2"\n',))
    table = house.table("t1")
    people = [await come(house, table, name, box) for box, name in enumerate(("ana", "ben", "cleo", "dora"), 1)]
    rng = Random(2)
    while await store.record(ShoeSecret, shoe_id("t1", 2)) is None:
        await play(table, people, 1, rng)
    await play(table, people, 1, rng)
    await house.close()
    (moved,) = await Archiver(store).archive(tmp_path / "old.jsonl", before=LATER, now=NOW)
    ends = [version for version, _ in await store.find("table/t1", "RoundEnded")]
    shuffled = (await store.find("table/t1", "CardsShuffled"))[-1][0]
    assert ends[0] < moved.last < shuffled < ends[-1]
    assert moved.shoes == 1
    file = ArchiveFile(tmp_path / "old.jsonl")
    for archives in ([], [file]):
        assert (await audit(store, archives=archives)).findings == ()
    file.close()
    await store.close()


@pytest.mark.slow
async def test_tables_of_all_rule_sets_are_audited_behind_their_archives(tmp_path: Path) -> None:
    store = await open_store("memory:")
    await (await played_house(store, 4, Random(2))).close()
    for secret in await store.records(ShoeSecret):
        await retire(store, secret.shoe)
    moved = await Archiver(store).archive(tmp_path / "old.jsonl", before=LATER, now=NOW)
    assert len(moved) == len(LIVE_TABLES)
    report = await audit(store)
    assert (report.findings, report.unreplayed, len(report.uncovered)) == ((), (), len(moved))
    assert report.held == report.issued
    file = ArchiveFile(tmp_path / "old.jsonl")
    assert (await audit(store, archives=[file])).findings == ()
    file.close()
    await store.close()
