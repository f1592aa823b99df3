"""Many rounds side by side, each stepped from one decision to the next: what learning agents play at speed.

    episodes = Episodes(rules, [Cents(1000)], 4096)
    episodes.reset(seed=1)
    episodes.step(actions)

One box plays the base wager with insurance, super bonus and every play that the rules know. Actions, stages and masks
are those of the environment `siete/Spanish21-v0`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from siete.cards import Card
from siete.errors import SieteError
from siete.money import Cents
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.sim.compiler.compiled_rules import compile_rules
from siete.sim.compiler.encoding import CODES, RANKS, code_of, encoded, full_shoe
from siete.sim.counts import new_counts
from siete.sim.kernels.episode_lane import MOST_CARDS, new_lanes
from siete.sim.kernels.episodes import OVER, ROWS, WAGERS_FROM, step_of
from siete.sim.kernels.shuffling import stream
from siete.sim.plan import Cards, Plan, checked
from siete.strategy import never_bust

MOST_SIZES = 16
"""Wager sizes that an agent can choose from."""


class Episodes:
    """Rounds of one table's rules on so many lanes, and what an agent may see of each.

    sizes         what may be wagered, in cents; an action from 10 on chooses one
    keeps_shoe    deal each lane's shoe to its cover card; else every round has a fresh shoe
    sees_cards    also count the cards seen since the shuffle
    cards         48 cards in the order in which they are numbered from 1 on
    """

    def __init__(
        self,
        rules: TableRules,
        sizes: Sequence[Cents],
        count: int,
        *,
        cards: Sequence[Card],
        keeps_shoe: bool = False,
        sees_cards: bool = False,
    ) -> None:
        if not 1 <= len(sizes) <= MOST_SIZES:
            raise SieteError("sim/sizes", f"An agent chooses between 1 and {MOST_SIZES} wager sizes, not {len(sizes)}.")
        if count < 1:
            raise SieteError("sim/lanes", f"Play at least one table, not {count}.")
        self.rules, self.sizes, self.count = rules, tuple(sizes), count
        dealt = Cards.SHOE if keeps_shoe else Cards.FRESH
        plans = [checked(Plan(wager=size, cards=dealt), rules) for size in sizes]
        # A table of its own for every size: what may be doubled again depends on the chips of the wager.
        self._tables = np.concatenate([compile_rules(rules, never_bust(), plan).tables for plan in plans])
        self._counts, self._lanes = new_counts(), new_lanes(count)
        self._shoes = np.tile(full_shoe(rules.decks), (count, 1))
        self._places = np.zeros(CODES, dtype=np.int64)
        self._places[[code_of(card) for card in cards]] = np.arange(1, len(cards) + 1)
        self._numbers = np.zeros((len(ROWS), count), dtype=np.int64)
        self.cards = np.zeros((count, MOST_CARDS), dtype=np.int16)
        self.seen = np.zeros((count, 4 * len(RANKS) if sees_cards else 0), dtype=np.int16)
        self.mask = np.zeros((count, WAGERS_FROM + len(sizes)), dtype=np.int8)

    def __getitem__(self, name: str) -> NDArray[np.int64]:
        """One of `ROWS`, a number for each lane; the next step writes over it."""
        row: NDArray[np.int64] = self._numbers[ROWS.index(name)]
        return row

    @property
    def unit(self) -> NDArray[np.int64]:
        """The base wager of each lane's round."""
        found: NDArray[np.int64] = np.array(self.sizes, dtype=np.int64)[self._lanes["size"]]
        return found

    def reset(self, seeds: Sequence[int]) -> None:
        """Open every lane anew, with random numbers of its own, and wait for wagers."""
        self._lanes[:] = new_lanes(self.count)
        self._lanes["rng"] = [stream(seed, lane) for lane, seed in enumerate(seeds)]
        self._shoes[:] = full_shoe(self.rules.decks)
        self.begin()

    def begin(self, is_chosen: NDArray[np.bool_] | None = None) -> None:
        """Begin the next round of all lanes, or of those that are chosen; an unfinished round of theirs is dropped."""
        self._lanes["stage"][slice(None) if is_chosen is None else is_chosen] = OVER
        self.step(np.full(self.count, -1, dtype=np.int64))

    def load(self, shoes: Sequence[Sequence[Card]]) -> None:
        """Let every lane deal its next rounds from this shoe, from its first card on."""
        self._shoes[:] = [encoded(shoe) for shoe in shoes]
        self._lanes["pos"], self._lanes["shuffled"], self._lanes["is_given"] = 0, self._shoes.shape[1], 1
        self._lanes["seen"] = 0

    def step(self, actions: NDArray[np.int64]) -> None:
        """One action for every lane. A lane whose round is over begins the next one instead.

        An action that is not allowed changes nothing and is marked in `refused`; `net` has what a round that ended
        has brought, in cents.
        """
        step_of()(
            self._tables,
            self._counts,
            self._lanes,
            self._shoes,
            actions,
            self._numbers,
            self.cards,
            self.seen,
            self.mask,
            self._places,
        )
        if self._counts["errors"][0, 0]:
            sentence = "A round needed more cards than the table has. Use more decks."
            raise SieteError("sim/shoe-empty", sentence, clause=self.rules.clause_of(Step.SHOE_OUT))
