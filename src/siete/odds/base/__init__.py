"""The base game: exact values of hands and rounds, best play and given strategies.

`figure` and `house_edge` value a set of rules, `chart` derives the strategy chart, `costs` compares options,
`hand_values` values every action on one hand. Solved configurations are kept on disk (`cache`).

What is computed: one unit, no rounding, one box, no super bonus, envy or insurance. Play is best by composition:
every multiset of the player's cards against every up card, the dealer's chances from the exact cards left, draws and
dealer both conditioned on the hole card making no blackjack where the dealer looks. Suits are carried where a 6-7-8
or 7-7-7 can still come of a hand. Splits are of the class `own-cards` (`splits`).

Doubling for less is never better than the best of the other plays, so it is left out: with a double of d, 0 < d ≤ 1,
a hand is worth a sum over cards of max((1+d)·s, −1), s being what the longer hand is worth per unit. That is convex in
d, so the best d is 1 or the limit 0; and at 0 it is a hit after which one must stand, which a hit is never worse than
(nor is standing, on a soft 21 that may not be hit).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from siete.odds.base.charts.model import Chart
    from siete.odds.base.hand import HandValues, hand_values
    from siete.odds.base.solution import Cost, chart, costs, figure, house_edge

__all__ = ["Chart", "Cost", "HandValues", "chart", "costs", "figure", "hand_values", "house_edge"]

_HOMES = {"Chart": "charts.model", "HandValues": "hand", "hand_values": "hand"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'solution')}"), name)
