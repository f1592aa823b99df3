"""`siete staff`: accounts from the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from siete.server.data_directory import STORE, data_directory
from siete.store.connect import open_store
from tests.cli.running import Siete

PASSWORD = "correct horse 21"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The data directory of a house that was open once."""
    data = data_directory(tmp_path / "data")

    async def make() -> None:
        await (await open_store(f"sqlite:///{data / STORE}")).close()

    asyncio.run(make())
    return data


def test_accounts_are_added_disabled_and_listed(siete: Siete, house: Path) -> None:
    at = ("--data", str(house))
    made = siete("staff", "add", "dora", "--role", "dealer", "--password", PASSWORD, *at)
    assert made.out == f"dora may come in as dealer. The house is {house / STORE}.\n", made.err
    listed = siete("staff", "list", "--json", *at)
    assert listed.json == [{"name": "dora", "role": "dealer", "is_active": True}]
    assert "correct horse" not in (house / STORE).read_bytes().decode("latin-1")
    closed = siete("staff", "disable", "dora", *at)
    assert closed.out == f"dora may no longer come in. The house is {house / STORE}.\n", closed.err
    assert siete("staff", "list", "--json", *at).json[0]["is_active"] is False
    assert siete("staff", "disable", "nobody", *at).err.startswith("staff/unknown")


def test_wrong_roles_and_short_passwords_are_refused(siete: Siete, house: Path) -> None:
    for role, password, code in (("king", PASSWORD, "staff/unknown-role"), ("dealer", "x", "staff/bad-password")):
        refused = siete("staff", "add", "dora", "--role", role, "--password", password, "--data", str(house))
        assert (refused.code, refused.err.split(":")[0]) == (1, code)


def test_an_account_needs_a_house(siete: Siete, tmp_path: Path) -> None:
    """Without --data a second house was made in the usual place, and nobody could come in with the account."""
    for at in (("--data", str(tmp_path)), ("--database", f"sqlite:///{tmp_path}/house.db")):
        refused = siete("staff", "add", "dora", "--role", "dealer", "--password", PASSWORD, *at)
        assert (refused.code, refused.err.split(":")[0]) == (1, "staff/no-house")
        assert str(tmp_path) in refused.err
    assert not list(tmp_path.iterdir())
