"""`siete hand`: the value of every action on one hand, best first."""

from __future__ import annotations

from typing import Annotated

import typer

from siete.cards import Card, cards_from_text
from siete.cli import output
from siete.cli.options import Choices, Decks, Json, Rules, rules_from
from siete.cli.progress import progress

EPILOG = 'Example: siete hand wa --player "7s 7s" --up 7h'


def command(
    rules: Rules,
    player: Annotated[str, typer.Option("--player", metavar="CARDS", help='The cards of the hand, like "7s 7s".')],
    up: Annotated[str, typer.Option("--up", metavar="CARD", help="The dealer's up card.")],
    split: Annotated[
        bool, typer.Option("--split", help="The hand comes from a split; its first card was one of the pair.")
    ] = False,
    doubled: Annotated[int, typer.Option("--doubled", metavar="N", help="The hand has been doubled N times.")] = 0,
    shoe: Annotated[
        str | None,
        typer.Option(
            "--shoe",
            metavar="COUNTS",
            help='What the shoe held before this round, like "7s:3 Kh:2 5:4" (a rank counts for each suit).',
        ),
    ] = None,
    removed: Annotated[
        str | None, typer.Option("--removed", metavar="CARDS", help="Cards that left the shoe before this round.")
    ] = None,
    decks: Decks = None,
    choices: Choices = None,
    json: Json = False,
) -> None:
    """Print what every action on a hand is worth, per original wager, best first."""
    made = rules_from(rules, decks, choices)
    cards, up_card = cards_from_text(player), Card.from_text(up)
    from siete.odds.base.hand import hand_values
    from siete.odds.base.shoe import Shoe

    dealt = Shoe.full(made.decks) if shoe is None else Shoe.from_text(shoe)
    if removed is not None:
        dealt = dealt.without(cards_from_text(removed))
    with progress("valuing the hand"):
        found = hand_values(made, cards, up_card, is_split=split, doublings=doubled, shoe=dealt, is_kept=True)
    if json:
        output.as_json(found.to_json())
    else:
        output.table(("action", "EV"), [(name, f"{worth:+.6f}") for name, worth in found.actions])
