"""Pages of a workbook, filled row by row from the top."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING

from xlsxwriter import Workbook

from siete.odds.formats import Unit, unit_of

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

EDGE = "0.000000%"
_FORMATS = {
    Unit.TEXT: "",
    Unit.PERCENT: EDGE,
    Unit.CHANCE: "0.00000000%",
    Unit.DOLLARS: '"$"#,##0.00####',
    Unit.ONCE_IN: "#,##0.0",
    Unit.UNITS: "0.000000",
}
_LONGEST_TITLE = 31
"""Characters of a sheet's name that a workbook accepts."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula, with the value it comes to: readers that compute nothing show that value."""

    text: str
    value: float | bool


Value = str | int | float | datetime.date | Formula | None


def format_of(key: str, value: object) -> str:
    """How a workbook shows the value under a figure's key."""
    return _FORMATS[unit_of(key, value)]


class WorkbookFile:
    """A workbook in the making; a text is a formula only where it is given as one."""

    def __init__(self, title: str, author: str, date: datetime.date) -> None:
        self._data = BytesIO()
        self.book = Workbook(self._data, {"in_memory": True})
        made = datetime.datetime(date.year, date.month, date.day)
        self.book.set_properties({"title": title, "author": author, "created": made})
        self.style = cache(self._style)

    def page(self, title: str, widths: Sequence[int]) -> SheetPage:
        """A new page under a title of its own."""
        return SheetPage(self, self.book.add_worksheet(title), title, widths)

    def data(self) -> bytes:
        """The bytes of the whole file; nothing can be added afterwards."""
        self.book.close()
        return self._data.getvalue()

    def _style(self, number: str, fill: str, bold: bool, size: int, under: bool, wraps: bool) -> Format:
        return self.book.add_format(
            {"font_size": size, "bold": bold}
            | ({"num_format": number} if number else {})
            | ({"bg_color": f"#{fill}"} if fill else {})
            | ({"bottom": 1} if under else {})
            | ({"text_wrap": True, "valign": "top"} if wraps else {})
        )


def sheet_titles(names: Sequence[str]) -> list[str]:
    """Titles a workbook accepts: numbered, and told apart where they must be cut."""
    return [_title(name, number) for number, name in enumerate(names, start=1)]


def _title(name: str, number: int) -> str:
    kept = f"{number} " + "".join(each for each in name if each not in "[]:*?/\\")
    if len(kept) <= _LONGEST_TITLE:
        return kept
    head, bracket, about = kept.partition(" (")
    room = _LONGEST_TITLE - len(bracket) - len(about) - 1
    return f"{head[:room]}…{bracket}{about}" if bracket and room > len(str(number)) else kept[:_LONGEST_TITLE]


@dataclass
class SheetPage:
    """One sheet of a workbook, written downward."""

    file: WorkbookFile
    sheet: Worksheet
    title: str
    widths: Sequence[int]
    next_row: int = field(init=False, default=1)

    def __post_init__(self) -> None:
        for column, width in enumerate(self.widths):
            self.sheet.set_column(column, column, width)
        self.sheet.set_landscape()
        self.sheet.fit_to_pages(1, 0)

    def heading(self, text: str) -> None:
        """A line in large type."""
        self._write(0, text, self.file.style("", "", True, 14, False, False))
        self.next_row += 1

    def head(self, *titles: str, freeze: bool = False) -> None:
        """The titles of the columns below."""
        for column, text in enumerate(titles):
            self._write(column, text, self.file.style("", "E8EAEE", True, 11, True, False))
        self.next_row += 1
        if freeze:
            self.sheet.freeze_panes(self.next_row - 1, 0)

    def gap(self) -> None:
        """An empty row."""
        self.next_row += 1

    def row(
        self,
        *values: Value,
        formats: Sequence[str] = (),
        fill: str = "",
        fills: Sequence[str] = (),
        wraps: bool = False,
    ) -> None:
        """A row of values."""
        for column, value in enumerate(values):
            number = formats[column] if column < len(formats) else ""
            colour = fills[column] if column < len(fills) else fill
            self._write(column, value, self.file.style(number, colour, False, 11, False, wraps))
        self.next_row += 1

    def _write(self, column: int, value: Value, style: Format) -> None:
        at = (self.next_row - 1, column)
        match value:
            case Formula(text, result):
                self.sheet.write_formula(*at, text, style, result)
            case None:
                self.sheet.write_blank(*at, None, style)
            case str():
                self.sheet.write_string(*at, value, style)
            case datetime.date():
                self.sheet.write_datetime(*at, value, style)
            case bool():
                self.sheet.write_boolean(*at, value, style)
            case _:
                self.sheet.write_number(*at, value, style)
