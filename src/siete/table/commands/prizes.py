"""The super bonus, envy, wheels, and parts of meters."""

from __future__ import annotations

from dataclasses import dataclass, field

from siete.money import Cents
from siete.table.commands.base import FloorCommand, Guest, HouseCommand
from siete.table.state.wager import Wager

BONUS, SUPER_BONUS = "bonus", "super-bonus"
"""What a floorperson has the dealer pay: the bonus of three sevens at once, super bonus and envy after the round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstructPayment(FloorCommand):
    """Have the dealer pay a super bonus hand: its `bonus`, or its `super-bonus` and the envy for it."""

    box: int
    hand: int = 0
    what: str = SUPER_BONUS


@dataclass(frozen=True, slots=True, kw_only=True)
class PaySuperBonus(HouseCommand):
    """Pay a super bonus after the round."""

    player: Guest
    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PayEnvy(HouseCommand):
    """Pay a player's envy for somebody else's super bonus."""

    player: Guest
    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Spin(HouseCommand):
    """Spin a wheel for a player (box 0: for everybody); the symbols come from the host."""

    box: int
    player: Guest
    wager: Wager
    symbols: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PayAward(HouseCommand):
    """Pay a part of a meter; what the meter shows comes from the meter itself."""

    box: int
    player: Guest
    wager: Wager
    line: str
    before: Cents | None = field(default=None, compare=False)
