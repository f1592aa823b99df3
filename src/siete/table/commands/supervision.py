"""What two members of the staff have signed, and the host carries out at a table."""

from __future__ import annotations

from dataclasses import dataclass

from siete.money import Cents
from siete.table.commands.base import Command, Guest


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRules(Command):
    """Play by other rules from now on, given as their canonical JSON; `change` is the number of what was signed."""

    rules: str
    change: int
    by: str
    second: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PayCorrection(Command):
    """Pay a player what a round should have paid."""

    player: Guest
    amount: Cents
    round: int
    change: int
    by: str
    second: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCorrection(Command):
    """Take back from a player what a round should not have paid."""

    player: Guest
    amount: Cents
    round: int
    change: int
    by: str
    second: str
    reason: str
