"""A table where nobody plays, and a shuffler's second batch."""

from __future__ import annotations

from dataclasses import dataclass

from siete.cards import Card
from siete.table.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleCardsSpread(Event):
    """Nobody plays: all cards lie spread on the table."""

    is_face_up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurnedUp(Event):
    """The spread cards were turned face up for a player."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReturned(Event):
    """A player wants to play at the idle table."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchStored(Event):
    """The shuffler holds a second batch, in this order."""

    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchSpreadAsked(Event):
    """A player wants the shuffler's batch spread before it is dealt."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchChanged(Event):
    """The shuffler's batch came out in this order, and the spread cards went in."""

    order: tuple[Card, ...]
    stored: tuple[Card, ...]
