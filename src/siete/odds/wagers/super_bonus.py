"""The super bonus and the envy bonus: free awards that come with the base wager.

Assumed: the player draws to the first two sevens and neither splits, doubles nor surrenders them, whatever that
costs; so the first three cards are simply the next cards of the shoe. Everybody at the table wagers the same.
Each other player's hand has the same chance, whatever the other hands are, so expectations add up.
"""

from __future__ import annotations

from fractions import Fraction
from math import perm

from siete.cards import Card, Rank, Suit
from siete.money import Cents, cents_to_text
from siete.odds.figure import Figure, FigureEvent
from siete.odds.sevens import award
from siete.odds.shoe import Shoe, full_shoe, size
from siete.odds.wagers.priced_wager import PricedWager
from siete.plain import Plain
from siete.rules.paytable_lines import SuperBonusShape
from siete.rules.table_rules import TableRules

ALWAYS_DRAWS = "always draws to the sevens; all players wager alike"


def figure(rules: TableRules, *, bet: Cents | None = None, players: int = 1, shoe: Shoe | None = None) -> Figure:
    """What super bonus and envy add to a base wager; the edge is below 0, for nothing is wagered on them.

    Clauses: MD-12.C, MA-5.g.1, S13-e.7-1, WA3-G10.a, WA2-G10.a.
    """
    wagered = lowest_wager(rules) if bet is None else bet
    chance = probability(rules.super_bonus_shape, full_shoe(rules.decks) if shoe is None else shoe)
    pays = award(rules, wagered)
    return Figure(
        wager="super-bonus",
        decks=rules.decks,
        house_edge=_edge(rules, chance, wagered, players),
        strategy=ALWAYS_DRAWS,
        events=(
            FigureEvent(
                name=rules.super_bonus_shape.value,
                probability=chance,
                pays=cents_to_text(pays),
                net=Fraction(pays, wagered),
            ),
            FigureEvent(name="no-super-bonus", probability=1 - chance, pays="nothing", net=Fraction(0)),
        ),
        extra={
            "bet": Fraction(wagered, 100),
            "players": players,
            "hits_once_in": 1 / chance if chance else None,
            "super_bonus_value": chance * pays / 100,
            "envy_value": _envy_value(rules, chance, wagered, players),
            "by_bet": [_by_bet(rules, chance, each, players) for each in _bets(rules, wagered)],
            "by_players": [_by_players(rules, chance, wagered, each) for each in range(1, rules.positions + 1)],
        },
        rules_hash=rules.rules_hash,
    )


def probability(shape: SuperBonusShape, shoe: Shoe) -> Fraction:
    """The chance that the first three cards of one hand and the up card make the super bonus.

    Clauses: MD-12.C, MA-5.g.1, WA3-G10.b, WA3-G10.c, WA2-G10.b, WA2-G10.c.
    """
    deals = perm(size(shoe, least=4), 4)
    sevens = {suit: shoe.get(Card(Rank.SEVEN, suit), 0) for suit in Suit}
    if shape is SuperBonusShape.SUITED_SEVENS:
        ways = sum(perm(count, 3) * (sum(sevens.values()) - 3) for count in sevens.values())
    else:
        hearts, clubs, diamonds = (sevens[suit] for suit in (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS))
        ways = perm(3) * hearts * clubs * diamonds * sevens[Suit.SPADES]
    return Fraction(ways, deals)


def lowest_wager(rules: TableRules) -> Cents:
    """The smallest wager that can win a super bonus."""
    return min(least for least, _ in rules.super_bonus_tiers)


def _envy_value(rules: TableRules, chance: Fraction, wagered: Cents, players: int) -> Fraction:
    """Dollars of envy to expect in a round: one for each super bonus of somebody else. Decisions: 0032, 0033."""
    is_paid = award(rules, wagered) > 0 or not rules.envy_requires_paid_super
    return (players - 1) * chance * rules.envy_pays / 100 if is_paid else Fraction(0)


def _edge(rules: TableRules, chance: Fraction, wagered: Cents, players: int) -> Fraction:
    value = chance * award(rules, wagered) / 100 + _envy_value(rules, chance, wagered, players)
    return -value * 100 / wagered


def _bets(rules: TableRules, wagered: Cents) -> list[Cents]:
    return sorted({wagered, *(least for least, _ in rules.super_bonus_tiers)})


def _by_bet(rules: TableRules, chance: Fraction, wagered: Cents, players: int) -> Plain:
    return {
        "bet": Fraction(wagered, 100),
        "pays": cents_to_text(award(rules, wagered)),
        "super_bonus_value": chance * award(rules, wagered) / 100,
        "house_edge": _edge(rules, chance, wagered, players),
    }


def _by_players(rules: TableRules, chance: Fraction, wagered: Cents, players: int) -> Plain:
    return {
        "players": players,
        "envy_value": _envy_value(rules, chance, wagered, players),
        "house_edge": _edge(rules, chance, wagered, players),
    }


WAGER = PricedWager(
    name="super-bonus",
    spots=("super-bonus", "envy"),
    title="Super bonus and envy",
    figures=lambda rules, terms: [figure(rules, bet=terms.bet, players=terms.players, shoe=terms.shoe)],
    parameters=("super_bonus_shape", "super_bonus_tiers", "envy_pays"),
    pays=("super_bonus_shape", "super_bonus_tiers"),
)
