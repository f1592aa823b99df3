"""The `siete` program: finds the command, runs it, and turns refusals into messages and exit codes."""

from __future__ import annotations

import os
import sys
from errno import ENOSPC, EPIPE
from importlib import import_module
from types import ModuleType
from typing import Annotated

import typer

from siete import __version__
from siete.cli import output
from siete.errors import SieteError

COMMANDS = {
    "audit": "siete.cli.audit",
    "bench": "siete.cli.bench",
    "deal": "siete.cli.deal",
    "hand": "siete.cli.hand",
    "odds": "siete.cli.odds",
    "play": "siete.cli.play",
    "replay": "siete.cli.replay",
    "report": "siete.cli.report",
    "rules": "siete.cli.rules",
    "serve": "siete.cli.serve",
    "simulate": "siete.cli.simulate",
    "staff": "siete.cli.staff",
    "strategy": "siete.cli.strategy",
}
"""Each command's file; only the one asked for is imported, so that the others cost nothing."""


def run() -> None:
    """Run the command line: exit 0, 1 for a refusal, 2 for wrong usage, 130 when stopped with Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # a terminal may lack suits
    code: str | int | None = 0
    try:
        try:
            _app(sys.argv[1:])(prog_name="siete", standalone_mode=True)
        except SieteError as error:
            code = 1
            output.refuse(error, as_json="--json" in sys.argv)
        except SystemExit as leaving:
            if isinstance(leaving.__context__, BrokenPipeError):
                raise leaving.__context__ from None
            code = leaving.code
        sys.stdout.flush()
    except OSError as error:
        if error.errno not in (EPIPE, ENOSPC):
            raise
        if error.errno == ENOSPC:
            code = 1
            print(f"file/unwritable: The output cannot be written: {error.strerror}.", file=sys.stderr)
        # Of a pipe the reader has gone and misses nothing; either way Python must not try again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _app(arguments: list[str]) -> typer.Typer:
    """The program with the command asked for, or with all of them when help is wanted."""
    app = typer.Typer(
        help="siete: the Spanish 21 table, by the book. Play chips only; not certified equipment.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="Example: siete rules show md --set decks=8",
    )
    app.callback()(_options)
    asked = next((word for word in arguments if not word.startswith("-")), "")
    for name, module in COMMANDS.items():
        if asked in ("", name) or asked not in COMMANDS:
            _add(app, name, import_module(module))
    return app


def _add(app: typer.Typer, name: str, module: ModuleType) -> None:
    """Add a command's file: it holds an `app` with commands of its own, or is one `command`."""
    if hasattr(module, "app"):
        app.add_typer(module.app, name=name)
    else:
        app.command(name, epilog=module.EPILOG)(module.command)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"siete {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version.")
    ] = False,
) -> None:
    pass
