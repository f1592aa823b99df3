"""Randomness, and the only place for it: orders of shoes, cuts of the dealer and stops of wheels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from siete.cards import SPANISH_DECK, Card
from siete.host.chance.entropy import Entropy, below
from siete.rules.paytable import Wheel
from siete.rules.table_rules import TableRules
from siete.table.state.round import Round
from siete.table.state.wager import Wager
from siete.table.wagers import registry


class Chance:
    """Draws for one table: the operating system's generator, or a seeded one where practice wants repetition."""

    def __init__(self, seed: int | str | None = None, entropy: Entropy | None = None) -> None:
        assert seed is None or entropy is None, "a seeded draw takes nothing from outside"
        self._below = Random(seed).randrange if seed is not None else _live(entropy or Entropy())

    def below(self, limit: int) -> int:
        """A number from 0 up to the limit, each equally likely."""
        return self._below(limit)

    def order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """These cards in random order: every order is equally likely."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = self._below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def depth(self, least: int, most: int) -> int:
        """Where somebody cuts who has no reason to cut anywhere else."""
        return least + self._below(most - least + 1)

    def shoe(self, rules: TableRules) -> tuple[Card, ...]:
        """A full shoe in random order."""
        return self.order(SPANISH_DECK * rules.decks)

    def stop(self, wheel: Wheel) -> str:
        """Where a wheel stops: each symbol by its weight."""
        place = self._below(wheel.weight)
        for symbol, weight in wheel.segments:
            if place < weight:
                return symbol
            place -= weight
        raise AssertionError("a place below the sum of weights lies in a segment")

    def symbols(self, wager: Wager, current: Round, rules: TableRules) -> tuple[str, ...]:
        """What a spin for this wager shows."""
        wheel = registry.of(wager).wheel
        assert wheel is not None, "only a wager with a wheel is spun for"
        return tuple(map(self.stop, wheel.stops(wager, current, rules)))


def _live(entropy: Entropy) -> Callable[[int], int]:
    return lambda limit: below(limit, entropy.bits)
