"""`Spanish21VectorEnv`: many tables of the environment at once, played by the simulator's compiled kernel.

It shows, allows and pays what `Spanish21Env` does for one box without side wagers, some thousand times as fast; tests
play the same shoes through both. Decision: 0274.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from siete.errors import SieteError
from siete.lab.environment import observation
from siete.lab.environment.actions import Action
from siete.lab.environment.wagers import cents_of, least_wager, reward_is_in_cents
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.sim.episodes import Episodes

Info = dict[str, Any]  # gymnasium's own type
Arrays = dict[str, NDArray[np.int16] | NDArray[np.int64]]

_SHOWN = ("hand", "hands", "total", "is_soft", "is_pair", "is_split", "doublings", "up")


class Spanish21VectorEnv(VectorEnv[object, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` tables with one box each; keywords as of `Spanish21Env`, without boxes, side wagers and rendering.

    `gymnasium.make_vec("siete/Spanish21-v0", num_envs=4096, vectorization_mode="vector_entry_point", rules="md")` makes
    one. A table whose round ended begins the next one at the following step, whatever its action (gymnasium's
    next-step mode); `info["action_mask"]` has a row for each table.
    """

    metadata: Info = {  # noqa: RUF012  # as gymnasium declares it
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        rules: str | TableRules = "wa",
        *,
        num_envs: int = 1,
        sizes: Sequence[int | Decimal] = (),
        keeps_shoe: bool = False,
        sees_cards: bool = False,
        flat: bool = False,
        reward: str = "wagers",
        **choices: object,
    ) -> None:
        self.rules = rules if isinstance(rules, TableRules) else table_rules(rules, _without_single(choices))
        self.num_envs = num_envs
        self._in_cents, self._is_flat = reward_is_in_cents(reward), flat
        wagers = tuple(map(cents_of, sizes)) or (least_wager(self.rules),)
        self.episodes = Episodes(
            self.rules, wagers, num_envs, cards=observation.KINDS, keeps_shoe=keeps_shoe, sees_cards=sees_cards
        )
        self._dict_space = observation.space(self.rules, boxes=1, sees_cards=sees_cards)
        single: spaces.Space[Any] = spaces.flatten_space(self._dict_space) if flat else self._dict_space
        self.single_observation_space, self.observation_space = single, batch_space(single, num_envs)
        self.single_action_space = spaces.Discrete(len(Action) + len(wagers))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._is_open = False

    def reset(self, *, seed: int | Sequence[int] | None = None, options: Info | None = None) -> tuple[object, Info]:
        """Begin a round at every table; with a seed, or the first time, with new cards.

        A table has random numbers of its own, so that a seed gives it the same cards whatever the others do.
        """
        if seed is not None or not self._is_open:
            self.episodes.reset(self._seeds(seed))
            self._is_open = True
        else:
            self.episodes.begin()
        return self._observed(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[object, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Carry out one action at every table; the round's result is the reward of its last one."""
        if not self._is_open:
            raise SieteError("environment/no-round", "No round has begun. Call reset() first.")
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,):
            raise SieteError("environment/actions", f"Give {self.num_envs} actions, one for each table.")
        was_over = self.episodes["stage"] == 0
        self.episodes.step(chosen)
        is_over = (self.episodes["stage"] == 0) & ~was_over
        nets = self.episodes["net"].astype(np.float64)
        rewards = nets if self._in_cents else nets / self.episodes.unit
        return self._observed(), rewards, is_over, np.zeros(self.num_envs, np.bool_), self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """Which actions are allowed now, a row for each table."""
        return self.episodes.mask.copy()

    def _seeds(self, seed: int | Sequence[int] | None) -> Sequence[int]:
        if seed is None:
            seed = int(np.random.default_rng().integers(2**63))
        seeds = [seed] * self.num_envs if isinstance(seed, int | np.integer) else list(seed)
        if len(seeds) != self.num_envs:
            raise SieteError("environment/seeds", f"Give one seed, or {self.num_envs}.")
        return [int(each) for each in seeds]

    def _observed(self) -> object:
        episodes = self.episodes
        stage = episodes["stage"].copy()
        found: Arrays = {name: episodes[name].copy() for name in _SHOWN}
        found |= {"stage": stage, "box": (stage > 0).astype(np.int64), "cards": episodes.cards.copy()}
        if episodes.seen.shape[1]:
            found["seen"] = episodes.seen.copy()
        return self._flattened(found) if self._is_flat else {name: found[name] for name in self._dict_space.spaces}

    def _flattened(self, found: Arrays) -> NDArray[np.int16]:
        """The same numbers as gymnasium flattens one observation: one place for each value of a small number."""
        parts: list[NDArray[Any]] = []
        for name, space in self._dict_space.spaces.items():
            if isinstance(space, spaces.Discrete):
                parts.append(np.eye(int(space.n), dtype=np.int64)[found[name]])
            else:
                parts.append(found[name])
        return np.concatenate(parts, axis=1).astype(self.single_observation_space.dtype)

    def _info(self) -> Info:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.action_masks(),
            "_action_mask": everywhere,
            "net_cents": self.episodes["net"].copy(),
            "_net_cents": self.episodes["stage"] == 0,
            "is_refused": self.episodes["refused"].astype(np.bool_),
            "_is_refused": everywhere,
        }


def _without_single(choices: dict[str, object]) -> dict[str, object]:
    """The choices of a submission; what only `Spanish21Env` plays is refused by name."""
    for name in ("boxes", "sides", "render_mode"):
        given = choices.pop(name, None)
        if given not in (None, 1, {}):
            sentence = f"The vectorised environment plays one box without side wagers; {name} is for Spanish21Env."
            raise SieteError("environment/one-box", sentence)
    return choices
