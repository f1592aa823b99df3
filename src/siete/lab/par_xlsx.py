"""The PAR sheet as a workbook: numbers as numbers, and formulas where they let a reader check the figures."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.worksheet.worksheet import Worksheet

from siete.lab.par import ParSheet
from siete.lab.wager_sheets import WagerLine, WagerSheet
from siete.lab.workbook import EDGE, Formula, SheetPage, format_of
from siete.odds import formats
from siete.odds.base.charts.page import LEGEND
from siete.odds.base.method import ERROR_WORDS
from siete.odds.figure import exact_text
from siete.strategy import COLUMNS, Table

if TYPE_CHECKING:
    from siete.lab.appendix import Appendix

CHANCE, NUMBER, ONCE = "0.00000000%", "0.00000000", "#,##0.0"
_FILLS = {"H": "FFFFFF", "S": "FFE08A", "D": "A9D6FF", "P": "B9E6B0", "R": "F3B6B6", "X": "E0C6F0"}


def par_xlsx(sheet: ParSheet) -> bytes:
    """The sheet as the bytes of a workbook."""
    book = Workbook()
    first = book.active
    assert isinstance(first, Worksheet)
    pages = [_title(wager, number) for number, wager in enumerate(sheet.wagers, start=1)]
    _summary(first, sheet, pages)
    _submission(book.create_sheet("Submission"), sheet)
    for wager, title in zip(sheet.wagers, pages, strict=True):
        _wager(book.create_sheet(title), wager)
    _chart(book.create_sheet("Chart"), sheet)
    _costs(book.create_sheet("Options"), sheet)
    _signs(book.create_sheet("Signs"), sheet)
    if sheet.appendix is not None:
        _appendix(book.create_sheet("Simulation"), sheet.appendix)
    _method(book.create_sheet("Method"))
    book.properties.title, book.properties.creator = sheet.title, f"siete {sheet.version}"
    data = BytesIO()
    book.save(data)
    return data.getvalue()


def _title(wager: WagerSheet, number: int) -> str:
    """A name a workbook accepts, told apart by its number."""
    kept = "".join(each for each in wager.title if each not in "[]:*?/\\")
    return f"{number} {kept}"[:31]


def _summary(sheet: Worksheet, par: ParSheet, titles: list[str]) -> None:
    sheet.title = "Summary"
    page = SheetPage(sheet, widths=(34, 16, 34, 14, 30, 44, 14, 16))
    page.heading(par.title)
    for words, value in (
        ("Operator", par.operator),
        ("Rule set", f"{par.rules.rule_set}, {par.rules.decks} decks"),
        ("Rules hash", par.rules.rules_hash),
        ("Made by", f"siete {par.version}"),
    ):
        page.row(words, value)
    page.row("Date", par.date, formats=("", "yyyy-mm-dd"))
    if par.invented:
        page.row(f"Not for equipment in use: the wheel weights of {' and '.join(par.invented)} are invented.")
    page.row("Play chips only; not certified equipment.")
    page.gap()
    page.head("wager", "house edge", "exact", "deviation", "strategy", "method", "error below", "edge by its events")
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
            Formula(f"='{title}'!B5"),
            formats=("", EDGE, "", "0.0000", "", "", "0.0E+00", EDGE),
        )


def _submission(sheet: Worksheet, par: ParSheet) -> None:
    page = SheetPage(sheet, widths=(18, 44, 30, 34, 12, 30, 30, 26))
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


def _wager(sheet: Worksheet, wager: WagerSheet) -> None:
    figure = wager.figure
    page = SheetPage(sheet, widths=(34, 18, 34, 16, 24, 14, 18, 30))
    page.heading(wager.title)
    page.row("house edge", float(figure.house_edge), exact_text(figure.house_edge) or "", formats=("", EDGE))
    page.row("strategy", figure.strategy)
    page.row("method", figure.method)
    first = 10
    last = first + len(wager.events) - 1
    page.row("edge by its events", Formula(f"=-SUM(G{first}:G{last})"), formats=("", EDGE))
    page.row(
        "deviation by its events", _deviation(first, last), wager.standard_deviation, formats=("", "0.0000", "0.0000")
    )
    page.row("chances add up to", Formula(f"=SUM(B{first}:B{last})"), formats=("", "0.000000000000"))
    page.row("clauses", " ".join(wager.clauses))
    page.head("event", "probability", "exact", "once in", "pays", "net per unit", "probability × net", "clauses")
    assert page.next_row == first
    for event in wager.events:
        _line(page, event, Formula(f"=B{page.next_row}*F{page.next_row}") if event.net is not None else None)
    if figure.wager == "base":
        _drawing(sheet, wager, first, last)
    page.gap()
    if wager.lines:
        _lines(page, wager)
    _facts(page, wager)


def _deviation(first: int, last: int) -> Formula:
    chances, nets = f"B{first}:B{last}", f"F{first}:F{last}"
    return Formula(f"=SQRT(SUMPRODUCT({chances},{nets},{nets})-SUMPRODUCT({chances},{nets})^2)")


def _line(page: SheetPage, line: WagerLine, returned: Formula | float | None) -> None:
    row = page.next_row
    page.row(
        line.name,
        float(line.probability),
        line.exact,
        Formula(f"=1/B{row}") if line.probability else None,
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
    page.row(
        "sum",
        None,
        None,
        None,
        None,
        None,
        Formula(f"=SUM(G{first}:G{page.next_row - 1})"),
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


def _drawing(sheet: Worksheet, wager: WagerSheet, first: int, last: int) -> None:
    """The distribution of results as a chart of the workbook's own."""
    drawn = BarChart()
    drawn.title, drawn.style, drawn.height, drawn.width = "Distribution of results", 10, 9, 24
    drawn.legend = None
    drawn.y_axis.scaling.logBase = 10
    drawn.y_axis.number_format = "0.0E+00"
    drawn.x_axis.delete = drawn.y_axis.delete = False
    drawn.add_data(Reference(sheet, min_col=2, min_row=first, max_row=last))
    drawn.set_categories(Reference(sheet, min_col=1, min_row=first, max_row=last))
    sheet.add_chart(drawn, "J9")


def _chart(sheet: Worksheet, par: ParSheet) -> None:
    page = SheetPage(sheet, widths=(16, *(7,) * len(COLUMNS)))
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


def _appendix(sheet: Worksheet, found: Appendix) -> None:
    page = SheetPage(sheet, widths=(24, 18, 18, 18, 10))
    page.heading("Simulation appendix")
    for words, value in (("seed", found.seed), ("rounds", found.rounds), ("strategy", found.strategy)):
        page.row(words, value)
    page.gap()
    page.head("wager", "exact", "simulated", "error", "z")
    for each in found.figures:
        page.row(each.wager, each.exact, each.simulated, each.error, each.z, formats=("", EDGE, EDGE, EDGE, "0.00"))


def _costs(sheet: Worksheet, par: ParSheet) -> None:
    page = SheetPage(sheet, widths=(44, 16, 20))
    page.heading("What other options would cost")
    page.row("One option of these rules turned, whether or not the rule set permits it; best play both times.")
    page.head("option", "house edge", "cost to the player")
    usual = page.next_row
    page.row("these rules", float(par.base.figure.house_edge), None, formats=("", EDGE))
    for cost in par.costs:
        page.row(
            cost.option,
            cost.house_edge,
            Formula(f"=B{page.next_row}-B${usual}"),
            formats=("", EDGE, "+0.0000%;-0.0000%"),
        )


def _signs(sheet: Worksheet, par: ParSheet) -> None:
    page = SheetPage(sheet, widths=(30, 10, 90, 40))
    page.head("sign", "place", "text", "clauses", freeze=True)
    for sign in par.signs:
        for line in sign.lines:
            page.row(sign.title, sign.place, line, " ".join(sign.clauses))


def _method(sheet: Worksheet) -> None:
    page = SheetPage(sheet, widths=(120,))
    page.heading("How the figures are found")
    for words in (
        "Exact enumeration: every deal of the full shoe is counted; chances and edges are fractions without error.",
        "Base game: one unit, full shoe, one box, no rounding; super bonus, envy and insurance left aside.",
        ERROR_WORDS,
    ):
        page.row(words, wraps=True)
