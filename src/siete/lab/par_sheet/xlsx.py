"""The PAR sheet as a workbook: numbers as numbers, and formulas where they let a reader check the figures."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from siete.lab.par_sheet.par import ParSheet
from siete.lab.par_sheet.wager_sheets import SheetEvent, WagerSheet
from siete.lab.par_sheet.workbook import EDGE, Formula, SheetPage, WorkbookFile, format_of, sheet_titles
from siete.odds import formats
from siete.odds.base.charts.page import LEGEND
from siete.odds.base.method import ERROR_WORDS
from siete.odds.figure import exact_text
from siete.strategy import COLUMNS, Table

if TYPE_CHECKING:
    from siete.lab.par_sheet.appendix import Appendix

CHANCE, NUMBER, ONCE = "0.00000000%", "0.00000000", "#,##0.0"
TOLERANCE = 1e-9
"""How far a sum of events may stand from the edge it must come to: double precision over a few hundred rows."""
_CHECKS = ("edge by its events", "the events are", "tolerance", "ties out")
_FILLS = {"H": "FFFFFF", "S": "FFE08A", "D": "A9D6FF", "P": "B9E6B0", "R": "F3B6B6", "X": "E0C6F0"}


def par_xlsx(sheet: ParSheet) -> bytes:
    """The sheet as the bytes of a workbook."""
    file = WorkbookFile(sheet.title, f"siete {sheet.version}", sheet.date)
    titles = sheet_titles([wager.title for wager in sheet.wagers])
    _summary(file, sheet, titles)
    _submission(file, sheet)
    for wager, title in zip(sheet.wagers, titles, strict=True):
        _wager(file, wager, title)
    _chart(file, sheet)
    _costs(file, sheet)
    _signs(file, sheet)
    if sheet.appendix is not None:
        _appendix(file, sheet.appendix)
    _method(file)
    return file.data()


def _summary(file: WorkbookFile, par: ParSheet, titles: list[str]) -> None:
    page = file.page("Summary", widths=(34, 16, 34, 14, 30, 44, 14, 18, 44, 14, 10, 60))
    page.heading(par.title)
    for words, value in (
        ("Operator", par.operator),
        ("Rule set", f"{par.rules.rule_set}, {par.rules.decks} decks"),
        ("Rules hash", par.rules.rules_hash),
        ("Made by", f"siete {par.version}, program hash {par.program_hash}"),
    ):
        page.row(words, value)
    page.row("Date", par.date, formats=("", "yyyy-mm-dd"))
    page.row("Written again by", par.command)
    if par.invented:
        page.row(f"Not for equipment in use: the wheel weights of {' and '.join(par.invented)} are invented.")
    page.row("Play chips only; not certified equipment.")
    page.gap()
    page.head(
        "wager", "house edge", "exact", "deviation", "strategy", "method", "error below", *_CHECKS, "computed again by"
    )
    for wager, title in zip(par.wagers, titles, strict=True):
        figure = wager.figure
        exact = exact_text(figure.house_edge) or ""
        page.row(
            wager.title,
            float(figure.house_edge),
            exact,
            wager.standard_deviation,
            figure.strategy,
            figure.method,
            figure.error_bound,
            Formula(f"='{title}'!B5", wager.event_edge),
            wager.event_basis,
            TOLERANCE,
            Formula(f"=ABS(H{page.next_row}-'{title}'!C5)<=J{page.next_row}", _ties_out(wager)),
            wager.command,
            formats=("", EDGE, "", "0.0000", "", "", "0.0E+00", EDGE, "", "0.0E+00"),
        )


def _ties_out(wager: WagerSheet) -> bool:
    """Whether the events come to the edge they are of."""
    return abs(wager.event_edge - wager.edge_of_events) <= TOLERANCE


def _submission(file: WorkbookFile, par: ParSheet) -> None:
    page = file.page("Submission", widths=(18, 44, 30, 34, 12, 30, 30, 26))
    page.head("section", "rule", "name", "value", "differs", "default", "may be", "clauses", freeze=True)
    for each in par.choices:
        line = each.line
        page.row(
            str(line.section).replace("_", " "),
            line.says,
            line.name,
            line.value,
            each.mark,
            each.usual or "",
            line.choices,
            " ".join(line.clauses),
            fill="FFF3D6" if each.mark else "",
        )


def _wager(file: WorkbookFile, wager: WagerSheet, title: str) -> None:
    figure = wager.figure
    page = file.page(title, widths=(34, 18, 34, 16, 24, 14, 18, 30))
    page.heading(wager.title)
    page.row("house edge", float(figure.house_edge), exact_text(figure.house_edge) or "", formats=("", EDGE))
    page.row("strategy", figure.strategy)
    page.row("method", figure.method)
    first = 10
    last = first + len(wager.events) - 1
    edge = Formula(f"=-SUM(G{first}:G{last})", wager.event_edge)
    page.row("edge by its events", edge, wager.edge_of_events, wager.event_basis, formats=("", EDGE, EDGE))
    deviation = Formula(_deviation(first, last), wager.event_deviation)
    page.row("deviation by its events", deviation, wager.standard_deviation, formats=("", "0.0000", "0.0000"))
    chances = float(sum(each.probability for each in wager.events))
    page.row("chances add up to", Formula(f"=SUM(B{first}:B{last})", chances), 1, formats=("", "0.000000000000"))
    page.row("clauses", " ".join(wager.clauses))
    page.head("event", "probability", "exact", "once in", "pays", "net per unit", "probability × net", "clauses")
    assert page.next_row == first
    for event in wager.events:
        product = f"=B{page.next_row}*F{page.next_row}"
        _line(page, event, None if event.returned is None else Formula(product, float(event.returned)))
    if figure.wager == "base":
        _drawing(page, first, last)
    page.gap()
    if wager.lines:
        _lines(page, wager)
    _facts(page, wager)


def _deviation(first: int, last: int) -> str:
    chances, nets = f"B{first}:B{last}", f"F{first}:F{last}"
    return f"=SQRT(SUMPRODUCT({chances},{nets},{nets})-SUMPRODUCT({chances},{nets})^2)"


def _line(page: SheetPage, line: SheetEvent, returned: Formula | float | None) -> None:
    row = page.next_row
    page.row(
        line.name,
        float(line.probability),
        line.exact,
        Formula(f"=1/B{row}", 1 / float(line.probability)) if line.probability else None,
        line.pays,
        None if line.net is None else float(line.net),
        returned,
        " ".join(line.clauses),
        formats=("", CHANCE, "", ONCE, "", "0.0000", NUMBER),
    )


def _lines(page: SheetPage, wager: WagerSheet) -> None:
    page.head("line", "frequency", "exact", "once in", "pays", "", "return", "clauses")
    first = page.next_row
    for line in wager.lines:
        _line(page, line, None if line.returned is None else float(line.returned))
    total = float(sum(line.returned for line in wager.lines if line.returned is not None))
    page.row(
        "sum",
        None,
        None,
        None,
        None,
        None,
        Formula(f"=SUM(G{first}:G{page.next_row - 1})", total),
        formats=("",) * 6 + (NUMBER,),
    )
    page.gap()


def _facts(page: SheetPage, wager: WagerSheet) -> None:
    for key, value in wager.facts:
        page.row(formats.words(key), _plain(value), formats=("", format_of(key, value)))
    for key, rows in wager.tables:
        page.gap()
        page.heading(formats.words(key))
        page.head(*map(formats.words, rows[0]))
        for row in rows:
            page.row(*map(_plain, row.values()), formats=[format_of(name, value) for name, value in row.items()])


def _plain(value: object) -> str | int | float | None:
    if isinstance(value, Fraction):
        return float(value)
    return value if value is None or isinstance(value, int | float) else str(value)


def _drawing(page: SheetPage, first: int, last: int) -> None:
    """The distribution of results as a chart of the workbook's own."""
    drawn = page.file.book.add_chart({"type": "column"})
    drawn.add_series(
        {
            "categories": [page.title, first - 1, 0, last - 1, 0],
            "values": [page.title, first - 1, 1, last - 1, 1],
        }
    )
    drawn.set_title({"name": "Distribution of results"})
    drawn.set_legend({"none": True})
    drawn.set_y_axis({"log_base": 10, "num_format": "0.0E+00"})
    drawn.set_size({"width": 900, "height": 340})
    page.sheet.insert_chart("J9", drawn)


def _chart(file: WorkbookFile, par: ParSheet) -> None:
    page = file.page("Chart", widths=(16, *(7,) * len(COLUMNS)))
    page.heading(par.chart.strategy.name)
    for line in (*par.chart_lines, *LEGEND):
        page.row(line)
    table: Table | None = None
    for row in par.chart.strategy.rows:
        if row.table is not table:
            table = row.table
            page.gap()
            page.head(table.value, *COLUMNS)
        cells = ["·" if cell is None else str(cell) for cell in row.cells]
        fills = ["", *("" if cell is None else _FILLS[cell.play.value] for cell in row.cells)]
        page.row(row.name, *cells, fills=fills)


def _appendix(file: WorkbookFile, found: Appendix) -> None:
    page = file.page("Simulation", widths=(24, 18, 18, 18, 10))
    page.heading("Simulation appendix")
    for words, value in (("seed", found.seed), ("rounds", found.rounds), ("strategy", found.strategy)):
        page.row(words, value)
    page.gap()
    page.head("wager", "exact", "simulated", "error", "z")
    for each in found.figures:
        page.row(each.wager, each.exact, each.simulated, each.error, each.z, formats=("", EDGE, EDGE, EDGE, "0.00"))


def _costs(file: WorkbookFile, par: ParSheet) -> None:
    page = file.page("Options", widths=(44, 16, 20))
    page.heading("What other options would cost")
    page.row("One option of these rules turned, whether or not the rule set permits it; best play both times.")
    page.head("option", "house edge", "cost to the player")
    usual = page.next_row
    page.row("these rules", float(par.base.figure.house_edge), None, formats=("", EDGE))
    for cost in par.costs:
        page.row(
            cost.option,
            cost.house_edge,
            Formula(f"=B{page.next_row}-B${usual}", cost.house_edge - float(par.base.figure.house_edge)),
            formats=("", EDGE, "+0.0000%;-0.0000%"),
        )


def _signs(file: WorkbookFile, par: ParSheet) -> None:
    page = file.page("Signs", widths=(30, 10, 90, 40))
    page.head("sign", "place", "text", "clauses", freeze=True)
    for sign in par.signs:
        for line in sign.lines:
            page.row(sign.title, sign.place, line, " ".join(sign.clauses))


def _method(file: WorkbookFile) -> None:
    page = file.page("Method", widths=(120,))
    page.heading("How the figures are found")
    for words in (
        "Exact enumeration: every deal of the full shoe is counted; chances and edges are fractions without error.",
        "Base game: one unit, full shoe, one box, no rounding; super bonus, envy and insurance left aside.",
        ERROR_WORDS,
    ):
        page.row(words, wraps=True)
