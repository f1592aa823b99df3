"""Exact analysis of every wager. Shares rule data with the engine, never code that judges a hand.

>>> from siete import odds
>>> from siete.rules.submission import table_rules
>>> odds.figures(table_rules("md"), "insurance")[0].house_edge
Fraction(71, 287)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from siete.odds.figure import Figure as Figure
    from siete.odds.figure import FigureEvent as FigureEvent
    from siete.odds.wagers.registry import figures as figures
    from siete.odds.wagers.registry import names as names
    from siete.odds.wagers.registry import offered as offered

_HOME = {
    "FigureEvent": "figure",
    "Figure": "figure",
    "names": "wagers.registry",
    "figures": "wagers.registry",
    "offered": "wagers.registry",
}
"""Where each public name lives; nothing is imported before it is asked for."""

__all__ = ["Figure", "FigureEvent", "figures", "names", "offered"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
