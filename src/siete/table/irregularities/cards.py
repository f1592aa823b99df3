"""What goes wrong with the cards of a shoe, as dealer or floorperson reports it, and what follows by the rules."""

from __future__ import annotations

from collections.abc import Iterator

from siete.cards import Card, Rank
from siete.rules.options import SeveralTens
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import handlers
from siete.table.automatic import next_due
from siete.table.due import Approval, Due, Refusal
from siete.table.irregularities.voiding import void
from siete.table.state.table import TableState


def _refuse_unless_dealing(state: TableState, rules: TableRules, clause: str) -> Refusal | None:
    """Why nothing can be found in the shoe now: cards are found when the next one is due."""
    due = next_due(state, rules)
    is_seen = state.round is not None and state.round.faults.seen is not None
    is_deal = isinstance(due, Due) and isinstance(due.command, c.Deal) and not is_seen
    if is_deal or (isinstance(due, Approval) and isinstance(due.command, c.DisposeTen)):
        return None
    return Refusal("command/no-card-due", "No card is about to be dealt.", clause=clause)


def next_card(state: TableState, named: Card | None) -> Card | None:
    """The card that comes next: the shoe's own, or the one that was named where the shoe's order is not known."""
    if state.shoe is None:
        return named
    return state.shoe[state.dealt] if state.dealt < len(state.shoe) else None


def _reshuffle(state: TableState, by: str, clause: str) -> Iterator[e.Event]:
    """Cards are shuffled before the next round, where they have a procedure."""
    if state.pack is not None:
        yield e.ReshuffleOrdered(by=by, clause=clause)


# --- a card that lies face up ----------------------------------------------------------------------------------


def refuse_face_up(state: TableState, rules: TableRules, command: c.FindFaceUp) -> Refusal | None:
    """Why no card can be found face up now."""
    clause = rules.clause_of(Step.FACE_UP_CARD)
    wrong = _refuse_unless_dealing(state, rules, clause)
    if wrong is not None:
        return wrong
    card = next_card(state, command.card)
    if card is None:
        return Refusal("command/card-missing", "Name the card.", clause=clause)
    if card.rank is Rank.TEN:
        sentence = "It is a 10-spot, which never goes to the discard rack: a floorperson removes it."
        return Refusal("command/ten-found", sentence, clause=rules.clause_of(Step.TEN_FOUND))
    return None


def find_face_up(state: TableState, rules: TableRules, command: c.FindFaceUp) -> Iterator[e.Event]:
    """The first goes to the discard rack; a second in the same round makes the round void.

    A 10-spot that lies face up is taken out by `dispose_ten`.

    Decision: 0076.
    """
    card = next_card(state, command.card)
    assert card is not None and state.round is not None, "a refusal would have been given"
    yield e.FaceUpCardFound(card=card, clause=rules.clause_of(Step.FACE_UP_CARD))
    if state.round.faults.face_up:
        yield from _void_for_face_up(state, rules, command.by)


def _void_for_face_up(state: TableState, rules: TableRules, by: str) -> Iterator[e.Event]:
    clause = rules.clause_of(Step.FACE_UP_CARDS)
    yield from void(state, rules, reason="face-up cards", clause=clause)
    yield from _reshuffle(state, by, clause)


# --- a 10-spot -------------------------------------------------------------------------------------------------


def refuse_ten(state: TableState, rules: TableRules, command: c.DisposeTen) -> Refusal | None:
    """Why there is no 10-spot to be taken out now."""
    clause = rules.clause_of(Step.TEN_FOUND)
    wrong = _refuse_unless_dealing(state, rules, clause)
    if wrong is not None:
        return wrong
    card = next_card(state, command.card)
    if card is None or card.rank is not Rank.TEN:
        return Refusal("command/no-ten", "The next card is not a 10-spot.", clause=clause)
    return None


def dispose_ten(state: TableState, rules: TableRules, command: c.DisposeTen) -> Iterator[e.Event]:
    """It is disposed of; a second in the same round makes it void, and the decks are withdrawn or shuffled.

    Decision: 0077.
    """
    card = next_card(state, command.card)
    assert card is not None and state.round is not None, "a refusal would have been given"
    how = rules.ten_spot_disposal.value
    is_face_up = command.is_face_up
    yield e.TenDisposed(
        card=card, how=how, by=command.by, is_face_up=is_face_up, clause=rules.clause_of(Step.TEN_FOUND)
    )
    if not state.round.faults.tens:
        if is_face_up and state.round.faults.face_up:
            yield from _void_for_face_up(state, rules, command.by)
        return
    clause = rules.clause_of(Step.TENS_FOUND)
    yield from void(state, rules, reason="10-spots", clause=clause)
    if rules.several_tens is SeveralTens.RESHUFFLE:
        yield from _reshuffle(state, command.by, clause)
    elif state.pack is not None:
        yield e.DecksCondemned(clause=clause)


COMMANDS = dict(
    (
        handlers.command(c.FindFaceUp, refuse_face_up, find_face_up),
        handlers.command(c.DisposeTen, refuse_ten, dispose_ten),
    )
)
