"""The chart as a page for print."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import groupby

from siete.strategy import COLUMNS, Strategy, StrategyRow, Table

TITLES = {
    Table.HARD: "Hard totals",
    Table.SOFT: "Soft totals",
    Table.PAIRS: "Pairs",
    Table.HARD_SPLIT: "Hard totals on split hands, where different",
    Table.SOFT_SPLIT: "Soft totals on split hands, where different",
    Table.PAIRS_SPLIT: "Pairs on split hands",
    Table.DOUBLED_1: "After doubling",
    Table.DOUBLED_2: "After the second doubling",
    Table.DOUBLED_3: "After the third doubling",
    Table.CARDS: "Exact hands",
}
CELL_STYLE = """
td.H { background: #fff; } td.S { background: #ffe08a; } td.D { background: #a9d6ff; }
td.P { background: #b9e6b0; } td.R { background: #f3b6b6; } td.X { background: #e0c6f0; } td.none { color: #888; }
"""
"""The colours of the plays."""
_STYLE = """
body { font: 11pt/1.3 sans-serif; margin: 1.5cm; color: #111; }
h1 { font-size: 15pt; margin: 0 0 4pt; } h3 { font-size: 11pt; margin: 12pt 0 3pt; }
table { border-collapse: collapse; break-inside: avoid; }
th, td { border: 1px solid #777; padding: 1pt 5pt; text-align: center; min-width: 2.2em; }
th { background: #eee; } p { margin: 3pt 0; }
@media print { body { margin: 0; print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""
LEGEND = (
    "H hit, S stand, D double, P split, R surrender, X rescue. D/H: double, else hit. · : as the total says.",
    "Hit instead: S4 with four cards or more; * with a chance of 6-7-8 or 7-7-7, + of a suited one, ^ of spades.",
    "For the super bonus: $ with suited sevens, & against a 7 of another suit, % with two of 7♥ 7♣ 7♦ against 7♠.",
    "X as an up card is any jack, queen or king.",
)


def chart_html(strategy: Strategy, notes: Iterable[str]) -> str:
    """The chart with its legend and notes, fit for a sheet of paper."""
    title = f"Spanish 21 strategy: {strategy.name}"
    lines = "".join(f"<p>{escape(line)}</p>" for line in (*LEGEND, *notes))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}{CELL_STYLE}</style></head><body><h1>{escape(title)}</h1>{tables_html(strategy)}{lines}</body></html>\n"
    )


def tables_html(strategy: Strategy) -> str:
    """The tables of a chart, each a section with its heading."""
    return "".join(_table(Table(name), list(rows)) for name, rows in groupby(strategy.rows, key=_name))


def _name(row: StrategyRow) -> Table:
    return row.table


def _table(table: Table, rows: list[StrategyRow]) -> str:
    head = "".join(f'<th scope="col">{column}</th>' for column in COLUMNS)
    body = "".join(f'<tr><th scope="row">{escape(row.name)}</th>{_cells(row)}</tr>' for row in rows)
    return f"<section><h3>{TITLES[table]}</h3><table><tr><th></th>{head}</tr>{body}</table></section>"


def _cells(row: StrategyRow) -> str:
    return "".join(
        '<td class="none">·</td>' if cell is None else f'<td class="{cell.play.value}">{escape(str(cell))}</td>'
        for cell in row.cells
    )
