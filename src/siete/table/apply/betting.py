"""What events up to the close of betting do to a table."""

from __future__ import annotations

from collections.abc import Mapping

from siete.money import Cents
from siete.table import events as e
from siete.table.apply.parts import change_bet, change_box, change_round, pay, racks_with
from siete.table.frozen.fast_replace import replace
from siete.table.handlers import fold
from siete.table.state.box import Bet, Box
from siete.table.state.hand import Hand, Stake
from siete.table.state.round import Call, Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager

_NEW_ROUND = Round(number=0)
_NEW_HAND = Hand()


def _started(state: TableState, event: e.RoundStarted) -> TableState:
    started = replace(_NEW_ROUND, number=event.number)
    if state.is_reader_down:
        started = replace(started, faults=replace(started.faults, is_without_reader=True))
    return replace(state, round=started)


def _placed(state: TableState, event: e.WagerPlaced) -> TableState:
    racks = racks_with(state, event.player, Cents(-event.amount))
    if event.wager is not Wager.BASE:
        return change_box(state, event.box, lambda box: _with_bet(box, event), racks=racks)
    assert state.round is not None, "a wager is placed within a round"
    if state.round.box(event.box) is not None:
        return change_box(
            state, event.box, lambda box: _with_stake(box, event.player, event.amount, state.seats), racks=racks
        )
    empty = Box(number=event.box, decider=event.player, hands=(_NEW_HAND,))
    fresh = _with_stake(empty, event.player, event.amount, state.seats)
    boxes = (*state.round.boxes, fresh)
    if len(boxes) > 1:
        boxes = tuple(sorted(boxes, key=lambda box: box.number))
    return replace(state, round=replace(state.round, boxes=boxes), racks=racks)


def _with_bet(box: Box, event: e.WagerPlaced) -> Box:
    old = box.bet(event.player, event.wager)
    amount = Cents(event.amount + (old.amount if old else 0))
    others = tuple(bet for bet in box.bets if bet is not old)
    asked = box.asked_insurance | {event.player} if event.wager is Wager.INSURANCE else box.asked_insurance
    bet = Bet(event.player, event.wager, amount, coupon=old.coupon if old else Cents(0))
    return replace(box, bets=(*others, bet), asked_insurance=asked)


def _with_stake(box: Box, player: str, amount: Cents, seats: Mapping[int, str]) -> Box:
    """The box with this much more (or less) of a bettor's base wager; who decides follows from it.

    Clauses: MA-13.b.1, MA-13.b.2, S13-m.2-1, S13-m.2-2. Decision: 0030 (of equal wagers the earliest).
    """
    amounts = dict(box.originals)
    amounts[player] = Cents(amounts.get(player, 0) + amount)
    originals = tuple((bettor, cents) for bettor, cents in amounts.items() if cents)
    coupons = {stake.player: stake.coupon for stake in box.hands[0].stakes}
    stakes = tuple(Stake(bettor, cents, coupon=coupons.get(bettor, Cents(0))) for bettor, cents in originals)
    seated = seats.get(box.number)
    if seated is None or not any(bettor == seated for bettor, _ in originals):
        seated = max(amounts, key=lambda bettor: amounts[bettor])
    return replace(box, originals=originals, decider=seated, hands=(replace(_NEW_HAND, stakes=stakes),))


def _withdrawn(state: TableState, event: e.WagerWithdrawn) -> TableState:
    state = pay(state, event.player, event.amount)
    if event.wager is not Wager.BASE:
        return change_box(state, event.box, lambda box: _without_bet(box, event))
    state = change_box(state, event.box, lambda box: _with_stake(box, event.player, Cents(-event.amount), state.seats))
    assert state.round is not None, "a wager is withdrawn within a round"
    return change_round(state, boxes=tuple(box for box in state.round.boxes if box.originals))


def _without_bet(box: Box, event: e.WagerWithdrawn) -> Box:
    return replace(box, bets=tuple(b for b in box.bets if (b.player, b.wager) != (event.player, event.wager)))


def _called(state: TableState, event: e.WagerCalled) -> TableState:
    assert state.round is not None, "a wager is called within a round"
    call = Call(player=event.player, box=event.box, wager=event.wager, amount=event.amount)
    return change_round(state, calls=(*state.round.calls, call))


def _uncalled(state: TableState, event: e.CallTakenBack) -> TableState:
    assert state.round is not None, "a call is taken back within a round"
    calls = tuple(call for call in state.round.calls if (call.player, call.box) != (event.player, event.box))
    return change_round(state, calls=calls)


def _confirmed(state: TableState, event: e.WagerConfirmed) -> TableState:
    assert state.round is not None, "a wager is confirmed within a round"
    calls = tuple(
        replace(call, confirmed=(*call.confirmed, event.by))
        if (call.player, call.box) == (event.player, event.box)
        else call
        for call in state.round.calls
    )
    return change_round(state, calls=calls)


def _converted(state: TableState, event: e.CashConverted) -> TableState:
    state = pay(state, event.player, event.amount, inventory=Cents(state.inventory - event.amount))
    assert state.round is not None, "cash is converted within a round"
    return change_round(state, calls=tuple(call for call in state.round.calls if call.player != event.player))


def _admitted(state: TableState, event: e.BettorAdmitted) -> TableState:
    return change_box(state, event.box, lambda box: replace(box, admitted=box.admitted | {event.bettor}))


def _closed(state: TableState, event: e.WagersClosed) -> TableState:
    return change_round(state, are_wagers_closed=True)


def _taken(state: TableState, event: e.WagerTaken) -> TableState:
    state = replace(state, inventory=Cents(state.inventory + event.amount))
    return change_bet(state, event.box, event.player, event.wager, is_taken=True)


def _contributed(state: TableState, event: e.ContributionMade) -> TableState:
    assert state.round is not None, "a contribution is made within a round"
    moved = replace(state, inventory=Cents(state.inventory - event.amount), meters=Cents(state.meters + event.amount))
    known = {} if event.restarts is None else {event.meter: event.restarts}
    restarts = {**dict(state.round.meter_restarts), **known}
    return change_round(
        moved, contributed=state.round.contributed | {event.meter}, meter_restarts=tuple(restarts.items())
    )


HANDLERS = dict(
    (
        fold(e.RoundStarted, _started),
        fold(e.WagerPlaced, _placed),
        fold(e.WagerWithdrawn, _withdrawn),
        fold(e.WagerCalled, _called),
        fold(e.CallTakenBack, _uncalled),
        fold(e.WagerConfirmed, _confirmed),
        fold(e.CashConverted, _converted),
        fold(e.BettorAdmitted, _admitted),
        fold(e.WagersClosed, _closed),
        fold(e.WagerTaken, _taken),
        fold(e.ContributionMade, _contributed),
    )
)
