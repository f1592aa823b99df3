"""Results as plotly figures: they draw themselves in notebooks, and `write_html` keeps them as a page.

The simulator writes pages of its own (`siete simulate --plot`); the lab's room in the browser draws without plotly.
Decision: 0332.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from siete.cards import Rank
from siete.odds.figure import Figure

if TYPE_CHECKING:
    from siete.lab.true_counts import AtCount
    from siete.odds.base.solution import Cost

Drawing = Any
"""A plotly figure; plotly has no types."""


def _bars(by_name: Mapping[str, float], *, title: str, x: str, y: str) -> Drawing:
    from plotly import graph_objects as go  # type: ignore[import-untyped]  # it has no types

    drawing = go.Figure(go.Bar(x=list(by_name), y=list(by_name.values())))
    return drawing.update_layout(title=title, xaxis_title=x, yaxis_title=y)


def figures(found: Sequence[Figure]) -> Drawing:
    """The house edge of each wager; one wager alone as the chances of its events."""
    if len(found) == 1:
        chances = {each.name: float(each.probability) for each in found[0].events}
        drawing = _bars(chances, title=f"{found[0].wager}: how it ends", x="event", y="probability")
        return drawing.update_yaxes(type="log")
    edges = {_name(each): 100 * float(each.house_edge) for each in found}
    return _bars(edges, title="House edge", x="wager", y="%")


def _name(figure: Figure) -> str:
    return " ".join(filter(None, (figure.wager, figure.paytable, figure.extra.get("card"))))


def meters(found: Iterable[Figure]) -> Drawing:
    """The edge of each wager with a meter, by what the meter shows, to half as far again as where it breaks even."""
    from plotly import graph_objects as go

    drawing = go.Figure()
    for each in found:
        shown, even = each.extra.get("meter"), each.extra.get("break_even_meter_shown")
        if shown is None or even is None:
            continue
        fixed, now = float(each.extra["house_edge_fixed"]), float(each.extra["house_edge_at_meter"])
        per_dollar = (fixed - now) / float(shown) if shown else fixed / float(even)
        end = 1.5 * float(even)
        line = {"x": [0.0, end], "y": [100 * fixed, 100 * (fixed - per_dollar * end)]}
        drawing.add_trace(go.Scatter(**line, mode="lines", name=_name(each)))
    return drawing.update_layout(title="House edge by meter", xaxis_title="the meter shows, $", yaxis_title="%")


def costs(found: Iterable[Cost]) -> Drawing:
    """What each option costs the player."""
    by_option = {each.option: 100 * each.cost for each in found}
    return _bars(by_option, title="What each option costs", x="option", y="% of the wager")


def effects(by_rank: Mapping[Rank, float] | Mapping[Rank, Fraction]) -> Drawing:
    """What one card of each rank that is gone is worth."""
    worth = {rank.value: 100 * float(each) for rank, each in by_rank.items()}
    return _bars(worth, title="What one card less does", x="rank", y="% of the wager")


def by_true_count(counts: Mapping[int, AtCount]) -> Drawing:
    """The player's edge by true count, over the share of rounds."""
    from plotly import graph_objects as go

    edges = go.Scatter(x=list(counts), y=[100 * each.value for each in counts.values()], name="edge, %")
    shares = go.Bar(x=list(counts), y=[100 * each.share for each in counts.values()], name="share of rounds, %")
    return go.Figure([shares, edges]).update_layout(title="Edge by true count", xaxis_title="true count")
