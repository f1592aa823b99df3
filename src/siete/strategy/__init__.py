"""Strategies: frozen tables of decisions by situation, in memory (`model`, `cell`) and as text, CSV and JSON (`text`).

Nothing is valued here; `odds` derives strategies, `sim`, trainer and automatic players follow them.
"""

from __future__ import annotations

from siete.strategy.cell import Cell, Chase, Play, Situation, SuperChase
from siete.strategy.model import Strategy, StrategyRow, mimic_the_dealer, never_bust
from siete.strategy.text import COLUMNS, ROWS, Table

__all__ = [
    "COLUMNS",
    "ROWS",
    "Cell",
    "Chase",
    "Play",
    "Situation",
    "Strategy",
    "StrategyRow",
    "SuperChase",
    "Table",
    "mimic_the_dealer",
    "never_bust",
]
