"""`siete hand`: the value of every action on one hand, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from siete.cards import Card, cards_from_text, cards_to_text
from siete.cli import output
from siete.cli.options import Bet, Choices, Decks, Json, Rules, amount_from, rules_from
from siete.cli.progress import progress

if TYPE_CHECKING:
    from siete.lab.positions import HandToAct
    from siete.rules.table_rules import TableRules

EPILOG = 'Example: siete hand wa --player "7s 7s" --up 7h'


def command(
    rules: Rules,
    player: Annotated[
        str | None, typer.Option("--player", metavar="CARDS", help='The cards of the hand, for example "7s 7s".')
    ] = None,
    up: Annotated[str | None, typer.Option("--up", metavar="CARD", help="The dealer's up card.")] = None,
    position: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="LINE",
            help="A position; the hand that is to act in it is valued, and cards that lie open are gone from the shoe.",
        ),
    ] = None,
    split: Annotated[
        bool, typer.Option("--split", help="The hand comes from a split; its first card was one of the pair.")
    ] = False,
    doubled: Annotated[int, typer.Option("--doubled", metavar="N", help="The hand has been doubled N times.")] = 0,
    shoe: Annotated[
        str | None,
        typer.Option(
            "--shoe",
            metavar="COUNTS",
            help='What the shoe held before this round, for example "7s:3 Kh:2 5:4" (a rank counts for each suit).',
        ),
    ] = None,
    removed: Annotated[
        str | None, typer.Option("--removed", metavar="CARDS", help="Cards that left the shoe before this round.")
    ] = None,
    exact: Annotated[
        bool,
        typer.Option("--exact", help="Values as fractions too, by the slow definition; a split has none."),
    ] = False,
    bet: Bet = None,
    decks: Decks = None,
    choices: Choices = None,
    json: Json = False,
) -> None:
    """Print what every action on a hand is worth, per original wager, best first.

    With --bet the super bonus that such a wager can win is part of the values; envy is not.
    """
    if position is not None and (player is not None or up is not None or split or doubled):
        raise typer.BadParameter("A position names the hand; leave out --player, --up, --split and --doubled.")
    if position is None and (player is None or up is None):
        raise typer.BadParameter("Name the hand with --player and --up, or give a --position.")
    if exact and (position is not None or split or bet is not None):
        raise typer.BadParameter("--exact values a hand of its own; leave out --position, --split and --bet.")
    made = rules_from(rules, decks, choices)
    hand = _to_act(position, made) if position is not None else None
    cards, up_card = cards_from_text(player or ""), Card.from_text(up) if up is not None else None
    from siete.odds.base.hand import hand_values, with_fractions
    from siete.odds.base.shoe import Shoe

    dealt = Shoe.full(made.decks) if shoe is None else Shoe.from_text(shoe)
    dealt = dealt.without(cards_from_text(removed or ""))
    wager = amount_from(bet)
    with progress("valuing the hand"):
        if hand is not None:
            found = hand.values(made, dealt, wager=wager, is_kept=True)
        else:
            assert up_card is not None, "asked for above"
            found = hand_values(
                made, cards, up_card, is_split=split, doublings=doubled, shoe=dealt, wager=wager, is_kept=True
            )
            found = with_fractions(found, made, dealt) if exact else found
    if json:
        output.as_json(found.to_json() | (_plain(hand) if hand is not None else {}))
        return
    if hand is not None:
        print(f"box {hand.box}, hand {hand.hand}: {cards_to_text(hand.player)} against {hand.up}")
    output.table(("action", "EV"), [(name, f"{worth:+.6f}") for name, worth in found.actions])
    if exact:
        output.table(("action", "as a fraction"), [(name, str(worth)) for name, worth in found.exact])
    if found.super_bonus:
        print(f"of which super bonus: {found.super_bonus:+.6f}")


def _to_act(position: str, rules: TableRules) -> HandToAct:
    from siete.lab.positions import hand_to_act
    from siete.table.position.line import position_from_text

    return hand_to_act(position_from_text(position, rules), rules)


def _plain(hand: HandToAct) -> dict[str, object]:
    """Which hand of the position is meant."""
    cards = {"player": cards_to_text(hand.player), "up": str(hand.up)}
    return {"box": hand.box, "hand": hand.hand, **cards, "split": hand.is_split, "doubled": hand.doublings}
