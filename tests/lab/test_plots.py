"""Results as plotly figures: each holds the numbers of its result."""

from __future__ import annotations

import pytest

from siete.cards import Rank
from siete.lab import api
from siete.lab.counting import study
from siete.lab.counts.side_counts import side_counts
from siete.odds.base.solution import house_edge
from siete.rules.submission import table_rules

WA = table_rules("wa")


def test_figures_are_drawn_as_edges_and_one_as_its_events() -> None:
    several, one = api.figures("s13"), api.figures("s13", "insurance")
    (bars,) = several.plot().data
    assert list(bars.x) == ["base", "insurance", "match-the-dealer up card", "super-bonus"]
    assert bars.y[0] == pytest.approx(100 * house_edge(table_rules("s13")))
    (ends,) = one.plot().data
    assert sum(ends.y) == pytest.approx(1)
    assert "Plotly" in one.plot().to_html(full_html=False, include_plotlyjs=False)


def test_an_edge_falls_to_nought_where_its_meter_breaks_even() -> None:
    found = api.figures("wa", "jackpot", paytable="3c/6", meter=20_000)
    (line,) = found.plot_meters().data
    even = float(found[0].extra["break_even_meter_shown"])
    slope = (line.y[1] - line.y[0]) / (line.x[1] - line.x[0])
    assert line.y[0] + slope * even == pytest.approx(0, abs=1e-9)
    assert line.y[0] + slope * 20_000 == pytest.approx(100 * float(found[0].extra["house_edge_at_meter"]))
    assert len(api.figures("s13", "insurance").plot_meters().data) == 0


def test_costs_counts_and_effects_are_drawn() -> None:
    costs, found = api.costs("wa"), study(WA)
    assert dict(zip(costs.plot().data[0].x, costs.plot().data[0].y, strict=True))["no surrender"] == pytest.approx(
        100 * next(each.cost for each in costs if each.option == "no surrender")
    )
    effects = dict(zip(found.plot_effects().data[0].x, found.plot_effects().data[0].y, strict=True))
    assert effects["5"] == pytest.approx(100 * found.effects.by_rank[Rank.FIVE])
    shares, edges = found.plot(found.tags[0]).data
    assert sum(shares.y) == pytest.approx(100)
    assert edges.y[list(edges.x).index(3)] == pytest.approx(100 * found.by_count(found.tags[0])[3].value)
    (side,) = side_counts(WA, "insurance")
    assert side.plot().data[0].y[-1] == pytest.approx(100 * float(side.effects.by_rank[Rank.KING]))
