"""Every kind of store, each with a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from siete.store.connect import open_store
from siete.store.port import EventStore

APART = "apart.db"
"""A SQLite file with this name is written to by a process of its own."""


@pytest.fixture
def anyio_backend() -> str:
    """The one event loop that siete runs on."""
    return "asyncio"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    return _address(request, tmp_path)


@pytest.fixture(params=["memory", "sqlite", "sqlite apart", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store of each kind."""
    return _address(request, tmp_path)


def _address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    match request.param:
        case "memory":
            return "memory:"
        case "sqlite apart":
            return f"sqlite:///{tmp_path}/{APART}"
        case "sqlite":
            return f"sqlite:///{tmp_path}/house.db"
    return str(request.getfixturevalue("postgresql"))


@pytest.fixture
async def store(url: str) -> AsyncIterator[EventStore]:
    """An empty store of each kind."""
    opened = await open_store(url, is_apart=url.endswith(APART))
    yield opened
    await opened.close()
