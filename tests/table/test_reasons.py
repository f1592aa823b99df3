"""A decision that is not offered says why in a few words, for every decision and every reason."""

from __future__ import annotations

from random import Random

import pytest

from siete.rules.names import NAMES
from siete.table import commands as c
from siete.table.automatic import next_due
from siete.table.due import Waiting
from siete.table.legal import PLAYS, weighed
from siete.table.reasons import LONGEST, short_reason
from tests.table.generated.random_play import RandomTable, play_round, random_rules

REASONS = {
    "Hit": {"One card only after doubling", "21 takes no more cards", "Split aces get one card each"},
    "Double": {
        "Doubled already",
        "Doubled 3 times already",
        "Needs 2 cards or more",
        "Needs 3 cards or more",
        "21 is not doubled",
        "Split aces get one card each",
        "A blackjack is not doubled",
    },
    "Split": {"A doubled hand is not split", "No more splits in this box", "Needs two cards of the same value"},
    "Surrender": {
        "No surrender at this table",
        "Not after a split",
        "Only on your first two cards",
        "A blackjack is not given up",
    },
    "Rescue": {"No rescue at this table", "Nothing is doubled", "21 is paid at once"},
}
ANYWHERE = {"Not enough chips: you have", "These chips cannot make that amount", "A blackjack takes no card"}
ROUNDS = 60


def seen(name: str) -> set[tuple[str, str]]:
    """Every decision that was refused in random rounds of a rule set, with its reason."""
    found: set[tuple[str, str]] = set()
    rng = Random(f"reasons {name}")
    table = RandomTable(random_rules(rng, name), rng)
    for number in range(ROUNDS):
        if number % 10 == 9 or table.state.round is not None:
            table = RandomTable(random_rules(rng, name), rng)
        for _ in play_round(table, rng):
            due = next_due(table.state, table.rules)
            for ask in due.asks if isinstance(due, Waiting) else ():
                for template, why in weighed(table.state, table.rules, ask.player):
                    command = template.command
                    if why is not None and command.box == ask.box and isinstance(command, (*PLAYS, c.Double)):
                        told = short_reason(table.state, table.rules, ask, why, command)
                        found.add((type(command).__name__, told))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_reason_is_one_that_was_written_for_it(name: str) -> None:
    found = seen(name)
    assert len(found) > 3
    for decision, told in found:
        assert len(told) <= LONGEST, told
        assert told in REASONS.get(decision, ()) or any(told.startswith(each) for each in ANYWHERE), (decision, told)
