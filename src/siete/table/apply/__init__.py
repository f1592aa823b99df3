"""`apply(state, event)`: what the state is after an event. Takes no rules and never refuses, so old rounds replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from siete.table import events as e
from siete.table.apply import betting, cards, coupons, dealing, faults, opening, people, play, prizes, settlement
from siete.table.state import TableState


def apply(state: TableState, event: e.Event) -> TableState:
    """The state after the event."""
    return _HANDLERS[type(event)](state, event)


def _unchanged(state: TableState, event: e.Event) -> TableState:
    return state


_HANDLERS: dict[type[e.Event], Callable[[TableState, Any], TableState]] = {
    e.Announced: _unchanged,
    e.SuperBonusAlerted: _unchanged,
    e.SeatButtonPressed: _unchanged,
    **people.HANDLERS,
    **opening.HANDLERS,
    **cards.HANDLERS,
    **betting.HANDLERS,
    **coupons.HANDLERS,
    **dealing.HANDLERS,
    **play.HANDLERS,
    **settlement.HANDLERS,
    **prizes.HANDLERS,
    **faults.HANDLERS,
}
