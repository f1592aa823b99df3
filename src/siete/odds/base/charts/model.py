"""The chart with its figures: what it loses to the best play, as text, JSON and a notebook's tables."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape

from siete.money import Cents, cents_to_text
from siete.odds.base.charts.page import CELL_STYLE, tables_html
from siete.odds.base.method import METHOD, OWN_CARDS
from siete.plain import Plain
from siete.strategy import COLUMNS, Strategy
from siete.tabular import Record, Tabular


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart(Tabular):
    """The chart of a set of rules, the exact edge when playing it, and the edge of the best play.

    With a wager the chart also plays for the super bonus that the wager can win; envy and insurance stay aside.
    """

    strategy: Strategy
    house_edge: float
    """Of the base game alone when playing this chart, whatever else it plays for."""
    best_house_edge: float
    """Of the base game alone with its best play."""
    notes: tuple[str, ...]
    wager: Cents | None = None
    super_bonus: float = 0.0
    """What the super bonus returns when playing this chart, per unit of the wager."""
    best_combined: float | None = None
    """The edge of base game and super bonus together with the best play of both."""

    @property
    def combined_house_edge(self) -> float:
        """The edge of base game and super bonus together when playing this chart."""
        return self.house_edge - self.super_bonus

    @property
    def loss(self) -> float:
        """What the chart loses to the best play of what it plays for, per unit wagered."""
        if self.best_combined is None:
            return self.house_edge - self.best_house_edge
        return self.combined_house_edge - self.best_combined

    def lines(self) -> tuple[str, ...]:
        """What stands under the chart: the exact edge, what it loses to the best play, and notes."""
        if self.wager is not None:
            return (self._with_super_bonus(), *self.notes)
        edges = f"House edge when playing this chart: {self.house_edge:.5%}; best play: {self.best_house_edge:.5%}"
        rest = f"the chart loses {self.loss:.5%}. Without super bonus, envy or insurance; splits {OWN_CARDS}."
        return (f"{edges}; {rest}", *self.notes)

    def _with_super_bonus(self) -> str:
        assert self.wager is not None and self.best_combined is not None, "a chart of a wager"
        return (
            f"House edge when playing this chart with {cents_to_text(self.wager)}, super bonus included: "
            f"{self.combined_house_edge:.5%}; best play: {self.best_combined:.5%}; the chart loses {self.loss:.5%}. "
            f"Base game alone: {self.house_edge:.5%}. Without envy or insurance; splits {OWN_CARDS}."
        )

    def to_json(self) -> Plain:
        """The chart with stable keys; those of a wager only where it has one."""
        return self._base_json() | ({} if self.wager is None else self._wager_json(self.wager))

    def _wager_json(self, wager: Cents) -> Plain:
        return {
            "bet": wager / 100,
            "super_bonus_value": self.super_bonus,
            "combined_house_edge": self.combined_house_edge,
            "best_combined_house_edge": self.best_combined,
        }

    def _base_json(self) -> Plain:
        return {
            "strategy": json.loads(self.strategy.to_json()),
            "house_edge": self.house_edge,
            "best_house_edge": self.best_house_edge,
            "loss": self.loss,
            "strategy_class": OWN_CARDS,
            "method": METHOD,
            "notes": list(self.notes),
        }

    def records(self) -> list[Record]:
        """A row for each cell: the hand, the dealer's up card and the play."""
        return [
            {"table": row.table.value, "hand": row.name, "up": str(up), "play": None if cell is None else str(cell)}
            for row in self.strategy.rows
            for up, cell in zip(COLUMNS, row.cells, strict=True)
        ]

    def _repr_html_(self) -> str:
        """The chart as coloured tables, for notebooks."""
        lines = "".join(f"<p>{escape(line)}</p>" for line in self.lines())
        return f"<style>{CELL_STYLE}</style><h3>{escape(self.strategy.name)}</h3>{tables_html(self.strategy)}{lines}"
