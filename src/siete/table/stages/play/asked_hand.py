"""A question before a player, with all that the answer is judged by."""

from __future__ import annotations

from dataclasses import dataclass

from siete.rules.table_rules import TableRules
from siete.table.due import Ask
from siete.table.frozen.fast_init import quicken
from siete.table.state.box import Box
from siete.table.state.hand import Hand, Stake
from siete.table.state.table import TableState


@dataclass(frozen=True, slots=True)
class AskedHand:
    """Whom the table asks about which hand."""

    state: TableState
    rules: TableRules
    box: Box
    ask: Ask

    @property
    def hand(self) -> Hand:
        return self.box.hands[self.ask.hand]

    @property
    def stake(self) -> Stake:
        """The asked player's own money on the hand."""
        return next(each for each in self.hand.stakes if each.player == self.ask.player and each.is_open)


quicken(AskedHand)
