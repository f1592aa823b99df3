"""`siete backup`: copies a house into one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from siete.cli import output
from siete.cli.options import Json

EPILOG = "Example: siete backup /backup/casa.tar --data ~/casa"


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="The data directory. Default: ~/.local/share/siete.")
    ] = None,
    json: Json = False,
) -> None:
    """Copy a house into one file, also while it is open: database, signed heads and keys.

    Only its owner can read the file. It holds the orders of shoes in play and the house's keys: keep it safe.
    """
    from siete.server.backup import back_up
    from siete.server.data_directory import default_directory

    house = data or default_directory()
    size = back_up(house, file)
    if json:
        output.as_json({"house": str(house), "file": str(file), "bytes": size})
    else:
        print(f"The house in {house} is in {file} ({size:,} bytes).")
