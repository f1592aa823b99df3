"""Stacking a practice table's shoe, so that a hand can be tried, taught or tested again."""

from __future__ import annotations

from siete.cards import cards_from_text
from siete.host.turn import Turn
from siete.table import events as e
from siete.table.due import Refusal
from siete.table.state.cards import stacked_shoe


def stack(turn: Turn, text: str) -> None:
    """Put these cards on top of the shoe, the rest of a full one shuffled behind them; only before a first card."""
    cards, current = cards_from_text(text), turn.state.round
    if turn.state.shoe is None:
        raise Refusal("practice/no-shoe", "The cards are not in the shoe yet.")
    if current is not None and (current.dealer or any(hand.cards for box in current.boxes for hand in box.hands)):
        raise Refusal("practice/cards-are-out", "Stack the shoe before the first card of a round.")
    order = stacked_shoe(cards, turn.rules)
    if len(order) < turn.rules.decks * turn.rules.cards_per_deck:
        raise Refusal("practice/impossible-stack", "The shoe does not hold these cards.")
    rest = turn.automation.chance.order(order[len(cards) :])
    turn.happen(e.ShoeLoaded(cards=(*cards, *rest)))
