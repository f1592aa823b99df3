"""What the odds know of a wager: the record that each file of this folder fills, and the registry loops over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from siete.cards import Card
from siete.money import Cents
from siete.odds.figure import Figure
from siete.odds.shoe import Shoe
from siete.rules.paytable import Paytable
from siete.rules.table_rules import TableRules
from siete.strategy import Strategy

Clauses = Mapping[str, tuple[str, ...]]
"""Clauses by the name of an event or a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PricingTerms:
    """The other terms of a question about a wager."""

    paytable: str | None = None
    meter: Cents | None = None
    bet: Cents | None = None
    players: int = 1
    strategy: Strategy | None = None
    shoe: Shoe | None = None
    """The cards left; a full shoe unless told. The base game has shoes of its own."""


def _no_clauses(rules: TableRules, figure: Figure) -> Clauses:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PricedWager:
    """One wager, or what comes with a wager, by its name in figures."""

    name: str
    title: str
    figures: Callable[[TableRules, PricingTerms], list[Figure]]
    """Its figures at a table that offers it; several where there are several spots or paytables."""
    spots: tuple[str, ...] = ()
    """The wagers of a box that it prices, by their names in notation, where it is more than the one of its own name."""
    offer: str = ""
    """The parameter that says whether a table offers it; nothing where it is always there."""
    has_paytables: bool = False
    """Whether a paytable can be asked for."""
    has_meter: Callable[[TableRules], bool] = lambda rules: False
    parameters: tuple[str, ...] = ()
    """The rules that make it what it is."""
    pays: tuple[str, ...] = ()
    """The rules behind what is paid, where no paytable names the lines."""
    alike: Callable[[Card], object] = lambda card: card
    """What the wager tells a card by: cards that are alike change it alike when they are gone from a full shoe."""
    line_clauses: Callable[[TableRules, Figure], Clauses] = _no_clauses
    """The clauses of every line of its paytables, by the line's name in figures."""

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers of a box that it prices, by their names in notation."""
        return self.spots or (self.name,)

    def is_offered(self, rules: TableRules) -> bool:
        """Whether a table with these rules offers it."""
        return not self.offer or bool(rules.value(self.offer))


def by_line(table: Paytable | None) -> dict[str, tuple[str, ...]]:
    """The clause of each line of a paytable."""
    return {row.line: ((row.clause,) if row.clause else ()) for row in table or ()}
