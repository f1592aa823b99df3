"""What players decide about their hands."""

from __future__ import annotations

from dataclasses import dataclass

from siete.money import Cents
from siete.table.commands.base import PlayerCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit(PlayerCommand):
    """Take a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand(PlayerCommand):
    """Take no more cards; of a bettor who doubled: keep the doubled wager."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Double(PlayerCommand):
    """Double the wager (the decider), or follow a double (another bettor)."""

    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class StayOut(PlayerCommand):
    """Do not follow a double."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split(PlayerCommand):
    """Split the pair (the decider), or fund every hand of a split (another bettor)."""

    amount: Cents = Cents(0)
    """The wager on the new hand; 0 is as much as was wagered, and nothing else is allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RideHand(PlayerCommand):
    """Let the wager ride on one hand of a split: 0 for the first one, 1 for the second."""

    rides: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrender(PlayerCommand):
    """Give the hand up for part of the wager."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescue(PlayerCommand):
    """Take the last doubled portion back and forfeit the rest."""
