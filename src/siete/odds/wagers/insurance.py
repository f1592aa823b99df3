"""Insurance: that the card under the dealer's ace is a king, queen or jack."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from siete.cards import Card, Rank, cards_to_text
from siete.errors import SieteError
from siete.odds.figure import Figure, FigureEvent, edge, standard_deviation
from siete.odds.shoe import Shoe, full_shoe, size, without
from siete.odds.wagers.priced_wager import PricedWager
from siete.plain import Plain
from siete.rules.table_rules import TableRules

UNSEEN = "own hand unseen"
"""The bettor knows the up card and nothing else."""


def figure(rules: TableRules, *, hand: Sequence[Card] = (), shoe: Shoe | None = None) -> Figure:
    """What insurance is worth to a bettor who knows the up card and the hand given, if any.

    Clauses: MD-8.A.a, MD-8.A.b, MDD-8.A.a, MA-11.a.1, MA-11.a.2, S13-k.1-1, WA3-D8.a, WA2-D8.a.
    """
    whole = full_shoe(rules.decks) if shoe is None else shoe
    events = _events(rules, win_probability(whole, hand))
    extra: Plain = {"standard_deviation": standard_deviation(events)}
    if not hand:
        extra["by_hand"] = _by_hand(rules, whole)
    return Figure(
        wager="insurance",
        decks=rules.decks,
        house_edge=edge(events),
        events=events,
        strategy=f"own hand {cards_to_text(hand)}" if hand else UNSEEN,
        extra=extra,
        rules_hash=rules.rules_hash,
    )


def value(rules: TableRules, known: Sequence[Card], *, shoe: Shoe | None = None) -> Fraction:
    """What one unit on insurance is worth to a bettor who has seen these cards beside the up card.

    Times `rules.insurance_share` that is the value of full insurance per unit of the base wager.
    """
    whole = full_shoe(rules.decks) if shoe is None else shoe
    return -edge(_events(rules, win_probability(whole, known)))


def win_probability(shoe: Shoe, hand: Sequence[Card] = ()) -> Fraction:
    """The chance that the card under an ace is a face card, when the cards of the hand are known too."""
    left = without(shoe, hand)
    if not _count(left, Rank.ACE):
        raise SieteError("odds/card-not-in-shoe", "There is no ace left that the dealer could show.")
    return Fraction(_faces(left), size(left, least=2) - 1)


def _events(rules: TableRules, wins: Fraction) -> tuple[FigureEvent, ...]:
    pays = rules.insurance_pays
    return (
        FigureEvent(name="dealer-blackjack", probability=wins, pays=str(pays), net=pays.payout),
        FigureEvent(name="no-blackjack", probability=1 - wins, pays="loses", net=Fraction(-1)),
    )


def _by_hand(rules: TableRules, shoe: Shoe) -> list[Plain]:
    """The edge by how many of one's own two cards are faces; nothing else about the hand matters."""
    faces, others = _faces(shoe), size(shoe) - 1 - _faces(shoe)
    pairs = comb(faces + others, 2)
    rows = []
    for held in range(3):
        ways = comb(faces, held) * comb(others, 2 - held)
        if ways:
            seen = edge(_events(rules, Fraction(faces - held, faces + others - 2)))
            rows.append(
                {
                    "faces_held": held,
                    "probability": Fraction(ways, pairs),
                    "house_edge": seen,
                    "house_edge_exact": str(seen),
                }
            )
    return rows


def _faces(shoe: Shoe) -> int:
    return sum(count for card, count in shoe.items() if card.rank.is_face)


def _count(shoe: Shoe, rank: Rank) -> int:
    return sum(count for card, count in shoe.items() if card.rank is rank)


WAGER = PricedWager(
    name="insurance",
    title="Insurance",
    figures=lambda rules, terms: [figure(rules, shoe=terms.shoe)],
    alike=lambda card: card.rank,
    parameters=("insurance_pays", "insurance_up_cards"),
    pays=("insurance_pays",),
)
