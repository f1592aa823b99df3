"""Who comes to the table, with which chips, and who deals."""

from __future__ import annotations

from dataclasses import dataclass

from siete.money import Cents
from siete.table.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsBrought(Event):
    """A player came with chips, or bought more."""

    player: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeated(Event):
    """A player took the seat at a box."""

    player: str
    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsTakenAway(Event):
    """A player took the chips in the rack away from the table."""

    player: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft(Event):
    """A player left the table: rack and seats are free."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerCame(Event):
    """A new dealer took the table, and owes this many burned cards."""

    dealer: str
    burns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLetIn(Event):
    """The house lets somebody wager again before the next shuffle."""

    player: str
    by: str
