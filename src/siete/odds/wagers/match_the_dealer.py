"""Match the Dealer: the player's two cards against one other card, be it up card, down card or a bonus card.

All these cards come from the same shuffled shoe, so each wager is worth the same whichever card it is on.
For a dealer card the rest of the shoe falls into three kinds: the same card, its rank in another suit, and all
others; what the player's two cards are is then a matter of counting pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb

from siete.cards import Card
from siete.odds.figure import Figure, FigureEvent, edge, standard_deviation, to_text
from siete.odds.shoe import Shoe, full_shoe, size, without
from siete.odds.wagers.priced_wager import PricedWager
from siete.rules.table_rules import TableRules
from siete.rules.value_kinds import MatchOdds

Matches = tuple[int, int]
"""How many of the player's two cards match in rank only, and how many in rank and suit."""

NAMES: dict[Matches, str] = {
    (0, 2): "two-suited",
    (1, 1): "unsuited-and-suited",
    (2, 0): "two-unsuited",
    (0, 1): "one-suited",
    (1, 0): "one-unsuited",
    (0, 0): "no-match",
}


def figures(rules: TableRules, *, shoe: Shoe | None = None) -> list[Figure]:
    """The figure of each card that may be wagered on at this table. Clauses: WA3-G12.b, WA3-G12.c, WA3-G12.d."""
    return [figure(rules, card=card, shoe=shoe) for card in cards_offered(rules)]


def cards_offered(rules: TableRules) -> Iterator[str]:
    """The cards that wagers can be placed on: up card, down card, bonus cards."""
    if rules.mtd_offered:
        yield "up card"
        if rules.mtd_down_card:
            yield "down card"
        yield from (f"bonus card {number}" for number in range(1, rules.mtd_bonus_cards + 1))


def figure(rules: TableRules, *, card: str = "up card", shoe: Shoe | None = None) -> Figure:
    """What a wager on one card is worth; each match is paid. Clauses: MD-7.F.1.c, MA-6.a.2, WA3-D12.e."""
    assert rules.mtd_odds is not None, "the table offers match the dealer"
    chances = distribution(full_shoe(rules.decks) if shoe is None else shoe)
    events = tuple(_event(matches, chances[matches], rules.mtd_odds) for matches in NAMES)
    wins = 1 - chances[0, 0]
    return Figure(
        wager="match-the-dealer",
        decks=rules.decks,
        house_edge=edge(events),
        events=events,
        extra={
            "card": card,
            "win_frequency": wins,
            "wins_once_in": 1 / wins if wins else None,
            "standard_deviation": standard_deviation(events),
        },
        rules_hash=rules.rules_hash,
    )


def distribution(shoe: Shoe) -> dict[Matches, Fraction]:
    """The chance of every kind of match between two cards of the player and one of the dealer."""
    cards = size(shoe, least=3)
    of_rank: Counter[str] = Counter()
    for card, count in shoe.items():
        of_rank[card.rank] += count
    ways: Counter[Matches] = Counter()
    for card, count in shoe.items():
        if count:
            suited, unsuited = count - 1, of_rank[card.rank] - count
            for matches, pairs in _pairs(suited, unsuited, cards - 1 - suited - unsuited).items():
                ways[matches] += count * pairs
    return {matches: Fraction(ways[matches], cards * comb(cards - 1, 2)) for matches in NAMES}


def value_seen(rules: TableRules, card: Card, *, shoe: Shoe | None = None) -> Fraction:
    """What a wager on a card is worth to a bettor who has seen that card, dealt from this shoe, before the wager."""
    whole = full_shoe(rules.decks) if shoe is None else shoe
    left = without(whole, (card,))
    suited, of_rank = left.get(card, 0), sum(count for each, count in left.items() if each.rank is card.rank)
    cards, odds = size(left, least=2), rules.mtd_odds
    assert odds is not None, "the table offers match the dealer"
    ways = _pairs(suited, of_rank - suited, cards - of_rank)
    return -edge(_event(matches, Fraction(count, comb(cards, 2)), odds) for matches, count in ways.items())


def _pairs(suited: int, unsuited: int, other: int) -> dict[Matches, int]:
    """How many pairs of cards make each kind of match, given how many cards match the dealer's."""
    return {
        (0, 2): comb(suited, 2),
        (1, 1): suited * unsuited,
        (2, 0): comb(unsuited, 2),
        (0, 1): suited * other,
        (1, 0): unsuited * other,
        (0, 0): comb(other, 2),
    }


def _event(matches: Matches, probability: Fraction, odds: MatchOdds) -> FigureEvent:
    unsuited, suited = matches
    net = unsuited * odds.unsuited.payout + suited * odds.suited.payout if any(matches) else Fraction(-1)
    return FigureEvent(name=NAMES[matches], probability=probability, pays=to_text(net), net=net)


WAGER = PricedWager(
    name="match-the-dealer",
    spots=("match-up", "match-down", *(f"match-bonus-{number}" for number in range(1, 6))),
    title="Match the Dealer",
    figures=lambda rules, terms: figures(rules, shoe=terms.shoe),
    offer="mtd_offered",
    parameters=("mtd_odds",),
    pays=("mtd_odds",),
)
