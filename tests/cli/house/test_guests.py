"""`siete guests`: who has come to a house, and the erasure of a name."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from siete.host.access.guest_names import new_pseudonym
from siete.host.house import House
from siete.server.data_directory import STORE, data_directory
from siete.store.connect import open_store
from tests.cli.running import Siete


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The data directory of a house to which two guests came, one of them under a name in the chain."""
    data = data_directory(tmp_path / "data")

    async def make() -> None:
        store = await open_store(f"sqlite:///{data / STORE}")
        await House(store).welcome("Old")
        await House(store).welcome(new_pseudonym(), "Marisol")
        await store.close()

    asyncio.run(make())
    return data


def test_guests_are_listed_and_a_name_is_erased(siete: Siete, house: Path) -> None:
    at = ("--data", str(house))
    listed = siete("guests", "list", "--json", *at).json
    assert [(each["name"], each["is_erasable"]) for each in listed] == [("Marisol", True), ("Old", False)]
    assert siete("guests", "list", *at).out.splitlines()[0].split()[0] == "name"
    assert siete("guests", "erase", "Nobody", *at).err.startswith("guests/unknown")
    assert siete("guests", "erase", "old", *at).err.startswith("guests/in-chain")
    assert b"Marisol" in (house / STORE).read_bytes()
    erased = siete("guests", "erase", "marisol", "--json", *at)
    assert erased.json == {"house": str(house / STORE), "guest": listed[0]["guest"]}
    assert not any(b"arisol" in file.read_bytes() for file in house.iterdir())
    assert siete("guests", "erase", "Marisol", *at).code == 1
    assert [each["name"] for each in siete("guests", "list", "--json", *at).json] == [listed[0]["guest"], "Old"]


def test_without_a_house_nothing_is_made(siete: Siete, tmp_path: Path) -> None:
    assert siete("guests", "list", "--data", str(tmp_path)).err.startswith("staff/no-house")
    assert list(tmp_path.iterdir()) == []
