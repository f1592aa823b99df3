"""Randomness, and the only place for it: orders of shoes and stops of wheels."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, SystemRandom

from siete.cards import SPANISH_DECK, Card
from siete.rules.paytable import Wheel
from siete.rules.table_rules import TableRules
from siete.table.state import Round, Wager
from siete.table.wagers import wheels


class Chance:
    """Draws for one table: the operating system's generator, or a seeded one where practice wants repetition."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._random: Random = SystemRandom() if seed is None else Random(seed)

    def shoe(self, rules: TableRules) -> tuple[Card, ...]:
        """A full shoe in random order."""
        return self.order(SPANISH_DECK * rules.decks)

    def order(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards shuffled: every order of them is equally likely."""
        shuffled = list(cards)
        for last in range(len(shuffled) - 1, 0, -1):
            other = self._random.randrange(last + 1)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return tuple(shuffled)

    def depth(self, least: int, most: int) -> int:
        """Where somebody cuts who has no reason to cut anywhere else."""
        return self._random.randint(least, most)

    def stop(self, wheel: Wheel) -> str:
        """Where a wheel stops: each symbol by its weight."""
        place = self._random.randrange(wheel.weight)
        for symbol, weight in wheel.segments:
            if place < weight:
                return symbol
            place -= weight
        raise AssertionError("a place below the sum of weights lies in a segment")

    def symbols(self, wager: Wager, current: Round, rules: TableRules) -> tuple[str, ...]:
        """What a spin for this wager shows."""
        if wager is Wager.SPIN:
            assert rules.spin_wheel is not None, "an offered wager has its wheel"
            return (self.stop(rules.spin_wheel),)
        assert rules.xtreme_community_wheel is not None and rules.xtreme_wheel is not None, "so has this one"
        position = self._random.choice(wheels.positions(current, rules))
        return (str(position), self.stop(rules.xtreme_community_wheel), self.stop(rules.xtreme_wheel))
