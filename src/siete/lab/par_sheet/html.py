"""The PAR sheet as one self-contained page, for screen and print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from siete.lab.par_sheet.par import Choice, ParSheet
from siete.lab.par_sheet.wager_sheets import SheetEvent
from siete.lab.svg import distribution_svg
from siete.odds import formats
from siete.odds.base.charts.page import CELL_STYLE, LEGEND, tables_html
from siete.odds.base.method import ERROR_WORDS
from siete.plain import Plain

RAREST = 1e-9
"""Rarer events share one row on the page; the workbook has them all."""
MOST_EVENTS = 40
"""A longer list of events is left to the workbook; the page then has the lines alone."""


def par_html(sheet: ParSheet) -> str:
    """The sheet as a page."""
    environment = Environment(
        loader=PackageLoader("siete.lab"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "percent": formats.percent,
        "number": _number,
        "once_in": lambda each: formats.chance(each)[1],
        "chance": lambda each: formats.chance(each)[0],
        "words": formats.words,
    }
    return environment.get_template("par.html.j2").render(
        sheet=sheet,
        cell=formats.cell,
        sections=_sections(sheet.choices),
        chart=Markup(tables_html(sheet.chart.strategy)),
        chart_style=Markup(CELL_STYLE),
        legend=LEGEND,
        drawing=Markup(distribution_svg([(float(name), float(part)) for name, part in _results(sheet.base.events)])),
        most_events=MOST_EVENTS,
        sum_of=_sum,
        columns=_columns,
        listed=_listed,
        error_words=ERROR_WORDS,
    )


def _results(events: Iterable[SheetEvent]) -> Iterator[tuple[Fraction | float, Fraction | float]]:
    for event in events:
        if event.net is not None:
            yield event.net, event.probability


def _listed(events: Iterable[SheetEvent]) -> list[SheetEvent]:
    """The events, those too rare to matter put together at the end."""
    kept = list(events)
    rare = [event for event in kept if event.probability < RAREST]
    if len(rare) < 2:
        return kept
    together = SheetEvent(
        name=f"{len(rare)} rarer results",
        probability=sum(event.probability for event in rare),
        pays="in the workbook",
        net=None,
        returned=_sum(event.returned for event in rare),
        clauses=(),
    )
    return [*(event for event in kept if event.probability >= RAREST), together]


def _sections(choices: Iterable[Choice]) -> list[tuple[str, list[Choice]]]:
    grouped = groupby(choices, key=lambda each: each.line.section)
    return [(str(section).replace("_", " "), list(lines)) for section, lines in grouped]


def _sum(numbers: Iterable[Fraction | float | None]) -> float:
    return float(sum(each for each in numbers if each is not None))


def _number(value: Fraction | float | None, digits: int = 8) -> str:
    return "–" if value is None else f"{float(value):.{digits}f}"


def _columns(row: Plain) -> list[str]:
    return [name for name in row if not name.endswith("_exact")]
