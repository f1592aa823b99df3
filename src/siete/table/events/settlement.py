"""Wagers paid, returned and collected, and the layout cleared."""

from __future__ import annotations

from dataclasses import dataclass

from siete.cards import Card
from siete.money import Cents
from siete.table.events.base import Event
from siete.table.state.wager import Wager

WAGER_BACK = "wager returned"
"""The line of a payment that is the wager itself, which the system had taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPaid(Event):
    """The house paid: chips from the inventory to a player's rack, on top of the wager."""

    player: str
    box: int
    hand: int
    wager: Wager
    amount: Cents
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerReturned(Event):
    """Chips on the layout went back to the player's rack."""

    player: str
    box: int
    hand: int
    wager: Wager
    amount: Cents
    line: str = ""
    closes: bool = True
    """Whether nothing of the wager is left on the layout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerCollected(Event):
    """Chips on the layout went to the table's inventory."""

    player: str
    box: int
    hand: int
    wager: Wager
    amount: Cents
    line: str = ""
    closes: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchesSettled(Event):
    """All wagers that the up card decides are settled; the base game begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRemoved(Event):
    """A settled hand's cards went to the discard rack before the end of the round."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPickedUp(Event):
    """The cards left on the layout went to the discard rack, in an order from which every hand can be rebuilt."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded(Event):
    """The layout is clear."""

    number: int
