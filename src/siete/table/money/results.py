"""The result of every wager of a round, read from the round's events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from siete.money import Cents, cents_to_text
from siete.table import events as e
from siete.table.state.wager import Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerResult:
    """The result of one wager: the line, what was paid on top, what was returned, and the clause."""

    player: str
    box: int
    hand: int
    wager: str
    line: str
    payout: Cents
    returned: Cents
    collected: Cents
    clause: str

    def __str__(self) -> str:
        place = f"{self.player} box {self.box}" + (f" hand {self.hand + 1}" if self.hand else "")
        parts = [f"{word} {cents_to_text(cents)}" for word, cents in self._money() if cents]
        return f"{place} {self.wager}: {self.line or 'settled'}, {', '.join(parts) or 'nothing moved'} [{self.clause}]"

    def _money(self) -> tuple[tuple[str, Cents], ...]:
        return (("paid", self.payout), ("returned", self.returned), ("collected", self.collected))


def results_of(events: Iterable[e.Event]) -> tuple[WagerResult, ...]:
    """The result of every wager of the round in these events, in the order of settlement."""
    found: dict[tuple[str, int, int, str], list[e.Event]] = {}
    for event in events:
        if isinstance(event, e.WagersClosed):
            found.clear()  # what was taken back before, coupons too, came to nothing
        key = _result_key(event)
        if key is not None:
            found.setdefault(key, []).append(event)
    return tuple(_result(key, kept) for key, kept in found.items())


def _result_key(event: e.Event) -> tuple[str, int, int, str] | None:
    match event:
        case e.WagerPaid() | e.WagerReturned() | e.WagerCollected():
            return event.player, event.box, event.hand, event.wager.value
        case e.CouponPaid() | e.CouponCollected() | e.CouponReturned():
            return event.player, event.box, event.hand, f"{event.wager.value} coupon"
        case e.WagerTaken() | e.AwardPaid() | e.WheelSpun() | e.TakenWagerReturned() | e.PaymentReversed():
            return event.player, event.box, 0, event.wager.value
        case e.WagerRescued():
            return event.player, event.box, event.hand, Wager.BASE.value
        case e.SuperBonusPaid():
            return event.player, event.box, event.hand, "super bonus"
        case e.EnvyPaid():
            return event.player, event.box, event.hand, "envy"
    return None


_PAYMENTS = (e.WagerPaid, e.AwardPaid, e.SuperBonusPaid, e.EnvyPaid, e.CouponPaid)
_UNDOING = (e.TakenWagerReturned, e.PaymentReversed)
"""What undoes an earlier settlement, in a void round."""


def _result(key: tuple[str, int, int, str], events: list[e.Event]) -> WagerResult:
    given_back = sum(x.amount for x in events if isinstance(x, e.TakenWagerReturned))
    taken_back = sum(x.amount for x in events if isinstance(x, e.PaymentReversed))
    paid = sum(x.amount for x in events if isinstance(x, _PAYMENTS)) - taken_back
    returned = given_back + sum(x.amount for x in events if isinstance(x, e.WagerReturned | e.WagerRescued))
    collected = sum(x.amount for x in events if isinstance(x, e.WagerCollected | e.WagerTaken)) - given_back
    undone = [x for x in events if isinstance(x, _UNDOING)]
    told = [x for x in events if not isinstance(x, e.WheelSpun)] if paid else events  # a prize is its line
    lines = ["void"] if undone else dict.fromkeys(line for x in told if (line := getattr(x, "line", "")))
    player, box, hand, wager = key
    return WagerResult(
        player=player,
        box=box,
        hand=hand,
        wager=wager,
        line=", ".join(lines),
        payout=Cents(paid),
        returned=Cents(returned),
        collected=Cents(collected),
        clause=next((x.clause for x in undone or events if x.clause), ""),
    )
