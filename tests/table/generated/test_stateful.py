"""Anything at any time by anybody: what is legal is done, the rest is refused and changes nothing."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from siete.money import Cents
from siete.rules.names import NAMES
from siete.store.codec import event_from_json, event_to_json
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.decide import decide, refusal
from siete.table.due import Due, Next, Refusal, Waiting
from siete.table.legal import legal
from tests.table.generated.invariants import assert_cards_conserved, fold
from tests.table.generated.random_play import (
    PLAYERS,
    RandomTable,
    filled,
    finish_round,
    random_answer,
    random_nonsense,
    random_rules,
)
from tests.table.next_commands import next_step

lots = st.randoms(use_true_random=False)


class TableMachine(RuleBasedStateMachine):
    """A table under random rules, with commands from the legal list and any others."""

    table: RandomTable

    @initialize(name=st.sampled_from(NAMES), seed=st.integers(0, 2**32))
    def open_table(self, name: str, seed: int) -> None:
        rng = Random(seed)
        self.table = RandomTable(random_rules(rng, name), rng)

    @precondition(lambda self: self.table.state.round is None)
    @rule()
    def start_round(self) -> None:
        self.table.do(c.StartRound())

    @precondition(lambda self: self.is_betting)
    @rule(player=st.sampled_from(PLAYERS), rng=lots)
    def wager(self, player: str, rng: Random) -> None:
        templates = legal(self.table.state, self.table.rules, player)
        if templates:
            self.do_or_refuse(filled(rng.choice(templates), rng))

    @precondition(lambda self: self.is_step)
    @rule(rng=lots)
    def step(self, rng: Random) -> None:
        command = next_step(self.table.state, self.table.rules)
        assert command is not None, "a step is due"
        self.table.house_step(command, rng)

    @precondition(lambda self: isinstance(self.due, Waiting))
    @rule(rng=lots)
    def answer(self, rng: Random) -> None:
        due = self.due
        assert isinstance(due, Waiting), "an answer is due"
        self.table.do(random_answer(self.table, due, rng))

    @rule(rng=lots)
    def talk_nonsense(self, rng: Random) -> None:
        command = random_nonsense(rng, self.due)
        if isinstance(command, c.PlayerCommand):
            self.do_or_refuse(command)
        else:  # the house's steps carry what a host brings, and a host brings no nonsense
            self.assert_harmless(command)

    def do_or_refuse(self, command: c.Command) -> None:
        """Carry a command out; if it is refused, `refusal` says so too and nothing has changed."""
        state, count = self.table.state, len(self.table.events)
        why = refusal(state, self.table.rules, command)
        if why is None:
            self.table.do(command)
            return
        with pytest.raises(Refusal) as refused:
            self.table.do(command)
        assert (refused.value.code, refused.value.clause) == (why.code, why.clause)
        assert self.table.state is state
        assert len(self.table.events) == count

    def assert_harmless(self, command: c.Command) -> None:
        state = self.table.state
        with suppress(Refusal):
            decide(state, self.table.rules, command)
        assert self.table.state is state

    @property
    def due(self) -> Next:
        return next_due(self.table.state, self.table.rules)

    @property
    def is_betting(self) -> bool:
        current = self.table.state.round
        return current is not None and not current.are_wagers_closed

    @property
    def is_step(self) -> bool:
        due = self.due
        return isinstance(due, Due) and not isinstance(due.command, c.StartRound)

    @invariant()
    def money_is_conserved(self) -> None:
        if hasattr(self, "table"):
            assert self.table.state.money == self.brought

    @property
    def brought(self) -> Cents:
        """What players have brought to the table, less what they have taken away."""
        total = sum(event.amount for event in self.table.events if isinstance(event, e.ChipsBrought))
        return Cents(total - sum(event.amount for event in self.table.events if isinstance(event, e.ChipsTakenAway)))

    @invariant()
    def cards_are_conserved(self) -> None:
        if hasattr(self, "table"):
            assert_cards_conserved(self.table.state)

    def teardown(self) -> None:
        """The round in hand ends, and its events lead to its state."""
        if not hasattr(self, "table"):
            return
        for _ in finish_round(self.table, Random(0)):
            assert self.table.state.money == self.brought
        current = self.table.state.round
        assert current is None or not current.boxes
        assert_cards_conserved(self.table.state)
        assert fold(self.table.events) == self.table.state
        for event in self.table.events:
            assert event_from_json(event_to_json(event)) == event


class LongTableMachine(TableMachine):
    """The same, for the long proofs."""


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=60, deadline=None)
TestTableAtLength = pytest.mark.slow(LongTableMachine.TestCase)
TestTableAtLength.settings = settings(max_examples=400, stateful_step_count=60, deadline=None)
