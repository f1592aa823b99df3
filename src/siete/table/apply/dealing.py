"""What cards on the layout, blackjacks and insurance do to a round."""

from __future__ import annotations

from siete.table import events as e
from siete.table.apply.parts import change_box, change_hand, change_round
from siete.table.fast_replace import replace
from siete.table.hand import is_bust
from siete.table.handlers import fold
from siete.table.state.box import Box
from siete.table.state.hand import HandStatus
from siete.table.state.round import Insurance
from siete.table.state.table import TableState


def _dealt(state: TableState, event: e.CardDealt) -> TableState:
    current = state.round
    assert current is not None, "cards are dealt within a round"
    if current.faults.seen is None:
        state = replace(state, dealt=state.dealt + 1)
    else:  # it left the shoe when it was drawn in error
        state = change_round(state, faults=replace(current.faults, seen=None, offered=None))
    if event.is_bonus:
        bonus_cards = (*current.bonus_cards, event.card)
        return change_round(state, bonus_cards=bonus_cards, are_bonus_cards_hidden=not event.is_face_up)
    if event.box != e.DEALER:
        return change_box(state, event.box, lambda box: _with_card(box, event))
    hides = not event.is_face_up
    return change_round(
        state,
        dealer=(*current.dealer, event.card),
        is_up_hidden=current.is_up_hidden or (hides and not current.dealer),
        is_hole_hidden=current.is_hole_hidden or (hides and len(current.dealer) == 1),
    )


def _with_card(box: Box, event: e.CardDealt) -> Box:
    hand = box.hands[event.hand]
    cards = (*hand.cards, event.card)
    stakes = tuple(replace(s, is_answered=False) for s in hand.stakes) if len(hand.stakes) > 1 else hand.stakes
    if len(stakes) == 1 and stakes[0].is_answered:
        stakes = (replace(stakes[0], is_answered=False),)
    status = HandStatus.BUST if is_bust(cards) else hand.status
    dealt = replace(hand, cards=cards, awaits="", status=status, stakes=stakes)
    first = (*box.first_cards, event.card) if not hand.is_split and len(box.first_cards) < 2 else box.first_cards
    hands = (*box.hands[: event.hand], dealt, *box.hands[event.hand + 1 :])
    return replace(box, hands=hands, first_cards=first)


def _turned(state: TableState, event: e.CardsTurned) -> TableState:
    if not event.is_hole:
        return change_round(state, is_up_hidden=False)
    assert state.round is not None, "cards are turned within a round"
    return change_round(state, is_hole_hidden=False, dealer=(state.round.up, event.card))


def _bonus_turned(state: TableState, event: e.BonusCardsTurned) -> TableState:
    return change_round(state, bonus_cards=event.cards, are_bonus_cards_hidden=False)


def _blackjack_announced(state: TableState, event: e.BlackjackAnnounced) -> TableState:
    return change_box(state, event.box, lambda box: replace(box, is_blackjack_announced=True))


def _held(state: TableState, event: e.BlackjackHeld) -> TableState:
    state = change_hand(state, event.box, 0, is_held=event.is_held)
    return change_box(state, event.box, lambda box: replace(box, is_blackjack_asked=True))


def _offered(state: TableState, event: e.InsuranceOffered) -> TableState:
    return change_round(state, insurance=Insurance.OPEN)


def _declined(state: TableState, event: e.InsuranceDeclined) -> TableState:
    return change_box(state, event.box, lambda box: replace(box, asked_insurance=box.asked_insurance | {event.player}))


def _insurance_closed(state: TableState, event: e.InsuranceClosed) -> TableState:
    return change_round(state, insurance=Insurance.CLOSED)


def _checked(state: TableState, event: e.HoleCardChecked) -> TableState:
    return change_round(state, peek=event.is_blackjack)


def _skipped(state: TableState, event: e.SecondCardSkipped) -> TableState:
    return change_round(state, is_second_card_skipped=True, are_dealer_cards_done=True)


def _dealer_stood(state: TableState, event: e.DealerStood) -> TableState:
    return change_round(state, are_dealer_cards_done=True)


HANDLERS = dict(
    (
        fold(e.CardDealt, _dealt),
        fold(e.CardsTurned, _turned),
        fold(e.BonusCardsTurned, _bonus_turned),
        fold(e.BlackjackAnnounced, _blackjack_announced),
        fold(e.BlackjackHeld, _held),
        fold(e.InsuranceOffered, _offered),
        fold(e.InsuranceDeclined, _declined),
        fold(e.InsuranceClosed, _insurance_closed),
        fold(e.HoleCardChecked, _checked),
        fold(e.SecondCardSkipped, _skipped),
        fold(e.DealerStood, _dealer_stood),
    )
)
