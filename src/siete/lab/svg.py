"""Drawings for reports as plain SVG: they need no script and print sharply."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, log10

_WIDTH, _HEIGHT = 760, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 8, 10, 40


def distribution_svg(bars: Sequence[tuple[float, float]], *, least: float = 1e-9) -> str:
    """The chances of results on a logarithmic scale, losses and wins told apart; those below `least` are left out."""
    kept = [(result, part) for result, part in bars if part >= least]
    low, high = min(result for result, _ in kept), max(result for result, _ in kept)
    bottom = min(-1, -ceil(-log10(min(part for _, part in kept))))
    step = (_WIDTH - _LEFT - _RIGHT) / (high - low + 1)
    parts = [*_grid(bottom), *_labels(low, high, step)]
    for result, part in kept:
        top = _y(log10(part), bottom)
        kind = "win" if result > 0 else "loss" if result < 0 else "push"
        parts.append(
            f'<rect class="{kind}" x="{_x(result, low, step) - step * 0.19:.1f}" y="{top:.1f}" '
            f'width="{step * 0.38:.1f}" height="{_HEIGHT - _BOTTOM - top:.1f}">'
            f"<title>{result:+g}: {part:.6%}</title></rect>"
        )
    words = "Chance of each result of a round, in units of the first wager, on a logarithmic scale"
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(words)}" class="drawing">'
        f"{''.join(parts)}</svg>"
    )


def _x(result: float, low: float, step: float) -> float:
    return _LEFT + (result - low + 0.5) * step


def _y(power: float, bottom: int) -> float:
    return _TOP + (_HEIGHT - _TOP - _BOTTOM) * power / bottom


def _grid(bottom: int) -> list[str]:
    found = []
    for power in range(0, bottom - 1, -1):
        y = _y(power, bottom)
        chance = f"{100 * 10.0**power:.{max(0, -power - 2)}f}%"
        found.append(f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        found.append(f'<text x="{_LEFT - 5}" y="{y + 3:.1f}" text-anchor="end">{chance}</text>')
    return found


def _labels(low: float, high: float, step: float) -> list[str]:
    y = _HEIGHT - _BOTTOM + 14
    marks = [
        f'<text x="{_x(result, low, step):.1f}" y="{y}" text-anchor="middle">{f"{result:+d}" if result else "0"}</text>'
        for result in range(int(low), int(high) + 1)
        if step >= 24 or result % 2 == 0
    ]
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    return [
        *marks,
        f'<text x="{middle:.0f}" y="{y + 18}" text-anchor="middle">result in units of the first wager</text>',
    ]
