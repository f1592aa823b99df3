"""Index plays: decisions of a strategy that change with the true count, as text and as strategies by count."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from siete.errors import ParseError, SieteError
from siete.strategy import COLUMNS, Cell, Strategy, StrategyRow, Table
from siete.strategy.text import DOUBLED_TABLES

_TEXT = re.compile(r"(\S+)\s+(\S+)\s+v\s+(\S+)\s*:\s*(\S+)\s+(from|below)\s+([+-]?\d[\d./]*)")
_TABLES = tuple(table.value for table in Table if table not in DOUBLED_TABLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """One cell of a strategy, and what it says from a true count on, or below one.

    >>> Departure.from_text("hard 16 v X: S from +3").to_text()
    'hard 16 v X: S from 3'
    """

    table: Table
    row: str
    up: str
    cell: Cell
    at: int | Fraction
    is_from: bool

    def is_on(self, true_count: int | Fraction | None) -> bool:
        """Whether the play is made at this true count; None for one below every threshold."""
        if true_count is None:
            return not self.is_from
        return (true_count >= self.at) is self.is_from

    def to_text(self) -> str:
        """As it is written: table, row and up card, the decision, and the true count."""
        side = "from" if self.is_from else "below"
        return f"{self.table.value} {self.row} v {self.up}: {self.cell} {side} {self.at}"

    @staticmethod
    def from_text(text: str) -> Departure:
        """The index play that a text such as `hard 16 v X: S from 3` names."""
        match = _TEXT.fullmatch(text.strip()) if len(text) <= 80 else None
        if match is None or match[1] not in _TABLES or match[3].upper() not in COLUMNS:
            sentence = f"{text[:40]!r} is no index play; write it like hard 16 v X: S from 3, or below -1."
            raise ParseError("sim/unreadable-index", sentence)
        try:
            at = Fraction(match[6])
        except (ValueError, ZeroDivisionError):
            raise ParseError("sim/unreadable-index", f"{match[6]!r} is no true count.") from None
        return Departure(
            table=Table(match[1]),
            row=match[2],
            up=match[3].upper(),
            cell=Cell.from_text(match[4]),
            at=int(at) if at.denominator == 1 else at,
            is_from=match[5] == "from",
        )


def departed(strategy: Strategy, departures: Iterable[Departure], true_count: int | Fraction | None) -> Strategy:
    """The strategy as it is played at a true count; None for one below every threshold."""
    rows = {(row.table, row.name): row for row in strategy.rows}
    for each in departures:
        key = (each.table, each.row)
        if key not in rows:
            sentence = f"The strategy {strategy.name!r} has no row {each.table.value} {each.row} to depart from."
            raise SieteError("sim/index-row", sentence)
        if each.is_on(true_count):
            rows[key] = _changed(rows[key], each)
    return replace(strategy, rows=tuple(rows.values()))


def _changed(row: StrategyRow, departure: Departure) -> StrategyRow:
    place = COLUMNS.index(departure.up)
    return replace(row, cells=(*row.cells[:place], departure.cell, *row.cells[place + 1 :]))
