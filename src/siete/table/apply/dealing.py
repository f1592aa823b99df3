"""What cards on the layout, blackjacks and insurance do to a round."""

from __future__ import annotations

from siete.table import events as e
from siete.table.apply.parts import change_box, change_hand, change_round, with_hand
from siete.table.frozen.fast_replace import replace
from siete.table.hand import is_bust
from siete.table.handlers import fold
from siete.table.state.box import Box
from siete.table.state.hand import HandStatus
from siete.table.state.round import Insurance, Round
from siete.table.state.table import TableState


def _dealt(state: TableState, event: e.CardDealt) -> TableState:
    current = state.round
    assert current is not None, "cards are dealt within a round"
    dealt = state.dealt + 1
    if current.faults.seen is not None:  # it left the shoe when it was drawn in error
        dealt = state.dealt
        state = change_round(state, faults=replace(current.faults, seen=None, offered=None))
    if not event.is_bonus and event.box != e.DEALER:
        return change_box(state, event.box, lambda box: with_card(box, event), dealt=dealt)
    assert state.round is not None, "the round goes on"
    return replace(state, dealt=dealt, round=_with_dealers_card(state.round, event))


def _with_dealers_card(current: Round, event: e.CardDealt) -> Round:
    hides = not event.is_face_up
    if event.is_bonus:
        return replace(current, bonus_cards=(*current.bonus_cards, event.card), are_bonus_cards_hidden=hides)
    return replace(
        current,
        dealer=(*current.dealer, event.card),
        is_up_hidden=current.is_up_hidden or (hides and not current.dealer),
        is_hole_hidden=current.is_hole_hidden or (hides and len(current.dealer) == 1),
    )


def with_card(box: Box, event: e.CardDealt) -> Box:
    """The box after a card was dealt to one of its hands."""
    hand = box.hands[event.hand]
    cards = (*hand.cards, event.card)
    stakes = hand.stakes
    for stake in stakes:
        if stake.is_answered:
            stakes = tuple([replace(each, is_answered=False) for each in stakes])
            break
    status = HandStatus.BUST if len(cards) > 2 and is_bust(cards) else hand.status
    dealt = replace(hand, cards=cards, awaits="", status=status, stakes=stakes)
    if hand.is_split or len(box.first_cards) == 2:
        return with_hand(box, event.hand, dealt)
    return replace(box, hands=(dealt, *box.hands[1:]), first_cards=(*box.first_cards, event.card))


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
