"""A table that runs by procedure, with a host that brings orders and cuts, for the tests around the round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

import pytest

from siete.cards import SPANISH_DECK, Card
from siete.money import whole_cents
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.decide import decide, refusal
from siete.table.due import Ask, Due, Question, Refusal, Waiting
from siete.table.state.cards import Pack
from siete.table.state.table import TableState

Some = TypeVar("Some", bound=e.Event)

TEN = whole_cents(10)


class Table:
    """One table from the shuffle on; seats map boxes to players, in the order in which they came."""

    def __init__(
        self, rules: str | TableRules, seats: Mapping[int, str] | None = None, *, is_ready: bool = True, **choices: Any
    ) -> None:
        self.rules = rules if isinstance(rules, TableRules) else table_rules(rules, choices)
        self.random = Random(7)
        self.events: list[e.Event] = []
        self.state = TableState()
        self.take(e.TableOpened(rules_hash=self.rules.rules_hash, rules=self.rules.canonical_json))
        for box, player in ({1: "ana", 3: "ben", 5: "cleo"} if seats is None else seats).items():
            self.take(e.ChipsBrought(player=player, amount=whole_cents(10_000)))
            self.take(e.PlayerSeated(player=player, box=box))
        if is_ready:
            self.take(e.CardsReady(cards=self.full, is_preshuffled=self.rules.preshuffled_cards))

    @property
    def full(self) -> tuple[Card, ...]:
        """All the cards of the table."""
        return SPANISH_DECK * self.rules.decks

    @property
    def shoe(self) -> tuple[Card, ...]:
        """The loaded shoe."""
        assert self.state.shoe is not None, "no shoe is loaded"
        return self.state.shoe

    @property
    def pack(self) -> Pack:
        """The cards' course."""
        assert self.state.pack is not None, "the table does not run by procedure"
        return self.state.pack

    def take(self, event: e.Event) -> None:
        """Let something happen."""
        self.state = apply(self.state, event)
        self.events.append(event)

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        """Carry a command out."""
        made = decide(self.state, self.rules, command)
        for event in made:
            self.take(event)
        return made

    def due(self) -> c.Command:
        """The step of the house that is due."""
        found = next_due(self.state, self.rules)
        assert isinstance(found, Due), found
        return found.command

    def clause(self) -> str:
        """The clause of what is due."""
        found = next_due(self.state, self.rules)
        assert found is not None
        return found.clause

    def asked(self) -> Ask | None:
        """The first player who is asked something."""
        found = next_due(self.state, self.rules)
        return found.asks[0] if isinstance(found, Waiting) else None

    def step(self) -> c.Command:
        """Do the one step that is due, with what the host would bring."""
        step = self.due()
        self.do(self.with_outside(step))
        return step

    def with_outside(self, step: c.Command) -> c.Command:
        """The step with what the host would bring."""
        match step:
            case c.ShuffleCards() | c.StackPreshuffled():
                assert self.state.pack is not None
                return replace(step, order=self.shuffled(self.state.pack.pile))
            case c.CutForHouse():
                return c.CutForHouse(at=100)
        return step

    def shuffled(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards in some other order."""
        return tuple(self.random.sample(cards, len(cards)))

    def until(self, kind: type[c.Command]) -> c.Command:
        """Go on until a step of this kind is due; cuts are refused, hands stand, insurance is declined."""
        for _ in range(10_000):
            found = next_due(self.state, self.rules)
            if isinstance(found, Due):
                if isinstance(found.command, kind):
                    return found.command
                self.step()
            else:
                assert isinstance(found, Waiting), f"{kind.__name__} never came up: {found}"
                self.pass_by(found.asks[0])
        raise AssertionError(f"{kind.__name__} never came up")

    def until_asked(self, question: Question) -> Ask:
        """Go on until this question is asked."""
        while (ask := self.asked()) is None or ask.question is not question:
            if ask is not None:
                self.pass_by(ask)
            else:
                self.step()
        return ask

    def pass_by(self, ask: Ask) -> None:
        """Answer as somebody whose time has run out."""
        answers: dict[Question, Any] = {
            Question.CUT: c.RefuseCut,
            Question.INSURANCE: c.DeclineInsurance,
            Question.PLAY: c.Stand,
            Question.BLACKJACK: c.TakeBlackjack,
        }
        self.do(answers[ask.question](player=ask.player, box=ask.box))

    def play_round(self, *boxes: int) -> None:
        """Play one round with ten dollars on each seat or on these boxes."""
        self.until(c.StartRound)
        self.step()
        for box in boxes or tuple(self.state.seats):
            self.do(c.PlaceWager(player=self.state.seats[box], box=box, amount=whole_cents(10)))
        number = self.state.rounds
        while self.state.rounds == number:
            found = next_due(self.state, self.rules)
            if isinstance(found, Waiting):
                self.pass_by(found.asks[0])
            else:
                self.step()

    def play_shoe(self) -> None:
        """Play rounds until the cover card has come and its round is over."""
        self.until(c.StartRound)
        while self.state.pack is not None and self.state.pack.cover_came_at is None:
            self.play_round()

    def happened(self, kind: type[Some]) -> list[Some]:
        """Every event of one kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def cards(self) -> Counter[Card]:
        """Every card at the table, wherever it lies."""
        pack, current = self.state.pack, self.state.round
        found = Counter((*self.state.discards, *self.state.removed))
        if self.state.shoe is not None:
            found.update(self.state.shoe[self.state.dealt :])
        if pack is not None:
            found.update(pack.pile)
            found.update(pack.order or ())
        if current is not None:
            found.update(current.dealer)
            found.update(current.bonus_cards)
            found.update(() if current.faults.seen is None else (current.faults.seen,))
            for box in current.boxes:
                for hand in box.hands:
                    found.update(() if hand.is_removed else hand.cards)
        return found

    def replayed(self) -> TableState:
        """The state that the events alone lead to."""
        state = TableState()
        for event in self.events:
            state = apply(state, event)
        return state


def refused(table: Table, command: c.Command) -> tuple[str, str]:
    """Code and clause of a refusal, which must come from both doors and change nothing."""
    before = table.state
    why = refusal(table.state, table.rules, command)
    with pytest.raises(Refusal) as caught:
        table.do(command)
    assert table.state is before
    assert why is None or (why.code, why.clause) == (caught.value.code, caught.value.clause)
    return caught.value.code, caught.value.clause


def each(*pairs: tuple[str, tuple[str, ...]]) -> pytest.MarkDecorator:
    """Run a test once for each rule set as `rules`; each run proves the clauses named beside it."""
    return pytest.mark.parametrize(
        "rules", [pytest.param(name, marks=pytest.mark.clause(*clauses), id=name) for name, clauses in pairs]
    )


def maryland(*clauses: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The clauses under Maryland's two documents."""
    return (("md", clauses), ("md-draft", tuple(clause.replace("MD-", "MDD-", 1) for clause in clauses)))
