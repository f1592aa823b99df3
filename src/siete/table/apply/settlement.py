"""What payment, collection and the clearing of the layout do to a table."""

from __future__ import annotations

from siete.money import Cents
from siete.table import events as e
from siete.table.apply.cards import after_round
from siete.table.apply.parts import (
    change_bet,
    change_box,
    change_hand,
    change_round,
    change_stake,
    hand_at,
    open_stake,
    pay,
    pay_from_inventory,
)
from siete.table.fast_replace import replace
from siete.table.handlers import fold
from siete.table.state.box import Box
from siete.table.state.table import TableState
from siete.table.state.wager import Wager


def _wager_paid(state: TableState, event: e.WagerPaid) -> TableState:
    paid = pay_from_inventory(state, event)
    if event.wager is Wager.BASE:
        return paid

    def change(box: Box) -> Box:
        bets = tuple(
            replace(bet, paid=Cents(bet.paid + event.amount), is_repaid=bet.is_repaid or event.line == e.WAGER_BACK)
            if (bet.player, bet.wager) == (event.player, event.wager)
            else bet
            for bet in box.bets
        )
        return replace(box, bets=bets)

    return change_box(paid, event.box, change)


def _returned(state: TableState, event: e.WagerReturned) -> TableState:
    return _lift(pay(state, event.player, event.amount), event, is_lost=False)


def _collected(state: TableState, event: e.WagerCollected) -> TableState:
    moved = replace(state, inventory=Cents(state.inventory + event.amount))
    return _lift(moved, event, is_lost=True)


def _lift(state: TableState, event: e.WagerReturned | e.WagerCollected, *, is_lost: bool) -> TableState:
    """Take the event's chips off the layout."""
    if event.wager is not Wager.BASE:
        return change_bet(state, event.box, event.player, event.wager, is_open=False, is_back=not is_lost)
    if event.closes:
        return change_stake(state, event.box, event.hand, event.player, is_open=False, is_lost=is_lost)
    rest = open_stake(state, event.box, event.hand, event.player).total - event.amount
    return change_stake(state, event.box, event.hand, event.player, amount=Cents(rest), doubles=())


def _removed(state: TableState, event: e.HandRemoved) -> TableState:
    cards = hand_at(state, event.box, event.hand).cards
    state = replace(state, discards=(*state.discards, *cards))
    return change_hand(state, event.box, event.hand, is_removed=True)


def _matches(state: TableState, event: e.MatchesSettled) -> TableState:
    return change_round(state, match_done=True)


def _picked_up(state: TableState, event: e.CardsPickedUp) -> TableState:
    return change_round(replace(state, discards=(*state.discards, *event.cards)), is_picked_up=True)


def _ended(state: TableState, event: e.RoundEnded) -> TableState:
    return replace(state, round=None, rounds=state.rounds + 1, pack=after_round(state))


HANDLERS = dict(
    (
        fold(e.WagerPaid, _wager_paid),
        fold(e.WagerReturned, _returned),
        fold(e.WagerCollected, _collected),
        fold(e.HandRemoved, _removed),
        fold(e.MatchesSettled, _matches),
        fold(e.CardsPickedUp, _picked_up),
        fold(e.RoundEnded, _ended),
    )
)
