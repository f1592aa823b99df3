"""What a settling step moves: chips paid out of the tray, what a floorperson hands over, and what is collected. Pure.

Found by deciding the step without storing it, and only for steps that settle: everything they depend on lies open by
then, so that nothing is told before its time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from siete.money import Cents, Chips
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.due import Due, Next
from siete.table.money.table_meters import Meters
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.stepping import taken

SETTLING = (
    c.SettleHand,
    c.PayHand,
    c.CollectBust,
    c.SettleSurrender,
    c.SettleWager,
    c.PaySuperBonus,
    c.PayEnvy,
    c.PayAward,
)
"""The steps that move money."""

_PAID = e.WagerPaid | e.AwardPaid | e.SuperBonusPaid | e.EnvyPaid | e.CouponPaid
_MOVED = _PAID | e.WagerCollected | e.WagerReturned | e.CouponCollected | e.CouponReturned


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """One settling step in money."""

    owed: Cents
    """What is counted out of the tray."""
    handed_over: Cents = Cents(0)
    """What a floorperson pays, and change that no chips of the table can make."""
    collected: Cents = Cents(0)
    line: str = ""
    clause: str = ""

    @property
    def is_won(self) -> bool:
        return self.owed + self.handed_over > 0

    @property
    def is_lost(self) -> bool:
        return not self.is_won and self.collected > 0


def payment_of(state: TableState, rules: TableRules, meters: Meters, command: c.HouseCommand) -> Payment | None:
    """What a step that is due moves; None for a step without money."""
    if not isinstance(command, SETTLING):
        return None
    return _summed(taken(state, rules, meters, command).events, rules.chip_denominations)


Place = tuple[int, int, Wager]
"""Where on the layout a wager lies: box, hand and wager."""


def payments_from(
    state: TableState, rules: TableRules, meters: Meters, due: Next, most: int
) -> Iterator[tuple[Place, Payment]]:
    """What is settled now and directly behind it, up to the first step that moves no money."""
    for _ in range(most):
        place = place_of(state, due.command) if isinstance(due, Due) else None
        if place is None or not isinstance(due, Due):
            return
        step = taken(state, rules, meters, due.command)
        yield place, _summed(step.events, rules.chip_denominations)
        state, meters = step.state, step.meters
        due = next_due(state, rules)


def _summed(events: Iterable[e.Event], chips: Chips) -> Payment:
    made = tuple(events)
    paid = [event for event in made if isinstance(event, _PAID)]
    flagged = sum(event.amount for event in made if isinstance(event, e.HandPayFlagged))
    total = sum(event.amount for event in paid)
    owed = _in_chips(Cents(max(0, total - flagged)), chips)
    first = next((event for event in (*paid, *made) if isinstance(event, _MOVED)), None)
    return Payment(
        owed=owed,
        handed_over=Cents(total - owed),
        collected=Cents(sum(event.amount for event in made if isinstance(event, e.WagerCollected))),
        line=str(getattr(first, "line", "")),
        clause=first.clause if first is not None else "",
    )


def _in_chips(amount: Cents, chips: Chips) -> Cents:
    """The largest part of an amount that chips can pay; change is made off the layout."""
    payable = amount - amount % chips.unit
    while payable > 0 and not chips.may_pay(Cents(payable)):
        payable -= chips.unit
    return Cents(payable)


def place_of(state: TableState, command: c.HouseCommand) -> Place | None:
    """Where on the layout a settling step is done; None for any other step."""
    match command:
        case c.SettleWager(box=box, wager=wager) | c.PayAward(box=box, wager=wager):
            return box, 0, wager
        case c.PayEnvy(player=player):
            return next((box for box, seated in sorted(state.seats.items()) if seated == player), 0), 0, Wager.BASE
        case (
            c.SettleHand(box=box, hand=hand)
            | c.PayHand(box=box, hand=hand)
            | c.CollectBust(box=box, hand=hand)
            | c.SettleSurrender(box=box, hand=hand)
            | c.PaySuperBonus(box=box, hand=hand)
        ):
            return box, hand, Wager.BASE
    return None
