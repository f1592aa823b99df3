"""Changes to a part of the state that events of several stages make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Unpack

from siete.money import Cents
from siete.table import events as e
from siete.table.apply.changes import (
    BetChanges,
    HandChanges,
    RoundChanges,
    StakeChanges,
    TableChanges,
    TillChanges,
)
from siete.table.frozen.fast_replace import replace
from siete.table.state.box import Box
from siete.table.state.hand import Hand, Stake
from siete.table.state.table import TableState
from siete.table.state.wager import Wager


def change_round(state: TableState, **changes: Unpack[RoundChanges]) -> TableState:
    assert state.round is not None, "an event of a round comes within one"
    return replace(state, round=replace(state.round, **changes))


def change_box(
    state: TableState, number: int, change: Callable[[Box], Box], **changes: Unpack[TableChanges]
) -> TableState:
    """Change a box, with what else changes at the table: one copy of it for both."""
    current = state.round
    assert current is not None, "an event of a box comes within a round"
    boxes = current.boxes
    for place, box in enumerate(boxes):
        if box.number == number:
            boxes = (*boxes[:place], change(box), *boxes[place + 1 :])
            break
    return replace(state, round=replace(current, boxes=boxes), **changes)


def change_hand(state: TableState, number: int, index: int, **changes: Unpack[HandChanges]) -> TableState:
    return change_box(state, number, lambda box: with_hand(box, index, replace(box.hands[index], **changes)))


def with_hand(box: Box, index: int, hand: Hand) -> Box:
    """The box with this hand in its place."""
    hands = box.hands
    return replace(box, hands=(hand,) if len(hands) == 1 else (*hands[:index], hand, *hands[index + 1 :]))


def hand_at(state: TableState, number: int, index: int) -> Hand:
    assert state.round is not None, "an event of a hand comes within a round"
    box = state.round.box(number)
    assert box is not None, "an event of a hand names a box in play"
    return box.hands[index]


def change_stake(
    state: TableState, number: int, index: int, player: str, **changes: Unpack[StakeChanges]
) -> TableState:
    """Change a bettor's open money on a hand."""
    return change_box(state, number, lambda box: with_stake(box, index, player, **changes))


def with_stake(box: Box, index: int, player: str, **changes: Unpack[StakeChanges]) -> Box:
    """The box with a bettor's open money on a hand changed."""
    hand = box.hands[index]
    stakes = [replace(stake, **changes) if stake.player == player and stake.is_open else stake for stake in hand.stakes]
    return with_hand(box, index, replace(hand, stakes=tuple(stakes)))


def open_stake(state: TableState, number: int, index: int, player: str) -> Stake:
    return next(s for s in hand_at(state, number, index).stakes if s.player == player and s.is_open)


def change_bet(state: TableState, number: int, player: str, wager: Wager, **changes: Unpack[BetChanges]) -> TableState:
    return change_box(state, number, lambda box: with_bet(box, player, wager, **changes))


def with_bet(box: Box, player: str, wager: Wager, **changes: Unpack[BetChanges]) -> Box:
    """The box with a bettor's open side wager changed."""
    bets = [
        replace(bet, **changes) if bet.wager is wager and bet.player == player and bet.is_open else bet
        for bet in box.bets
    ]
    return replace(box, bets=tuple(bets))


def pay(state: TableState, player: str, amount: Cents, **changes: Unpack[TillChanges]) -> TableState:
    """Move chips to a rack (or from it, below zero), with what else changes."""
    return replace(state, racks=racks_with(state, player, amount), **changes)


def racks_with(state: TableState, player: str, amount: Cents) -> Mapping[str, Cents]:
    """The racks with this much more in one of them."""
    return {**state.racks, player: Cents(state.racks.get(player, 0) + amount)}


def pay_from_inventory(state: TableState, event: e.WagerPaid | e.EnvyPaid | e.SuperBonusPaid) -> TableState:
    return pay(state, event.player, event.amount, inventory=Cents(state.inventory - event.amount))
