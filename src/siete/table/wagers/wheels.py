"""Bonus Spin and Xtreme 16: what triggers a wheel, and what its symbols pay to whom."""

from __future__ import annotations

from siete.cards import Card, Rank
from siete.money import Cents
from siete.rules.options import HotspotSelection, SpinTrigger
from siete.rules.paytable import Amount, Row
from siete.rules.table_rules import TableRules
from siete.table.hand import is_blackjack
from siete.table.state import Box, Round, Wager


def offered(rules: TableRules) -> tuple[Wager, ...]:
    """The wheel wagers of the layout. Clauses: MD-6.G.2, MD-6.G.3, MA-16.a.1."""
    spin = (Wager.SPIN,) if rules.spin_offered else ()
    return (*spin, Wager.XTREME) if rules.xtreme_offered else spin


def amount(wager: Wager, rules: TableRules) -> Cents:
    """The one amount a wheel wager may have. Clauses: MD-6.G.2, MD-12.E, MA-16.b."""
    fixed = rules.spin_wager if wager is Wager.SPIN else rules.xtreme_wager
    assert fixed is not None, "an offered wager has its amount"
    return fixed


def wins_spin(box: Box) -> bool:
    """Whether the box's first two cards are a blackjack. Clauses: MD-6.G.2, MA-16.d.1."""
    return is_blackjack(box.first_cards, is_split=False)


def wins_ace(box: Box, rules: TableRules) -> bool:
    """Whether an ace among the first two cards pays by itself, where they are no blackjack, which spins the wheel.

    Clauses: MA-16.a.1, MA-16.c. Decision: 0065.
    """
    has_ace = any(card.rank is Rank.ACE for card in box.first_cards)
    return has_ace and rules.spin_trigger is SpinTrigger.ACE_OR_BLACKJACK


def wins_xtreme(dealer: tuple[Card, ...]) -> bool:
    """Whether the dealer's first two cards are a six and a face card, in either order.

    Clauses: MD-6.G.3. Decision: 0064.
    """
    ranks = {card.rank for card in dealer[:2]}
    return Rank.SIX in ranks and any(rank.is_face for rank in ranks)


def spin_row(symbol: str, rules: TableRules) -> Row | None:
    """The line of a bonus spin symbol; None for a symbol that the wheel has not."""
    on_wheel = rules.spin_wheel is not None and any(name == symbol for name, _ in rules.spin_wheel.segments)
    return next((row for row in rules.spin_pays or () if row.line == symbol and on_wheel), None)


def xtreme_rows(symbols: tuple[str, ...], current: Round, rules: TableRules) -> tuple[int, Row, Row] | None:
    """Position, community line and hot spot line of an Xtreme 16 spin; None when no such spin can be.

    Decision: 0062.
    """
    if len(symbols) != 3 or not symbols[0].isdecimal():
        return None
    position = int(symbols[0])
    community = next((row for row in rules.xtreme_community_pays or () if row.line == symbols[1]), None)
    hot_spot = next((row for row in rules.xtreme_pays or () if row.line == symbols[2]), None)
    if community is None or hot_spot is None or position not in positions(current, rules):
        return None
    return position, community, hot_spot


def positions(current: Round, rules: TableRules) -> tuple[int, ...]:
    """The positions among which the hot spot is drawn."""
    if rules.xtreme_hotspot_selection is HotspotSelection.ALL_POSITIONS:
        return tuple(range(1, rules.positions + 1))
    return tuple(box.number for box in current.boxes if any(bet.wager is Wager.XTREME for bet in box.bets))


def row_amount(row: Row) -> Cents:
    """What a line pays that is no jackpot."""
    assert isinstance(row.pays, Amount), "jackpot lines are paid by their meter"
    return row.pays.cents
