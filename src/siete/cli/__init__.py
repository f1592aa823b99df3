"""The command line, one file per command. May import anything, and imports lazily."""

from __future__ import annotations


def main() -> None:
    """Run the command that the shell asked for."""
    from siete.cli.app import run

    run()
