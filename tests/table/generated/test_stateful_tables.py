"""Whole tables in random order: opened, played, disturbed, left and closed; and every story told and told again."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from siete.cards import SPANISH_DECK
from siete.host.chance.shuffling import Chance
from siete.money import Cents, whole_cents
from siete.rules.names import NAMES
from siete.store.codec import event_from_json, event_to_json
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.decide import decide, refusal
from siete.table.due import Approval, Due, Next, Refusal, Waiting
from siete.table.legal import legal
from siete.table.notation.model import WrittenTable
from siete.table.notation.steps import step_from_text, step_to_text
from siete.table.notation.table import TableRun, played
from siete.table.position.line import position_from_text, position_to_text
from siete.table.state.table import TableState
from siete.table.stepping import brought
from tests.table.generated.invariants import fold
from tests.table.generated.mishaps import MISHAPS, ORDERS, REMEDIES
from tests.table.generated.random_play import PLAYERS, filled, random_nonsense, random_rules
from tests.table.generated.recorded_steps import steps_of

WRONG = (*MISHAPS, *ORDERS, *REMEDIES)
"""What happens to the table beside play."""


class WholeTable(RuleBasedStateMachine):
    """A table that begins closed, with people who come, play and go while things go wrong."""

    run: TableRun

    @initialize(name=st.sampled_from(NAMES), seed=st.integers(0, 2**32))
    def prepare(self, name: str, seed: int) -> None:
        self.rng = Random(seed)
        self.chance = Chance(seed)
        self.run = TableRun(random_rules(self.rng, name))
        self.now = 540
        self.run.do(c.PrepareTable(by="fay", at=self.now))
        for box, player in enumerate(PLAYERS, start=1):
            self.run.do(c.BringChips(player=player, amount=whole_cents(1000)))
            self.attempt(c.TakeSeat(player=player, box=box))
        if seed % 2:  # half of the tables are open when the story begins
            self.go_on(300)

    @property
    def due(self) -> Next:
        return next_due(self.run.state, self.run.rules)

    def attempt(self, command: c.Command) -> None:
        """Do what is allowed; what is not leaves the very same table."""
        state = self.run.state
        if refusal(state, self.run.rules, command) is None:
            self.run.do(command)
            return
        with suppress(Refusal):
            decide(state, self.run.rules, command)
            raise AssertionError("what is refused is not decided")
        assert self.run.state is state

    @rule(steps=st.integers(1, 100))
    def go_on(self, steps: int) -> None:
        """The house goes on for a while; a question is answered as somebody might."""
        for _ in range(steps):
            if self.rng.random() < 0.1:
                self.go_wrong(self.rng.choice(WRONG))
            due = self.due
            if isinstance(due, Due | Approval):
                self.take(due.command)
            elif isinstance(due, Waiting) and due.asks:
                self.answer(due)
            else:
                self.wager()
                return

    def take(self, command: c.HouseCommand | c.FloorCommand) -> None:
        if isinstance(command, c.HouseCommand):
            command = brought(self.run.state, self.run.rules, command, self.chance)
        self.run.do(command)

    def answer(self, due: Waiting) -> None:
        ask = self.rng.choice(due.asks)
        templates = [t for t in legal(self.run.state, self.run.rules, ask.player) if t.command.box == ask.box]
        assert templates, f"{ask} has no legal answer"
        self.run.do(self.rng.choice(templates).command)

    def wager(self) -> None:
        for player in PLAYERS:
            templates = legal(self.run.state, self.run.rules, player)
            if templates:
                self.attempt(filled(self.rng.choice(templates), self.rng))

    @rule(report=st.sampled_from(WRONG))
    def go_wrong(self, report: c.Command) -> None:
        self.attempt(report)

    @rule(minutes=st.sampled_from((0, 5, 30, 600, 24 * 60)))
    def pass_time(self, minutes: int) -> None:
        self.now += minutes
        self.attempt(c.TellTime(at=self.now))

    @rule(player=st.sampled_from(PLAYERS))
    def leave(self, player: str) -> None:
        self.attempt(c.LeaveTable(player=player))

    @rule(player=st.sampled_from(PLAYERS), box=st.integers(0, 8))
    def come(self, player: str, box: int) -> None:
        self.attempt(c.BringChips(player=player, amount=whole_cents(200)))
        self.attempt(c.TakeSeat(player=player, box=box))

    @precondition(lambda self: not self.run.state.racks)
    @rule()
    def close(self) -> None:
        self.attempt(c.CloseTable(by="fay"))
        self.attempt(c.PrepareTable(by="fay", at=self.now))

    @rule(seed=st.integers(0, 2**32))
    def talk_nonsense(self, seed: int) -> None:
        state, command = self.run.state, random_nonsense(Random(seed), self.due)
        with suppress(Refusal):
            decide(state, self.run.rules, command)
        assert self.run.state is state

    @invariant()
    def something_is_always_possible(self) -> None:
        """No dead end: the house goes on, somebody is asked, betting is open, or the table waits for people."""
        if hasattr(self, "run"):
            due, current = self.due, self.run.state.round
            is_betting = current is not None and not current.are_wagers_closed
            assert due is not None or is_betting

    @invariant()
    def money_is_conserved(self) -> None:
        if hasattr(self, "run"):
            brought_in = sum(x.amount for x in self.run.events if isinstance(x, e.ChipsBrought))
            taken = sum(x.amount for x in self.run.events if isinstance(x, e.ChipsTakenAway))
            assert self.run.state.money == Cents(brought_in - taken)

    @invariant()
    def a_position_tells_it(self) -> None:
        if not hasattr(self, "run"):
            return
        text = position_to_text(self.run.state, self.run.rules, shows_hidden=True)
        if self.run.state.round is not None and "refill" not in text.split()[-1].split(","):
            assert position_from_text(text, self.run.rules).round == self.run.state.round

    @invariant()
    def no_card_is_lost(self) -> None:
        if hasattr(self, "run"):
            assert cards_at(self.run.state) in self.possible_counts()

    def possible_counts(self) -> set[int]:
        """Whole decks, with a second batch or without, 10-spots not yet taken out, or no cards at all."""
        rules, opening = self.run.rules, self.run.state.opening
        decks, tens = len(SPANISH_DECK) * rules.decks, 4 * rules.decks
        has_second = opening is not None and (opening.batch or (opening.cards and self.run.state.pack))
        second = decks if has_second else 0
        return {0, decks, second, decks + tens, decks + second, decks + second + tens}

    def teardown(self) -> None:
        """Events lead to the state; JSON and text tell them whole."""
        if not hasattr(self, "run"):
            return
        assert fold(self.run.events) == self.run.state
        for event in self.run.events:
            assert event_from_json(event_to_json(event)) == event
        for command in self.run.commands:
            told = step_from_text(step_to_text(command)).command(TableState(), self.run.rules)
            assert told == command
        again, stopped = played(WrittenTable(steps=steps_of(self.run.commands, self.run.rules)), self.run.rules)
        assert stopped == ""
        assert again.events == self.run.events


def cards_at(state: TableState) -> int:
    """How many cards are at the table, wherever they lie."""
    count = len(state.discards) + (len(state.shoe) - state.dealt if state.shoe is not None else 0)
    if state.pack is not None:
        count += len(state.pack.pile) + len(state.pack.order or ())
    if state.opening is not None:
        count += sum(len(each or ()) for each in (state.opening.cards, state.opening.tens, state.opening.batch))
    current = state.round
    if current is not None:
        hands = (hand for box in current.boxes for hand in box.hands if not hand.is_removed)
        count += sum(len(hand.cards) for hand in hands) + len(current.dealer) + len(current.bonus_cards)
        count += current.faults.seen is not None
    return count


class LongWholeTable(WholeTable):
    """The same, for the long proofs."""


TestWholeTable = WholeTable.TestCase
TestWholeTable.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)
TestWholeTableAtLength = pytest.mark.slow(LongWholeTable.TestCase)
TestWholeTableAtLength.settings = settings(max_examples=100, stateful_step_count=30, deadline=None)
