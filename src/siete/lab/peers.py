"""Other public blackjack simulators, timed where they are installed. None is required; one that fails is skipped.

They play ordinary blackjack with fewer rules, each by the strategy it brings or a plain one, so the figures show what
people are used to and no more. hhoppe/blackjack, the fastest we know, is a notebook and not a package: it cannot be
found by import, and its own page states its figure.
"""

from __future__ import annotations

import contextlib
import io
import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

ROUNDS = 300

Work = Callable[[int], object]
"""Plays so many rounds."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A simulator that others have written."""

    name: str
    module: str
    plays: str
    made: Callable[[], Work]

    @property
    def is_installed(self) -> bool:
        """Whether it can be imported; looking does not import it."""
        try:
            return find_spec(self.module) is not None
        except (ImportError, ValueError):
            return False

    def time(self, best: Callable[[Callable[[], object], int], float]) -> float | None:
        """Seconds of CPU for a round; none where its interface has changed since this was written."""
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                work = self.made()
                return best(lambda: work(ROUNDS), 3) / ROUNDS
            except Exception:  # third-party code in any version: its failure must not lose our own figures
                return None


def _gymnasium() -> Work:
    environment = import_module("gymnasium").make("Blackjack-v1", disable_env_checker=True)

    def play(rounds: int) -> None:
        for _ in range(rounds):
            (total, *_), _ = environment.reset()
            is_over = False
            while not is_over:
                (total, *_), _, is_over, _, _ = environment.step(int(total < 17))

    return play


def _open_spiel() -> Work:
    game, lot = import_module("pyspiel").load_game("blackjack"), random.Random(1)

    def play(rounds: int) -> None:
        for _ in range(rounds):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(lot.choice(state.legal_actions()))

    return play


def _rlcard() -> Work:
    environment = import_module("rlcard").make("blackjack")
    agents: Any = import_module("rlcard.agents")
    environment.set_agents([agents.RandomAgent(num_actions=environment.num_actions)])
    return lambda rounds: [environment.run(is_training=False) for _ in range(rounds)]


def _py21() -> Work:
    game: Any = import_module("py21.game")
    player, strategies = import_module("py21.player"), import_module("py21.strategies")
    table = game.Game([player.Player(bankroll=10**9, strategy_func=strategies.basic_strategy)])
    return lambda rounds: [table.play_round() for _ in range(rounds)]


def _jackblack() -> Work:
    module: Any = import_module("jackblack")
    table = module.Simulation([module.Player("one", chips=10**9, strategy=module.Simple())])
    return lambda rounds: table.run(rounds)


PEERS = (
    Peer("gymnasium", "gymnasium", "Blackjack-v1, hits below 17", _gymnasium),
    Peer("OpenSpiel", "pyspiel", "blackjack, random actions", _open_spiel),
    Peer("RLCard", "rlcard", "blackjack, random actions", _rlcard),
    Peer("py21", "py21", "blackjack, its basic strategy", _py21),
    Peer("jackblack", "jackblack", "blackjack, its simple strategy", _jackblack),
)
