"""The result of every wager of a round, read from the round's events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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
    lines: tuple[str, ...] = ()
    """The line of each payment, in order; one that was paid twice stands twice."""

    def __str__(self) -> str:
        place = f"{self.player} box {self.box}" + (f" hand {self.hand + 1}" if self.hand else "")
        parts = [f"{word} {cents_to_text(cents)}" for word, cents in self._money() if cents]
        return f"{place} {self.wager}: {self._line()}, {', '.join(parts) or 'nothing moved'} [{self.clause}]"

    def _line(self) -> str:
        """The lines in words, each with how often it was paid where that is more than once."""
        counted = Counter(self.lines)
        told = [f"{counted[line]} x {line}" if counted[line] > 1 else line for line in dict.fromkeys(self.lines)]
        return ", ".join(told) if max(counted.values(), default=1) > 1 else self.line or "settled"

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
        case e.PrizeHandedOver():
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
        lines=() if undone else tuple(_paid_lines(events)),
        payout=Cents(paid),
        returned=Cents(returned),
        collected=Cents(collected),
        clause=_clause(undone or [x for x in events if isinstance(x, _PAYMENTS)], events),
    )


def _paid_lines(events: Sequence[e.Event]) -> Iterator[str]:
    """The line of each payment; what the house adds where a meter shows too little for a prize is the same payment."""
    awarded = {x.line for x in events if isinstance(x, e.AwardPaid) and x.amount}
    for x in events:
        is_rest = isinstance(x, e.WagerPaid) and x.line in awarded
        if isinstance(x, e.AwardPaid | e.WagerPaid) and x.amount and not is_rest:
            yield x.line


def _clause(first: Sequence[e.Event], events: Sequence[e.Event]) -> str:
    """The clause that decided the wager: of what undid it or paid it, else of its line, else of any event."""
    named = [x for x in events if getattr(x, "line", "")]
    return next((x.clause for x in (*first, *named, *events) if x.clause), "")
