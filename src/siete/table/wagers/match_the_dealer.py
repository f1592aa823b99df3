"""Match the Dealer: each of a player's first two cards against the up card, the down card or a bonus card."""

from __future__ import annotations

from dataclasses import dataclass

from siete.cards import Card
from siete.money import Cents, Odds, rounded
from siete.rules.table_rules import TableRules
from siete.table.hand import Match, match_of
from siete.table.state import Box, Round, Wager

BONUS = (Wager.MATCH_BONUS_1, Wager.MATCH_BONUS_2, Wager.MATCH_BONUS_3, Wager.MATCH_BONUS_4, Wager.MATCH_BONUS_5)
ALL = (Wager.MATCH_UP, Wager.MATCH_DOWN, *BONUS)


def offered(rules: TableRules) -> tuple[Wager, ...]:
    """The spots a player may wager on.

    Clauses: MD-6.G.1, MA-6.a.1, S13-f.1-1, WA3-T1.1, WA3-T1.2, WA3-T1.3, WA3-T1.4, WA3-D12.a, WA2-T6.1, WA2-T6.2,
    WA2-D12.a.
    """
    if not rules.mtd_offered:
        return ()
    down = (Wager.MATCH_DOWN,) if rules.mtd_down_card else ()
    return (Wager.MATCH_UP, *down, *BONUS[: rules.mtd_bonus_cards])


def most(rules: TableRules, base: Cents) -> Cents:
    """The largest wager beside this base wager.

    Clauses: MA-6.b.3, S13-f.2.i, WA3-G12.h, WA2-G12.h.
    """
    assert rules.mtd_max is not None, "an offered wager has limits"
    return min(rules.mtd_max, base) if rules.mtd_max_by_base else rules.mtd_max


def dealer_card(wager: Wager, current: Round) -> Card | None:
    """The card a spot is matched with; None while it is not face up."""
    if wager is Wager.MATCH_UP:
        return None if current.is_up_hidden or not current.dealer else current.up
    if wager is Wager.MATCH_DOWN:
        return current.dealer[1] if len(current.dealer) > 1 and not current.is_hole_hidden else None
    if current.are_bonus_cards_hidden:
        return None
    place = BONUS.index(wager)
    return current.bonus_cards[place] if place < len(current.bonus_cards) else None


@dataclass(frozen=True, slots=True)
class Payment:
    """One line of a wager that won."""

    line: str
    amount: Cents
    clause: str


def payments(box: Box, card: Card, amount: Cents, rules: TableRules) -> tuple[Payment, ...]:
    """What the wager is paid for each of the first two cards that matches; both may.

    Clauses: MD-7.F.1.a, MDD-7.F.1.a, MD-7.F.1.c, MDD-7.F.1.c, MA-6.a.2, S13-f.1-2, WA3-G12.b, WA3-G12.c, WA3-G12.d,
    WA3-G12.f, WA3-D12.e, WA3-D12.f, WA3-D12.i, WA2-G12.b, WA2-G12.c, WA2-G12.f, WA2-D12.e, WA2-D12.i.
    """
    assert rules.mtd_odds is not None, "an offered wager has odds"
    odds: dict[Match, Odds] = {Match.SUITED: rules.mtd_odds.suited, Match.UNSUITED: rules.mtd_odds.unsuited}
    clauses = rules.clauses.get("mtd_odds") or ("",)
    by_match = {Match.UNSUITED: clauses[0], Match.SUITED: clauses[-1]}
    matches = [match_of(first, card) for first in box.first_cards]
    won = [match for match in matches if match is not Match.NONE]
    paid = {match: rounded(amount * odds[match].payout, rules.chip_denominations, rules.rounding_mode) for match in won}
    return tuple(Payment(match.value, paid[match], by_match[match]) for match in won)
