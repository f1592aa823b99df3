"""Money in whole cents, odds, chips, and the one function that rounds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NewType

from siete.errors import ParseError

Cents = NewType("Cents", int)
"""An amount of money in whole cents."""

LARGEST_CENTS = 10**15
"""No amount may reach this; it keeps every sum inside 64 bits."""


class Rounding(StrEnum):
    """What becomes of an amount that chips cannot pay. Decision: 0087."""

    UP = "up"
    """To the next chip, in the player's favour."""
    EXACT = "exact"
    """To the cent, in the player's favour; change is made off the layout."""


def cents_from_text(text: str) -> Cents:
    """The amount that a text such as `5`, `$2.50` or `$1,000` names."""
    match = re.fullmatch(r"\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{1,2}))?\s*", text, re.ASCII)
    if match is None:
        raise ParseError("money/unreadable", f"{text[:30]!r} is no amount; write dollars, like 5 or 2.50.")
    dollars, cents = match[1].replace(",", ""), (match[2] or "0").ljust(2, "0")
    return whole_cents(Decimal(f"{dollars}.{cents}"))


def dollars(amount: Cents) -> str:
    """An amount as notation writes it, without signs: `25`, `12.50`."""
    whole, cents = divmod(amount, 100)
    return f"{whole}.{cents:02}" if cents else str(whole)


def whole_cents(dollars: int | Decimal) -> Cents:
    """The cents in a number of dollars; refused when they are not whole, negative or out of reach."""
    number = Decimal(dollars)
    if not number.is_finite() or number < 0 or number >= LARGEST_CENTS // 100:
        raise ParseError("money/out-of-range", f"{str(number)[:30]} is not an amount a table can hold.")
    if number % Decimal("0.01"):
        raise ParseError("money/part-of-a-cent", f"{str(number)[:30]} dollars is no whole number of cents.")
    return Cents(int(number * 100))


def cents_to_text(amount: Cents) -> str:
    """The amount for people: `$5`, `$2.50`, `−$1,000`."""
    dollars, cents = divmod(abs(amount), 100)
    return f"{'−' if amount < 0 else ''}${dollars:,}" + (f".{cents:02}" if cents else "")


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds: `3 to 2` pays 3 for every 2 and returns the wager; `12 for 1` keeps it. Decision: 0046."""

    pays: int
    per: int
    keeps_wager: bool = False

    def __post_init__(self) -> None:
        assert self.pays > 0 and self.per > 0, "odds are positive"

    def __str__(self) -> str:
        return f"{self.pays} {'for' if self.keeps_wager else 'to'} {self.per}"

    @property
    def payout(self) -> Fraction:
        """What is won on top of the wager, per unit wagered; less than nothing for `1 for 2`."""
        return _payout(self.pays, self.per, self.keeps_wager)

    @property
    def returned(self) -> Fraction:
        """What comes back to the player in all, per unit wagered."""
        return self.payout + 1

    @staticmethod
    def from_text(text: str) -> Odds:
        """The odds that `3 to 2`, `3:2` or `12 for 1` name."""
        match = re.fullmatch(r"\s*(\d{1,6})\s*(to|for|:)\s*(\d{1,6})\s*", text, re.ASCII)
        if match is None or not int(match[1]) or not int(match[3]):
            sentence = f"{text[:30]!r} is not odds; write them like 3 to 2 or 12 for 1."
            raise ParseError("money/unreadable-odds", sentence)
        return Odds(int(match[1]), int(match[3]), keeps_wager=match[2] == "for")


@lru_cache(maxsize=1024)  # the same few odds are asked for at every settlement
def _payout(pays: int, per: int, keeps_wager: bool) -> Fraction:
    return Fraction(pays, per) - (1 if keeps_wager else 0)


@dataclass(frozen=True, slots=True)
class Chips:
    """The denominations at a table, smallest first."""

    denominations: tuple[Cents, ...]

    def __post_init__(self) -> None:
        assert self.denominations and min(self.denominations) > 0, "chips are worth something"
        assert tuple(sorted(set(self.denominations))) == self.denominations, "smallest first, each once"

    @property
    def smallest(self) -> Cents:
        """The smallest chip: the least that can be put at risk."""
        return self.denominations[0]

    @property
    def unit(self) -> Cents:
        """The step between amounts that chips can make, once amounts are large enough."""
        return Cents(gcd(*self.denominations))

    def may_pay(self, amount: Cents) -> bool:
        """Whether the amount can be made up of these chips."""
        return self._made(amount) is not None

    def next_payable(self, amount: Cents) -> Cents:
        """The smallest amount at or above this one that chips can make."""
        least = _least_by_rest(self.denominations)
        return Cents(min(max(each, amount + (each - amount) % self.smallest) for each in least.values()))

    def broken(self, amount: Cents) -> tuple[tuple[Cents, int], ...]:
        """The amount as (denomination, how many), with as many of the larger chips as can be."""
        made = self._made(amount)
        if made is None:
            raise ParseError("money/not-in-chips", f"{cents_to_text(amount)} cannot be made of these chips.")
        return made

    def _made(self, amount: Cents) -> tuple[tuple[Cents, int], ...] | None:
        return None if amount < 0 else _break_up(amount, tuple(reversed(self.denominations)))


@lru_cache(maxsize=4096)  # the same few wagers are asked about again and again
def _break_up(amount: int, largest_first: tuple[Cents, ...]) -> tuple[tuple[Cents, int], ...] | None:
    """Chips for the amount, as many large ones as leave a payable rest; None when there is no way."""
    if not _is_made(amount, largest_first):
        return None
    heap: list[tuple[Cents, int]] = []
    for place, chip in enumerate(largest_first, start=1):
        smaller = largest_first[place:]
        count = next(count for count in range(amount // chip, -1, -1) if _is_made(amount - count * chip, smaller))
        amount -= count * chip
        heap += [(chip, count)] if count else []
    return tuple(heap)


def _is_made(amount: int, largest_first: tuple[Cents, ...]) -> bool:
    """Whether these chips can make the amount."""
    if not amount or not largest_first:
        return not amount
    least = _least_by_rest(largest_first[::-1]).get(amount % largest_first[-1])
    return least is not None and least <= amount


@lru_cache(maxsize=256)
def _least_by_rest(smallest_first: tuple[Cents, ...]) -> dict[int, int]:
    """The least amount these chips make for each rest that amounts leave when divided by the smallest chip.

    Whatever is larger and leaves the same rest is made too, with more of the smallest chip; so amounts are judged at
    once, where trying heaps one by one could take for ever.
    """
    smallest, least = smallest_first[0], {0: 0}
    for chip in smallest_first[1:]:
        for start in tuple(least.values()):
            amount = start + chip
            while least.get(amount % smallest, amount + 1) > amount:
                least[amount % smallest] = amount
                amount += chip
    return least


def rounded(amount: Fraction, chips: Chips, mode: Rounding) -> Cents:
    """The amount the house pays or returns when odds give this many cents; never less than the odds say.

    Decision: 0087 (the documents round only insurance; no rule may pay less than its odds).
    """
    cents = Cents(-(-amount.numerator // amount.denominator))
    return chips.next_payable(cents) if mode is Rounding.UP else cents


def total(amounts: Iterable[Cents]) -> Cents:
    """The sum of amounts, still in cents."""
    return Cents(sum(amounts))
