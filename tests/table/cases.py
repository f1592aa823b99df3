"""How the tests of the engine seat people, play a round, and read what came of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

import pytest

from siete.money import Cents, whole_cents
from siete.rules.names import data_text
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.decide import decide, refusal
from siete.table.due import Refusal
from siete.table.money.results import WagerResult
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from tests.table.next_commands import next_step

Some = TypeVar("Some", bound=e.Event)

CHIPS = 20_000
"""Dollars that every player of a test brings."""


def _rules_of(name: str, choices: Mapping[str, Any]) -> TableRules:
    """The rules of a table, compiled once for all tests that play it: that costs as much as a round."""
    if any(isinstance(value, dict) for value in choices.values()):
        return table_rules(name, choices)
    frozen = tuple(
        (each, tuple(value) if type(value) is list else value, type(value)) for each, value in choices.items()
    )
    return _compiled(name, data_text(name), frozen)


@cache
def _compiled(name: str, _: str, choices: tuple[tuple[str, Any, type], ...]) -> TableRules:
    return table_rules(name, {each: list(value) if kind is list else value for each, value, kind in choices})


def seat(
    rules: str | TableRules,
    shoe: str,
    wagers: Mapping[int, int | Mapping[str, int]],
    *,
    wheels: Any = (),
    **choices: Any,
) -> PracticeTable:
    """A table with wagers on it, nothing dealt: box to dollars, or box to {wager: dollars}; box n is player `p<n>`."""
    names = [f"p{box}" for box in wagers]
    known = rules if isinstance(rules, TableRules) else _rules_of(rules, choices)
    table = PracticeTable(known, shoe=shoe, chips=dict.fromkeys(names, CHIPS), wheels=wheels)
    for box, placed in wagers.items():
        for wager, dollars in placed.items() if isinstance(placed, Mapping) else (("base", placed),):
            table.wager(f"p{box}", box, dollars, wager)
    return table


def play(
    rules: str | TableRules,
    shoe: str,
    *decisions: str,
    wagers: Mapping[int, int | Mapping[str, int]] | int = 10,
    wheels: Any = (),
    **choices: Any,
) -> PracticeTable:
    """A round dealt and these decisions made: `hit`, `double 10`, or `2: insure 5` where it is not box 1's."""
    table = seat(rules, shoe, {1: wagers} if isinstance(wagers, int) else wagers, wheels=wheels, **choices)
    table.deal()
    answer(table, *decisions)
    return table


def answer(table: PracticeTable, *decisions: str) -> None:
    """Make these decisions one after another, the house going on in between."""
    for decision in decisions:
        box, _, words = decision.rpartition(":")
        word, _, dollars = words.strip().partition(" ")
        table.decide(int(box or 1), word, int(dollars or 0))


def is_over(table: PracticeTable) -> bool:
    """Whether the round has ended."""
    return table.state.round is None


def asked(table: PracticeTable) -> list[tuple[int, int, str]]:
    """Who is asked what: box, hand and question."""
    return [(ask.box, ask.hand, ask.question.value) for ask in table.asks()]


def result(table: PracticeTable, wager: str = "base", *, box: int = 1, hand: int = 0) -> WagerResult:
    """What one wager came to."""
    found = [r for r in table.results() if (r.wager, r.box, r.hand) == (wager, box, hand)]
    assert len(found) == 1, table.results()
    return found[0]


def money(table: PracticeTable, wager: str = "base", *, box: int = 1, hand: int = 0) -> tuple[int, int, int]:
    """What one wager was paid, got back and lost, in cents."""
    found = result(table, wager, box=box, hand=hand)
    return found.payout, found.returned, found.collected


def won(table: PracticeTable, player: str = "p1") -> int:
    """How many cents a player's rack has grown by since the table opened."""
    return table.state.racks[player] - whole_cents(CHIPS)


def happened(table: PracticeTable, kind: type[Some]) -> list[Some]:
    """Every event of one kind, in order."""
    return [event for event in table.events if isinstance(event, kind)]


def place(table: PracticeTable, kind: type[e.Event], **facts: object) -> int:
    """Where in the table's story the one event stands that is of this kind and has these facts."""
    found = [
        number
        for number, event in enumerate(table.events)
        if isinstance(event, kind) and all(getattr(event, name) == fact for name, fact in facts.items())
    ]
    assert len(found) == 1, (kind, facts, found)
    return found[0]


def step_to(table: PracticeTable, kind: type[c.HouseCommand]) -> c.HouseCommand:
    """Let the house go on until a step of this kind is due, and return that step."""
    while not isinstance(step := next_step(table.state, table.rules), kind):
        if table.approval is not None:
            table.do(table.approval.command)
            continue
        assert step is not None, f"{kind.__name__} never came up"
        table.step(step)
    return step


def refused(table: PracticeTable, command: c.Command) -> tuple[str, str]:
    """Code and clause of a refusal, which must come from both doors and leave the very same state."""
    before, count = table.state, len(table.events)
    why = refusal(table.state, table.rules, command)
    with pytest.raises(Refusal) as caught:
        table.do(command)
    assert table.state is before
    assert len(table.events) == count
    assert why is not None
    assert (why.code, why.clause) == (caught.value.code, caught.value.clause)
    check_refusal(caught.value)
    return caught.value.code, caught.value.clause


def check_refusal(why: Refusal) -> None:
    """Every refusal has a code, a clause, and one plain sentence on one line."""
    assert re.fullmatch(r"command/[a-z0-9-]+", why.code)
    assert why.clause, (why.code, "has no clause")
    assert re.fullmatch(r"\S.{5,240}\.", why.sentence), why.sentence
    assert why.sentence.isprintable(), why.sentence


def is_allowed(table: PracticeTable, command: c.Command) -> bool:
    """Whether a command is allowed; asking and deciding must agree."""
    if refusal(table.state, table.rules, command) is not None:
        refused(table, command)
        return False
    return bool(decide(table.state, table.rules, command))


def bet(player: str, box: int, cents: int, wager: str = "base") -> c.PlaceWager:
    """The command that puts cents on a wager."""
    return c.PlaceWager(player=player, box=box, wager=Wager(wager), amount=Cents(cents))
