"""Chunks of rounds: the unit of work for threads and clusters, each with random numbers of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from siete.errors import SieteError
from siete.money import Cents
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.sim.codes import ENDS, WagerCode
from siete.sim.compiler.compiled_rules import Compiled, compile_rules
from siete.sim.compiler.encoding import full_shoe
from siete.sim.compiler.first_card_tables import FirstCardTables
from siete.sim.compiler.layout import Records
from siete.sim.counts import cleared_counts, new_trace
from siete.sim.kernels.hands import SHOE_EMPTY
from siete.sim.kernels.round import run_of
from siete.sim.kernels.shuffling import stream
from siete.sim.kernels.wide_round import LANES, run_side_by_side
from siete.sim.plan import Dealing, Plan, checked
from siete.strategy import Strategy

CHUNK = 1 << 18
"""Rounds of a chunk; fixed, so that the same seed gives the same rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """All that decides the rounds of a simulation. Equal set-ups play equal rounds."""

    rules: TableRules
    strategy: Strategy
    plan: Plan
    seed: int = 1
    dealing: Dealing = Dealing.WIDE

    def checked(self) -> Setup:
        """The set-up, if its rules allow the plan."""
        return replace(self, plan=checked(self.plan, self.rules))

    @property
    def chunk(self) -> int:
        """Rounds of a full chunk: whole sessions where there are sessions."""
        session = self.plan.session
        return max(CHUNK // session, 1) * session if session else CHUNK

    def __hash__(self) -> int:
        plan = self.plan  # some of its fields, so that few set-ups share a hash and are compared
        return hash((self.rules, self.strategy.name, self.seed, plan.boxes, plan.cards, plan.wager, plan.super_bonus))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """What the kernel counted in one chunk, without the kernel's working space."""

    number: int
    rounds: int
    counts: dict[str, NDArray[np.int64]]
    awards: NDArray[np.int64]
    """Round, box, wager and line of each award."""
    award_rounds: NDArray[np.int64]
    """Round, the nets of wagers and of all without the awards, and the rounds that have fed each metered wager."""
    sessions: NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedChunks:
    """Chunks with following numbers, and the seconds it took to play them."""

    chunks: tuple[Chunk, ...]
    seconds: float


_KEPT = (
    "split_sizes", "acts", "shoes", "full_shoes", "full_rounds", "dealt", "refills", "level_rounds", "sums",
    "squares", "insured", "matches", "lines", "spins", "aces", "communities", "hots", "supers", "envies",
)  # fmt: skip


@lru_cache(maxsize=16)
def compiled_of(setup: Setup) -> Compiled:
    """The compiled rules of a set-up; every thread and every chunk shares them."""
    return compile_rules(setup.rules, setup.strategy, setup.plan, setup.dealing)


def run_chunk(setup: Setup, number: int, rounds: int) -> Chunk:
    """Play one chunk. The result depends on the set-up, the number and the rounds, and on nothing else."""
    plan = setup.plan
    tables = compiled_of(setup).tables
    counts = cleared_counts()
    trace = new_trace(0, plan.boxes, sessions=rounds // plan.session if plan.session else 0)
    shoe = full_shoe(setup.rules.decks)
    rng, dice = stream(setup.seed, number), stream(setup.seed, number, 1)
    lanes, extras = compiled_of(setup).lanes, compiled_of(setup).extras.cleared()
    if lanes is not None:
        width = _width(rounds // plan.session if plan.session else 0)
        shoes = np.tile(shoe, width)
        ends = np.arange(1, width + 1, dtype=np.uint64) * np.uint64(shoe.size)
        sides = compiled_of(setup).sides
        run_side_by_side(
            tables, counts, lanes, shoes, rng, rounds, ends, sides=sides, dice=dice, sessions=trace.sessions
        )
    else:
        run = run_of(is_full=not plan.is_plain)
        run(tables, counts, trace, extras, shoe, rng, dice, rounds, shoe.size + 1, 0, 0)
    _raise(int(counts["errors"][0, 0]), setup.rules)
    made = _trimmed(counts, setup, number, rounds, trace.sessions)
    return replace(made, counts=made.counts | _counted(extras)) if plan.extras else made


def _width(sessions: int) -> int:
    """Shoes side by side: 64, or so many that each plays as many sessions as another, nearly."""
    return -(-sessions // -(-sessions // LANES)) if sessions else LANES


def run_chunks(setup: Setup, number: int, rounds: tuple[int, ...]) -> PlayedChunks:
    """Play chunks from this number on, each with so many rounds."""
    began = perf_counter()
    chunks = tuple(run_chunk(setup, number + place, each) for place, each in enumerate(rounds))
    return PlayedChunks(chunks=chunks, seconds=max(perf_counter() - began, 1e-9))


def _counted(extras: FirstCardTables) -> dict[str, NDArray[np.int64]]:
    """What the kernel counted of registered side wagers."""
    return {"extra_lines": extras.counts.ravel(), "extra_sums": extras.sums, "extra_squares": extras.squares}


def _raise(error: int, rules: TableRules) -> None:
    if error == SHOE_EMPTY:
        sentence = "A round needed more cards than the table has. Use fewer boxes or more decks."
        raise SieteError("sim/shoe-empty", sentence, clause=rules.clause_of(Step.SHOE_OUT))
    assert not error, "there is room for the awards of a chunk"


def _trimmed(counted: Records, setup: Setup, number: int, rounds: int, sessions: NDArray[np.int64]) -> Chunk:
    o = {name: counted[name][0] for name in counted.dtype.names or ()}  # of the record itself each costs ten times more
    levels, plan = len(compiled_of(setup).levels), setup.plan
    counts = {name: o[name].copy() for name in _KEPT}
    counts["ends"] = o["ends"][: levels * ENDS].copy()
    counts["split_ends"] = o["split_ends"][: levels * ENDS].copy()
    for name in ("split_net", "total"):
        keys, found = o[f"{name}_keys"], o[f"{name}_counts"]
        is_used = keys != 0
        counts[f"{name}_amounts"] = (keys[is_used] - 1) // 2
        counts[f"{name}_counts"] = found[: keys.size][is_used]
    counts["total_others"] = np.array(o["total_counts"][-1:])
    awards, award_rounds = (int(each) for each in o["award_count"])
    played = rounds // plan.session if plan.session else 0
    return Chunk(
        number=number,
        rounds=rounds,
        counts=counts,
        awards=np.array(o["awards"][:awards]),
        award_rounds=np.array(o["award_rounds"][:award_rounds]),
        sessions=np.array(sessions[:played]),
    )


def wagered_in_a_round(plan: Plan) -> dict[WagerCode, Cents]:
    """What all boxes together put on each side wager in a round."""
    return {wager: Cents(amount * plan.boxes) for wager, amount in plan.sides.items()}
