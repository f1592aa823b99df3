"""How many cards a round takes, and what they count together: measured, for no sum over shoes gives it.

Small cards make long rounds. A shoe whose small cards have gone has therefore shown fewer rounds, which is why high
counts are a little rarer than the cards alone say, and what makes the effect of the cover card. Decisions: 0243, 0461.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TypedDict

import numpy as np

from siete.cards import SPANISH_RANKS, Rank
from siete.lab.simulation import setup_of
from siete.odds.base.kept import cache as kept
from siete.odds.base.kept import cover_card
from siete.rules.submission import table_rules
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
_BATCHES, _SEED = 16, 17
"""What is dealt for counts that did not come with the program: half a million rounds."""

ByRank = Mapping[Rank, int]
Counted = dict[str, tuple[int, list[float]]]
"""By the number of cards of a round: the least they count together, and the share of all rounds from there on."""


class RoundLengths(TypedDict):
    """One measurement, of a box that plays the chart alone."""

    lengths: dict[str, float]
    """How often a round takes so many cards."""
    counted: dict[str, Counted]
    """How often its cards count so much, by tags."""
    rounds: int
    seed: int


class _Rounds(TypedDict):
    counted: Counted


def round_lengths(rules: TableRules) -> RoundLengths:
    """The measurement of the default submission of the same rule set: choices change it by next to nothing."""
    return _measured()[rules.rule_set]


@cache
def _measured() -> dict[str, RoundLengths]:
    found: dict[str, RoundLengths] = json.loads(FILE.read_text("utf-8"))
    return found


def text_of(tags: ByRank) -> str:
    """Tags as one line, those of nought left out."""
    return ",".join(f"{rank.value}{tags[rank]:+d}" for rank in SPANISH_RANKS if tags.get(rank))


def counted_rounds(rules: TableRules, tags: ByRank) -> Counted:
    """What rounds count by their length: measured before, kept from the last time, or dealt now."""
    text = text_of(tags)
    known = round_lengths(rules)["counted"].get(text)
    if known is not None:
        return known
    key = f"rounds {rules.rule_set} {text}"
    found: _Rounds | None = kept.load(key)
    if found is None:
        found = {"counted": _counted(*_rounds(rules.rule_set), tags)}
        kept.store(key, dict(found))
    return found["counted"]


@lru_cache(maxsize=1)
def _rounds(rule_set: str) -> tuple[np.ndarray, np.ndarray]:
    """The rounds that are dealt for counts of one's own: for all that are asked for one after another, in 10 MB."""
    return _dealt(table_rules(rule_set), _BATCHES, _SEED)


def measured_lengths(rules: TableRules, tags: Mapping[str, ByRank], batches: int, seed: int) -> RoundLengths:
    """Deal rounds from very many decks shuffled together, and look at the cards of each."""
    cards, ranks = _dealt(rules, batches, seed)
    shares = np.bincount(cards) / len(cards)
    return {
        "lengths": {str(length): round(float(share), 8) for length, share in enumerate(shares) if share},
        "counted": {text: _counted(cards, ranks, each) for text, each in tags.items()},
        "rounds": len(cards),
        "seed": seed,
    }


def _dealt(rules: TableRules, batches: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The cards of each round, and how many of each rank."""
    random = np.random.default_rng(seed)
    found = [_batch(rules, random) for _ in range(batches)]
    return np.concatenate([each[0] for each in found]), np.concatenate([each[1] for each in found])


def _counted(cards: np.ndarray, ranks: np.ndarray, tags: ByRank) -> Counted:
    together = ranks @ np.array([tags.get(rank, 0) for rank in SPANISH_RANKS])
    return dict(_by_length(cards, together))


def _by_length(cards: np.ndarray, together: np.ndarray) -> Iterator[tuple[str, tuple[int, list[float]]]]:
    for length in np.unique(cards).tolist():
        here = together[cards == length]
        least = int(here.min())
        shares = np.bincount(here - least) / len(cards)
        yield str(length), (least, [round(share, 8) for share in shares.tolist()])


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
    ranks = np.zeros((_BATCH, len(SPANISH_RANKS)), dtype=np.int8)
    np.add.at(ranks, (np.repeat(np.arange(_BATCH), cards), shoe[:end] & 15), 1)
    return cards, ranks
