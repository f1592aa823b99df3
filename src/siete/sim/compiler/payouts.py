"""What every end of a hand comes to in cents, and what insurance and match-the-dealer wagers do."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from siete.money import Cents, Odds, rounded
from siete.rules.options import DealerBjCollect, SplitTwoCard21
from siete.rules.table_rules import TableRules
from siete.sim.decisions import doublings_of
from siete.sim.lines import BONUS_KINDS, DEALERS, DOUBLINGS, ENDS, KINDS, Dealer, Kind

Ints = NDArray[np.int64]


def net_of_ends(rules: TableRules, wager: Cents) -> Ints:
    """What a box with one hand wins or loses, in cents, for each end of it; rounded as the table rounds."""
    nets = np.zeros((KINDS, DOUBLINGS, DEALERS), dtype=np.int64)
    totals, lasts = doublings_of(rules, wager)
    for kind in Kind:
        for doublings in range(DOUBLINGS):
            for dealer in Dealer:
                nets[kind, doublings, dealer] = _net(rules, kind, dealer, wager, totals[doublings], lasts[doublings])
    assert nets.size == ENDS, "every end has its net"
    return nets.ravel()


def _net(rules: TableRules, kind: Kind, dealer: Dealer, wager: Cents, total: Cents, last: Cents) -> int:
    if kind is Kind.RESCUED:
        return last - total
    if kind in (Kind.SURRENDERED, Kind.PARKED):
        is_lost = kind is Kind.PARKED and dealer is Dealer.BLACKJACK
        return -wager if is_lost else surrender_refund(rules, wager) - wager
    if kind is Kind.BLACKJACK:
        return _paid(rules, total, rules.blackjack_pays)
    if kind is Kind.BUST:
        gives_back = dealer is Dealer.BLACKJACK and rules.dealer_bj_collect is DealerBjCollect.ORIGINAL_ONLY
        return -wager if gives_back else -total
    if kind is Kind.SPLIT_NATURAL and dealer in (Dealer.TWENTY_ONE, Dealer.BLACKJACK):
        return _literal(rules, dealer, wager, total)
    if dealer is Dealer.BLACKJACK:
        return -wager
    if kind >= Kind.TWENTY_ONE:
        return _paid(rules, total, bonus_odds(rules, kind))
    if dealer is Dealer.BUST or kind > dealer + 1:
        return _paid(rules, total, rules.win_pays)
    return 0 if kind == dealer + 1 else -total


def _literal(rules: TableRules, dealer: Dealer, wager: Cents, total: Cents) -> int:
    """A two-card 21 of a split hand taken at its word. Decision: 0001."""
    if rules.split_two_card_21 is SplitTwoCard21.MA_LITERAL_3TO2:
        return _paid(rules, total, rules.blackjack_pays)
    if dealer is Dealer.BLACKJACK:
        return -wager
    return 0 if rules.split_two_card_21 is SplitTwoCard21.MD_LITERAL_PUSH else _paid(rules, total, rules.win_pays)


def bonus_odds(rules: TableRules, kind: Kind) -> Odds:
    """What a 21 of this kind pays; even money where the paytable has no line for it."""
    shape = next((shape for shape, number in BONUS_KINDS.items() if number is kind), None)
    row = next((row for row in rules.bonus_21 if row.line == shape), None)
    return row.pays if row is not None and isinstance(row.pays, Odds) else rules.win_pays


def _paid(rules: TableRules, amount: Cents, odds: Odds) -> Cents:
    return rounded(amount * odds.payout, rules.chip_denominations, rules.rounding_mode)


def surrender_refund(rules: TableRules, wager: Cents) -> Cents:
    """What comes back of a surrendered wager. Decision: 0087."""
    refund = Fraction(wager) * (1 - rules.surrender_share)
    return min(rounded(refund, rules.chip_denominations, rules.rounding_mode), wager)


def insurance_amount(rules: TableRules, wager: Cents) -> Cents:
    """The most that may be put on insurance beside a wager."""
    half = Fraction(wager) * rules.insurance_share
    chips = rules.chip_denominations
    if rules.insurance_round_up:
        return chips.next_payable(Cents(-(-half.numerator // half.denominator)))
    amount = Cents(int(half))
    while not chips.may_pay(amount):
        amount = Cents(amount - 1)
    return amount


def insurance_nets(rules: TableRules, wager: Cents) -> tuple[int, int]:
    """What full insurance loses, and what it wins."""
    amount = insurance_amount(rules, wager)
    return -amount, _paid(rules, amount, rules.insurance_pays)


def match_nets(rules: TableRules, amount: Cents) -> Ints:
    """What a match-the-dealer wager comes to by the matches of both cards: none, unsuited, suited."""
    nets = np.full((3, 3), -amount, dtype=np.int64)
    if rules.mtd_odds is None or not amount:
        return np.zeros(9, dtype=np.int64)
    pays = (0, _paid(rules, amount, rules.mtd_odds.unsuited), _paid(rules, amount, rules.mtd_odds.suited))
    for one in range(3):
        for two in range(3):
            if one or two:
                nets[one, two] = pays[one] + pays[two]
    return nets.ravel()


def super_bonus_of(rules: TableRules, wager: Cents) -> Cents:
    """What the super bonus pays beside a wager of this size. Decision: 0031."""
    tiers = [award for least, award in rules.super_bonus_tiers if wager >= least]
    return tiers[-1] if tiers else Cents(0)
