"""`siete audit`: a sound house, one that was changed, and what cannot be audited."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from siete.host.heads import HeadsFile, public_key, signing_key
from siete.store.opening import open_store
from tests.host.playing import LIVE_TABLES, come, opened_house, play


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a house in which a round was played."""
    place = tmp_path_factory.mktemp("casa")
    asyncio.run(_played(place))
    return place


async def _played(place: Path) -> None:
    store = await open_store(f"sqlite:///{place}/house.db")
    house = await opened_house(store, LIVE_TABLES[:1])
    table = house.table("t1")
    await play(table, [await come(house, table, "ana", 1)], 1, Random(1))
    await house.close()
    await HeadsFile(place / "heads.jsonl", signing_key(place / "audit.key")).sign(store, "2026-01-02T12:00:00.000Z")
    await store.close()


@pytest.fixture
def changed(house: Path, tmp_path: Path) -> Path:
    """The same data, in which somebody has given ana more chips."""
    shutil.copytree(house, tmp_path, dirs_exist_ok=True)
    database = sqlite3.connect(tmp_path / "house.db")
    database.execute("UPDATE events SET data = replace(data, '100000', '900000') WHERE stream = 'wallet/ana'")
    database.commit()
    database.close()
    return tmp_path


def audit(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command on a house."""
    command = [sys.executable, "-m", "siete.cli", "audit", "--database", f"sqlite:///{place}/house.db", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_a_sound_house_is_said_to_be_sound(house: Path) -> None:
    ran = audit(house, "--heads", str(house / "heads.jsonl"))
    assert ran.returncode == 0, ran.stderr
    assert "chain: sound, signed up to 2026-01-02T12:00:00.000Z" in ran.stdout
    assert "replay: every event follows from what the rules allow" in ran.stdout
    assert "money: $1,000 issued, $1,000 found" in ran.stdout


def test_without_heads_it_says_what_would_not_be_noticed(house: Path) -> None:
    ran = audit(house)
    assert ran.returncode == 0
    assert "no signed heads were given, so a cut or rewritten end would not be noticed" in ran.stdout


def test_a_changed_house_names_the_first_wrong_event(changed: Path) -> None:
    ran = audit(changed, "--heads", str(changed / "heads.jsonl"))
    assert ran.returncode == 1
    assert "wrong: wallet/ana event 1: audit/changed-event:" in ran.stdout
    assert "replay and money: not checked, since the history was changed" in ran.stdout


def test_programs_get_json(house: Path, changed: Path) -> None:
    key = public_key(signing_key(house / "audit.key"))
    sound = json.loads(audit(house, "--heads", str(house / "heads.jsonl"), "--key", key, "--json").stdout)
    assert sound["sound"] is True
    assert sound["issued"] == sound["held"] == 100_000
    assert sound["signed_heads"] == sound["streams"]
    assert sound["findings"] == []
    wrong = json.loads(audit(changed, "--json").stdout)
    assert wrong["sound"] is False
    assert wrong["replayed"] is False
    (finding,) = wrong["findings"]
    assert finding["stream"] == "wallet/ana"
    assert finding["event"] == 1
    assert finding.keys() == {"check", "stream", "event", "code", "sentence"}


def test_heads_of_another_house_are_refused(house: Path) -> None:
    ran = audit(house, "--heads", str(house / "heads.jsonl"), "--key", "00" * 32)
    assert ran.returncode == 1
    assert "audit/wrong-signature" in ran.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("--heads", "nowhere.jsonl"), "audit/no-heads"), (("--heads", "pyproject.toml"), "audit/no-key")],
)
def test_heads_or_a_key_that_are_not_there_are_refused(house: Path, arguments: tuple[str, ...], code: str) -> None:
    ran = audit(house, *arguments)
    assert ran.returncode == 1
    assert code in ran.stderr


def test_a_house_that_is_not_there_is_refused(tmp_path: Path) -> None:
    ran = audit(tmp_path)
    assert ran.returncode == 1
    assert "store/no-file" in ran.stderr
    assert not list(tmp_path.iterdir())
