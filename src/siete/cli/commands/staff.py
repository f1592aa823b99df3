"""`siete staff`: accounts of dealers, floorpersons and auditors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from siete.cli import output
from siete.cli.options import Json

if TYPE_CHECKING:
    from siete.host.access.accounts import Accounts

EPILOG = "Example: siete staff add dora --role dealer"

app = typer.Typer(help="Add and list staff accounts, while the server is stopped.", no_args_is_help=True, epilog=EPILOG)

Data = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="The data directory. Default: ~/.local/share/siete.")
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database", metavar="URL", help="sqlite:///PATH or postgresql://…. Default: a file in the data directory."
    ),
]
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
    account = _with_accounts(data, database, lambda accounts: accounts.add(name, password, role))
    if json:
        output.as_json({"name": account.name, "role": account.role})
    else:
        print(f"{account.name} may come in as {account.role}.")


@app.command("list", epilog="Example: siete staff list")
def list_(data: Data = None, database: Database = None, json: Json = False) -> None:
    """List the accounts."""
    found = _with_accounts(data, database, lambda accounts: accounts.all())
    if json:
        output.as_json([{"name": each.name, "role": each.role, "is_active": each.is_active} for each in found])
    else:
        output.table(
            ("name", "role", "active"), [(each.name, each.role, "yes" if each.is_active else "no") for each in found]
        )


def _with_accounts(data: Path | None, database: str | None, work: Callable[[Accounts], Awaitable[_Found]]) -> _Found:
    import asyncio

    from siete.host.access.accounts import Accounts
    from siete.host.clock import Clock
    from siete.server.data_directory import STORE, data_directory
    from siete.store.connect import open_store

    async def run() -> _Found:
        store = await open_store(database or f"sqlite:///{data_directory(data) / STORE}")
        try:
            return await work(Accounts(store, Clock()))
        finally:
            await store.close()

    return asyncio.run(run())
