"""What two members of the staff changed at a table: its rules, or what a round paid."""

from __future__ import annotations

from dataclasses import dataclass

from siete.money import Cents
from siete.table.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesChanged(Event):
    """The table plays by these rules from now on; `change` is the number of what two people signed."""

    rules_hash: str
    rules: str
    change: int
    by: str
    second: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionPaid(Event):
    """A player got from the tray what a round should have paid."""

    player: str
    amount: Cents
    round: int
    change: int
    by: str
    second: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionTaken(Event):
    """What a round should not have paid went back into the tray."""

    player: str
    amount: Cents
    round: int
    change: int
    by: str
    second: str
    reason: str
