"""`siete serve`: serves the house to browsers and programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from siete.cli import output
from siete.cli.options import Json

EPILOG = "Example: siete serve --port 2121 --data ~/casa"


def command(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=1, max=65535, help="The port.")] = 2121,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="The data directory. Default: ~/.local/share/siete.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="URL",
            help="sqlite:///PATH, postgresql://… or memory:. Default: a file in the data directory.",
        ),
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option("--origin", metavar="URL", help="Another address at which people open the page.")
    ] = None,
    internal: Annotated[
        str | None,
        typer.Option(
            "--internal", metavar="URL", help="The address at which other processes of the house reach this one."
        ),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trust-proxy",
            metavar="CIDR",
            help="Addresses of a proxy whose X-Forwarded-For or Forwarded header names the client, like 127.0.0.1.",
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="NAME=NUMBER", help="Another limit, like lines_per_address=200."),
    ] = None,
    processes: Annotated[
        int,
        typer.Option(
            "--processes", metavar="N", min=1, max=64, help="Processes that share the house; PostgreSQL if several."
        ),
    ] = 1,
    demos: Annotated[bool, typer.Option(help="Open a table of every rule set.")] = True,
    witness: Annotated[
        str | None,
        typer.Option("--witness", metavar="PLACE", help="A file or URL that keeps a second copy of the signed heads."),
    ] = None,
    archive: Annotated[
        list[Path] | None,
        typer.Option("--archive", metavar="FILE", help="An archive of this house, to recall rounds from. Repeatable."),
    ] = None,
    accept_restore: Annotated[
        bool, typer.Option("--accept-restore", help="Go on with a restored database that is older than its heads.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Also log ordinary events to stderr.")] = False,
    json: Json = False,
) -> None:
    """Serve the house: tables of all six rule sets that people join from a browser.

    Play chips only. All data is in one file. Stop with Ctrl-C; after a restart every round continues.
    """
    from siete.server.limits import Limits, with_choices
    from siete.server.proxies import networks
    from siete.server.serving import Options, serve

    options = Options(
        host=host,
        port=port,
        data=data,
        database=database,
        origins=tuple(origin or ()),
        limits=with_choices(Limits(), limit or ()),
        proxies=networks(trust_proxy or ()),
        has_demos=demos,
        internal=internal,
        witness=witness,
        archives=tuple(archive or ()),
        accepts_restore=accept_restore,
        is_talkative=verbose,
    )

    def say(line: str) -> None:
        if json:
            output.as_json({"message": line})
        else:
            print(line)
        sys.stdout.flush()

    if processes > 1:
        from siete.server.processes import serve_together

        serve_together(options, processes, say)
    else:
        serve(options, say)
