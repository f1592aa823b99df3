"""A player's statement: its lines add up to the change of the rack, whatever happens in a round."""

from __future__ import annotations

from random import Random

import pytest

from siete.rules.names import NAMES
from siete.table.money.statement import BASE, Statement, statement_of
from siete.table.practice import PracticeTable
from siete.table.state.table import TableState
from tests.table.generated.random_play import PLAYERS, RandomTable, play_round, random_rules

ROUNDS = 84
"""For each of the six rule sets: 504 in all."""


def statements(table: PracticeTable, before: TableState, first: int) -> dict[str, Statement]:
    return {player: statement_of(before, table.events[first:], player) for player in PLAYERS}


@pytest.mark.parametrize("name", NAMES)
def test_the_lines_add_up_to_the_change_of_the_rack(name: str) -> None:
    rng = Random(f"statement {name}")
    table = RandomTable(random_rules(rng, name), rng, dollars=5_000)
    seen: set[str] = set()
    for number in range(ROUNDS):
        if number % 12 == 11 or table.state.round is not None:  # other rules, or a round that nobody wagered in
            table = RandomTable(random_rules(rng, name), rng, dollars=5_000)
        before, first = table.state, len(table.events)
        for _ in play_round(table, rng):
            pass
        for player, found in statements(table, before, first).items():
            assert found.net == table.state.racks[player] - before.racks[player], (number, player)
            for line in found.lines:
                seen.add(line.wager)
                assert line.settled, line
                assert line.payout == sum(each.payout for each in line.settled)
                assert -line.stake <= line.net <= line.payout
                assert line.cards or line.wager != BASE
    assert BASE in seen
    assert len(seen) > 2
