"""A chance that is none: the first shuffle puts chosen cards on top, behind the card that is burned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from siete.cards import Card, cards_from_text
from siete.host.chance.shuffling import Chance


class Stacked(Chance):
    """Deals `cards` first; cuts are made at the least depth, and the stack allows for it."""

    def __init__(self, cards: str, *, is_cut: bool = True) -> None:
        super().__init__(1)
        self._cards, self._is_cut, self._is_done = cards_from_text(cards), is_cut, False

    def order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The stack, then the rest, turned so that the cut at ten cards puts the burn card on top."""
        if self._is_done:
            return super().order(cards)
        self._is_done = True
        left = Counter(cards)
        left.subtract(self._cards)
        rest = sorted(left.elements(), key=str)
        wanted = (rest.pop(), *self._cards, *rest)
        at = 10 if self._is_cut else 0
        return (*wanted[len(wanted) - at :], *wanted[: len(wanted) - at])

    def depth(self, least: int, most: int) -> int:
        """The least that may be cut."""
        return least
