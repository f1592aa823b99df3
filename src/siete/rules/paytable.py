"""Paytables: ordered rows, highest first, that engine, odds and simulator share as data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from siete.errors import ParseError
from siete.money import Cents, Odds, cents_from_text, cents_to_text


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A part of a meter, or of a fixed jackpot prize: 10 % or 100 %."""

    percent: int

    def __str__(self) -> str:
        return f"{self.percent}%"

    @property
    def share(self) -> Fraction:
        """The part as a fraction."""
        return Fraction(self.percent, 100)


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum of money whatever was wagered."""

    cents: Cents

    def __str__(self) -> str:
        return cents_to_text(self.cents)


@dataclass(frozen=True, slots=True)
class OperatorPrize:
    """A `$` line: the operator sets the prize, per dollar wagered."""

    def __str__(self) -> str:
        return "$"


Pay = Odds | MeterShare | Amount | OperatorPrize


def pay_from_text(text: str) -> Pay:
    """The pay that `3 to 2`, `12 for 1`, `10%`, `$1,000` or a bare `$` names."""
    text = text.strip()
    if text == "$":
        return OperatorPrize()
    if re.fullmatch(r"\d{1,3}%", text):
        return MeterShare(int(text[:-1]))
    return Amount(cents_from_text(text)) if text.startswith("$") else Odds.from_text(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a paytable: what must show, what it pays, and what every other bettor gets with it."""

    line: str
    pays: Pay
    community: Cents = Cents(0)
    clause: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paytable:
    """Rows in order, highest first; the first that fits is the one paid, unless its judge says otherwise."""

    id: str
    rows: tuple[Row, ...]
    judge: str = ""
    edge: str = field(default="", compare=False)
    """The house advantage as the document prints it, e.g. `22.79%`; empty where none is printed."""
    clause: str = field(default="", compare=False)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def row(self, line: str) -> Row:
        """The row for a line; a missing line is a mistake of ours."""
        return next(row for row in self.rows if row.line == line)


@dataclass(frozen=True, slots=True)
class Wheel:
    """Symbols of a wheel with whole weights; the chance of a symbol is its weight over the sum."""

    segments: tuple[tuple[str, int], ...]

    @property
    def weight(self) -> int:
        """The sum of all weights."""
        return sum(weight for _, weight in self.segments)


def symbol_from_text(text: str) -> str:
    """The one spelling of a wheel symbol: `jackpot`, `jackpot 2`, `$1,000`, or `$250 and $100` with a community pay."""
    text = text.strip()
    if re.fullmatch(r"jackpot( [12])?", text.lower()):
        return text.lower()
    amounts = [cents_from_text(part) for part in re.split(r"\s*(?:/| and )\s*", text)]
    if len(amounts) > 2:
        raise ParseError(
            "submission/wheel-symbol", f"{text[:40]!r} is not a wheel symbol; write $100 or $250 and $100."
        )
    return " and ".join(map(cents_to_text, amounts))


def is_community(symbol: str) -> bool:
    """Whether a symbol names two amounts: the spinner's and every other bettor's. Decision: 0058."""
    return " and " in symbol


def symbol_rank(symbol: str) -> tuple[int, int]:
    """Where a symbol stands among others: jackpots first, then amounts from high to low."""
    if symbol.startswith("jackpot"):
        return (0, int(symbol[-1]) if symbol[-1].isdigit() else 0)
    return (1, -cents_from_text(symbol.split(" and ")[0]))
