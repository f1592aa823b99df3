"""`siete report`: the PAR sheet of a table as a page or a workbook."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Annotated

import typer

from siete.cli.options import Choices, Decks, Json, Rules, rules_from
from siete.errors import SieteError

EPILOG = "Example: siete report examples/wa.toml -o par.xlsx --operator 'Red River Casino' --date 2026-05-01"


def command(
    rules: Rules,
    to: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The file to write: .html or .xlsx.")],
    operator: Annotated[
        str | None, typer.Option("--operator", help="The operator's name, for sheet and signs.")
    ] = None,
    date: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The date on the sheet; today without it.")
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=0, help="Add a simulation of so many rounds, with seed and z.")
    ] = 0,
    decks: Decks = None,
    choices: Choices = None,
    json: Json = False,
) -> None:
    """Write the PAR sheet: submission, every wager with lines, chances, returns, edges and clauses, chart and signs."""
    from siete.cli import output
    from siete.cli.progress import progress
    from siete.lab.report import check_path, report

    check_path(to)
    made = rules_from(rules, decks, choices)
    day = datetime.date.today() if date is None else _date(date)
    with progress() as step:
        report(made, to, date=day, operator=operator, progress=step, rounds=rounds)
    if json:
        output.as_json({"rules": made.rule_set, "rules_hash": made.rules_hash, "file": str(to)})
    else:
        print(f"written to {to}")


def _date(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise SieteError("report/bad-date", f"{text[:40]!r} is not a date; write it like 2026-05-01.") from None
