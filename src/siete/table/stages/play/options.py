"""What a hand may do on the cards it holds."""

from __future__ import annotations

from siete.cards import Rank
from siete.money import Cents
from siete.rules.options import TwentyOnePaid
from siete.rules.table_rules import TableRules
from siete.table.hand import BEST_TOTAL, is_pair
from siete.table.state.box import Box
from siete.table.state.hand import Hand, Stake


def may_hit(hand: Hand, rules: TableRules) -> bool:
    """Whether the hand may draw: below 21, or on a soft 21 where the rule set leaves that open.

    Clauses: MD-7.J, MD-7.J.1, MDD-7.J.1, MA-12.a, S13-l.1.
    Decision: 0010.
    """
    if hand.doublings or hand.is_blackjack or _is_closed_ace(hand, rules):
        return False
    total = hand.total
    return total.total < BEST_TOTAL or (total.total == BEST_TOTAL and total.is_soft and rules.hit_soft21)


def may_double(hand: Hand, rules: TableRules) -> bool:
    """Whether the hand may be doubled (again) on the cards it holds now.

    Clauses: MD-7.K, MDD-7.K, MA-12.a.2, S13-l.1.ii, WA3-G8.b, WA3-G8.d, WA3-D6.a, WA3-D6.c, WA2-G8.b, WA2-G8.d,
    WA2-D6.a, WA2-D6.c. Decisions: 0010, 0022.
    """
    if hand.doublings >= rules.max_doublings or (hand.doublings and not rules.double_double):
        return False
    if len(hand.cards) < rules.double_min_cards or _is_closed_ace(hand, rules):
        return False
    if hand.is_blackjack:
        return rules.double_blackjack
    total = hand.total
    return total.total < BEST_TOTAL or (total.total == BEST_TOTAL and total.is_soft and rules.double_soft21)


def _is_closed_ace(hand: Hand, rules: TableRules) -> bool:
    """Whether this is a split ace that may take no further card."""
    return hand.is_split and hand.cards[0].rank is Rank.ACE and not rules.split_aces_draw


def may_split(box: Box, hand: Hand, rules: TableRules) -> bool:
    """Whether the hand is a pair by value and the box has splits left.

    Clauses: MD-11.A.a, MA-10.a.1, S13-j.1-1. Decision: 0028.
    """
    if hand.doublings or not is_pair(hand.cards):
        return False
    is_aces = any(card.rank is Rank.ACE for card in hand.cards)
    further = rules.max_additional_splits_aces if is_aces else rules.max_additional_splits
    return len(box.hands) - 1 < 1 + further


def may_surrender(box: Box, hand: Hand, rules: TableRules) -> bool:
    """Whether surrender is still the first decision on the first two cards.

    Clauses: MD-9.B, MA-8.a.00, S13-h.1-2, WA3-G9.b, WA3-D7.b1, WA3-D9.b, WA2-G9.b, WA2-D7.b1. Decision: 0023.
    """
    is_first = len(hand.cards) == 2 and not hand.is_split and not hand.doublings
    return rules.surrender_offered and is_first and not hand.is_blackjack


def may_rescue(hand: Hand, stake: Stake, rules: TableRules) -> bool:
    """Whether a bettor may take the last doubled portion back: a doubled hand, not bust and no 21 paid at once.

    Clauses: WA3-D7.a3, WA3-D7.b2, WA2-D7.b2.
    Decisions: 0022, 0024, 0025.
    """
    most = BEST_TOTAL - 1 if rules.twenty_one_paid is TwentyOnePaid.AT_ONCE else BEST_TOTAL
    return rules.rescue and bool(stake.doubles) and hand.total.total <= most and hand.doublings > 0


def double_limits(hand: Hand, stake: Stake, rules: TableRules) -> tuple[Cents, Cents]:
    """Least and most a bettor may double by.

    Clauses: WA3-D5.d1, WA3-D6.e.
    Decisions: 0026, 0027.
    """
    if hand.doublings:
        most = min(stake.total, rules.dd_cap) if rules.dd_cap is not None else stake.total
        return most, most
    if not rules.double_for_less:
        return stake.amount, stake.amount
    return rules.double_min or rules.chip_denominations.smallest, stake.amount


def must_stand(box: Box, hand: Hand, rules: TableRules) -> bool:
    """Whether nothing is left to decide on a hand that has just been dealt a card and is not bust."""
    if hand.doublings:
        is_paid_now = rules.twenty_one_paid is TwentyOnePaid.AT_ONCE and hand.total.total == BEST_TOTAL
        can_rescue = rules.rescue and not is_paid_now
        return not can_rescue and not may_double(hand, rules)
    if len(hand.cards) == 2 and not hand.is_split:
        return False
    return not (may_hit(hand, rules) or may_double(hand, rules) or may_split(box, hand, rules))
