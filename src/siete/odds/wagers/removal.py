"""Effects of removal on side wagers: what each is worth without one card of the shoe, exactly.

A wager is worth what its figure says at the meter it has. Everything is a fraction of counted deals, the shoe without
the card counted anew; cards that a wager cannot tell apart are counted once (`PricedWager.alike`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from siete.cards import SPANISH_DECK, SPANISH_RANKS, Card, Rank, Suit
from siete.money import Cents
from siete.odds.figure import Figure
from siete.odds.shoe import Shoe, full_shoe, without
from siete.odds.wagers import registry
from siete.odds.wagers.priced_wager import PricedWager, PricingTerms
from siete.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerEffects:
    """What one side wager is worth with a full shoe, and how each card that is gone changes that, for the bettor."""

    wager: str
    card: str | None
    """The card that is wagered on, where there are several."""
    paytable: str | None
    meter: Fraction | None
    """The meter that this is for, in dollars."""
    deviation: float
    """Of one unit wagered, with a full shoe."""
    value: Fraction
    by_card: dict[Card, Fraction]

    @property
    def by_rank(self) -> dict[Rank, Fraction]:
        """The mean over the four suits of a rank."""
        return {rank: sum((self.by_card[Card(rank, suit)] for suit in Suit), Fraction(0)) / 4 for rank in SPANISH_RANKS}

    @property
    def is_even(self) -> bool:
        """Whether every card is worth the same, so that no count can tell anything."""
        return len(set(self.by_card.values())) == 1


def wager_effects(rules: TableRules, wager: str, terms: PricingTerms | None = None) -> list[WagerEffects]:
    """The effects on a side wager: for each card that can be wagered on, or each paytable that the table has."""
    priced, asked = registry.priced(wager), terms or PricingTerms()
    registry.check(rules, priced, asked)
    papers = [asked.paytable] if asked.paytable or wager != "jackpot" else list(rules.jackpot_paytable)
    return [found for paytable in papers for found in _effects(rules, priced, replace(asked, paytable=paytable))]


def _effects(rules: TableRules, priced: PricedWager, terms: PricingTerms) -> list[WagerEffects]:
    whole = priced.figures(rules, terms)
    fewer: dict[object, list[Figure]] = {}
    for card in SPANISH_DECK:
        if priced.alike(card) not in fewer:
            left = without(full_shoe(rules.decks), (card,))
            fewer[priced.alike(card)] = priced.figures(rules, replace(terms, shoe=left))
    return [
        WagerEffects(
            wager=priced.name,
            card=each.extra.get("card"),
            paytable=each.paytable,
            meter=each.extra.get("meter"),
            deviation=float(each.extra.get("standard_deviation") or 0.0),
            value=worth(each),
            by_card={card: worth(fewer[priced.alike(card)][at]) - worth(each) for card in SPANISH_DECK},
        )
        for at, each in enumerate(whole)
    ]


def value_with(rules: TableRules, wager: WagerEffects, shoe: Shoe) -> Fraction:
    """What the wager is worth with the cards of another shoe, at the meter of these effects."""
    priced = registry.priced(wager.wager)
    meter = None if wager.meter is None else Cents(int(wager.meter * 100))
    paytable = wager.paytable if priced.has_paytables else None
    figures = priced.figures(rules, PricingTerms(paytable=paytable, meter=meter, shoe=shoe))
    return next(worth(each) for each in figures if each.extra.get("card") == wager.card)


def worth(figure: Figure) -> Fraction:
    """What a unit on the wager is worth to its bettor, the meter as it stands."""
    edge = figure.extra.get("house_edge_at_meter", figure.house_edge)
    assert isinstance(edge, Fraction), f"{figure.wager} is counted, not solved"
    return -edge
