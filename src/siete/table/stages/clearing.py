"""Clearing the layout: cards to the discard rack in an order from which every hand can be rebuilt."""

from __future__ import annotations

from collections.abc import Iterator

from siete.cards import Card
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Next, step_due
from siete.table.state.round import Round
from siete.table.state.table import TableState


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """Pick up the cards."""
    return step_due(c.PickUp, rules.clause_of(Step.PICK_UP))


def pick_up(state: TableState, rules: TableRules, command: c.PickUp, clause: str) -> Iterator[e.Event]:
    """From the far right counterclockwise, bonus cards, the dealer's own cards last.

    Clauses: MA-7.h.2, S13-g.8-2.
    """
    assert state.round is not None, "cards are picked up within a round"
    yield e.CardsPickedUp(cards=tuple(_cards(state.round)), clause=clause)
    yield e.RoundEnded(number=state.round.number, clause=clause)


def _cards(current: Round) -> Iterator[Card]:
    for box in reversed(current.boxes):
        for hand in reversed(box.hands):
            if not hand.is_removed:
                yield from hand.cards
    yield from current.bonus_cards
    yield from current.dealer
