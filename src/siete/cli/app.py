"""The `siete` program: finds the command, runs it, and turns refusals into messages and exit codes."""

from __future__ import annotations

import os
import sys
from errno import ENOSPC, EPIPE
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from siete import __version__
from siete.cli import output
from siete.cli.completion import COMPLETION
from siete.errors import SieteError
from siete.rules.names import add_folder

COMMANDS = {
    "archive": "siete.cli.commands.house.archive",
    "audit": "siete.cli.commands.house.audit",
    "backup": "siete.cli.commands.house.backup",
    "bench": "siete.cli.commands.bench",
    "completion": "siete.cli.completion",
    "count": "siete.cli.commands.count",
    "deal": "siete.cli.commands.deal",
    "floor": "siete.cli.commands.house.floor",
    "guests": "siete.cli.commands.house.guests",
    "hand": "siete.cli.commands.hand",
    "odds": "siete.cli.commands.odds",
    "play": "siete.cli.commands.play",
    "replay": "siete.cli.commands.replay",
    "report": "siete.cli.commands.report",
    "restore": "siete.cli.commands.house.restore",
    "rng": "siete.cli.commands.rng",
    "rules": "siete.cli.commands.rules",
    "school": "siete.cli.commands.school",
    "serve": "siete.cli.commands.house.serve",
    "simulate": "siete.cli.commands.simulate",
    "staff": "siete.cli.commands.house.staff",
    "strategy": "siete.cli.commands.strategy",
}
"""The module of each command; only the one that runs is imported."""


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
        # The reader of a pipe has gone, or the disk is full; either way Python must not flush again at exit.
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
    if COMPLETION in os.environ:
        from typer.completion import completion_init  # type: ignore[attr-defined]  # imported there from a private file

        completion_init()
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
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    rules_dir: Annotated[
        list[Path] | None,
        typer.Option(
            "--rules-dir",
            metavar="DIR",
            envvar="SIETE_RULES_DIR",
            help="A folder with more rule sets and the register of their clauses. May be repeated.",
        ),
    ] = None,
) -> None:
    for folder in rules_dir or []:
        add_folder(folder)
