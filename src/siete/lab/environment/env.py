"""`Spanish21Env`: one episode is one round, dealt by the engine under any rule set or submission."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from siete.errors import SieteError
from siete.lab.environment import observation, rendering
from siete.lab.environment.actions import Action, action_of, command_of
from siete.lab.environment.dealt_table import DealtTable
from siete.lab.environment.wagers import cents_of, least_wager, reward_is_in_cents
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.due import Ask
from siete.table.state.wager import Wager
from siete.table.wagers import registry

Info = dict[str, Any]  # gymnasium's own type


class Spanish21Env(gymnasium.Env[object, np.int64]):
    """The whole game for one agent, who decides for every box in play.

    rules         a rule set's name, or rules made of a submission; further choices as keywords (`decks=8`)
    sizes         what may be wagered on a box, in dollars; the table minimum by default
    sides         side wagers beside every base wager, in dollars: `{"match-up": 5}`
    boxes         how many boxes are played
    keeps_shoe    deal one shoe to its cover card over many episodes, by the whole procedure; else a fresh shoe each
    sees_cards    also observe which cards have been seen since the shuffle
    flat          observe one array of numbers instead of a dictionary
    reward        the net result of the round in `wagers` (units of the first box's base wager) or in `cents`

    Every episode begins with a wager for each box: action `len(Action) + i` wagers the i-th size. The reward comes with
    the last action. `info["action_mask"]` tells which actions are allowed; one that is not allowed changes nothing, and
    `info["refusal"]` gives the code. With `keeps_shoe`, `reset()` goes on with the shoe and `reset(seed=…)` opens a new
    table.
    """

    metadata: Info = {  # noqa: RUF012  # as gymnasium declares it
        "render_modes": ["ansi", "svg"],
        "render_fps": 4,
    }

    def __init__(
        self,
        rules: str | TableRules = "wa",
        *,
        sizes: Sequence[int | Decimal] = (),
        sides: Mapping[str, int | Decimal] | None = None,
        boxes: int = 1,
        keeps_shoe: bool = False,
        sees_cards: bool = False,
        flat: bool = False,
        reward: str = "wagers",
        render_mode: str | None = None,
        **choices: object,
    ) -> None:
        self.rules = rules if isinstance(rules, TableRules) else table_rules(rules, choices)
        self.render_mode = render_mode
        self._boxes, self._keeps_shoe, self._sees_cards = boxes, keeps_shoe, sees_cards
        self._in_cents, self._is_flat = reward_is_in_cents(reward), flat
        self._sizes = tuple(map(cents_of, sizes)) or (least_wager(self.rules),)
        self._sides = {_side(name, self.rules): cents_of(dollars) for name, dollars in (sides or {}).items()}
        self._check()
        self._dict_space = observation.space(self.rules, boxes=boxes, sees_cards=sees_cards)
        self.observation_space: spaces.Space[object] = self._dict_space
        if flat:
            self.observation_space = spaces.flatten_space(self._dict_space)
        self.action_space = spaces.Discrete(len(Action) + len(self._sizes))
        self._table: DealtTable | None = None
        self._ask: Ask | None = None
        self._box = 0
        self._unit = Cents(1)

    def _check(self) -> None:
        """Refuse what no round could be played with, here and not in the middle of an episode."""
        if not 1 <= self._boxes <= self.rules.positions:
            raise SieteError("environment/boxes", f"Play 1 to {self.rules.positions} boxes, not {self._boxes}.")
        if self.render_mode not in (None, *self.metadata["render_modes"]):
            raise SieteError(
                "environment/render-mode", f"{self.render_mode!r} is not a way to render: use ansi or svg."
            )
        trial = DealtTable(self.rules, np.random.default_rng(0), boxes=1, keeps_shoe=False)
        for size in self._sizes:
            trial.start_round()
            trial.wager(1, size, self._sides)
            trial.open()

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[object, Info]:
        """Open the next round for wagers; with a seed, at a new table."""
        super().reset(seed=seed)
        if self._table is None or seed is not None:
            self._table = DealtTable(self.rules, self.np_random, boxes=self._boxes, keeps_shoe=self._keeps_shoe)
        elif self._table.state.round is not None:
            self._table.open()
        self._table.start_round()
        self._ask, self._box = None, 1
        return self._observed(), self._info()

    def step(self, action: np.int64) -> tuple[object, float, bool, bool, Info]:
        """Carry out a wager or a decision; the round's result is the reward of the last one."""
        table = self._dealt()
        if not self.action_masks()[action]:
            return self._observed(), 0.0, False, False, {**self._info(), "refusal": "environment/not-allowed"}
        if self._ask is None:
            self._wager(table, self._sizes[action - len(Action)])
        else:
            self._ask = table.decide(self._command(table, self._ask, action))
        is_over = table.state.round is None
        return self._observed(), self._reward(table) if is_over else 0.0, is_over, False, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """Which actions are allowed now."""
        mask = np.zeros(len(Action) + len(self._sizes), np.int8)
        table = self._dealt()
        if self._ask is not None:
            allowed = [action_of(template) for template in table.legal(self._ask)]
            mask[[action for action in allowed if action is not None]] = 1
        elif table.state.round is not None:
            mask[len(Action) :] = 1
        return mask

    def render(self) -> str | None:
        """The table as an agent sees it, in text or as an SVG drawing."""
        if self.render_mode is None or self._table is None:
            return None
        drawn = rendering.text if self.render_mode == "ansi" else rendering.svg
        return drawn(self._table, self._ask)

    def _dealt(self) -> DealtTable:
        if self._table is None or (self._table.state.round is None and self._box == 0):
            raise SieteError("environment/no-round", "No round has begun. Call reset() first.")
        return self._table

    def _wager(self, table: DealtTable, size: Cents) -> None:
        if self._box == 1:
            self._unit = size
        table.wager(self._box, size, self._sides)
        self._box += 1
        if self._box > self._boxes:
            self._ask = table.deal()

    def _command(self, table: DealtTable, ask: Ask, action: np.int64) -> c.PlayerCommand:
        return next(made for each in table.legal(ask) if (made := command_of(each, action)) is not None)

    def _reward(self, table: DealtTable) -> float:
        return float(table.net()) if self._in_cents else table.net() / self._unit

    def _observed(self) -> object:
        table = self._dealt()
        seen = table.seen if self._sees_cards else None
        if self._ask is not None:
            assert table.state.round is not None, "questions are asked within a round"
            found = observation.at_question(table.state.round, self._ask, seen)
        elif table.state.round is not None:
            found = observation.at_wager(self._box, seen)
        else:
            found = observation.at_end(seen)
        return spaces.flatten(self._dict_space, found) if self._is_flat else found

    def _info(self) -> Info:
        table = self._dealt()
        info: Info = {"action_mask": self.action_masks()}
        if table.state.round is None:
            info["results"] = [str(result) for result in table.results()]
            info["net_cents"] = int(table.net())
        return info


def _side(name: str, rules: TableRules) -> Wager:
    offered = [str(wager) for wager in registry.offered(rules)]
    if name not in offered:
        sentence = f"{name!r} is no side wager of this table; it offers {', '.join(offered) or 'none'}."
        raise SieteError("environment/side-wager", sentence)
    return Wager(name)
