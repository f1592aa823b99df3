"""`siete audit`: a sound house, one that was changed, and what cannot be audited."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from siete.host.audit.heads import HeadsFile, public_key, signing_key
from siete.store.connect import open_store
from tests.cli.running import Siete
from tests.host.playing import LIVE_TABLES, come, opened_house, play
from tests.patience import PATIENCE


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


@pytest.fixture
def audit(siete: Siete) -> Siete:
    """Runs the command on a house."""
    return lambda place, *arguments: siete("audit", "--database", f"sqlite:///{place}/house.db", *arguments)


def test_a_sound_house_is_said_to_be_sound(house: Path) -> None:
    command = [sys.executable, "-m", "siete.cli", "audit", "--database", f"sqlite:///{house}/house.db"]
    command += ["--heads", str(house / "heads.jsonl")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stderr
    assert "chain: sound, signed up to 2026-01-02T12:00:00.000Z" in ran.stdout
    assert "replay: every event follows from what the rules allow" in ran.stdout
    assert "money: $1,000 issued, $1,000 found" in ran.stdout


def test_without_heads_it_says_what_would_not_be_noticed(audit: Siete, house: Path) -> None:
    ran = audit(house)
    assert ran.code == 0
    assert "no signed heads given, so a cut or rewritten end would go unnoticed" in ran.out


def test_a_changed_house_names_the_first_wrong_event(audit: Siete, changed: Path) -> None:
    ran = audit(changed, "--heads", str(changed / "heads.jsonl"))
    assert ran.code == 1
    assert "wrong: wallet/ana event 1: audit/changed-event:" in ran.out
    assert "replay and money: not checked, since the history was changed" in ran.out


def test_programs_get_json(audit: Siete, house: Path, changed: Path) -> None:
    key = public_key(signing_key(house / "audit.key"))
    sound = audit(house, "--heads", str(house / "heads.jsonl"), "--key", key, "--json").json
    assert sound["sound"] is True
    assert sound["issued"] == sound["held"] == 100_000
    assert sound["signed_heads"] == sound["streams"]
    assert sound["findings"] == []
    wrong = audit(changed, "--json").json
    assert wrong["sound"] is False
    assert wrong["replayed"] is False
    (finding,) = wrong["findings"]
    assert finding["stream"] == "wallet/ana"
    assert finding["event"] == 1
    assert finding.keys() == {"check", "stream", "event", "code", "sentence"}


def test_heads_of_another_house_are_refused(audit: Siete, house: Path) -> None:
    ran = audit(house, "--heads", str(house / "heads.jsonl"), "--key", "00" * 32)
    assert ran.code == 1
    assert "audit/wrong-signature" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("--heads", "nowhere.jsonl"), "audit/no-heads"), (("--heads", "pyproject.toml"), "audit/no-key")],
)
def test_heads_or_a_key_that_are_not_there_are_refused(
    audit: Siete, house: Path, arguments: tuple[str, ...], code: str
) -> None:
    ran = audit(house, *arguments)
    assert ran.code == 1
    assert code in ran.err


def test_a_house_that_is_not_there_is_refused(audit: Siete, tmp_path: Path) -> None:
    ran = audit(tmp_path)
    assert ran.code == 1
    assert "store/no-file" in ran.err
    assert not list(tmp_path.iterdir())
