"""Changes to a part of the state that events of several stages make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from siete.money import Cents
from siete.table import events as e
from siete.table.apply.changes import BetChanges, HandChanges, RoundChanges, StakeChanges, TillChanges
from siete.table.fast_replace import replace
from siete.table.state.box import Box
from siete.table.state.hand import Hand, Stake
from siete.table.state.table import TableState
from siete.table.state.wager import Wager


def change_round(state: TableState, **changes: Unpack[RoundChanges]) -> TableState:
    assert state.round is not None, "an event of a round comes within one"
    return replace(state, round=replace(state.round, **changes))


def change_box(state: TableState, number: int, change: Callable[[Box], Box]) -> TableState:
    assert state.round is not None, "an event of a box comes within a round"
    boxes = tuple(change(box) if box.number == number else box for box in state.round.boxes)
    return replace(state, round=replace(state.round, boxes=boxes))


def change_hand(state: TableState, number: int, index: int, **changes: Unpack[HandChanges]) -> TableState:
    def change(box: Box) -> Box:
        hands = box.hands
        return replace(box, hands=(*hands[:index], replace(hands[index], **changes), *hands[index + 1 :]))

    return change_box(state, number, change)


def hand_at(state: TableState, number: int, index: int) -> Hand:
    assert state.round is not None, "an event of a hand comes within a round"
    box = state.round.box(number)
    assert box is not None, "an event of a hand names a box in play"
    return box.hands[index]


def change_stake(
    state: TableState, number: int, index: int, player: str, **changes: Unpack[StakeChanges]
) -> TableState:
    """Change a bettor's open money on a hand."""
    stakes = tuple(
        replace(stake, **changes) if stake.player == player and stake.is_open else stake
        for stake in hand_at(state, number, index).stakes
    )
    return change_hand(state, number, index, stakes=stakes)


def open_stake(state: TableState, number: int, index: int, player: str) -> Stake:
    return next(s for s in hand_at(state, number, index).stakes if s.player == player and s.is_open)


def change_bet(state: TableState, number: int, player: str, wager: Wager, **changes: Unpack[BetChanges]) -> TableState:
    def change(box: Box) -> Box:
        bets = tuple(
            replace(bet, **changes) if (bet.player, bet.wager) == (player, wager) and bet.is_open else bet
            for bet in box.bets
        )
        return replace(box, bets=bets)

    return change_box(state, number, change)


def pay(state: TableState, player: str, amount: Cents, **changes: Unpack[TillChanges]) -> TableState:
    """Move chips to a rack (or from it, below zero), with what else changes."""
    racks = {**state.racks, player: Cents(state.racks.get(player, 0) + amount)}
    return replace(state, racks=racks, **changes)


def pay_from_inventory(state: TableState, event: e.WagerPaid | e.EnvyPaid | e.SuperBonusPaid) -> TableState:
    return pay(state, event.player, event.amount, inventory=Cents(state.inventory - event.amount))
