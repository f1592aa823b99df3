"""Giving wagers back: of a void round, and of a dead hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from siete.rules.table_rules import TableRules
from siete.table import events as e
from siete.table.state.box import Bet, Box
from siete.table.state.hand import Hand
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.wager_place import WagerPlace
from siete.table.wagers import coupons, registry


def void(state: TableState, rules: TableRules, *, reason: str, clause: str) -> Iterator[e.Event]:
    """The round is void: all that is open goes back, whatever it was wagered for; what is settled stands.

    Clauses: MD-13.B, MD-13.D, MD-13.P.1, MDD-13.B, MDD-13.D, MDD-13.P.1, MA-15.a.2, MA-15.b.2, MA-15.l.1,
    S13-o.1-2, S13-o.2-2, S13-o.12.i. Decision: 0075.
    """
    current = state.round
    assert current is not None, "a round is void while it is on"
    undone = rules.void_reverses_settled_sidebets
    metered_back = tuple(reversals(current, rules, is_all=undone))
    yield e.RoundVoided(reason=reason, reversals=metered_back, drops_awards=undone, clause=clause)
    for box in current.boxes:
        for index, hand in enumerate(box.hands):
            yield from stakes_back(box, index, hand, clause)
        yield from bets_back(box, clause)
    if undone:
        yield from _settled_back(current, state, clause)


def stakes_back(box: Box, index: int, hand: Hand, clause: str) -> Iterator[e.Event]:
    """The base wagers on a hand, doubled portions with them."""
    for stake in hand.stakes:
        if stake.is_open:
            place = WagerPlace.of_stake(box, index, stake)
            yield from coupons.kept(stake, place, clause)
            yield place.returned(stake.total, line="void", clause=clause)


def bets_back(box: Box, clause: str) -> Iterator[e.Event]:
    """Insurance and side wagers that are still live, those the system has taken too."""
    for bet in box.bets:
        place = WagerPlace.of_bet(box, bet)
        if bet.is_open and bet.is_taken:
            yield place.taken_returned(bet.amount, clause=clause)
        elif bet.is_open:
            yield from coupons.kept(bet, place, clause)
            yield place.returned(bet.amount, line="void", clause=clause)


def reversals(current: Round, rules: TableRules, *, is_all: bool) -> Iterator[tuple[str, int]]:
    """The meters that count wagers which now go back, and how much those come to."""
    for meter in registry.meter_names():
        if meter in current.contributed:
            wagered = sum(bet.amount for bet in _metered(current.boxes, meter) if bet.is_open or is_all)
            if wagered:
                yield meter, wagered


def metered(box: Box) -> Iterator[tuple[str, int]]:
    """What the live wagers of one box have put on which meters."""
    for meter in registry.meter_names():
        wagered = sum(bet.amount for bet in _metered((box,), meter) if bet.is_open)
        if wagered:
            yield meter, wagered


def _metered(boxes: Iterable[Box], meter: str) -> Iterator[Bet]:
    wager = registry.wager_of_meter(meter)
    return (bet for box in boxes for bet in box.bets if bet.wager is wager)


def _settled_back(current: Round, state: TableState, clause: str) -> Iterator[e.Event]:
    """Side wagers settled before: what they won is taken back, what they lost is returned."""
    for box in current.boxes:
        for bet in box.bets:
            place = WagerPlace.of_bet(box, bet)
            if not bet.is_open and bet.paid:
                yield place.payment_reversed(bet.paid, clause=clause)
            if not bet.is_open and not bet.is_back:
                yield place.taken_returned(bet.amount, clause=clause)
