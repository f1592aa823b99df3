"""`siete staff`: accounts of dealers, floorpersons and auditors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from siete.cli import output
from siete.cli.houses import Data, Database, house_url, shown_url, with_store
from siete.cli.options import Json

if TYPE_CHECKING:
    from siete.host.access.accounts import Accounts

EPILOG = "Example: siete staff add dora --role dealer"

app = typer.Typer(
    help="Add, disable and list staff accounts, while the server is stopped.", no_args_is_help=True, epilog=EPILOG
)

_Found = TypeVar("_Found")


@app.command("add", epilog=EPILOG)
def add(
    name: Annotated[str, typer.Argument(help="The account's name.")],
    role: Annotated[str, typer.Option("--role", help="dealer, floorperson or auditor.")],
    password: Annotated[
        str,
        typer.Option(
            "--password",
            prompt=True,
            hide_input=True,
            confirmation_prompt=True,
            help="The password; asked for if left out.",
        ),
    ],
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Make an account, or give one a new password and role. While the server runs, use its page /staff instead."""
    house = house_url(data, database)
    account = _with_accounts(house, lambda accounts: accounts.add(name, password, role))
    if json:
        output.as_json({"name": account.name, "role": account.role})
    else:
        print(f"{account.name} may come in as {account.role}. The house is {shown_url(house)}.")


@app.command("disable", epilog="Example: siete staff disable dora")
def disable(
    name: Annotated[str, typer.Argument(help="The account's name.")],
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Close an account and end its sessions; `staff add` with a new password opens it again."""
    house = house_url(data, database)
    account = _with_accounts(house, lambda accounts: accounts.disable(name))
    if json:
        output.as_json({"name": account.name, "role": account.role, "is_active": account.is_active})
    else:
        print(f"{account.name} may no longer come in. The house is {shown_url(house)}.")


@app.command("list", epilog="Example: siete staff list")
def list_(data: Data = None, database: Database = None, json: Json = False) -> None:
    """List the accounts."""
    found = _with_accounts(house_url(data, database), lambda accounts: accounts.all())
    if json:
        output.as_json([{"name": each.name, "role": each.role, "is_active": each.is_active} for each in found])
    else:
        output.table(
            ("name", "role", "active"), [(each.name, each.role, "yes" if each.is_active else "no") for each in found]
        )


def _with_accounts(house: str, work: Callable[[Accounts], Awaitable[_Found]]) -> _Found:
    from siete.host.access.accounts import Accounts
    from siete.host.clock import Clock

    return with_store(house, lambda store: work(Accounts(store, Clock())))
