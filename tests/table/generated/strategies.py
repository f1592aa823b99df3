"""Strategies for tests: drawn by lot, so that every play comes up in every kind of hand."""

from __future__ import annotations

from random import Random

from siete.strategy import COLUMNS, ROWS, Cell, Strategy, StrategyRow, Table

CELLS = {
    Table.HARD: ("H", "S", "D/H", "D/S", "R/H", "H", "S4/", "D4/S", "S*/"),
    Table.SOFT: ("H", "S", "D/H", "D/S", "R/S", "H"),
    Table.PAIRS: ("P", "P", "P", ".", "R", "D", "P*"),
    Table.HARD_SPLIT: ("H", "S", "D/H", "D/S", "."),
    Table.SOFT_SPLIT: ("H", "S", "D/S", "."),
    Table.PAIRS_SPLIT: ("P", "P", ".", "D"),
    Table.DOUBLED_1: ("S", "X", "D/X", "D/S"),
    Table.DOUBLED_2: ("S", "X", "D/X", "D/S"),
    Table.DOUBLED_3: ("S", "X"),
}

STANDING = {Table.HARD: 16, Table.HARD_SPLIT: 16, Table.SOFT: 18, Table.SOFT_SPLIT: 18}


def random_strategy(rng: Random) -> Strategy:
    """Any strategy at all; high totals mostly stand, so that hands end."""
    rows = [
        StrategyRow(table=table, name=name, cells=tuple(_cell(table, name, rng) for _ in COLUMNS))
        for table in CELLS
        for name in ROWS[table]
    ]
    return Strategy(name="By lot", rows=tuple(rows))


def _cell(table: Table, name: str, rng: Random) -> Cell | None:
    if table in STANDING and int(name) >= STANDING[table] and rng.random() < 0.85:
        return Cell.from_text("S")
    text = rng.choice(CELLS[table]).rstrip("/")
    return None if text == "." else Cell.from_text(text)
