"""Wagers before the first card."""

from __future__ import annotations

from dataclasses import dataclass, field

from siete.money import Cents
from siete.table.commands.base import Guest, HouseCommand, PlayerCommand
from siete.table.state.wager import Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWager(PlayerCommand):
    """Put chips on the layout; insurance goes by `TakeInsurance`."""

    wager: Wager = Wager.BASE
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawWager(PlayerCommand):
    """Take a wager back before the first card; a base wager takes the side wagers with it."""

    wager: Wager = Wager.BASE


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCoupon(PlayerCommand):
    """Put a match play coupon of this worth beside one's wager."""

    wager: Wager = Wager.BASE
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class CallWager(PlayerCommand):
    """Wager aloud, with cash on the table."""

    wager: Wager = Wager.BASE
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class AdmitBettor(PlayerCommand):
    """Let somebody else wager on one's box."""

    bettor: Guest


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRound(HouseCommand):
    """Open betting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmWager(HouseCommand):
    """Confirm a wager made aloud; the last confirmation turns the cash into chips on the layout."""

    player: Guest
    box: int
    wager: Wager
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseWagers(HouseCommand):
    """No more wagers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribute(HouseCommand):
    """Add the round's wagers to a meter; the meter says how many whole cents that is."""

    meter: str
    amount: Cents | None = field(default=None, compare=False)
    restarts: int | None = field(default=None, compare=False)
