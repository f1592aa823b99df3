"""`apply(state, event)`: what the state is after an event. Takes no rules and never refuses, so old rounds replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from siete.money import Cents
from siete.table import apply_cards, apply_faults, apply_opening
from siete.table import events as e
from siete.table.copying import replace
from siete.table.hand import is_bust
from siete.table.state import Award, Bet, Box, Call, Hand, HandStatus, Insurance, Round, Stake, TableState, Wager


def apply(state: TableState, event: e.Event) -> TableState:
    """The state after the event."""
    return _HANDLERS[type(event)](state, event)


def _round(state: TableState, **changes: Any) -> TableState:
    assert state.round is not None, "an event of a round comes within one"
    return replace(state, round=replace(state.round, **changes))


def _box(state: TableState, number: int, change: Callable[[Box], Box]) -> TableState:
    assert state.round is not None, "an event of a box comes within a round"
    boxes = tuple(change(box) if box.number == number else box for box in state.round.boxes)
    return replace(state, round=replace(state.round, boxes=boxes))


def _hand(state: TableState, number: int, index: int, **changes: Any) -> TableState:
    def change(box: Box) -> Box:
        hands = box.hands
        return replace(box, hands=(*hands[:index], replace(hands[index], **changes), *hands[index + 1 :]))

    return _box(state, number, change)


def _hand_at(state: TableState, number: int, index: int) -> Hand:
    assert state.round is not None, "an event of a hand comes within a round"
    box = state.round.box(number)
    assert box is not None, "an event of a hand names a box in play"
    return box.hands[index]


def _stake(state: TableState, number: int, index: int, player: str, **changes: Any) -> TableState:
    """Change a bettor's open money on a hand."""
    stakes = tuple(
        replace(stake, **changes) if stake.player == player and stake.is_open else stake
        for stake in _hand_at(state, number, index).stakes
    )
    return _hand(state, number, index, stakes=stakes)


def _pay(state: TableState, player: str, amount: Cents, **changes: Any) -> TableState:
    """Move chips to a rack (or from it, below zero), with what else changes."""
    racks = {**state.racks, player: Cents(state.racks.get(player, 0) + amount)}
    return replace(state, racks=racks, **changes)


def _opened(state: TableState, event: e.TableOpened) -> TableState:
    return replace(state, rules_hash=event.rules_hash)


def _loaded(state: TableState, event: e.ShoeLoaded) -> TableState:
    """The stack is in the shoe, in its order. Clauses: MD-7.B, MDD-7.B."""
    return replace(state, shoe=event.cards, dealt=0, discards=())


def _brought(state: TableState, event: e.ChipsBrought) -> TableState:
    return _pay(state, event.player, event.amount)


def _seated(state: TableState, event: e.PlayerSeated) -> TableState:
    return replace(state, seats={**state.seats, event.box: event.player})


def _started(state: TableState, event: e.RoundStarted) -> TableState:
    started = Round(number=event.number)
    if state.is_reader_down:
        started = replace(started, faults=replace(started.faults, is_without_reader=True))
    return replace(state, round=started)


def _placed(state: TableState, event: e.WagerPlaced) -> TableState:
    state = _pay(state, event.player, Cents(-event.amount))
    if event.wager is not Wager.BASE:
        return _box(state, event.box, lambda box: _with_bet(box, event))
    assert state.round is not None, "a wager is placed within a round"
    if state.round.box(event.box) is None:
        decider = state.seats.get(event.box, event.player)
        fresh = Box(number=event.box, decider=decider, hands=(Hand(),))
        state = _round(state, boxes=tuple(sorted((*state.round.boxes, fresh), key=lambda box: box.number)))
    return _box(state, event.box, lambda box: _with_stake(box, event.player, event.amount, state.seats))


def _with_bet(box: Box, event: e.WagerPlaced) -> Box:
    old = box.bet(event.player, event.wager)
    amount = Cents(event.amount + (old.amount if old else 0))
    others = tuple(bet for bet in box.bets if bet is not old)
    asked = box.asked_insurance | {event.player} if event.wager is Wager.INSURANCE else box.asked_insurance
    return replace(box, bets=(*others, Bet(event.player, event.wager, amount)), asked_insurance=asked)


def _with_stake(box: Box, player: str, amount: Cents, seats: Any) -> Box:
    """The box with this much more (or less) of a bettor's base wager; who decides follows from it.

    Clauses: MA-13.b.1, MA-13.b.2, S13-m.2-1, S13-m.2-2. Decision: 0030 (of equal wagers the earliest).
    """
    amounts = dict(box.originals)
    amounts[player] = Cents(amounts.get(player, 0) + amount)
    originals = tuple((bettor, cents) for bettor, cents in amounts.items() if cents)
    stakes = tuple(Stake(bettor, cents) for bettor, cents in originals)
    seated = seats.get(box.number)
    is_seated = any(bettor == seated for bettor, _ in originals)
    decider = seated if is_seated else max(originals, key=lambda each: each[1], default=(player, 0))[0]
    return replace(box, originals=originals, decider=decider, hands=(Hand(stakes=stakes),))


def _withdrawn(state: TableState, event: e.WagerWithdrawn) -> TableState:
    state = _pay(state, event.player, event.amount)
    if event.wager is not Wager.BASE:
        return _box(state, event.box, lambda box: _without_bet(box, event))
    state = _box(state, event.box, lambda box: _with_stake(box, event.player, Cents(-event.amount), state.seats))
    assert state.round is not None, "a wager is withdrawn within a round"
    return _round(state, boxes=tuple(box for box in state.round.boxes if box.originals))


def _without_bet(box: Box, event: e.WagerWithdrawn) -> Box:
    return replace(box, bets=tuple(b for b in box.bets if (b.player, b.wager) != (event.player, event.wager)))


def _called(state: TableState, event: e.WagerCalled) -> TableState:
    assert state.round is not None, "a wager is called within a round"
    call = Call(player=event.player, box=event.box, wager=event.wager, amount=event.amount)
    return _round(state, calls=(*state.round.calls, call))


def _uncalled(state: TableState, event: e.CallTakenBack) -> TableState:
    assert state.round is not None, "a call is taken back within a round"
    calls = tuple(call for call in state.round.calls if (call.player, call.box) != (event.player, event.box))
    return _round(state, calls=calls)


def _confirmed(state: TableState, event: e.WagerConfirmed) -> TableState:
    assert state.round is not None, "a wager is confirmed within a round"
    calls = tuple(
        replace(call, confirmed=(*call.confirmed, event.by))
        if (call.player, call.box) == (event.player, event.box)
        else call
        for call in state.round.calls
    )
    return _round(state, calls=calls)


def _converted(state: TableState, event: e.CashConverted) -> TableState:
    state = _pay(state, event.player, event.amount, inventory=Cents(state.inventory - event.amount))
    assert state.round is not None, "cash is converted within a round"
    return _round(state, calls=tuple(call for call in state.round.calls if call.player != event.player))


def _admitted(state: TableState, event: e.BettorAdmitted) -> TableState:
    return _box(state, event.box, lambda box: replace(box, admitted=box.admitted | {event.bettor}))


def _closed(state: TableState, event: e.WagersClosed) -> TableState:
    return _round(state, are_wagers_closed=True)


def _taken(state: TableState, event: e.WagerTaken) -> TableState:
    state = replace(state, inventory=Cents(state.inventory + event.amount))
    return _bet(state, event.box, event.player, event.wager, is_taken=True)


def _bet(state: TableState, number: int, player: str, wager: Wager, **changes: Any) -> TableState:
    def change(box: Box) -> Box:
        bets = tuple(
            replace(bet, **changes) if (bet.player, bet.wager) == (player, wager) and bet.is_open else bet
            for bet in box.bets
        )
        return replace(box, bets=bets)

    return _box(state, number, change)


def _contributed(state: TableState, event: e.ContributionMade) -> TableState:
    assert state.round is not None, "a contribution is made within a round"
    moved = replace(state, inventory=Cents(state.inventory - event.amount), meters=Cents(state.meters + event.amount))
    return _round(moved, contributed=state.round.contributed | {event.meter})


def _dealt(state: TableState, event: e.CardDealt) -> TableState:
    current = state.round
    assert current is not None, "cards are dealt within a round"
    if current.faults.seen is None:
        state = replace(state, dealt=state.dealt + 1)
    else:  # it left the shoe when it was drawn in error
        state = _round(state, faults=replace(current.faults, seen=None, offered=None))
    if event.is_bonus:
        return _round(state, bonus_cards=(*current.bonus_cards, event.card))
    if event.box != e.DEALER:
        return _box(state, event.box, lambda box: _with_card(box, event))
    hides = not event.is_face_up
    return _round(
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


def _unchanged(state: TableState, event: e.Event) -> TableState:
    return state


def _turned(state: TableState, event: e.CardsTurned) -> TableState:
    if not event.is_hole:
        return _round(state, is_up_hidden=False)
    assert state.round is not None, "cards are turned within a round"
    return _round(state, is_hole_hidden=False, dealer=(state.round.up, event.card))


def _blackjack_announced(state: TableState, event: e.BlackjackAnnounced) -> TableState:
    return _box(state, event.box, lambda box: replace(box, is_blackjack_announced=True))


def _held(state: TableState, event: e.BlackjackHeld) -> TableState:
    state = _hand(state, event.box, 0, is_held=event.is_held)
    return _box(state, event.box, lambda box: replace(box, is_blackjack_asked=True))


def _offered(state: TableState, event: e.InsuranceOffered) -> TableState:
    return _round(state, insurance=Insurance.OPEN)


def _declined(state: TableState, event: e.InsuranceDeclined) -> TableState:
    return _box(state, event.box, lambda box: replace(box, asked_insurance=box.asked_insurance | {event.player}))


def _insurance_closed(state: TableState, event: e.InsuranceClosed) -> TableState:
    return _round(state, insurance=Insurance.CLOSED)


def _checked(state: TableState, event: e.HoleCardChecked) -> TableState:
    return _round(state, peek=event.is_blackjack)


def _hit_asked(state: TableState, event: e.HitAsked) -> TableState:
    return _hand(state, event.box, event.hand, awaits="hit")


def _stood(state: TableState, event: e.HandStood) -> TableState:
    return _hand(state, event.box, event.hand, status=HandStatus.STOOD)


def _doubled(state: TableState, event: e.WagerDoubled) -> TableState:
    state = _pay(state, event.player, Cents(-event.amount))
    stake = _open_stake(state, event.box, event.hand, event.player)
    doubles = (*stake.doubles, event.amount)
    return _stake(state, event.box, event.hand, event.player, doubles=doubles, is_answered=True)


def _open_stake(state: TableState, number: int, index: int, player: str) -> Stake:
    return next(s for s in _hand_at(state, number, index).stakes if s.player == player and s.is_open)


def _double_asked(state: TableState, event: e.DoubleAsked) -> TableState:
    doublings = _hand_at(state, event.box, event.hand).doublings + 1
    return _hand(state, event.box, event.hand, doublings=doublings, awaits="double")


def _answered(state: TableState, event: e.BettorAnswered) -> TableState:
    return _stake(state, event.box, event.hand, event.player, is_answered=True)


def _split(state: TableState, event: e.HandSplit) -> TableState:
    def change(box: Box) -> Box:
        old = box.hands[event.hand]
        left = replace(old, cards=old.cards[:1], is_split=True, awaits="card")
        right = Hand(cards=old.cards[1:], is_split=True, awaits="card")
        return replace(box, hands=(*box.hands[: event.hand], left, right, *box.hands[event.hand + 1 :]))

    assert state.round is not None, "hands are split within a round"
    faults = state.round.faults
    if faults.late:
        state = _round(state, faults=replace(faults, late=faults.after_split(event.box, event.hand)))
    return _box(state, event.box, change)


def _funded(state: TableState, event: e.SplitFunded) -> TableState:
    state = _pay(state, event.player, Cents(-event.amount))
    new = (*_hand_at(state, event.box, event.hand + 1).stakes, Stake(event.player, event.amount))
    state = _hand(state, event.box, event.hand + 1, stakes=new)
    return _stake(state, event.box, event.hand, event.player, is_answered=True)


def _ridden(state: TableState, event: e.SplitRidden) -> TableState:
    if not event.rides:
        return _stake(state, event.box, event.hand, event.player, is_answered=True)
    old = _hand_at(state, event.box, event.hand)
    moved = tuple(stake for stake in old.stakes if stake.player == event.player)
    kept = tuple(stake for stake in old.stakes if stake.player != event.player)
    new = (*_hand_at(state, event.box, event.hand + 1).stakes, *moved)
    state = _hand(state, event.box, event.hand, stakes=kept)
    return _hand(state, event.box, event.hand + 1, stakes=new)


def _surrendered(state: TableState, event: e.HandSurrendered) -> TableState:
    return _hand(state, event.box, event.hand, status=HandStatus.SURRENDERED)


def _rescued(state: TableState, event: e.WagerRescued) -> TableState:
    state = _pay(state, event.player, event.amount)
    stake = _open_stake(state, event.box, event.hand, event.player)
    return _stake(state, event.box, event.hand, event.player, doubles=stake.doubles[:-1], is_answered=True)


def _paid(state: TableState, event: e.WagerPaid | e.EnvyPaid | e.SuperBonusPaid) -> TableState:
    return _pay(state, event.player, event.amount, inventory=Cents(state.inventory - event.amount))


def _wager_paid(state: TableState, event: e.WagerPaid) -> TableState:
    paid = _paid(state, event)
    if event.wager is Wager.BASE:
        return paid

    def change(box: Box) -> Box:
        bets = tuple(
            replace(bet, paid=Cents(bet.paid + event.amount))
            if (bet.player, bet.wager) == (event.player, event.wager)
            else bet
            for bet in box.bets
        )
        return replace(box, bets=bets)

    return _box(paid, event.box, change)


def _returned(state: TableState, event: e.WagerReturned) -> TableState:
    return _lift(_pay(state, event.player, event.amount), event, is_lost=False)


def _collected(state: TableState, event: e.WagerCollected) -> TableState:
    moved = replace(state, inventory=Cents(state.inventory + event.amount))
    return _lift(moved, event, is_lost=True)


def _lift(state: TableState, event: e.WagerReturned | e.WagerCollected, *, is_lost: bool) -> TableState:
    """Take the event's chips off the layout."""
    if event.wager is not Wager.BASE:
        return _bet(state, event.box, event.player, event.wager, is_open=False, is_back=not is_lost)
    if event.closes:
        return _stake(state, event.box, event.hand, event.player, is_open=False, is_lost=is_lost)
    rest = _open_stake(state, event.box, event.hand, event.player).total - event.amount
    return _stake(state, event.box, event.hand, event.player, amount=Cents(rest), doubles=())


def _alerted(state: TableState, event: e.SuperBonusAlerted) -> TableState:
    return state


def _super_won(state: TableState, event: e.SuperBonusWon) -> TableState:
    assert state.round is not None, "a super bonus is won within a round"
    return _round(state, super_bonuses=(*state.round.super_bonuses, (event.box, event.hand)))


def _super_paid(state: TableState, event: e.SuperBonusPaid) -> TableState:
    assert state.round is not None, "a super bonus is paid within a round"
    paid = state.round.supers_paid | {(event.player, event.box, event.hand)}
    return _round(_paid(state, event), supers_paid=paid)


def _envy(state: TableState, event: e.EnvyPaid) -> TableState:
    assert state.round is not None, "envy is paid within a round"
    paid = state.round.envies_paid | {(event.player, event.box, event.hand)}
    return _round(_paid(state, event), envies_paid=paid)


def _spun(state: TableState, event: e.WheelSpun) -> TableState:
    return _bet(state, event.box, event.player, event.wager, is_open=False)


def _won(state: TableState, event: e.AwardWon) -> TableState:
    assert state.round is not None, "an award is won within a round"
    award = Award(box=event.box, player=event.player, wager=event.wager, line=event.line)
    return _round(state, awards=(*state.round.awards, award))


def _award_paid(state: TableState, event: e.AwardPaid) -> TableState:
    assert state.round is not None, "an award is paid within a round"
    paid = Award(box=event.box, player=event.player, wager=event.wager, line=event.line)
    awards = list(state.round.awards)
    awards.remove(paid)
    moved = _pay(state, event.player, event.amount, meters=Cents(state.meters - event.amount))
    return _round(moved, awards=tuple(awards))


def _removed(state: TableState, event: e.HandRemoved) -> TableState:
    cards = _hand_at(state, event.box, event.hand).cards
    state = replace(state, discards=(*state.discards, *cards))
    return _hand(state, event.box, event.hand, is_removed=True)


def _matches(state: TableState, event: e.MatchesSettled) -> TableState:
    return _round(state, match_done=True)


def _skipped(state: TableState, event: e.SecondCardSkipped) -> TableState:
    return _round(state, is_second_card_skipped=True, are_dealer_cards_done=True)


def _dealer_stood(state: TableState, event: e.DealerStood) -> TableState:
    return _round(state, are_dealer_cards_done=True)


def _picked_up(state: TableState, event: e.CardsPickedUp) -> TableState:
    return _round(replace(state, discards=(*state.discards, *event.cards)), is_picked_up=True)


def _ended(state: TableState, event: e.RoundEnded) -> TableState:
    return replace(state, round=None, rounds=state.rounds + 1, pack=apply_cards.after_round(state))


_HANDLERS: dict[type[e.Event], Callable[[TableState, Any], TableState]] = {
    e.TableOpened: _opened,
    e.ShoeLoaded: _loaded,
    e.ChipsBrought: _brought,
    e.PlayerSeated: _seated,
    e.RoundStarted: _started,
    e.WagerPlaced: _placed,
    e.WagerWithdrawn: _withdrawn,
    e.WagerCalled: _called,
    e.CallTakenBack: _uncalled,
    e.WagerConfirmed: _confirmed,
    e.CashConverted: _converted,
    e.BettorAdmitted: _admitted,
    e.WagersClosed: _closed,
    e.WagerTaken: _taken,
    e.ContributionMade: _contributed,
    e.CardDealt: _dealt,
    e.Announced: _unchanged,
    e.CardsTurned: _turned,
    e.BlackjackAnnounced: _blackjack_announced,
    e.BlackjackHeld: _held,
    e.InsuranceOffered: _offered,
    e.InsuranceDeclined: _declined,
    e.InsuranceClosed: _insurance_closed,
    e.HoleCardChecked: _checked,
    e.HitAsked: _hit_asked,
    e.HandStood: _stood,
    e.WagerDoubled: _doubled,
    e.DoubleAsked: _double_asked,
    e.BettorAnswered: _answered,
    e.HandSplit: _split,
    e.SplitFunded: _funded,
    e.SplitRidden: _ridden,
    e.HandSurrendered: _surrendered,
    e.WagerRescued: _rescued,
    e.WagerPaid: _wager_paid,
    e.WagerReturned: _returned,
    e.WagerCollected: _collected,
    e.SuperBonusAlerted: _alerted,
    e.SuperBonusWon: _super_won,
    e.SuperBonusPaid: _super_paid,
    e.EnvyPaid: _envy,
    e.SeatButtonPressed: _unchanged,
    e.WheelSpun: _spun,
    e.AwardWon: _won,
    e.AwardPaid: _award_paid,
    e.HandRemoved: _removed,
    e.MatchesSettled: _matches,
    e.SecondCardSkipped: _skipped,
    e.DealerStood: _dealer_stood,
    e.CardsPickedUp: _picked_up,
    e.RoundEnded: _ended,
    **apply_cards.HANDLERS,
    **apply_opening.HANDLERS,
    **apply_faults.HANDLERS,
}
