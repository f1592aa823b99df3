"""Irregularities at random legal moments of random rounds: nothing is lost, and every round ends."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from siete.rules.names import NAMES
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.decide import refusal
from siete.table.due import Approval, Due, Question, Waiting
from siete.table.legal import legal
from tests.table.generated.mishaps import MISHAPS, REMEDIES
from tests.table.procedure.faulty import Faulty


def _answer(table: Faulty, due: Waiting, rng: Random) -> None:
    ask = rng.choice(due.asks)
    if ask.question is Question.CUT:
        table.pass_by(ask)
        return
    templates = [each for each in legal(table.state, table.rules, ask.player) if each.command.box == ask.box]
    assert templates, f"{ask} has no legal answer"
    table.do(rng.choice(templates).command)


def go_on(table: Faulty, rng: Random) -> None:
    """One thing that is legal: now and then an irregularity, else what is due."""
    if rng.random() < 0.08:
        command = rng.choice((*MISHAPS, *REMEDIES))
        if refusal(table.state, table.rules, command) is None:
            table.do(command)
            return
    due = next_due(table.state, table.rules)
    if isinstance(due, Waiting):
        _answer(table, due, rng)
    elif isinstance(due, Due):
        if isinstance(due.command, c.StartRound):
            table.step()
            for box in table.state.seats:
                table.bet(box)
        else:
            table.step()
    else:
        assert isinstance(due, Approval), "something is always due"
        table.do(due.command)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", NAMES)
def test_nothing_is_lost_whatever_goes_wrong(rules: str, seed: int) -> None:
    rng = Random(f"{rules} {seed}")
    table = Faulty(rules, "9s 8h 10d 7d 3c 10h 5c", {1: "ana", 3: "ben"})
    table.random = rng
    table.bet(1)
    table.bet(3)
    money = table.state.money
    for step in range(600):
        go_on(table, rng)
        assert table.state.money == money
        if step % 20 == 0 and not (table.state.pack and table.state.pack.is_withdrawn):
            _check_cards(table)
    assert table.state.rounds > 3
    assert table.replayed() == table.state


def _check_cards(table: Faulty) -> None:
    """Every card is somewhere; what was disposed of before decks were withdrawn is no part of the new ones."""
    withdrawn = any(isinstance(event, e.DecksWithdrawn) for event in table.events)
    here = table.cards()
    if withdrawn:
        here.subtract(table.state.removed)
    assert +here == Counter(table.all)
