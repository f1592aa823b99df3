"""What events of the opening do to a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

from siete.cards import Rank
from siete.table import events as e
from siete.table.apply.changes import OpeningChanges
from siete.table.handlers import fold
from siete.table.state.cards import Pack
from siete.table.state.opening import Handling, Opening
from siete.table.state.table import TableState


def _opening(state: TableState, **changes: Unpack[OpeningChanges]) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    return replace(state, opening=replace(state.opening, **changes))


def _done(state: TableState, *handlings: Handling) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    return _opening(state, done=(*state.opening.done, *handlings))


def _prepared(state: TableState, event: e.TablePrepared) -> TableState:
    return replace(state, opening=Opening(now=event.at))


def _closed(state: TableState, event: e.TableClosed) -> TableState:
    assert state.opening is not None, "a table is closed that was opened"
    closed = Opening(now=state.opening.now, is_closed=True)
    return replace(state, opening=closed, round=None, pack=None, shoe=None, dealt=0, discards=(), removed=())


def _time(state: TableState, event: e.TimeTold) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    is_busy = state.rounds != state.opening.rounds_seen or (state.round is not None and bool(state.round.boxes))
    active_at = event.at if is_busy else state.opening.active_at
    return _opening(state, now=event.at, active_at=active_at, rounds_seen=state.rounds)


def _signed(state: TableState, event: e.ItemSigned) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    return _opening(state, signed=state.opening.signed | {event.item})


def _inspected_reader(state: TableState, event: e.ReaderInspected) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    return _opening(state, reader_at=state.opening.now)


def _opened(state: TableState, event: e.TableOpenedForPlay) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    return _opening(state, is_open=True, active_at=state.opening.now)


def _received(state: TableState, event: e.CardsReceived) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    now = state.opening.now
    since = now if state.pack is None else state.opening.cards_at  # a second batch is changed with the first
    return _opening(
        state, cards=event.cards, cards_at=since, active_at=now, done=(), tens=(), looker="", is_face_up=True
    )


def _inspected(state: TableState, event: e.CardsInspected) -> TableState:
    return _done(state, Handling.INSPECTED)


def _tens_out(state: TableState, event: e.TensRemoved) -> TableState:
    assert state.opening is not None and state.opening.cards is not None, "10-spots come out of cards received"
    left = tuple(card for card in state.opening.cards if card.rank is not Rank.TEN)
    return _opening(state, cards=left, tens=event.cards)


def _verified(state: TableState, event: e.CardsVerified) -> TableState:
    return _done(state, Handling.VERIFIED)


def _tens_gone(state: TableState, event: e.TensDisposed) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    return _opening(state, tens=(), disposed=(*state.opening.disposed, *event.cards))


def _returned(state: TableState, event: e.CardsReturned) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    since = None if state.pack is None else state.opening.cards_at
    return _opening(state, cards=None, cards_at=since, done=(), tens=())


def _spread(state: TableState, event: e.CardsSpread) -> TableState:
    return _done(state, Handling.SPREAD)


def _looked(state: TableState, event: e.CardsLookedOver) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    return _opening(_done(state, Handling.LOOKED_OVER), looker=event.player, active_at=state.opening.now)


def _turned(state: TableState, event: e.CardsTurnedDown) -> TableState:
    return _done(state, Handling.TURNED)


def _washed(state: TableState, event: e.CardsWashed) -> TableState:
    return _done(state, Handling.WASHED)


def _exposed(state: TableState, event: e.CardExposed) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    return _opening(state, done=tuple(each for each in state.opening.done if each is not Handling.WASHED))


def _retired(state: TableState, event: e.CardsRetired) -> TableState:
    gone = replace(state, pack=None, shoe=None, dealt=0, discards=())
    return _opening(
        gone, cards=None, cards_at=None, done=(), tens=(), is_idle=False, batch=None, is_batch_spread_asked=False
    )


_LAID_OUT = (Handling.INSPECTED, Handling.VERIFIED, Handling.SPREAD)
"""What needs no doing again with cards that were in play."""


def _idle(state: TableState, event: e.IdleCardsSpread) -> TableState:
    rest = state.shoe[state.dealt :] if state.shoe is not None else ()
    gone = replace(state, pack=None, shoe=None, dealt=0, discards=())
    laid = (*_LAID_OUT, *(() if event.is_face_up else (Handling.TURNED,)))
    cards = (*state.discards, *rest)
    spread = _opening(gone, cards=cards, done=laid, is_idle=True, is_face_up=event.is_face_up, looker="")
    return _opening(spread, is_batch_spread_asked=False)  # of another time, when no batch came out


def _turned_up(state: TableState, event: e.CardsTurnedUp) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    done = tuple(each for each in state.opening.done if each is not Handling.TURNED)
    return _opening(state, is_face_up=True, done=done)


def _came_back(state: TableState, event: e.PlayerReturned) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    return _opening(state, looker=event.player, active_at=state.opening.now)


def _stored(state: TableState, event: e.BatchStored) -> TableState:
    if state.pack is None:
        return _opening(state, batch=event.order)
    return _opening(state, batch=event.order, cards=None, done=())


def _asked_batch(state: TableState, event: e.BatchSpreadAsked) -> TableState:
    return _opening(state, is_batch_spread_asked=True)


def _changed(state: TableState, event: e.BatchChanged) -> TableState:
    assert state.opening is not None, "events of the opening come after the preparation"
    if state.opening.is_batch_spread_asked and state.pack is None:
        laid = _opening(state, cards=event.order, batch=event.stored, done=_LAID_OUT, is_face_up=True)
        return _opening(laid, is_batch_spread_asked=False, is_batch_out=True)
    if state.pack is not None:  # a spent shoe went in
        pack = replace(state.pack, order=event.order, pile=(), steps=(), shuffles=state.pack.shuffles + 1)
        return _opening(replace(state, pack=pack), batch=event.stored)
    pack = Pack(order=event.order, shuffles=1, first=state.opening.looker)
    return _opening(replace(state, pack=pack), cards=None, done=(), batch=event.stored, is_idle=False)


HANDLERS = dict(
    (
        fold(e.TablePrepared, _prepared),
        fold(e.TimeTold, _time),
        fold(e.ItemSigned, _signed),
        fold(e.ReaderInspected, _inspected_reader),
        fold(e.TableOpenedForPlay, _opened),
        fold(e.TableClosed, _closed),
        fold(e.CardsReceived, _received),
        fold(e.CardsInspected, _inspected),
        fold(e.TensRemoved, _tens_out),
        fold(e.CardsVerified, _verified),
        fold(e.TensDisposed, _tens_gone),
        fold(e.CardsReturned, _returned),
        fold(e.CardsSpread, _spread),
        fold(e.CardsLookedOver, _looked),
        fold(e.CardsTurnedDown, _turned),
        fold(e.CardsWashed, _washed),
        fold(e.CardExposed, _exposed),
        fold(e.CardsRetired, _retired),
        fold(e.IdleCardsSpread, _idle),
        fold(e.CardsTurnedUp, _turned_up),
        fold(e.PlayerReturned, _came_back),
        fold(e.BatchStored, _stored),
        fold(e.BatchSpreadAsked, _asked_batch),
        fold(e.BatchChanged, _changed),
    )
)
