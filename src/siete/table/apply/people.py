"""What a table's rules, its shoe and the people who come and go do to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from siete.money import Cents
from siete.table import events as e
from siete.table.apply.parts import pay
from siete.table.copying import replace
from siete.table.preparing import Handling
from siete.table.state import TableState


def _opened(state: TableState, event: e.TableOpened) -> TableState:
    return replace(state, rules_hash=event.rules_hash)


def _loaded(state: TableState, event: e.ShoeLoaded) -> TableState:
    """The stack is in the shoe, in its order. Clauses: MD-7.B, MDD-7.B."""
    return replace(state, shoe=event.cards, dealt=0, discards=())


def _brought(state: TableState, event: e.ChipsBrought) -> TableState:
    return pay(state, event.player, event.amount)


def _seated(state: TableState, event: e.PlayerSeated) -> TableState:
    return replace(state, seats={**state.seats, event.box: event.player})


def _taken_away(state: TableState, event: e.ChipsTakenAway) -> TableState:
    return pay(state, event.player, Cents(-event.amount))


def _left(state: TableState, event: e.PlayerLeft) -> TableState:
    """Rack and seats are free; somebody else is asked to look at cards that only this player was to look at."""
    racks = {player: chips for player, chips in state.racks.items() if player != event.player}
    seats = {box: player for box, player in state.seats.items() if player != event.player}
    opening = state.opening
    if opening is not None and opening.looker == event.player and Handling.LOOKED_OVER not in opening.done:
        opening = replace(opening, looker="")
    return replace(state, racks=racks, seats=seats, opening=opening)


HANDLERS: dict[type[e.Event], Callable[[TableState, Any], TableState]] = {
    e.TableOpened: _opened,
    e.ShoeLoaded: _loaded,
    e.ChipsBrought: _brought,
    e.PlayerSeated: _seated,
    e.ChipsTakenAway: _taken_away,
    e.PlayerLeft: _left,
}
