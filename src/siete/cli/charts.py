"""Strategies for the commands that play: one from a file, or the chart derived for the rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siete.errors import SieteError

if TYPE_CHECKING:
    from siete.money import Cents
    from siete.rules.table_rules import TableRules
    from siete.strategy import Strategy

LARGEST_STRATEGY = 1_000_000
"""A strategy is a few pages of text; a much larger file is something else."""

StrategyFile = Annotated[
    Path | None, typer.Option("--strategy", metavar="FILE", help="Play by this strategy instead of the derived chart.")
]


def strategy_of(path: Path) -> Strategy:
    """The strategy in a file."""
    from siete.strategy import Strategy

    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_STRATEGY + 1)
    except OSError as error:
        raise SieteError("file/unreadable", f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > LARGEST_STRATEGY:
        raise SieteError("file/too-large", f"{path} is larger than a strategy can be ({LARGEST_STRATEGY:,} bytes).")
    return Strategy.from_bytes(data)


def strategy_for(rules: TableRules, path: Path | None, wager: Cents | None = None) -> Strategy:
    """The strategy of the file, or else the rules' own chart, which is solved once and cached.

    With a wager the chart plays for the super bonus that the wager can win.
    """
    if path is not None:
        return strategy_of(path)
    from siete.odds.base.solution import charted_play

    with working("Deriving the chart for these rules; cached for next time"):
        return charted_play(rules, wager)


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal that work is under way."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(f"{what} …"):
        yield
