"""What the command line prints: tables for people, JSON for programs, refusals for both."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from textwrap import wrap

from siete.errors import FaultyDocumentError, SieteError

WIDEST_CELL = 60
"""Longer cells of a plain table are folded."""


def as_json(value: object) -> None:
    """Print a value as JSON with stable keys."""
    print(json_text(value), end="")


def json_text(value: object) -> str:
    """A value as JSON with stable keys, one to a line."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def table(headers: Sequence[str], rows: Iterable[Sequence[str]], *, title: str = "") -> None:
    """Print rows: with lines and colour on a terminal, as plain aligned text in a pipe."""
    kept = [tuple(row) for row in rows]
    if sys.stdout.isatty():
        _rich_table(headers, kept, title)
        return
    if title:
        print(title)
    folded = [[wrap(cell, WIDEST_CELL) or [""] for cell in row] for row in [tuple(headers), *kept]]
    widths = [max(len(part) for row in folded for part in row[column]) for column in range(len(headers))]
    for row in folded:
        for parts in zip_longest(*row, fillvalue=""):
            print("  ".join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip())


def _rich_table(headers: Sequence[str], rows: Iterable[Sequence[str]], title: str) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(title=title or None, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for header in headers:
        drawn.add_column(header, style="dim" if header == "clauses" else None, overflow="fold")
    for row in rows:
        drawn.add_row(*map(Text, row))
    Console().print(drawn)


def refuse(error: SieteError, *, as_json: bool) -> None:
    """Say why something was refused: for people on stderr, and as JSON on stdout where JSON was asked for."""
    print(error, file=sys.stderr)
    if as_json:
        print(json_text({"faults": _faults(error)}), end="")


def _faults(error: SieteError) -> list[dict[str, object]]:
    if isinstance(error, FaultyDocumentError):
        return [
            {
                "line": each.line,
                "code": each.code,
                "clause": each.clause,
                "name": each.name,
                "sentence": each.sentence,
            }
            for each in error.faults
        ]
    plain = {"line": None, "code": error.code, "clause": error.clause, "name": "", "sentence": error.sentence}
    return [{**plain, **({"position": str(error.facts["position"])} if "position" in error.facts else {})}]
