"""Which house a command is about: its data directory or its database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from siete.errors import SieteError

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
