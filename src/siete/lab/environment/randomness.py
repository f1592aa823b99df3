"""Shuffles, cuts and wheel stops from a numpy generator, so that a seed gives the same rounds again."""

from __future__ import annotations

from collections.abc import Iterable

from numpy.random import Generator

from siete.cards import SPANISH_DECK, Card
from siete.rules.paytable import Wheel
from siete.rules.table_rules import TableRules
from siete.table.state.round import Round
from siete.table.state.wager import Wager
from siete.table.wagers import registry


class SeededRandomness:
    """What chance decides at the table of an environment."""

    def __init__(self, generator: Generator) -> None:
        self._generator = generator

    def order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """These cards after a shuffle."""
        pile = tuple(cards)
        return tuple(pile[place] for place in self._generator.permutation(len(pile)))

    def depth(self, least: int, most: int) -> int:
        """Where the dealer cuts, between these depths."""
        return int(self._generator.integers(least, most + 1))

    def symbols(self, wager: Wager, current: Round, rules: TableRules) -> tuple[str, ...]:
        """Where the wheels of this wager stop."""
        wheel = registry.of(wager).wheel
        assert wheel is not None, "only a wager with a wheel is spun for"
        return tuple(self._stop(each) for each in wheel.stops(wager, current, rules))

    def _stop(self, wheel: Wheel) -> str:
        symbols, weights = zip(*wheel.segments, strict=True)
        total = sum(weights)
        return str(self._generator.choice(symbols, p=[weight / total for weight in weights]))

    def shoe(self, rules: TableRules) -> tuple[Card, ...]:
        """A full shoe in random order."""
        return self.order(SPANISH_DECK * rules.decks)
