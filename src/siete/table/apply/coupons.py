"""What coupons do to the wagers beside which they lie."""

from __future__ import annotations

from typing import TypeAlias

from siete.money import Cents
from siete.table import events as e
from siete.table.apply.parts import change_bet, change_stake, pay
from siete.table.handlers import fold
from siete.table.state.table import TableState
from siete.table.state.wager import Wager


def _placed(state: TableState, event: e.CouponPlaced) -> TableState:
    return _worth(state, event, 0, event.worth)


def _gone(state: TableState, event: e.CouponCollected | e.CouponReturned) -> TableState:
    return _worth(state, event, event.hand, Cents(0))


def _paid(state: TableState, event: e.CouponPaid) -> TableState:
    moved = pay(state, event.player, event.amount, inventory=Cents(state.inventory - event.amount))
    return _worth(moved, event, event.hand, Cents(0))


_CouponEvent: TypeAlias = e.CouponPlaced | e.CouponPaid | e.CouponCollected | e.CouponReturned


def _worth(state: TableState, event: _CouponEvent, hand: int, worth: Cents) -> TableState:
    if event.wager is Wager.BASE:
        return change_stake(state, event.box, hand, event.player, coupon=worth)
    return change_bet(state, event.box, event.player, event.wager, coupon=worth)


HANDLERS = dict(
    (
        fold(e.CouponPlaced, _placed),
        fold(e.CouponPaid, _paid),
        fold(e.CouponCollected, _gone),
        fold(e.CouponReturned, _gone),
    )
)
