"""Which house a command is about: its data directory or its database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from siete.errors import SieteError

if TYPE_CHECKING:
    from siete.store.port import EventStore

_Found = TypeVar("_Found")

Data = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="The data directory. Default: ~/.local/share/siete.")
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database", metavar="URL", help="sqlite:///PATH or postgresql://…. Default: a file in the data directory."
    ),
]
SQLITE = "sqlite:///"


def house_url(data: Path | None, database: str | None) -> str:
    """The house's database; refused where there is none, since a new one would have no tables."""
    from siete.server.data_directory import STORE, default_directory

    url = database or f"{SQLITE}{(data or default_directory()) / STORE}"
    if url.startswith(SQLITE) and not Path(url.removeprefix(SQLITE)).is_file():
        where = url.removeprefix(SQLITE)
        raise SieteError("staff/no-house", f"There is no house at {where}. Name its directory with --data DIR.")
    return url


def shown_url(url: str) -> str:
    """The house as it may be printed: without a password."""
    return url.removeprefix(SQLITE) if url.startswith(SQLITE) else url.rpartition("@")[2]


def with_store(house: str, work: Callable[[EventStore], Awaitable[_Found]]) -> _Found:
    """What some work on a house's store finds; the store is closed behind it."""
    import asyncio

    from siete.store.connect import open_store

    async def run() -> _Found:
        store = await open_store(house)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())
