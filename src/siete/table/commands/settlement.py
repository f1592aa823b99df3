"""Wagers paid, returned and collected, and the layout cleared."""

from __future__ import annotations

from dataclasses import dataclass

from siete.table.commands.base import Guest, HouseCommand
from siete.table.state.wager import Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleWager(HouseCommand):
    """Pay or collect one side wager."""

    box: int
    player: Guest
    wager: Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class PayHand(HouseCommand):
    """Pay a blackjack or another 21 at once."""

    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveHand(HouseCommand):
    """Put a settled hand's cards into the discard rack."""

    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectBust(HouseCommand):
    """Take the wagers on a bust hand."""

    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleSurrender(HouseCommand):
    """Take and return what a surrender costs."""

    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleHand(HouseCommand):
    """Collect, return or pay the wagers on a hand."""

    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PickUp(HouseCommand):
    """Pick up the cards and clear the layout."""
