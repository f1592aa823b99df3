"""What players' decisions do to their hands."""

from __future__ import annotations

from siete.money import Cents
from siete.table import events as e
from siete.table.apply.parts import change_box, change_hand, change_round, change_stake, hand_at, open_stake, pay
from siete.table.frozen.fast_replace import replace
from siete.table.handlers import fold
from siete.table.state.box import Box
from siete.table.state.hand import Hand, HandStatus, Stake
from siete.table.state.table import TableState


def _hit_asked(state: TableState, event: e.HitAsked) -> TableState:
    return change_hand(state, event.box, event.hand, awaits="hit")


def _stood(state: TableState, event: e.HandStood) -> TableState:
    return change_hand(state, event.box, event.hand, status=HandStatus.STOOD)


def _doubled(state: TableState, event: e.WagerDoubled) -> TableState:
    state = pay(state, event.player, Cents(-event.amount))
    stake = open_stake(state, event.box, event.hand, event.player)
    doubles = (*stake.doubles, event.amount)
    return change_stake(state, event.box, event.hand, event.player, doubles=doubles, is_answered=True)


def _double_asked(state: TableState, event: e.DoubleAsked) -> TableState:
    doublings = hand_at(state, event.box, event.hand).doublings + 1
    return change_hand(state, event.box, event.hand, doublings=doublings, awaits="double")


def _answered(state: TableState, event: e.BettorAnswered) -> TableState:
    return change_stake(state, event.box, event.hand, event.player, is_answered=True)


def _split(state: TableState, event: e.HandSplit) -> TableState:
    def change(box: Box) -> Box:
        old = box.hands[event.hand]
        left = replace(old, cards=old.cards[:1], is_split=True, awaits="card")
        right = Hand(cards=old.cards[1:], is_split=True, awaits="card")
        return replace(box, hands=(*box.hands[: event.hand], left, right, *box.hands[event.hand + 1 :]))

    assert state.round is not None, "hands are split within a round"
    faults = state.round.faults
    if faults.late:
        state = change_round(state, faults=replace(faults, late=faults.after_split(event.box, event.hand)))
    return change_box(state, event.box, change)


def _funded(state: TableState, event: e.SplitFunded) -> TableState:
    state = pay(state, event.player, Cents(-event.amount))
    new = (*hand_at(state, event.box, event.hand + 1).stakes, Stake(event.player, event.amount))
    state = change_hand(state, event.box, event.hand + 1, stakes=new)
    return change_stake(state, event.box, event.hand, event.player, is_answered=True)


def _ridden(state: TableState, event: e.SplitRidden) -> TableState:
    if not event.rides:
        return change_stake(state, event.box, event.hand, event.player, is_answered=True)
    old = hand_at(state, event.box, event.hand)
    moved = tuple(stake for stake in old.stakes if stake.player == event.player)
    kept = tuple(stake for stake in old.stakes if stake.player != event.player)
    new = (*hand_at(state, event.box, event.hand + 1).stakes, *moved)
    state = change_hand(state, event.box, event.hand, stakes=kept)
    return change_hand(state, event.box, event.hand + 1, stakes=new)


def _surrendered(state: TableState, event: e.HandSurrendered) -> TableState:
    return change_hand(state, event.box, event.hand, status=HandStatus.SURRENDERED)


def _rescued(state: TableState, event: e.WagerRescued) -> TableState:
    state = pay(state, event.player, event.amount)
    stake = open_stake(state, event.box, event.hand, event.player)
    return change_stake(state, event.box, event.hand, event.player, doubles=stake.doubles[:-1], is_answered=True)


HANDLERS = dict(
    (
        fold(e.HitAsked, _hit_asked),
        fold(e.HandStood, _stood),
        fold(e.WagerDoubled, _doubled),
        fold(e.DoubleAsked, _double_asked),
        fold(e.BettorAnswered, _answered),
        fold(e.HandSplit, _split),
        fold(e.SplitFunded, _funded),
        fold(e.SplitRidden, _ridden),
        fold(e.HandSurrendered, _surrendered),
        fold(e.WagerRescued, _rescued),
    )
)
