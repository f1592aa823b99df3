"""`siete restore`: puts a house back from a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from siete.cli import output
from siete.cli.options import Json

EPILOG = "Example: siete restore /backup/casa.tar --data ~/casa"


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `siete backup` wrote.")],
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="Where to put it. Default: ~/.local/share/siete.")
    ] = None,
    json: Json = False,
) -> None:
    """Put a house back from a backup, where there is none. Check it with `siete audit` before it is opened."""
    from siete.server.backup import restore
    from siete.server.data_directory import STORE, default_directory

    house = data or default_directory()
    restore(file, house)
    if json:
        output.as_json({"house": str(house), "file": str(file)})
    else:
        print(f"The house of {file} is in {house}. Check it: siete audit --database sqlite:///{house / STORE}")
