"""Who may play, and who deals."""

from __future__ import annotations

from dataclasses import dataclass

from siete.table.commands.base import FloorCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class LetIn(FloorCommand):
    """Let somebody wager again before the next shuffle."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RelieveDealer(FloorCommand):
    """Put another dealer at the table."""

    dealer: str
