"""A second hand of a split that watches the first: what that would be worth beyond the class `own-cards`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from siete.odds.base.dealer import new_rows
from siete.odds.base.jit import Bytes, Ints
from siete.odds.base.play import DOUBLE, EVERY, HIT, chance, free_play, value_hands
from siete.odds.base.states import VALUES, index_of, states
from siete.odds.base.versus_up_card import ByValue, Level

Cards = tuple[int, ...]
"""How many cards of each value."""


@dataclass
class Watched:
    """One pair against one up card, split into two hands and no more, told apart by value."""

    by_value: ByValue
    pair: int

    @property
    def level(self) -> Level:
        return self.by_value.split(self.pair)[0]

    def first_hands(self) -> dict[Cards, float]:
        """What the first hand, played by its rule, takes from the shoe, with chances; busted hands too."""
        start = index_of((self.pair,))
        open_hands: dict[int, dict[int, float]] = {}
        for value, part in self._next(start):
            open_hands.setdefault(int(states().draw[start, value]), {})[0] = part
        found: dict[Cards, float] = {}
        while open_hands:
            state = min(open_hands)  # hands are numbered by rising total, so nothing leads back here
            for doublings, weight in open_hands.pop(state).items():
                self._go_on(state, doublings, weight, open_hands, found)
        return found

    def _go_on(
        self,
        state: int,
        doublings: int,
        weight: float,
        open_hands: dict[int, dict[int, float]],
        found: dict[Cards, float],
    ) -> None:
        play = int(self.level.values.play[doublings, state])
        held = tuple(states().counts[state].tolist())
        if play not in (HIT, DOUBLE):
            found[held] = found.get(held, 0.0) + weight
            return
        then = doublings + (play == DOUBLE)
        for value, part in self._next(state):
            longer = int(states().draw[state, value])
            if longer >= 0:
                parts = open_hands.setdefault(longer, {})
                parts[then] = parts.get(then, 0.0) + weight * part
            else:
                bust = tuple(count + (each == value) for each, count in enumerate(held))
                found[bust] = found.get(bust, 0.0) + weight * part

    def _next(self, state: int) -> list[tuple[int, float]]:
        left = self.level.left(self.by_value.shoe, state)
        cards = int(left.sum())
        return [(v, float(chance(self.level.terms, left, cards, v))) for v in range(VALUES) if left[v] > 0]

    def gain(self, gone: Cards) -> float:
        """What the second hand gains by its best play for the cards really left, over the rule of its class."""
        shoe: Ints = self.by_value.shoe - np.array(gone)
        best, rule = self._second(shoe, (free_play(), self.level.values.play))
        return best - rule

    def _second(self, shoe: Ints, plays: Sequence[Bytes]) -> list[float]:
        wanted = np.where(states().counts[:, self.pair] > 0, EVERY, 0).astype(np.int8)
        rows = new_rows(0)
        start = index_of((self.pair,))
        left = shoe - states().counts[start]
        cards = int(left.sum())
        found = []
        for table in plays:
            made = value_hands(states(), self.by_value.draws, self.level.terms, shoe, rows, -1, 0, wanted, table)
            parts = (
                float(chance(self.level.terms, left, cards, v)) * float(made.value[0, states().draw[start, v]])
                for v in range(VALUES)
                if left[v] > 0
            )
            found.append(sum(parts))
        return found
