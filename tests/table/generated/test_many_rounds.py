"""Many random rounds over all rule sets and submissions: no exception, no cent or card lost, every round ends."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from siete.rules.names import NAMES
from siete.table import events as e
from siete.table.apply import apply
from siete.table.state.table import TableState
from siete.table.stepping import StepTaken
from tests.few import TENTHS
from tests.table.generated.invariants import assert_cards_conserved
from tests.table.generated.random_play import RandomTable, play_round, random_rules

ROUNDS_A_TABLE = 10


class CountedTable(RandomTable):
    """A table whose money is counted at every event."""

    def _take(self, event: e.Event) -> None:
        counted(self.state, event)
        super()._take(event)

    def _keep(self, step: StepTaken) -> StepTaken:
        state = self.state
        for event in step.events:
            state = counted(state, event)
        assert state == step.state
        return super()._keep(step)


def counted(before: TableState, event: e.Event) -> TableState:
    """The state after the event, which moves money and makes none."""
    after = apply(before, event)
    brought = event.amount if isinstance(event, e.ChipsBrought) else 0
    assert after.money == before.money + brought, event
    return after


def play_table(name: str, seed: int) -> int:
    """Play some rounds at one random table and return how many."""
    rng = Random(f"{name} {seed}")
    table = CountedTable(random_rules(rng, name), rng)
    rounds = 0
    while rounds < ROUNDS_A_TABLE and table.state.round is None:
        assert sum(map(len, play_round(table, rng))) > 0, (name, seed)
        assert_cards_conserved(table.state)
        rounds += 1
    # Where nobody wagered, a round has begun and waits for ever.
    assert table.state.round is None or not table.state.round.boxes, (name, seed)
    return rounds


def _play(rounds: int, part: int) -> None:
    """Play tables of all rule sets in turn until there have been so many rounds; no two parts have the same tables."""
    played = 0
    for seed in count(part * 1_000_000):
        played += play_table(NAMES[seed % len(NAMES)], seed)
        if played >= rounds:
            return


def test_four_hundred_rounds() -> None:
    _play(400, 0)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(1, 1 + 2 * TENTHS))
def test_two_hundred_thousand_rounds(part: int) -> None:
    """In full; a tenth of them is two parts."""
    _play(10_000, part)
