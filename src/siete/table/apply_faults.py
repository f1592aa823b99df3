"""What irregularities, and their repairs, do to a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from siete.money import Cents
from siete.table import events as e
from siete.table.copying import replace
from siete.table.pack import Pack
from siete.table.state import Bet, Box, Round, TableState


def _round(state: TableState, **changes: Any) -> TableState:
    assert state.round is not None, "an irregularity of a round comes within one"
    return replace(state, round=replace(state.round, **changes))


def _current(state: TableState) -> Round:
    assert state.round is not None, "an irregularity of a round comes within one"
    return state.round


def _faults(state: TableState, **changes: Any) -> TableState:
    return _round(state, faults=replace(_current(state).faults, **changes))


def _pay(state: TableState, player: str, amount: int) -> TableState:
    """Chips from the table's inventory to a rack, or back where the amount is below zero."""
    racks = {**state.racks, player: Cents(state.racks.get(player, 0) + amount)}
    return replace(state, racks=racks, inventory=Cents(state.inventory - amount))


def _bets(state: TableState, event: e.TakenWagerReturned | e.PaymentReversed, **changes: Any) -> TableState:
    def changed(bet: Bet) -> Bet:
        is_it = (bet.player, bet.wager) == (event.player, event.wager)
        return replace(bet, **changes) if is_it else bet

    def change(box: Box) -> Box:
        return replace(box, bets=tuple(map(changed, box.bets))) if box.number == event.box else box

    return _round(state, boxes=tuple(map(change, _current(state).boxes)))


def _face_up(state: TableState, event: e.FaceUpCardFound) -> TableState:
    moved = replace(state, dealt=state.dealt + 1, discards=(*state.discards, event.card))
    return _faults(moved, face_up=_current(state).faults.face_up + 1)


def _ten(state: TableState, event: e.TenDisposed) -> TableState:
    moved = replace(state, dealt=state.dealt + 1, removed=(*state.removed, event.card))
    return _faults(moved, tens=_current(state).faults.tens + 1)


def _voided(state: TableState, event: e.RoundVoided) -> TableState:
    return _faults(_round(state, is_void=True), reversals=event.reversals, void_clause=event.clause)


def _taken_back(state: TableState, event: e.TakenWagerReturned) -> TableState:
    return _bets(_pay(state, event.player, event.amount), event, is_open=False, is_back=True)


def _payment_reversed(state: TableState, event: e.PaymentReversed) -> TableState:
    return _bets(_pay(state, event.player, -event.amount), event, paid=Cents(0))


def _uncontributed(state: TableState, event: e.ContributionReversed) -> TableState:
    moved = replace(state, inventory=Cents(state.inventory + event.amount), meters=Cents(state.meters - event.amount))
    left = tuple(each for each in _current(state).faults.reversals if each[0] != event.meter)
    return _faults(moved, reversals=left)


def _condemned(state: TableState, event: e.DecksCondemned) -> TableState:
    return replace(state, pack=replace(state.pack or Pack(), is_condemned=True))


def _withdrawn(state: TableState, event: e.DecksWithdrawn) -> TableState:
    gone = replace(state, pack=Pack(is_withdrawn=True), shoe=None, dealt=0, discards=())
    if state.opening is None:
        return gone
    return replace(gone, pack=None, opening=replace(state.opening, cards=None, cards_at=None, done=(), tens=()))


HANDLERS: dict[type[e.Event], Callable[[TableState, Any], TableState]] = {
    e.FaceUpCardFound: _face_up,
    e.TenDisposed: _ten,
    e.RoundVoided: _voided,
    e.TakenWagerReturned: _taken_back,
    e.PaymentReversed: _payment_reversed,
    e.ContributionReversed: _uncontributed,
    e.DecksCondemned: _condemned,
    e.DecksWithdrawn: _withdrawn,
}
