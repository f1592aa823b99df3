"""A result as a self-contained page with plots: convergence of the edge, distribution, meters."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Protocol

from siete.errors import SieteError
from siete.sim.results import Result


def plot(result: Result, path: Path) -> None:
    """Write the page; it needs no network."""
    figures = [_convergence(result), _distribution(result), *_meters(result)]
    parts = [
        figure.to_html(full_html=False, include_plotlyjs=number == 0, config={"displaylogo": False})
        for number, figure in enumerate(figures)
    ]
    setup = result.totals.setup
    title = f"Spanish 21, {setup.rules.rule_set}: {result.rounds:,} simulated rounds"
    about = (
        f"House edge {result.house_edge:.4%} ± {result.standard_error:.4%}; strategy {setup.strategy.name}; "
        f"seed {result.seed}; rules {setup.rules.rules_hash}"
    )
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title></head>'
        f'<body style="font-family:sans-serif"><h1>{escape(title)}</h1><p>{escape(about)}</p>'
        f"{''.join(parts)}</body></html>"
    )
    try:
        path.write_text(page, "utf-8")
    except OSError as error:
        raise SieteError("file/unwritable", f"{path} cannot be written: {error.strerror}.") from None


class _Drawing(Protocol):
    """The part of plotly's figures that is used; plotly has no types."""

    def to_html(self, *, full_html: bool, include_plotlyjs: bool, config: dict[str, bool]) -> str: ...
    def update_layout(self, *, title: str, xaxis_title: str, yaxis_title: str) -> object: ...
    def update_yaxes(self, *, type: str) -> object: ...


def _convergence(result: Result) -> _Drawing:
    from plotly import graph_objects as go  # type: ignore[import-untyped]  # it has no types

    points = result.convergence
    rounds, edges = [each[0] for each in points], [each[1] * 100 for each in points]
    errors = [each[2] * 196 for each in points]
    figure: _Drawing = go.Figure(
        go.Scatter(x=rounds, y=edges, error_y={"type": "data", "array": errors}, mode="lines+markers", name="edge")
    )
    figure.update_layout(title="House edge, with 95 % of chance", xaxis_title="rounds", yaxis_title="%")
    return figure


def _distribution(result: Result) -> _Drawing:
    from plotly import graph_objects as go

    nets = {net / 100: count / result.rounds for net, count in result.distribution.items()}
    figure: _Drawing = go.Figure(go.Bar(x=list(nets), y=list(nets.values())))
    figure.update_layout(title="What a round comes to", xaxis_title="dollars", yaxis_title="part of rounds")
    figure.update_yaxes(type="log")
    return figure


def _meters(result: Result) -> list[_Drawing]:
    from plotly import graph_objects as go

    history = result.totals.history
    if not history:
        return []
    rounds = [each for each, _ in history]
    figure: _Drawing = go.Figure(
        [go.Scatter(x=rounds, y=[shown[name] / 100 for _, shown in history], name=name) for name in history[0][1]]
    )
    figure.update_layout(title="Meters", xaxis_title="rounds", yaxis_title="dollars")
    return [figure]
