"""Payments that a floorperson hands over: large ones, and parts of a meter that are paid off the table.

They are flagged as they are made, and no round waits for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from siete.rules.options import PercentagePayment
from siete.rules.paytable import MeterShare
from siete.rules.table_rules import TableRules
from siete.table import events as e
from siete.table.due import HOUSE
from siete.table.wagers import jackpot

_Payment = e.WagerPaid | e.AwardPaid | e.SuperBonusPaid | e.EnvyPaid | e.CouponPaid
_PAYMENTS = frozenset(get_args(_Payment))


def with_flags(made: tuple[e.Event, ...], rules: TableRules) -> tuple[e.Event, ...]:
    """Events of the house, and after them what a floorperson hands over of the payments among them, if any."""
    for event in made:
        if type(event) in _PAYMENTS:
            return (*made, *flagged(made, rules))
    return made


def flagged(made: Iterable[e.Event], rules: TableRules) -> Iterator[e.HandPayFlagged]:
    """What a floorperson hands over of these payments, signed for by the automatic one. Decision: 0191."""
    for event in made:
        if not isinstance(event, _Payment):
            continue
        clause = rules.clause("percentage_payment") if _is_off_table(event, rules) else ""
        if clause or event.amount >= rules.handpay_threshold:
            yield e.HandPayFlagged(player=event.player, box=event.box, amount=event.amount, by=HOUSE, clause=clause)


def _is_off_table(event: e.Event, rules: TableRules) -> bool:
    """Whether it is a part of a meter that casino procedure pays off the table."""
    if rules.percentage_payment is not PercentagePayment.HAND_PAY or not isinstance(event, e.AwardPaid):
        return False
    return isinstance(jackpot.paytable(event.wager, rules).row(event.line).pays, MeterShare)
