"""Pages of a workbook, filled row by row from the top."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field

from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from siete.odds.formats import Unit, unit_of

EDGE = "0.000000%"
_FORMATS = {
    Unit.TEXT: "",
    Unit.PERCENT: EDGE,
    Unit.CHANCE: "0.00000000%",
    Unit.DOLLARS: '"$"#,##0.00####',
    Unit.ONCE_IN: "#,##0.0",
    Unit.UNITS: "0.000000",
}


class Formula(str):
    """A formula; any other text stays text, whatever it begins with."""

    __slots__ = ()


Value = str | int | float | datetime.date | None


def format_of(key: str, value: object) -> str:
    """How a workbook shows the value under a figure's key."""
    return _FORMATS[unit_of(key, value)]


@dataclass
class SheetPage:
    """One sheet of a workbook, written downward."""

    sheet: Worksheet
    widths: Sequence[int]
    next_row: int = field(init=False, default=1)

    def __post_init__(self) -> None:
        for column, width in enumerate(self.widths, start=1):
            self.sheet.column_dimensions[get_column_letter(column)].width = width
        self.sheet.page_setup.orientation = "landscape"
        self.sheet.page_setup.fitToWidth, self.sheet.page_setup.fitToHeight = 1, 0
        self.sheet.sheet_properties.pageSetUpPr.fitToPage = True

    def heading(self, text: str) -> None:
        """A line in large type."""
        self.row(text)
        self.sheet.cell(self.next_row - 1, 1).font = Font(bold=True, size=14)

    def head(self, *titles: str, freeze: bool = False) -> None:
        """The titles of the columns below."""
        self.row(*titles)
        for column in range(1, len(titles) + 1):
            cell = self.sheet.cell(self.next_row - 1, column)
            cell.font = Font(bold=True)
            cell.fill = PatternFill("solid", start_color="E8EAEE")
            cell.border = Border(bottom=Side(style="thin"))
        if freeze:
            self.sheet.freeze_panes = self.sheet.cell(self.next_row, 1).coordinate

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
        """A row of values; a text is a formula only where it is given as one."""
        for column, value in enumerate(values, start=1):
            cell = self.sheet.cell(self.next_row, column, value)
            if isinstance(value, str) and not isinstance(value, Formula):
                cell.data_type = "s"
            if column <= len(formats) and formats[column - 1]:
                cell.number_format = formats[column - 1]
            colour = fills[column - 1] if column <= len(fills) else fill
            if colour:
                cell.fill = PatternFill("solid", start_color=colour)
            if wraps:
                cell.alignment = Alignment(wrap_text=True, vertical="top")
        self.next_row += 1
