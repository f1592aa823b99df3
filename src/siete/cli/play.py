"""`siete play`: a table in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from siete.cli.options import Choices, Decks, Rules, rules_from

EPILOG = "Example: siete play md --seed 7"


def command(
    rules: Rules,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="Shuffle so that the game can be repeated.")] = "",
    chips: Annotated[
        int, typer.Option("--chips", metavar="$", help="Dollars in play chips.", min=1, max=1_000_000)
    ] = 500,
    decks: Decks = None,
    choices: Choices = None,
) -> None:
    """Sit down and play; every rule is the engine's, and ? tells the clause behind it."""
    from siete.cli.terminal import Terminal
    from siete.host.shuffling import Chance

    Terminal(rules_from(rules, decks, choices), Chance(seed or None), chips).run()
