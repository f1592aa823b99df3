"""What events between rounds do to the cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

from siete.table import events as e
from siete.table.apply.changes import PackChanges
from siete.table.handlers import fold
from siete.table.state.cards import Pack, Reason
from siete.table.state.table import TableState


def _pack(state: TableState, **changes: Unpack[PackChanges]) -> TableState:
    return replace(state, pack=replace(state.pack or Pack(), **changes))


def _ready(state: TableState, event: e.CardsReady) -> TableState:
    pack = Pack(pile=event.cards, is_preshuffled=event.is_preshuffled, first=event.first)
    opening = state.opening
    if opening is not None:
        opening = replace(opening, cards=None, done=(), is_idle=False, is_batch_out=False)
    return replace(state, opening=opening, pack=pack, shoe=None, dealt=0, discards=())


def _step(state: TableState, event: e.ShuffleStepDone) -> TableState:
    steps = state.pack.steps if state.pack else ()
    return _pack(state, steps=(*steps, event.step))


def _shuffled(state: TableState, event: e.CardsShuffled) -> TableState:
    shuffles = state.pack.shuffles if state.pack else 0
    return _pack(state, order=event.order, pile=(), steps=(), shuffles=shuffles + 1)


def _stacked(state: TableState, event: e.PreshuffledStacked) -> TableState:
    return _pack(state, order=event.order, pile=(), shuffles=1)


def _refused(state: TableState, event: e.CutRefused) -> TableState:
    refusals = state.pack.refusals if state.pack else ()
    return _pack(state, refusals=(*refusals, event.player))


def _cut(state: TableState, event: e.CardsCut) -> TableState:
    order = state.pack.order if state.pack else None
    assert order is not None, "a stack is cut after it was shuffled"
    turned = (*order[event.at :], *order[: event.at])
    return _pack(state, order=turned, cutter=event.cutter, is_cut=True, is_aligned=False, is_recut_ordered=False)


def _recut(state: TableState, event: e.RecutOrdered) -> TableState:
    pack = state.pack or Pack()
    order = pack.order if pack.order is not None else state.shoe
    again = _pack(state, order=order, is_cut=False, is_recut_ordered=True, refusals=(), behind=None, is_loaded=False)
    return replace(again, shoe=None, dealt=0, discards=())


def _aligned(state: TableState, event: e.StackAligned) -> TableState:
    return _pack(state, is_aligned=True)


def _covered(state: TableState, event: e.CoverCardPlaced) -> TableState:
    return _pack(state, behind=event.behind)


def _loaded(state: TableState, event: e.StackLoaded) -> TableState:
    assert state.pack is not None, "a stack is loaded after it was shuffled"
    shoe, burns = state.pack.order, max(event.burns, state.pack.burns_due)
    loaded = _pack(
        state,
        order=None,
        is_loaded=True,
        burns_due=burns,
        burned=(),
        cover_came_at=None,
        cover_came_to="",
        loaded_before=state.rounds,
    )
    return replace(loaded, shoe=shoe, dealt=0, discards=())


def _burned(state: TableState, event: e.CardBurned) -> TableState:
    moved = replace(state, dealt=state.dealt + 1, discards=(*state.discards, event.card))
    if state.pack is None:
        return moved
    return _pack(moved, burns_due=state.pack.burns_due - 1, burned=(*state.pack.burned, event.card))


def _shown(state: TableState, event: e.BurnCardShown) -> TableState:
    return state


def _came(state: TableState, event: e.DealerCame) -> TableState:
    named = replace(state, dealer=event.dealer)
    return _pack(named, burns_due=max(event.burns, state.pack.burns_due)) if state.pack is not None else named


def _cover_out(state: TableState, event: e.CoverCardReached) -> TableState:
    box = state.round.box(event.box) if state.round is not None else None
    return _pack(state, cover_came_at=event.box, cover_came_to=box.decider if box else "")


def after_round(state: TableState) -> Pack | None:
    """The cards' course when a round is over: its bettors are those who may go on wagering."""
    if state.pack is None or state.round is None:
        return state.pack
    return replace(state.pack, entitled=frozenset(state.round.players()))


def _let_in(state: TableState, event: e.PlayerLetIn) -> TableState:
    entitled = state.pack.entitled if state.pack else None
    return state if entitled is None else _pack(state, entitled=entitled | {event.player})


def _ordered(state: TableState, event: e.ReshuffleOrdered) -> TableState:
    return _pack(state, is_reshuffle_ordered=True)


def _collected(state: TableState, event: e.ShoeCollected) -> TableState:
    pack = state.pack or Pack()
    rest = state.shoe[state.dealt :] if state.shoe is not None else ()
    reason = Reason.COVER_CARD if pack.cover_came_at is not None else Reason.ORDERED
    fresh = Pack(
        pile=(*state.discards, *rest),
        reason=reason,
        shuffles=pack.shuffles,
        cover_came_at=pack.cover_came_at,
        cover_came_to=pack.cover_came_to,
        burns_due=pack.burns_due,
    )
    return replace(state, pack=fresh, shoe=None, dealt=0, discards=())


HANDLERS = dict(
    (
        fold(e.CardsReady, _ready),
        fold(e.ShuffleStepDone, _step),
        fold(e.CardsShuffled, _shuffled),
        fold(e.PreshuffledStacked, _stacked),
        fold(e.CutRefused, _refused),
        fold(e.CardsCut, _cut),
        fold(e.RecutOrdered, _recut),
        fold(e.StackAligned, _aligned),
        fold(e.CoverCardPlaced, _covered),
        fold(e.StackLoaded, _loaded),
        fold(e.CardBurned, _burned),
        fold(e.BurnCardShown, _shown),
        fold(e.DealerCame, _came),
        fold(e.CoverCardReached, _cover_out),
        fold(e.ReshuffleOrdered, _ordered),
        fold(e.PlayerLetIn, _let_in),
        fold(e.ShoeCollected, _collected),
    )
)
