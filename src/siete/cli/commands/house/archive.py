"""`siete archive`: moves old rounds out of a house's database into a file, and reads them again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siete.cli import output
from siete.cli.houses import SQLITE, Data, Database, house_url, shown_url
from siete.cli.options import Json
from siete.errors import SieteError
from siete.plain import Plain

if TYPE_CHECKING:
    from siete.store.records import StreamArchived

EPILOG = "Example: siete archive make 2025.jsonl --before 2026-01-01 --data ~/casa"

app = typer.Typer(
    help="Move old rounds out of the database into a file, and read them again.", no_args_is_help=True, epilog=EPILOG
)


@app.command("make", epilog=EPILOG)
def make(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; only its owner can read it.")],
    before: Annotated[
        str, typer.Option("--before", metavar="DATE", help="Move what was over before this day, in UTC: YYYY-MM-DD.")
    ],
    table: Annotated[
        list[str] | None, typer.Option("--table", metavar="ID", help="Only this live table. Repeatable.")
    ] = None,
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Move closed tables, and rounds of open tables whose shoes are retired, into a file.

    A house in a SQLite file must be stopped; one in PostgreSQL may be open. Running it again after it was interrupted
    goes on where it stopped. Keep the file: `siete audit --archive FILE` checks it together with the house.
    """
    url = house_url(data, database)
    moved = asyncio.run(_moved(url, data, file, _midnight(before), table or []))
    if json:
        output.as_json({"house": shown_url(url), "file": str(file), "parts": [_told(each) for each in moved]})
        return
    for each in moved:
        print(f"{each.stream}: events {each.first} to {each.last} are in {file}")
    print(f"The house is {shown_url(url)}." if moved else f"Nothing was over before {before} that could leave.")


@app.command("list", epilog="Example: siete archive list --data ~/casa")
def list_(data: Data = None, database: Database = None, json: Json = False) -> None:
    """List what left the database, and in which files it is."""
    from siete.store.archive.joined import archived_parts
    from siete.store.connect import open_store

    async def read() -> list[StreamArchived]:
        store = await open_store(house_url(data, database), is_read_only=True)
        try:
            return await archived_parts(store)
        finally:
            await store.close()

    found = asyncio.run(read())
    if json:
        output.as_json([_told(each) for each in found])
    else:
        rows = [(each.stream, str(each.first), str(each.last), each.file, each.file_digest[:16]) for each in found]
        output.table(("stream", "first", "last", "file", "digest"), rows)


@app.command("rounds", epilog="Example: siete archive rounds 2025.jsonl --table md --round 12 | siete replay -")
def rounds(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The archive.")],
    table: Annotated[str, typer.Option("--table", metavar="ID", help="The live table.")],
    number: Annotated[
        int | None, typer.Option("--round", metavar="N", help="Only this round. Default: all in the file.")
    ] = None,
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Print rounds of an archive in notation, as `siete replay` reads them. The house may be open."""
    written = asyncio.run(_written(house_url(data, database), file, table, number))
    if json:
        output.as_json({"table": table, "notation": written})
    else:
        print(written, end="")


def _midnight(day: str) -> str:
    from datetime import date

    try:
        return date.fromisoformat(day).isoformat()
    except ValueError:
        raise SieteError("archive/bad-date", f"{day[:20]!r} is no day. Write it as 2026-01-31.") from None


async def _moved(url: str, data: Path | None, file: Path, before: str, tables: list[str]) -> list[StreamArchived]:
    from siete.host.archive.archiver import Archiver
    from siete.host.audit.heads import KEY_FILE, signing_key
    from siete.host.clock import Clock
    from siete.host.history.seals import Seal
    from siete.server.data_directory import default_directory
    from siete.server.signing import sign_once
    from siete.store.connect import open_store

    where = Path(url.removeprefix(SQLITE)).parent if url.startswith(SQLITE) else data or default_directory()
    key = where / KEY_FILE
    seal = Seal(signing_key(key)) if key.exists() else None
    store = await open_store(url)
    try:
        now = Clock().stamp()
        if before > now[:10]:
            raise SieteError("archive/bad-date", "This day is not over yet. Name today or a day before it.")
        await sign_once(where, store, now)
        moved = await Archiver(store, seal=seal).archive(file, before=before, now=now, tables=tables)
        if moved:
            await store.compact()
            await sign_once(where, store, Clock().stamp())
        return moved
    finally:
        await store.close()


async def _written(url: str, file: Path, table: str, number: int | None) -> str:
    from siete.host.archive.recall import archived_rounds
    from siete.store.archive.file import ArchiveFile
    from siete.store.archive.joined import JoinedStore
    from siete.store.connect import open_store

    store = await open_store(url, is_read_only=True)
    archive = ArchiveFile(file)
    try:
        return await archived_rounds(await JoinedStore.of(store, [archive]), archive, table, number)
    finally:
        archive.close()
        await store.close()


def _told(part: StreamArchived) -> Plain:
    return {
        "stream": part.stream,
        "first": part.first,
        "last": part.last,
        "file": part.file,
        "digest": part.file_digest,
    }
