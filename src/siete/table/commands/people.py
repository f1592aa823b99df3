"""Who may play, and who deals."""

from __future__ import annotations

from dataclasses import dataclass

from siete.money import Cents
from siete.table.commands.base import Command, FloorCommand, Guest, PlayerCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class BringChips(Command):
    """A player's chips come to the table; the host has taken them from the wallet."""

    player: Guest
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat(PlayerCommand):
    """Sit down at a box."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTable(PlayerCommand):
    """Leave the table with all one's chips, from every box at which one sits."""

    box: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LetIn(FloorCommand):
    """Let somebody wager again before the next shuffle."""

    player: Guest


@dataclass(frozen=True, slots=True, kw_only=True)
class RelieveDealer(FloorCommand):
    """Put another dealer at the table."""

    dealer: str
