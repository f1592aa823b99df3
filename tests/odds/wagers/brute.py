"""The slow definition of every chance: deal a small shoe in all its orders and look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import permutations
from typing import TypeVar

from siete.cards import Card, cards_from_text

Result = TypeVar("Result")

SHOES = {
    "sevens and aces": "7s 7s 7s 7h 7d As As Kc",
    "aces and kings of spades": "As As As As Ks Ks Kh",
    "four of one card": "9d 9d 9d 9d 9h 9s Qd",
    "no two alike": "2c 3c 4d 5d 6h 7h 8s 9s",
    "every suit of one rank": "Js Jh Jd Jc Js Jh 4c 4c",
    "blackjacks": "As Ah Ad Kd Kd Qc Js 6h 6c",
    "colours": "5h 5d 5d 5s 5c 5c 8h 8h",
}
"""Small shoes, possible and impossible, that between them win every line."""


def shoe_from_text(text: str) -> Mapping[Card, int]:
    return Counter(cards_from_text(text))


def dealt(text: str, cards: int, judge: Callable[[tuple[Card, ...]], Result]) -> dict[Result, Fraction]:
    """The chance of everything the judge can say of the first cards, by dealing them in every order."""
    found = Counter(judge(order) for order in permutations(cards_from_text(text), cards))
    return {result: Fraction(count, found.total()) for result, count in found.items()}


def nonzero(chances: Mapping[Result, Fraction]) -> dict[Result, Fraction]:
    return {result: chance for result, chance in chances.items() if chance}


def summed(numbers: Iterable[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0))
