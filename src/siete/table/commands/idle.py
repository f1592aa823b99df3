"""A table where nobody plays, and a shuffler's second batch."""

from __future__ import annotations

from dataclasses import dataclass, field

from siete.cards import Card
from siete.table.commands.base import Command, HouseCommand, PlayerCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnToTable(PlayerCommand):
    """Want to play at an idle table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskFaceUp(PlayerCommand):
    """Have the cards of an idle table turned face up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskBatchSpread(PlayerCommand):
    """Have the batch in the shuffler spread and shuffled before it is dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreBatch(Command):
    """A second batch is in the shuffler, shuffled to this order."""

    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadIdleCards(HouseCommand):
    """Spread the cards of an idle table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeBatch(HouseCommand):
    """Put the spread cards into the shuffler and take its batch out; their new order comes from the host."""

    order: tuple[Card, ...] | None = field(default=None, compare=False)
