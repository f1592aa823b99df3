"""`siete floor`: the floor of a house in the terminal, read from its database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from siete.cli import output
from siete.cli.options import Json
from siete.errors import SieteError
from siete.money import Cents, cents_to_text
from siete.plain import Plain

if TYPE_CHECKING:
    from siete.host.floor_reader import FloorReader

EPILOG = "Example: siete floor status --data casa"

app = typer.Typer(
    help="Show the tables of a house, the report of a gaming day, and its incidents.",
    no_args_is_help=True,
    epilog=EPILOG,
)

Data = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="The data directory. Default: ~/.local/share/siete.")
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database", metavar="URL", help="sqlite:///PATH or postgresql://…. Default: a file in the data directory."
    ),
]
Day = Annotated[str, typer.Option("--day", metavar="DATE", help="A gaming day, as 2026-11-14. Default: today's.")]
_Found = TypeVar("_Found")


@app.command("status", epilog=EPILOG)
def status(data: Data = None, database: Database = None, json: Json = False) -> None:
    """Every live table: state, round, dealer, floorperson, players and money. The house may be open meanwhile."""
    rows = _with_floor(data, database, lambda floor: floor.status())
    if json:
        output.as_json({"tables": rows})
        return
    if not rows:
        print("No live table is open.")
        return
    heads = ("table", "id", "rules", "state", "round", "players", "racks", "layout", "dealer", "floor")
    output.table(heads, [tuple(_cell(row, name) for name in heads) for row in rows])


@app.command("report", epilog="Example: siete floor report --day 2026-11-14 --data casa")
def report(data: Data = None, database: Database = None, day: Day = "", json: Json = False) -> None:
    """The gaming day of every table: rounds, drop, result and hold of the base game; the odds are on the page."""
    found = _with_floor(data, database, lambda floor: floor.report(day))
    if json:
        output.as_json(found)
        return
    print(f"Gaming day {found['day']}: {_moment(found['from'])} to {_moment(found['until'])} UTC")
    heads = ("table", "rounds", "drop", "result", "hold")
    tables = found["tables"]
    assert isinstance(tables, list), "the report lists tables"
    whole = {"table": "all", **{name: sum(row[name] for row in tables) for name in ("rounds", "drop", "result")}}
    output.table(heads, [tuple(_cell(row, name) for name in heads) for row in (*tables, whole)])


@app.command("incidents", epilog="Example: siete floor incidents --data casa")
def incidents(data: Data = None, database: Database = None, day: Day = "", json: Json = False) -> None:
    """Incidents, newest first."""
    rows = _with_floor(data, database, lambda floor: floor.incidents(day))
    if json:
        output.as_json({"incidents": rows})
        return
    if not rows:
        print("No incident is filed." if not day else f"No incident is filed of {day}.")
        return
    heads = ("no.", "filed (UTC)", "table", "round", "what happened", "clause", "outcome", "by")
    names = ("number", "filed_at", "table_name", "round", "words", "clause", "outcome", "by")
    output.table(heads, [tuple(_cell(row, name) for name in names) for row in rows])


_MONEY = ("drop", "result", "racks", "layout")


def _cell(row: Plain, name: str) -> str:
    """A value as a column shows it."""
    value = row.get(name)
    if name in _MONEY and isinstance(value, int):
        return cents_to_text(Cents(value))
    if name == "hold":
        return f"{value:.2%}" if isinstance(value, float) else ""
    return _moment(value) if name == "filed_at" else str(value)


def _moment(stamp: object) -> str:
    """A recorded time to the minute."""
    return str(stamp)[:16].replace("T", " ")


def _with_floor(data: Path | None, database: str | None, work: Callable[[FloorReader], Awaitable[_Found]]) -> _Found:
    from siete.host.floor_reader import FloorReader
    from siete.server.data_directory import STORE, default_directory
    from siete.store.connect import open_store

    path = (data or default_directory()) / STORE
    if database is None and not path.is_file():
        raise SieteError("staff/no-house", f"There is no house at {path}. Name its directory with --data DIR.")

    async def run() -> _Found:
        store = await open_store(database or f"sqlite:///{path}", is_read_only=True)
        try:
            return await work(FloorReader(store))
        finally:
            await store.close()

    return asyncio.run(run())
