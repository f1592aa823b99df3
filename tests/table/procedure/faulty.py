"""A table whose shoe is stacked through the whole procedure, and the checks that hold through every irregularity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from siete.cards import Card, cards_from_text
from siete.money import Cents, whole_cents
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.due import Due, Waiting
from siete.table.stages.shuffling import cut_limits, needs_cut
from siete.table.state.wager import Wager
from tests.table.money.accounts import accounts_of, balances
from tests.table.procedure.tables import Table


class Faulty(Table):
    """A table that has started a round; `stack` is dealt first, after the burn card. 10-spots in it are extra cards."""

    def __init__(
        self,
        rules: str | TableRules,
        stack: str,
        seats: Mapping[int, str] | None = None,
        **choices: Any,
    ) -> None:
        made = rules if isinstance(rules, TableRules) else table_rules(rules, choices)
        super().__init__(made, {1: "ana", 3: "ben"} if seats is None else seats, is_ready=False)
        self.stack = cards_from_text(stack)
        tens = tuple(card for card in self.stack if card.rank.value == "T")
        self.all = (*self.full, *tens)
        self.take(e.CardsReady(cards=self.all))
        self.money = self.state.money
        self.until(c.StartRound)
        self.step()

    def with_outside(self, step: c.Command) -> c.Command:
        """The host stacks the first shoe; meters count a cent for a dollar."""
        match step:
            case c.ShuffleCards() if not self.happened(e.CardsShuffled):
                return replace(step, order=self._stacked())
            case c.CutForHouse():
                assert self.pack.order is not None
                return c.CutForHouse(at=cut_limits(self.rules, len(self.pack.order))[0])
            case c.Contribute():
                return replace(step, amount=Cents(7))
            case c.ReverseContribution():
                return replace(step, amount=Cents(7))
            case c.PayAward():
                return replace(step, before=whole_cents(1_000))
            case c.BringDecks():
                self.all = self.full
                return c.BringDecks(cards=self.full)
        return super().with_outside(step)

    def _stacked(self) -> tuple[Card, ...]:
        left = Counter(self.pack.pile)
        left.subtract(self.stack)
        assert min(left.values()) >= 0, "the decks do not hold that stack"
        rest = list(left.elements())
        wanted = (rest.pop(), *self.stack, *rest)
        at = cut_limits(self.rules, len(wanted))[0] if needs_cut(self.state, self.rules, self.pack) else 0
        return (*wanted[len(wanted) - at :], *wanted[: len(wanted) - at])

    def bet(self, box: int, dollars: int = 10, wager: Wager = Wager.BASE) -> None:
        """The seated player wagers."""
        player = self.state.seats[box]
        self.do(c.PlaceWager(player=player, box=box, wager=wager, amount=whole_cents(dollars)))

    def deal(self, cards: int) -> None:
        """Go on until this many cards of the stack have been dealt, and the next one is due."""
        start = len(self.happened(e.CardBurned))
        while self.state.dealt < start + cards or not self.is_deal:
            found = next_due(self.state, self.rules)
            if isinstance(found, Waiting):
                self.pass_by(found.asks[0])
            else:
                self.step()

    @property
    def is_deal(self) -> bool:
        """Whether a card is due."""
        found = next_due(self.state, self.rules)
        return not isinstance(found, Waiting) and found is not None and isinstance(found.command, c.Deal | c.DisposeTen)

    def to_question(self) -> None:
        """Let the house go on until somebody is asked."""
        while isinstance(next_due(self.state, self.rules), Due):
            self.step()

    def finish(self) -> None:
        """Let the round end, everybody standing."""
        number = self.state.rounds
        while self.state.rounds == number:
            found = next_due(self.state, self.rules)
            if isinstance(found, Waiting):
                self.pass_by(found.asks[0])
            else:
                self.step()

    def check(self) -> None:
        """Cards and money are all there, and the events alone lead to this state."""
        assert self.cards() == Counter(self.all)
        assert self.state.money == self.money
        assert self.replayed() == self.state
        accounts = balances(self.events)
        for name, amount in accounts_of(self.state).items():
            if name != "meters":
                assert accounts.get(name, 0) == amount, name
