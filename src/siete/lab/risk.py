"""What a wager does over many rounds: how often it wins, how much it swings, and where the hold may lie."""

from __future__ import annotations

from math import sqrt
from typing import TypedDict

from siete.odds.figure import Figure

ROUNDS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
VOLATILITY = 1.645
"""Standard deviations on both sides of 90 in 100 results: the factor of the volatility index."""
CONFIDENCE = 1.96
"""The same of 95 in 100, for the bands of hold."""


def hit_frequency(figure: Figure) -> float | None:
    """The chance that a wager wins something; none where an event has no one result."""
    if not figure.events or any(event.net is None for event in figure.events):
        return None
    return float(sum(event.probability for event in figure.events if event.net is not None and event.net > 0))


def volatility_index(figure: Figure) -> float | None:
    """1.645 standard deviations of one round, per unit wagered."""
    deviation = figure.extra.get("standard_deviation")
    return None if deviation is None else VOLATILITY * float(deviation)


class HoldBand(TypedDict):
    """Between which holds the house lies after so many rounds."""

    rounds: str
    hold_from: float
    hold_to: float


def hold_bands(figure: Figure) -> list[HoldBand]:
    """The bands of 95 of 100 cases, by number of rounds."""
    deviation = figure.extra.get("standard_deviation")
    if deviation is None:
        return []
    edge = float(figure.house_edge)
    swings = {rounds: CONFIDENCE * float(deviation) / sqrt(rounds) for rounds in ROUNDS}
    return [
        {"rounds": f"{rounds:,}", "hold_from": edge - swing, "hold_to": edge + swing}
        for rounds, swing in swings.items()
    ]
