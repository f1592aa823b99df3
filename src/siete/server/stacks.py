"""Cards of one hand in the order in which a table deals them, for shoes that are stacked."""

from __future__ import annotations

from collections.abc import Sequence

from siete.cards import Card
from siete.rules.options import DealOrder, HoleCardProcedure
from siete.rules.table_rules import TableRules


def deal_places(rules: TableRules) -> tuple[str, ...]:
    """Where the first cards go, in order; `box` is every box with a wager, one after the other."""
    holes = () if rules.hole_card_procedure is HoleCardProcedure.NO_HOLE else ("hole",)
    if rules.deal_order is DealOrder.PLAYERS_FIRST:
        return ("box", "box", "up", *holes)
    return ("box", "up", "box", *holes)


def dealt_order(rules: TableRules, hand: Sequence[Card], up: Card, hole: Card) -> tuple[Card, ...]:
    """The cards in the order in which they are dealt to one box."""
    holes = () if rules.hole_card_procedure is HoleCardProcedure.NO_HOLE else (hole,)
    if rules.deal_order is DealOrder.PLAYERS_FIRST:
        return (hand[0], hand[1], up, *holes, *hand[2:])
    return (hand[0], up, hand[1], *holes, *hand[2:])
