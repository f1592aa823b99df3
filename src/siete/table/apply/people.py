"""What a table's rules, its shoe and the people who come and go do to it."""

from __future__ import annotations

from siete.money import Cents
from siete.table import events as e
from siete.table.apply.parts import pay
from siete.table.frozen.fast_replace import replace
from siete.table.handlers import fold
from siete.table.state.opening import Handling
from siete.table.state.table import TableState


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


def _changed(state: TableState, event: e.RulesChanged) -> TableState:
    return replace(state, rules_hash=event.rules_hash)


def _corrected(state: TableState, event: e.CorrectionPaid) -> TableState:
    return pay(state, event.player, event.amount, inventory=Cents(state.inventory - event.amount))


def _taken_back(state: TableState, event: e.CorrectionTaken) -> TableState:
    return pay(state, event.player, Cents(-event.amount), inventory=Cents(state.inventory + event.amount))


def _refused(state: TableState, event: e.ApprovalRefused) -> TableState:
    return replace(state, refused_point=event.point)


HANDLERS = dict(
    (
        fold(e.ApprovalRefused, _refused),
        fold(e.TableOpened, _opened),
        fold(e.ShoeLoaded, _loaded),
        fold(e.ChipsBrought, _brought),
        fold(e.PlayerSeated, _seated),
        fold(e.ChipsTakenAway, _taken_away),
        fold(e.PlayerLeft, _left),
        fold(e.RulesChanged, _changed),
        fold(e.CorrectionPaid, _corrected),
        fold(e.CorrectionTaken, _taken_back),
    )
)
