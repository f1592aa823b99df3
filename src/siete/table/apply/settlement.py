"""What payment, collection and the clearing of the layout do to a table."""

from __future__ import annotations

from siete.money import Cents
from siete.table import events as e
from siete.table.apply.cards import after_round
from siete.table.apply.parts import (
    change_box,
    change_round,
    hand_at,
    pay_from_inventory,
    racks_with,
    with_bet,
    with_hand,
    with_stake,
)
from siete.table.frozen.fast_replace import replace
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
    racks = racks_with(state, event.player, event.amount)
    return change_box(state, event.box, lambda box: _lifted(box, event, is_lost=False), racks=racks)


def _collected(state: TableState, event: e.WagerCollected) -> TableState:
    inventory = Cents(state.inventory + event.amount)
    return change_box(state, event.box, lambda box: _lifted(box, event, is_lost=True), inventory=inventory)


def _lifted(box: Box, event: e.WagerReturned | e.WagerCollected, *, is_lost: bool) -> Box:
    """The box without the event's chips."""
    if event.wager is not Wager.BASE:
        return with_bet(box, event.player, event.wager, is_open=False, is_back=not is_lost)
    if event.closes:
        return with_stake(box, event.hand, event.player, is_open=False, is_lost=is_lost)
    stake = next(s for s in box.hands[event.hand].stakes if s.player == event.player and s.is_open)
    return with_stake(box, event.hand, event.player, amount=Cents(stake.total - event.amount), doubles=())


def _removed(state: TableState, event: e.HandRemoved) -> TableState:
    hand = replace(hand_at(state, event.box, event.hand), is_removed=True)
    discards = (*state.discards, *hand.cards)
    return change_box(state, event.box, lambda box: with_hand(box, event.hand, hand), discards=discards)


def _matches(state: TableState, event: e.MatchesSettled) -> TableState:
    return change_round(state, match_done=True)


def _picked_up(state: TableState, event: e.CardsPickedUp) -> TableState:
    assert state.round is not None, "cards are picked up within a round"
    return replace(state, discards=(*state.discards, *event.cards), round=replace(state.round, is_picked_up=True))


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
