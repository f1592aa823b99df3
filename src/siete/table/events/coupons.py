"""Match play coupons: no chips, but worth as much as their wager if it wins."""

from __future__ import annotations

from dataclasses import dataclass

from siete.money import Cents
from siete.table.events.base import Event
from siete.table.state.wager import Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class CouponPlaced(Event):
    """A coupon lies beside a wager of the same player."""

    player: str
    box: int
    wager: Wager
    worth: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class CouponPaid(Event):
    """The wager won: the house paid for the coupon too, and took it."""

    player: str
    box: int
    hand: int
    wager: Wager
    worth: Cents
    amount: Cents
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CouponCollected(Event):
    """The wager lost, and the house took the coupon."""

    player: str
    box: int
    hand: int
    wager: Wager
    worth: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class CouponReturned(Event):
    """The wager was taken back, tied or void, and the player has the coupon again."""

    player: str
    box: int
    hand: int
    wager: Wager
    worth: Cents
