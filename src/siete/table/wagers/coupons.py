"""What becomes of a match play coupon with its wager. Decision: 0090."""

from __future__ import annotations

from collections.abc import Iterator

from siete.money import Odds, rounded
from siete.rules.table_rules import TableRules
from siete.table import events as e
from siete.table.state.box import Bet
from siete.table.state.hand import Stake
from siete.table.wager_place import WagerPlace


def won(held: Stake | Bet, place: WagerPlace, odds: Odds, line: str, rules: TableRules) -> Iterator[e.Event]:
    """The coupon of a wager that wins: paid once, at the wager's odds, and kept by the house."""
    if held.coupon:
        amount = rounded(held.coupon * odds.payout, rules.chip_denominations, rules.rounding_mode)
        clause = rules.clause("match_play_coupons")
        yield place.coupon_paid(held.coupon, amount=amount, line=line, clause=clause)


def lost(held: Stake | Bet, place: WagerPlace, clause: str) -> Iterator[e.Event]:
    """The coupon of a wager that loses.

    Clauses: MA-5.c.1, MA-6.c, S13-e.3-1, S13-f.3.
    """
    if held.coupon:
        yield place.coupon_collected(held.coupon, clause=clause)


def kept(held: Stake | Bet, place: WagerPlace, clause: str) -> Iterator[e.Event]:
    """The coupon of a wager that was never decided goes back with it.

    Clauses: MA-5.c.1, MA-6.c, S13-e.3-1, S13-f.3.
    """
    if held.coupon:
        yield place.coupon_returned(held.coupon, clause=clause)
