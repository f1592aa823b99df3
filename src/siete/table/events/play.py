"""What players decided about their hands."""

from __future__ import annotations

from dataclasses import dataclass

from siete.money import Cents
from siete.table.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class HitAsked(Event):
    """The decider asked for a card."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStood(Event):
    """The hand takes no more cards."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerDoubled(Event):
    """A bettor doubled: chips from the rack onto the hand."""

    player: str
    box: int
    hand: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleAsked(Event):
    """Every bettor has answered; the hand is due its one card."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BettorAnswered(Event):
    """A bettor other than the decider stays out of a double, keeps a doubled wager, or rides on one split hand."""

    player: str
    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSplit(Event):
    """Two cards of equal value became two hands; the new one stands to the right of the old."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitFunded(Event):
    """A bettor put an equal wager on the new hand."""

    player: str
    box: int
    hand: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitRidden(Event):
    """A bettor lets the wager ride on one of the two hands only."""

    player: str
    box: int
    hand: int
    rides: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSurrendered(Event):
    """The decider gave the hand up; the wager waits, or half of it goes back at once."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerRescued(Event):
    """A bettor took the last doubled portion back and forfeits the rest."""

    player: str
    box: int
    hand: int
    amount: Cents
