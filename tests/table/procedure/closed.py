"""A table that begins closed, for the tests of its opening and of its idle hours."""

from __future__ import annotations

from collections import Counter
from typing import Any

from siete.cards import Card, Rank, Suit
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.due import Approval, Due, Question, Waiting
from siete.table.stages import idling
from siete.table.state.opening import DAY, HOUR
from tests.table.procedure.tables import TEN, Table

MORNING = 100 * DAY + 9 * HOUR
TENS = tuple(Card(Rank.TEN, suit) for suit in Suit)


class Closed(Table):
    """A closed table, with nobody at it; an automatic floorperson signs."""

    def __init__(self, rules: str | TableRules, *, is_prepared: bool = True, **choices: Any) -> None:
        super().__init__(rules, {}, is_ready=False, **choices)
        if is_prepared:
            self.do(c.PrepareTable(by="fay", at=MORNING))

    def comes(self, player: str, box: int) -> None:
        """A player comes with chips and sits down."""
        self.take(e.ChipsBrought(player=player, amount=TEN))
        self.take(e.PlayerSeated(player=player, box=box))

    def with_outside(self, step: c.Command) -> c.Command:
        """The host brings decks with their 10-spots in them, shuffled if that is how they come."""
        if isinstance(step, c.ReceiveCards):
            with_tens = (*self.full, *TENS * self.rules.decks)
            return c.ReceiveCards(cards=self.full if self.rules.preshuffled_cards else with_tens)
        if isinstance(step, c.ChangeBatch):
            return c.ChangeBatch(order=self.shuffled(idling.cards_going_in(self.state)))
        return super().with_outside(step)

    def go_to(self, kind: type[c.Command]) -> c.Command:
        """Go on, an automatic floorperson signing, until a step or an approval of this kind is due."""
        for _ in range(1000):
            found = next_due(self.state, self.rules)
            assert isinstance(found, Due | Approval | Waiting), f"{kind.__name__} never came up: {found}"
            if isinstance(found, Waiting):
                self.do(self.passing(found))
            elif isinstance(found.command, kind):
                return found.command
            else:
                self.do(self.with_outside(found.command))
        raise AssertionError(f"{kind.__name__} never came up")

    def passing(self, found: Waiting) -> c.Command:
        """What somebody says who plays on, looks at nothing and does not cut."""
        ask = found.asks[0]
        answers = {Question.LOOK: c.LookOver, Question.RETURN: c.ReturnToTable, Question.CUT: c.RefuseCut}
        return answers[ask.question](player=ask.player, box=ask.box)

    def cards(self) -> Counter[Card]:
        """Every card at the table, those spread on it and in the shuffler too."""
        found = super().cards()
        if self.state.opening is not None:
            found.update(self.state.opening.cards or ())
            found.update(self.state.opening.batch or ())
        return found
