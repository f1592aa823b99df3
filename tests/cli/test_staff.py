"""`siete staff`: accounts from the command line."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from siete.server.data_directory import STORE, data_directory
from siete.store.connect import open_store

PASSWORD = "correct horse 21"


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "siete.cli", *arguments], capture_output=True, text=True, check=False)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The data directory of a house that was open once."""
    data = data_directory(tmp_path / "data")

    async def make() -> None:
        await (await open_store(f"sqlite:///{data / STORE}")).close()

    asyncio.run(make())
    return data


def test_accounts_are_added_disabled_and_listed(house: Path) -> None:
    at = ("--data", str(house))
    made = _run("staff", "add", "dora", "--role", "dealer", "--password", PASSWORD, *at)
    assert made.stdout == f"dora may come in as dealer. The house is {house / STORE}.\n", made.stderr
    listed = _run("staff", "list", "--json", *at)
    assert json.loads(listed.stdout) == [{"name": "dora", "role": "dealer", "is_active": True}]
    assert "correct horse" not in (house / STORE).read_bytes().decode("latin-1")
    closed = _run("staff", "disable", "dora", *at)
    assert closed.stdout == f"dora may no longer come in. The house is {house / STORE}.\n", closed.stderr
    assert json.loads(_run("staff", "list", "--json", *at).stdout)[0]["is_active"] is False
    assert _run("staff", "disable", "nobody", *at).stderr.startswith("staff/unknown")


def test_wrong_roles_and_short_passwords_are_refused(house: Path) -> None:
    for role, password, code in (("king", PASSWORD, "staff/unknown-role"), ("dealer", "x", "staff/bad-password")):
        refused = _run("staff", "add", "dora", "--role", role, "--password", password, "--data", str(house))
        assert (refused.returncode, refused.stderr.split(":")[0]) == (1, code)


def test_an_account_needs_a_house(tmp_path: Path) -> None:
    """Without --data a second house was made in the usual place, and nobody could come in with the account."""
    for at in (("--data", str(tmp_path)), ("--database", f"sqlite:///{tmp_path}/house.db")):
        refused = _run("staff", "add", "dora", "--role", "dealer", "--password", PASSWORD, *at)
        assert (refused.returncode, refused.stderr.split(":")[0]) == (1, "staff/no-house")
        assert str(tmp_path) in refused.stderr
    assert not list(tmp_path.iterdir())
