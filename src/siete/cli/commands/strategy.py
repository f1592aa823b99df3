"""`siete strategy`: the chart of a set of rules, derived, with the exact edge of playing it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siete.cli import output
from siete.cli.options import Bet, Choices, Decks, Json, Rules, amount_from, rules_from
from siete.cli.progress import progress
from siete.errors import SieteError

if TYPE_CHECKING:
    from siete.odds.base.charts.model import Chart
    from siete.rules.table_rules import TableRules

EPILOG = "Example: siete strategy wa --set double_double=true --format html -o chart.html"


class Format(StrEnum):
    """The output formats of a chart."""

    TEXT = "text"
    HTML = "html"
    CSV = "csv"
    JSON = "json"


def command(
    rules: Rules,
    format: Annotated[Format, typer.Option("--format", help="Text, a page to print, CSV, or JSON.")] = Format.TEXT,
    to: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to a file.")] = None,
    bet: Bet = None,
    decks: Decks = None,
    choices: Choices = None,
    json: Json = False,
) -> None:
    """Print the strategy chart of a set of rules; text, CSV and JSON can be read back with --strategy.

    Without --bet it is the chart of the base game alone; with it, the chart also plays for the super bonus.
    """
    from siete.odds.base.solution import chart

    made = rules_from(rules, decks, choices)
    with progress("deriving the chart; cached for next time"):
        found = chart(made, amount_from(bet))
    if json:
        output.as_json({"rules": made.rule_set, "rules_hash": made.rules_hash, **found.to_json()})
        return
    text = _written(made, found, format)
    if to is None:
        print(text, end="")
        return
    try:
        to.write_text(text, "utf-8")
    except OSError as error:
        raise SieteError("file/unwritable", f"{to} cannot be written: {error.strerror}.") from None
    print(f"written to {to}")


def _written(rules: TableRules, found: Chart, format: Format) -> str:
    if format is Format.CSV:
        return found.strategy.to_csv()
    if format is Format.JSON:
        return found.strategy.to_json()
    if format is Format.HTML:
        from siete.odds.base.charts.page import chart_html

        return chart_html(found.strategy, (*found.lines(), f"Rules {rules.rules_hash}."))
    return found.strategy.to_text() + "".join(f"# {line}\n" for line in found.lines())
