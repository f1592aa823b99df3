"""`apply(state, event)`: what the state is after an event. Takes no rules and never refuses, so old rounds replay."""

from __future__ import annotations

from siete.table import events as e
from siete.table.apply import betting, cards, coupons, dealing, faults, opening, people, play, prizes, settlement
from siete.table.handlers import fold
from siete.table.state.table import TableState


def apply(state: TableState, event: e.Event) -> TableState:
    """The state after the event."""
    return _HANDLERS[type(event)](state, event)


def _unchanged(state: TableState, event: e.Event) -> TableState:
    return state


_HANDLERS = dict(
    (
        fold(e.Announced, _unchanged),
        fold(e.SuperBonusAlerted, _unchanged),
        fold(e.HandPayFlagged, _unchanged),
        fold(e.PrizeHandedOver, _unchanged),
        fold(e.SeatButtonPressed, _unchanged),
        *people.HANDLERS.items(),
        *opening.HANDLERS.items(),
        *cards.HANDLERS.items(),
        *betting.HANDLERS.items(),
        *coupons.HANDLERS.items(),
        *dealing.HANDLERS.items(),
        *play.HANDLERS.items(),
        *settlement.HANDLERS.items(),
        *prizes.HANDLERS.items(),
        *faults.HANDLERS.items(),
    )
)
