"""What the page says about the rules of a table: the game in a few sentences, its payouts, and how losses read."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from siete.money import cents_to_text
from siete.rules.table_rules import TableRules

SHARING = "You decide the hand; they may follow doubles and splits."
"""What it means to let others wager on one's box."""

HALF = Fraction(1, 2)
FIRST_CARDS = 2


def game(rules: TableRules) -> Iterator[str]:
    """The game for somebody who knows blackjack."""
    yield f"Decks of {rules.cards_per_deck} cards: no 10-spots, but all face cards."
    yield "A player's 21 always beats the dealer's, a player's Blackjack always wins."
    count = "any number of" if rules.double_min_cards <= FIRST_CARDS else f"{rules.double_min_cards} or more"
    rescue = ", rescue a doubled hand" if rules.rescue else ""
    surrender = ", surrender the first two" if rules.surrender_offered else ""
    yield f"Double on {count} cards{rescue}{surrender}."
    yield "Special 21s pay more."


def payouts(rules: TableRules, bonus: list[tuple[str, str]]) -> list[list[str]]:
    """The payouts of the base wager and of insurance: lines and odds, the Bonus 21 among them."""
    return [
        ["Blackjack, always wins", str(rules.blackjack_pays)],
        *([line, odds] for line, odds in bonus),
        ["21, or the higher total", str(rules.win_pays)],
        ["Insurance", str(rules.insurance_pays)],
    ]


def losses(rules: TableRules) -> dict[str, str]:
    """By line: how a lost base wager reads; `{total}` and `{dealer}` stand for the two totals."""
    share = "half the wager" if rules.surrender_share == HALF else f"{rules.surrender_share} of the wager"
    return {
        "bust": "{total} is more than 21",
        "dealer blackjack": "the dealer has Blackjack",
        "rescued": "rescued: the first wager is given up",
        "surrender": f"surrendered, {share}",
        "loss": "{total} against the dealer's {dealer}",
    }


def lacks(rules: TableRules) -> dict[str, str]:
    """Why wagers cannot be placed as wanted: too `low`, too `high`, or a side wager without its `base` wager."""
    return {
        "low": f"The least wager here is {cents_to_text(rules.table_min)}.",
        "high": "The most here is {most}.",
        "base": "A side wager needs a base wager beside it.",
    }


def wins() -> dict[str, str]:
    """By line: how a base wager reads that won or came back because of the two totals."""
    return {
        "win": "{total} beats {dealer}",
        "dealer bust": "the dealer busts with {dealer}",
        "21": "21 always wins",
        "push": "{total} ties {dealer}, the wager comes back",
    }


def short_lines(lines: list[str]) -> str:
    """The Bonus 21 lines of one odds in few words: `spades, five cards`."""
    said = [line.replace("21 in ", "").replace(" or more", "+").replace(" mixed", "") for line in lines]
    kinds = [kind for kind in ("spades", "suited") if sum(line.endswith(f" {kind}") for line in said) > 1]
    return ", ".join([*kinds, *(line for line in said if line.rpartition(" ")[2] not in kinds)])
