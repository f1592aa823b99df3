"""`siete archive`: made, listed, audited and replayed from the command line."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path
from random import Random

import pytest

from siete.host.access.roles import HouseRole, Person
from siete.host.audit.heads import HeadsFile, signing_key
from siete.host.clock import Clock
from siete.host.turn import shoe_id
from siete.server.serving import Options, _store
from siete.store.connect import open_store
from tests.cli.running import Siete
from tests.few import first_few
from tests.host.archive.test_archive import retire
from tests.host.playing import LIVE_TABLES, come, opened_house, play, send
from tests.server.serving import served

FRED = Person(HouseRole.FLOORPERSON, "fred")


@pytest.fixture(params=first_few(["sqlite"], ["sqlite", "postgresql"]))
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    is_file = request.param == "sqlite"
    return f"sqlite:///{tmp_path}/house.db" if is_file else str(request.getfixturevalue("postgresql"))


async def _played(url: str, place: Path) -> None:
    store = await open_store(url)
    house = await opened_house(store, [LIVE_TABLES[0]] * 2)
    table = house.table("t1")
    ana = await come(house, table, "ana", 1)
    await play(table, [ana], 1, Random(1))
    await send(table, ana, "", "LeaveTable")
    await send(table, FRED, "", "CloseTable")
    await play(house.table("t2"), [await come(house, house.table("t2"), "ben", 1)], 2, Random(2))
    await house.close()
    await retire(store, shoe_id("t2", 1))
    await HeadsFile(place / "heads.jsonl", signing_key(place / "audit.key")).sign(store, "2026-01-02T12:00:00.000Z")
    await store.close()


async def _recalled(url: str, place: Path, *archives: Path) -> set[str]:
    """The codes by which a server with these archives refuses an open table's first round; empty for what it shows."""
    store = await _store(Options(data=place, database=url, archives=archives), place)
    try:
        async with served(place, store) as server, server.client() as client:
            asked = [await client.get(f"/api/v1/rounds/t2/1{each}") for each in ("", ".s21", "/ledger?player=ben")]
            return {"" if answer.status_code == 200 else answer.json()["error"]["code"] for answer in asked}
    finally:
        await store.close()


def test_old_rounds_are_archived_audited_replayed_and_shown_by_a_server(
    siete: Siete, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as long_ago:
        long_ago.setattr(Clock, "stamp", lambda _: "2026-01-02T11:00:00.000Z")
        asyncio.run(_played(url, tmp_path))
    data, file = ("--data", str(tmp_path), "--database", url), tmp_path / "old.jsonl"
    assert siete("archive", "make", str(file), "--before", "soon", *data).err.startswith("archive/bad-date")
    assert siete("archive", "make", str(file), "--before", "2999-01-01", *data).err.startswith("archive/bad-date")
    early = siete("archive", "make", str(file), "--before", "2020-01-01", *data)
    assert early.out == "Nothing was over before 2020-01-01 that could leave.\n"
    assert not file.exists()
    made = siete("archive", "make", str(file), "--before", "2026-01-03", *data)
    assert made.code == 0, made.err
    assert made.out.startswith("table/t1: events 1 to ")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    listed, other = json.loads(siete("archive", "list", "--json", *data).out)
    assert (listed["stream"], listed["file"]) == ("table/t1", "old.jsonl")
    assert (other["stream"], other["file"]) == ("table/t2", "old.jsonl")

    audit = ("audit", "--database", url, "--heads", str(tmp_path / "heads.jsonl"))
    without = siete(*audit)
    assert without.code == 0, without.out
    assert f"not covered: table/t1 events 1 to {listed['last']}, in the archive old.jsonl" in without.out
    whole = siete(*audit, "--archive", str(file))
    assert whole.code == 0, whole.out
    assert "not covered" not in whole.out

    written = siete("archive", "rounds", str(file), "--table", "t1", *data)
    (tmp_path / "old.s21").write_text(written.out)
    replayed = siete("replay", str(tmp_path / "old.s21"))
    assert replayed.code == 0, replayed.err
    missing = siete("archive", "rounds", str(file), "--table", "t1", "--round", "9", *data)
    assert missing.err.startswith("round/unknown")

    assert asyncio.run(_recalled(url, tmp_path)) == {"history/archived"}
    assert asyncio.run(_recalled(url, tmp_path, file)) == {""}

    file.write_bytes(file.read_bytes().replace(b"WagerPlaced", b"WagerPlacec", 1))
    forged = siete(*audit, "--archive", str(file))
    assert forged.code == 1
    assert "audit/wrong-archive" in forged.out
