"""Compiles what the solver and the simulator run, so that nobody waits for it later: `python -m siete.lab.compilation`.

Set-up calls it, each part in a process of its own (decision 0218). Compiled code is kept beside the source, or where
NUMBA_CACHE_DIR says; with everything compiled it takes some seconds.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

from siete.rules.submission import table_rules


def compile_solver() -> None:
    """All that `odds`, `hand`, `strategy`, `count` and the trainer run."""
    from siete.cards import Card, cards_from_text
    from siete.odds.base.actions import actions_of
    from siete.odds.base.charts.derivation import chart
    from siete.odds.base.game import Game
    from siete.odds.base.policy import Given
    from siete.odds.base.results import results
    from siete.odds.base.shoe import Shoe

    rules = table_rules("wa")
    game = Game(rules, Shoe.full(rules.decks))
    results(game)
    Game(rules, game.shoe, Given(chart(game, "compiled"))).value()
    doubled = cards_from_text("5s 4h 3d")
    actions_of(rules, doubled, Card.from_text("9c"), is_split=False, doublings=1, shoe=game.shoe)


def compile_simulator() -> None:
    """The kernels of one box with everything offered, of the base wager alone, and of several boxes."""
    from siete.lab.simulation import setup_of
    from siete.sim.chunks import run_chunk

    rules = table_rules("wa")
    run_chunk(setup_of(rules), 0, 1_000)
    for boxes in (1, 3):
        run_chunk(setup_of(rules, wager="base", boxes=boxes), 0, 1_000)


PARTS: dict[str, Callable[[], None]] = {"solver": compile_solver, "simulator": compile_simulator}


def main(names: list[str]) -> None:
    """Compile the parts named, or all."""
    gc.disable()  # the compiler makes millions of values that stay, and this process ends with them
    for name in names or PARTS:
        PARTS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
