"""How the numbers of figures are shown to people: each key has a unit, each unit a way to be written."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction


class Unit(Enum):
    """What a number counts."""

    TEXT = "text"
    PERCENT = "percent"
    CHANCE = "chance"
    DOLLARS = "dollars"
    ONCE_IN = "once in"
    UNITS = "units"
    """Multiples of the wager, or of nothing."""


_UNITS = ("standard_deviation", "standard_deviation_error", "average_wager", "volatility_index")
_CHANCES = ("frequency", "probability", "hit_frequency")
_DOLLARS = ("meter", "amount", "bet", "value", "shown", "at_hit", "reserve", "secondary")


def unit_of(key: str, value: object) -> Unit:
    """What the value under a figure's key counts."""
    if isinstance(value, bool) or not isinstance(value, Fraction | float):
        return Unit.TEXT
    if key.endswith("once_in"):
        return Unit.ONCE_IN
    if key in _UNITS:
        return Unit.UNITS
    if key in _CHANCES:
        return Unit.CHANCE
    is_amount = key.endswith(_DOLLARS) or key.startswith("average")
    return Unit.DOLLARS if is_amount and not key.endswith("_at_meter") else Unit.PERCENT


def cell(key: str, value: object) -> str:
    """A value for people: dollars, chances and edges each in their own way."""
    if value is None:
        return "–"
    unit = unit_of(key, value)
    if unit is Unit.TEXT or not isinstance(value, Fraction | float):
        return str(value)
    if unit is Unit.ONCE_IN:
        return f"{float(value):,.1f}".removesuffix(".0")
    if unit is Unit.UNITS:
        return f"{float(value):.4f}" if value >= 1e-3 else f"{float(value):g}"
    if unit is Unit.CHANCE:
        return f"{float(value):.8%}"
    return dollars(value) if unit is Unit.DOLLARS else percent(value)


def words(key: str) -> str:
    """A key as words."""
    return key.replace("_", " ")


def percent(value: Fraction | float) -> str:
    """A part of the wager."""
    return f"{float(value):.4%}"


def dollars(value: Fraction | float) -> str:
    """An amount; a small one to the millionth."""
    number = float(value)
    return f"${number:,.2f}".removesuffix(".00") if number >= 1 or not number else f"${number:.6f}"


def chance(probability: Fraction | float) -> tuple[str, str]:
    """A chance, and once in how often that is."""
    number = float(probability)
    return f"{number:.8%}", f"{1 / number:,.1f}" if number else "–"
