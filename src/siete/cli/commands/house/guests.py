"""`siete guests`: the guests of a house, and the erasure of a name."""

from __future__ import annotations

from typing import Annotated

import typer

from siete.cli import output
from siete.cli.houses import Data, Database, house_url, shown_url, with_store
from siete.cli.options import Json

EPILOG = "Example: siete guests erase Ana --data ~/casa"

app = typer.Typer(help="List the guests of a house, and erase a guest's name.", no_args_is_help=True, epilog=EPILOG)


@app.command("list", epilog="Example: siete guests list --data ~/casa")
def list_(data: Data = None, database: Database = None, json: Json = False) -> None:
    """List the guests: the name that people see, and the one in streams and events."""
    from siete.host.erasure import named_guests

    found = with_store(house_url(data, database), named_guests)
    if json:
        output.as_json(
            [
                {
                    "name": each.name,
                    "guest": each.guest.display_name,
                    "created_at": each.guest.created_at,
                    "is_erasable": each.is_erasable,
                }
                for each in found
            ]
        )
        return
    rows = [
        (each.name, each.guest.display_name, each.guest.created_at, "yes" if each.is_erasable else "no")
        for each in found
    ]
    output.table(("name", "in the chain", "since", "erasable"), rows)


@app.command("erase", epilog=EPILOG)
def erase(
    name: Annotated[str, typer.Argument(help="The name that people see.")],
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Erase a guest's name and end their sessions; rounds and books stay, under a pseudonym.

    A house in a SQLite file must be stopped; one in PostgreSQL may be open. Backups made before still have the name.
    """
    from siete.host.clock import Clock
    from siete.host.erasure import erase as erased

    house = house_url(data, database)
    found = with_store(house, lambda store: erased(store, name, Clock()))
    if json:
        output.as_json({"house": shown_url(house), "guest": found.guest.display_name})
    else:
        print(
            f"The name is erased; its rounds are those of {found.guest.display_name}. The house is {shown_url(house)}."
        )
