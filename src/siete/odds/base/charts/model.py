"""The chart with its figures: what it loses to the best play, as text, JSON and a notebook's tables."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape

from siete.odds.base.charts.page import CELL_STYLE, tables_html
from siete.odds.base.method import METHOD, OWN_CARDS
from siete.plain import Plain
from siete.strategy import Strategy


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The chart of a set of rules, the exact edge when playing it, and the edge of the best play."""

    strategy: Strategy
    house_edge: float
    best_house_edge: float
    notes: tuple[str, ...]

    @property
    def loss(self) -> float:
        """What the chart loses to the best play, per unit wagered."""
        return self.house_edge - self.best_house_edge

    def lines(self) -> tuple[str, ...]:
        """What stands under the chart: the exact edge, what it loses to the best play, and notes."""
        edges = f"House edge when playing this chart: {self.house_edge:.5%}; best play: {self.best_house_edge:.5%}"
        rest = f"the chart loses {self.loss:.5%}. Without super bonus, envy or insurance; splits {OWN_CARDS}."
        return (f"{edges}; {rest}", *self.notes)

    def to_json(self) -> Plain:
        """The chart with stable keys."""
        return {
            "strategy": json.loads(self.strategy.to_json()),
            "house_edge": self.house_edge,
            "best_house_edge": self.best_house_edge,
            "loss": self.loss,
            "strategy_class": OWN_CARDS,
            "method": METHOD,
            "notes": list(self.notes),
        }

    def _repr_html_(self) -> str:
        """The chart as coloured tables, for notebooks."""
        lines = "".join(f"<p>{escape(line)}</p>" for line in self.lines())
        return f"<style>{CELL_STYLE}</style><h3>{escape(self.strategy.name)}</h3>{tables_html(self.strategy)}{lines}"
