"""The chart's value in shoes that lean as a count says: how far the game is from linear in the count.

A shoe of very many cards stands for any that has the same shares, so that what is found is the bend of the value along
the count and nothing of the shoe's size. Decision: 0243.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict

from siete.cards import Rank
from siete.odds.base.kept import cache
from siete.rules.table_rules import TableRules

if TYPE_CHECKING:
    from siete.odds.base.shoe import Shoe

_WIDEST = 12
"""True counts up to which shoes are solved."""
_STEPS = (-1.0, -0.5, 0.0, 0.5, 1.0)
_CARDS_OF_A_KIND = 240


class _Kept(TypedDict):
    counts: list[float]
    values: list[float]
    squares: list[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tilted:
    """At some true counts, what a round is worth by the chart, and the mean square of its result."""

    counts: tuple[float, ...]
    values: tuple[float, ...]
    squares: tuple[float, ...]


def tilted(rules: TableRules, tags: Mapping[Rank, int | Fraction], name: str) -> Tilted:
    """The chart in five shoes that lean; some seconds the first time. The name says which tags these are."""
    key = f"tilted {rules.rules_hash} {name}"
    kept: _Kept | None = cache.load(key)
    if kept is None:
        kept = _solved(rules, {rank: float(tag) for rank, tag in tags.items()})
        cache.store(key, kept)
    return Tilted(counts=tuple(kept["counts"]), values=tuple(kept["values"]), squares=tuple(kept["squares"]))


def leaning(tags: Mapping[Rank, float]) -> list[tuple[float, Shoe]]:
    """The shoes that are solved, each with its true count."""
    from siete.odds.base.shoe import KINDS, Shoe

    squares = sum(tag * tag for tag in tags.values())
    lean = {rank: tag / (4 * squares) for rank, tag in tags.items()}
    reach = min(_WIDEST, 0.5 / max(map(abs, lean.values())))
    kind = round(4 * squares) * -(-_CARDS_OF_A_KIND // max(1, round(4 * squares)))
    return [
        (count, Shoe(tuple(round(kind * (1 - count * lean.get(card.rank, 0.0))) for card in KINDS)))
        for count in (reach * step for step in _STEPS)
    ]


def _solved(rules: TableRules, tags: Mapping[Rank, float]) -> _Kept:
    from siete.odds.base.game import Game
    from siete.odds.base.policy import Given
    from siete.odds.base.results import results
    from siete.odds.base.solution import charted_play, forget_game

    played = Given(charted_play(rules))
    forget_game()
    found: _Kept = {"counts": [], "values": [], "squares": []}
    for count, shoe in leaning(tags):
        round_of = results(Game(rules, shoe, played))
        found["counts"].append(count)
        found["values"].append(round_of.value)
        found["squares"].append(round_of.standard_deviation**2 + round_of.value**2)
    return found
