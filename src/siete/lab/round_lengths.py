"""How many cards a round takes, and how that goes with their ranks: measured, for no sum over shoes gives it.

Small cards make long rounds. A shoe whose small cards have gone has therefore shown fewer rounds, which is why high
counts are a little rarer than the cards alone say, and what makes the effect of the cover card. Decision: 0243.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TypedDict

import numpy as np

from siete.cards import SPANISH_RANKS
from siete.lab.simulation import setup_of
from siete.odds.base.kept import cover_card
from siete.rules.table_rules import TableRules
from siete.sim.chunks import compiled_of
from siete.sim.compiler.encoding import full_shoe
from siete.sim.counts import new_counts, new_trace
from siete.sim.kernels.round import run_of
from siete.sim.kernels.shuffling import stream

FILE = cover_card.FILE.with_name("round_lengths.json")
_BATCH = 1 << 15
_CARDS = 8
"""For each round of a batch; rounds take less than six."""


class RoundLengths(TypedDict):
    """One measurement, of a box that plays the chart alone."""

    lengths: dict[str, float]
    """How often a round takes so many cards."""
    by_rank: dict[str, float]
    """The covariance of a round's cards with how many of them, beyond a twelfth, are of a rank."""
    rounds: int
    seed: int


def round_lengths(rules: TableRules) -> RoundLengths:
    """The measurement of the default submission of the same rule set: choices change it by next to nothing."""
    return _measured()[rules.rule_set]


@cache
def _measured() -> dict[str, RoundLengths]:
    found: dict[str, RoundLengths] = json.loads(FILE.read_text("utf-8"))
    return found


def measured_lengths(rules: TableRules, batches: int, seed: int) -> RoundLengths:
    """Deal rounds from very many decks shuffled together, and look at the cards of each."""
    random = np.random.default_rng(seed)
    found = [_batch(rules, random) for _ in range(batches)]
    cards = np.concatenate([each[0] for each in found])
    ranks = np.concatenate([each[1] for each in found])
    beyond = ranks - cards[:, None] / len(SPANISH_RANKS)
    together = ((cards - cards.mean())[:, None] * beyond).mean(axis=0)
    shares = np.bincount(cards) / len(cards)
    return {
        "lengths": {str(length): round(float(share), 8) for length, share in enumerate(shares) if share},
        "by_rank": {rank.value: round(float(each), 5) for rank, each in zip(SPANISH_RANKS, together, strict=True)},
        "rounds": len(cards),
        "seed": seed,
    }


def _batch(rules: TableRules, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The cards of each round, and how many of each rank."""
    compiled = compiled_of(setup_of(rules, wager="super-bonus"))
    shoe = random.permutation(np.tile(full_shoe(1), _BATCH * _CARDS // 48))
    counts, trace = new_counts(), new_trace(_BATCH, 1)
    counts["is_traced"] = 1
    run = run_of(is_full=True)
    end = run(
        compiled.tables, counts, trace, compiled.extras, shoe, stream(0, 0), stream(0, 0, 1), _BATCH, 0, len(shoe), 1
    )
    assert not counts["errors"][0, 0], "there are cards for every round"
    cards = np.diff(trace.places, prepend=0)
    ranks = np.zeros((_BATCH, len(SPANISH_RANKS)), dtype=np.int64)
    np.add.at(ranks, (np.repeat(np.arange(_BATCH), cards), shoe[:end] & 15), 1)
    return cards, ranks
