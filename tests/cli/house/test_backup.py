"""`siete backup` and `siete restore`: whole, private, and never over a house."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from siete.host.audit.heads import HEADS_FILE, KEY_FILE, signing_key
from siete.server.data_directory import SECRETS, SESSION_KEY, STORE, data_directory, session_key
from siete.store.connect import open_store
from tests.cli.running import ROOT, Siete
from tests.store.batches import batch, events

pytestmark = pytest.mark.anyio


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "siete.cli", *arguments], capture_output=True, text=True, check=False)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_a_house_is_backed_up_while_open_and_restored(tmp_path: Path) -> None:
    data, file, again = tmp_path / "casa", tmp_path / "casa.tar", tmp_path / "again"
    before = os.umask(0o022)
    try:
        store = await open_store(f"sqlite:///{data_directory(data) / STORE}")
        await store.append(batch(events("x/1", 0, b"a", b"b")))
        session_key(data), signing_key(data / KEY_FILE)
        (data / HEADS_FILE).write_bytes(b"")
        done = _run("backup", str(file), "--data", str(data))
        assert done.returncode == 0, done.stderr
        await store.append(batch(events("x/1", 2, b"later")))
        await store.close()
        assert _run("restore", str(file), "--data", str(again)).returncode == 0
    finally:
        os.umask(before)
    assert _mode(file) == 0o600
    assert {path.name: _mode(path) for path in again.iterdir()} == dict.fromkeys(
        (STORE, HEADS_FILE, KEY_FILE, SESSION_KEY), 0o600
    )
    assert (again / SESSION_KEY).read_bytes() == (data / SESSION_KEY).read_bytes()
    restored = await open_store(f"sqlite:///{again / STORE}")
    assert [entry.data for entry in await restored.read("x/1")] == [b"a", b"b"]
    await restored.close()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_what_cannot_be_backed_up_or_restored_is_refused(siete: Siete, tmp_path: Path) -> None:
    data = data_directory(tmp_path / "casa")
    assert siete("backup", str(tmp_path / "a.tar"), "--data", str(data)).err.startswith("backup/no-house")
    assert not (tmp_path / "a.tar").exists()
    (data / STORE).write_bytes(b"")
    (tmp_path / "a.tar").write_bytes(b"mine")
    assert siete("backup", str(tmp_path / "a.tar"), "--data", str(data)).err.startswith("backup/unwritable")
    assert (tmp_path / "a.tar").read_bytes() == b"mine"
    assert siete("restore", str(tmp_path / "a.tar"), "--data", str(data)).err.startswith("backup/house-exists")
    empty = ("--data", str(tmp_path / "empty"))
    assert siete("restore", str(tmp_path / "a.tar"), *empty).err.startswith("backup/unreadable")
    missing = siete("restore", str(tmp_path / "no.tar"), *empty)
    assert missing.err.endswith("no.tar cannot be restored: No such file or directory.\n")
    for name, code in (("../house.db", "backup/unreadable"), (STORE, "backup/damaged")):
        with tarfile.open(tmp_path / "b.tar", "w") as archive:
            member = tarfile.TarInfo(name)
            member.size = 9
            archive.addfile(member, io.BytesIO(b"no sqlite"))
        assert siete("restore", str(tmp_path / "b.tar"), *empty).err.startswith(code)
    assert not (tmp_path / "empty" / STORE).exists()


async def test_files_that_others_can_read_are_closed_to_them_when_a_house_opens(tmp_path: Path) -> None:
    for name in SECRETS:
        (tmp_path / name).touch(mode=0o644)
        (tmp_path / name).chmod(0o644)
    data_directory(tmp_path)
    assert {_mode(tmp_path / name) for name in SECRETS} == {0o600}
    (tmp_path / STORE).chmod(0o644)
    store = await open_store(f"sqlite:///{tmp_path / STORE}")
    await store.close()
    assert _mode(tmp_path / STORE) == 0o600


def test_the_page_on_operations_lists_the_files_of_a_house() -> None:
    page = (ROOT / "docs/operations.md").read_text("utf-8")
    assert [name for name in SECRETS if f"`{name}`" not in page] == []
