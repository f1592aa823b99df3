"""Orders around the table: from the dealer's left, from the far right, and which wagers come when."""

from __future__ import annotations

from collections.abc import Sequence

from siete.rules.options import SettleDirection
from siete.rules.table_rules import TableRules
from siete.table.state.box import Bet, Box
from siete.table.state.hand import Hand
from siete.table.state.round import Round


def settling(current: Round, rules: TableRules) -> tuple[Box, ...]:
    """Boxes in the order in which wagers are settled. Box 1 is at the dealer's far left.

    Clauses: MD-7.F.1. Decision: 0086.
    """
    return current.boxes[::-1] if rules.settle_direction is SettleDirection.FAR_RIGHT else current.boxes


def hands(box: Box, rules: TableRules) -> Sequence[tuple[int, Hand]]:
    """A box's hands in the order in which they are settled."""
    places = list(enumerate(box.hands))
    return places[::-1] if rules.settle_direction is SettleDirection.FAR_RIGHT else places


def open_bets(box: Box) -> Sequence[Bet]:
    """The side wagers of a box that are still live."""
    return [bet for bet in box.bets if bet.is_open] if box.bets else ()
