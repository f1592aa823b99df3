"""What irregularities, and their repairs, do to a table."""

from __future__ import annotations

from typing import Unpack

from siete.money import Cents
from siete.rules.options import UnusedCard
from siete.table import events as e
from siete.table.apply.changes import BetChanges, FaultsChanges
from siete.table.apply.parts import change_box, change_hand, change_round, pay
from siete.table.frozen.fast_replace import replace
from siete.table.handlers import fold
from siete.table.state.box import Bet
from siete.table.state.cards import Pack, Reason
from siete.table.state.hand import HandStatus
from siete.table.state.round import Round
from siete.table.state.table import TableState


def _current(state: TableState) -> Round:
    assert state.round is not None, "an irregularity of a round comes within one"
    return state.round


def _faults(state: TableState, **changes: Unpack[FaultsChanges]) -> TableState:
    return change_round(state, faults=replace(_current(state).faults, **changes))


def _pay(state: TableState, player: str, amount: int) -> TableState:
    """Chips from the table's inventory to a rack, or back where the amount is below zero."""
    return pay(state, player, Cents(amount), inventory=Cents(state.inventory - amount))


def _bets(
    state: TableState, event: e.TakenWagerReturned | e.PaymentReversed, **changes: Unpack[BetChanges]
) -> TableState:
    def changed(bet: Bet) -> Bet:
        is_it = (bet.player, bet.wager) == (event.player, event.wager)
        return replace(bet, **changes) if is_it else bet

    return change_box(state, event.box, lambda box: replace(box, bets=tuple(map(changed, box.bets))))


def _face_up(state: TableState, event: e.FaceUpCardFound) -> TableState:
    moved = replace(state, dealt=state.dealt + 1, discards=(*state.discards, event.card))
    return _faults(moved, face_up=_current(state).faults.face_up + 1)


def _ten(state: TableState, event: e.TenDisposed) -> TableState:
    moved = replace(state, dealt=state.dealt + 1, removed=(*state.removed, event.card))
    faults = _current(state).faults
    return _faults(moved, tens=faults.tens + 1, face_up=faults.face_up + event.is_face_up)


def _voided(state: TableState, event: e.RoundVoided) -> TableState:
    reversals = (*_current(state).faults.reversals, *event.reversals)
    awards = () if event.drops_awards else _current(state).awards
    return _faults(change_round(state, is_void=True, awards=awards), reversals=reversals, void_clause=event.clause)


def _taken_back(state: TableState, event: e.TakenWagerReturned) -> TableState:
    return _bets(_pay(state, event.player, event.amount), event, is_open=False, is_back=True)


def _payment_reversed(state: TableState, event: e.PaymentReversed) -> TableState:
    return _bets(_pay(state, event.player, -event.amount), event, paid=Cents(0))


def _uncontributed(state: TableState, event: e.ContributionReversed) -> TableState:
    moved = replace(state, inventory=Cents(state.inventory + event.amount), meters=Cents(state.meters - event.amount))
    pending = list(_current(state).faults.reversals)
    left = tuple(pending[: (at := [each[0] for each in pending].index(event.meter))] + pending[at + 1 :])
    return _faults(moved, reversals=left)


def _condemned(state: TableState, event: e.DecksCondemned) -> TableState:
    return replace(state, pack=replace(state.pack or Pack(), is_condemned=True))


def _withdrawn(state: TableState, event: e.DecksWithdrawn) -> TableState:
    gone = replace(state, pack=Pack(is_withdrawn=True), shoe=None, dealt=0, discards=())
    if state.opening is None:
        return gone
    return replace(gone, pack=None, opening=replace(state.opening, cards=None, cards_at=None, done=(), tens=()))


def _seen(state: TableState, event: e.CardSeen) -> TableState:
    offered = (event.box, event.hand) if event.box else None
    return _faults(replace(state, dealt=state.dealt + 1), seen=event.card, offered=offered)


def _accepted(state: TableState, event: e.SeenCardAccepted) -> TableState:
    return _faults(state, offered=None)


def _refused(state: TableState, event: e.SeenCardRefused) -> TableState:
    stood = change_hand(state, event.box, event.hand, status=HandStatus.STOOD, awaits="")
    return _faults(stood, offered=None)


def _unused(state: TableState, event: e.SeenCardUnused) -> TableState:
    return _put_away(_faults(state, seen=None, offered=None), event)


def _overdrawn(state: TableState, event: e.CardOverdrawn) -> TableState:
    return _put_away(replace(state, dealt=state.dealt + 1), event)


def _put_away(state: TableState, event: e.SeenCardUnused | e.CardOverdrawn) -> TableState:
    """The card lies in the discard rack; a burned one is the burn card that players may ask for."""
    moved = replace(state, discards=(*state.discards, event.card))
    if event.how != UnusedCard.BURNED or state.pack is None:
        return moved
    return replace(moved, pack=replace(state.pack, burned=(*state.pack.burned, event.card)))


def _dealer_missed(state: TableState, event: e.DealerCardMissed) -> TableState:
    return _faults(state, is_dealer_missed=True)


def _second_missed(state: TableState, event: e.SecondCardMissed) -> TableState:
    return _faults(state, one_card=(*_current(state).faults.one_card, event.box))


def _second_wanted(state: TableState, event: e.SecondCardWanted) -> TableState:
    return _faults(state, one_card=tuple(box for box in _current(state).faults.one_card if box != event.box))


def _passed(state: TableState, event: e.RequestPassed) -> TableState:
    return _faults(state, passed=(event.box, event.hand))


def _late(state: TableState, event: e.LateCardWanted) -> TableState:
    late = tuple(dict.fromkeys((*_current(state).faults.late, (event.box, event.hand))))
    return _faults(state, passed=None, late=late)


def _died(state: TableState, event: e.HandDied) -> TableState:
    """A box whose only hand is dead is out of the round; a dead hand of several is taken away."""
    current, faults = _current(state), _current(state).faults
    box = current.box(event.box)
    assert box is not None, "a hand that dies is in play"
    hand = box.hands[event.hand]
    moved = replace(state, discards=(*state.discards, *hand.cards))
    moved = _faults(
        moved,
        passed=None,
        one_card=tuple(each for each in faults.one_card if each != event.box),
        late=tuple(each for each in faults.late if each != (event.box, event.hand)),
        dead=faults.dead | {stake.player for stake in hand.stakes},
    )
    if len(box.hands) == 1:
        return change_round(moved, boxes=tuple(each for each in current.boxes if each.number != event.box))
    return change_hand(moved, event.box, event.hand, status=HandStatus.STOOD, awaits="", is_removed=True)


def _reversals(state: TableState, event: e.ReversalsDue) -> TableState:
    reversals = (*_current(state).faults.reversals, *event.reversals)
    return _faults(state, reversals=reversals, void_clause=event.clause)


def _reader_failed(state: TableState, event: e.ReaderFailed) -> TableState:
    down = replace(state, is_reader_down=True)
    return _faults(down, is_without_reader=True) if event.goes_on and state.round is not None else down


def _reader_repaired(state: TableState, event: e.ReaderRepaired) -> TableState:
    return replace(state, is_reader_down=False)


def _jammed(state: TableState, event: e.ShufflerJammed) -> TableState:
    pack = state.pack or Pack()
    pile = pack.order if pack.order is not None else pack.pile
    again = replace(pack, pile=pile, order=None, steps=(), refusals=(), is_cut=False, is_aligned=False, behind=None)
    return replace(state, pack=again)


def _shuffler_failed(state: TableState, event: e.ShufflerFailed) -> TableState:
    return replace(state, is_shuffler_down=True)


def _shuffler_aside(state: TableState, event: e.ShufflerSetAside) -> TableState:
    return replace(state, is_shuffler_aside=True)


def _shuffler_repaired(state: TableState, event: e.ShufflerRepaired) -> TableState:
    return replace(state, is_shuffler_down=False, is_shuffler_aside=False)


def _reused(state: TableState, event: e.DiscardsReused) -> TableState:
    """The rack is the pile; after the round all cards are shuffled."""
    pack = state.pack or Pack()
    fresh = Pack(
        pile=state.discards,
        reason=Reason.ORDERED,
        first=pack.first,
        shuffles=pack.shuffles,
        entitled=pack.entitled,
        is_reshuffle_ordered=True,
    )
    return replace(state, pack=fresh, shoe=None, dealt=0, discards=())


def _unchanged(state: TableState, event: e.Event) -> TableState:
    return state


HANDLERS = dict(
    (
        fold(e.FaceUpCardFound, _face_up),
        fold(e.TenDisposed, _ten),
        fold(e.RoundVoided, _voided),
        fold(e.TakenWagerReturned, _taken_back),
        fold(e.PaymentReversed, _payment_reversed),
        fold(e.ContributionReversed, _uncontributed),
        fold(e.DecksCondemned, _condemned),
        fold(e.DecksWithdrawn, _withdrawn),
        fold(e.CardDrawnUnexposed, _unchanged),
        fold(e.CardSeen, _seen),
        fold(e.SeenCardAccepted, _accepted),
        fold(e.SeenCardRefused, _refused),
        fold(e.SeenCardUnused, _unused),
        fold(e.CardOverdrawn, _overdrawn),
        fold(e.DealerCardMissed, _dealer_missed),
        fold(e.SecondCardMissed, _second_missed),
        fold(e.SecondCardWanted, _second_wanted),
        fold(e.RequestPassed, _passed),
        fold(e.LateCardWanted, _late),
        fold(e.HandDied, _died),
        fold(e.ReversalsDue, _reversals),
        fold(e.HoleCardExposed, _unchanged),
        fold(e.HoleCardMisread, _unchanged),
        fold(e.PlayContinued, _unchanged),
        fold(e.ReaderFailed, _reader_failed),
        fold(e.ReaderRepaired, _reader_repaired),
        fold(e.ShufflerJammed, _jammed),
        fold(e.ShufflerFailed, _shuffler_failed),
        fold(e.ShufflerSetAside, _shuffler_aside),
        fold(e.ShufflerRepaired, _shuffler_repaired),
        fold(e.DiscardsReused, _reused),
    )
)
