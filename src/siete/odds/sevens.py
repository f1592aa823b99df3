"""Two sevens against a seven: which card makes the super bonus of them, and what it pays on a wager."""

from __future__ import annotations

from collections.abc import Sequence

from siete.cards import Card, Rank, Suit
from siete.errors import SieteError
from siete.money import Cents, cents_to_text
from siete.rules.paytable_lines import SuperBonusShape
from siete.rules.table_rules import TableRules

_THREE = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def award(rules: TableRules, wagered: Cents) -> Cents:
    """What the super bonus pays on a wager. Clauses: MD-12.C.1, MD-12.C.2, WA3-D10.a. Decision: 0031."""
    return max((pays for least, pays in rules.super_bonus_tiers if wagered >= least), default=Cents(0))


def prize(rules: TableRules, wagered: Cents) -> float:
    """The same per unit wagered; a wager of nothing is refused."""
    if wagered <= 0:
        raise SieteError("odds/no-wager", f"Wager more than $0, not {cents_to_text(wagered)}.")
    return award(rules, wagered) / wagered


def missing_card(shape: SuperBonusShape, hand: Sequence[Card], up: Card) -> Card | None:
    """The card that makes a super bonus of the first two cards; none where no card does.

    Clauses: MD-12.C, MA-5.g.1, WA3-G10.b, WA3-G10.c, WA2-G10.b, WA2-G10.c.
    """
    if len(hand) != 2 or any(card.rank is not Rank.SEVEN for card in (*hand, up)):
        return None
    suits = [card.suit for card in hand]
    if shape is SuperBonusShape.SUITED_SEVENS:
        return Card(Rank.SEVEN, suits[0]) if suits[0] is suits[1] else None
    if up.suit is not Suit.SPADES or suits[0] is suits[1] or Suit.SPADES in suits:
        return None
    return next(Card(Rank.SEVEN, suit) for suit in _THREE if suit not in suits)


def is_super_bonus(shape: SuperBonusShape, hand: Sequence[Card], up: Card) -> bool:
    """Whether three cards are a super bonus against the up card."""
    return len(hand) == 3 and missing_card(shape, hand[:2], up) == hand[2]


def hit_ranges(rules: TableRules, draw: float, missing: float) -> list[tuple[Cents, Cents]]:
    """The wagers for which the prize makes up for what hitting loses: from, and to under; neighbours are joined.

    `draw` is the chance of the missing card, `missing` what a hit is worth less than the best other play.
    """
    tiers = rules.super_bonus_tiers
    if missing <= 0.0 or draw <= 0.0:
        return []
    tops = [least for least, _ in tiers[1:]]
    limits = [Cents(int(draw * pays / missing)) for _, pays in tiers]
    found: list[tuple[Cents, Cents]] = []
    for index, (least, _) in enumerate(tiers):
        top = min(limits[index], tops[index]) if index < len(tops) else limits[index]
        if top > least:
            start = found.pop()[0] if found and found[-1][1] == least else least
            found.append((start, top))
    return found
