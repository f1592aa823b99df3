"""The net result of every end of a hand in cents, and of insurance and match-the-dealer wagers."""

from __future__ import annotations

from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from siete.money import Cents, Chips, Odds, rounded
from siete.rules.options import DealerBjCollect, SplitTwoCard21
from siete.rules.table_rules import TableRules
from siete.sim.codes import BONUS_KINDS, DEALERS, DOUBLINGS, ENDS, KINDS, Dealer, HandKind
from siete.sim.compiler.decisions import doublings_of

Ints = NDArray[np.int64]


def net_of_ends(rules: TableRules, wager: Cents) -> Ints:
    """What a box with one hand wins or loses, in cents, for each end of it; rounded as the table rounds."""
    nets = np.zeros((KINDS, DOUBLINGS, DEALERS), dtype=np.int64)
    totals, lasts = doublings_of(rules, wager)
    for kind in HandKind:
        for doublings in range(DOUBLINGS):
            for dealer in Dealer:
                nets[kind, doublings, dealer] = _net(rules, kind, dealer, wager, totals[doublings], lasts[doublings])
    assert nets.size == ENDS, "every end has its net"
    return nets.ravel()


def _net(rules: TableRules, kind: HandKind, dealer: Dealer, wager: Cents, total: Cents, last: Cents) -> int:
    if kind is HandKind.RESCUED:
        return last - total
    if kind in (HandKind.SURRENDERED, HandKind.PARKED):
        is_lost = kind is HandKind.PARKED and dealer is Dealer.BLACKJACK
        return -wager if is_lost else surrender_refund(rules, wager) - wager
    if kind is HandKind.BLACKJACK:
        return _paid(rules, total, rules.blackjack_pays)
    if kind is HandKind.BUST:
        gives_back = dealer is Dealer.BLACKJACK and rules.dealer_bj_collect is DealerBjCollect.ORIGINAL_ONLY
        return -wager if gives_back else -total
    if kind is HandKind.SPLIT_NATURAL and dealer in (Dealer.TWENTY_ONE, Dealer.BLACKJACK):
        return _literal(rules, dealer, wager, total)
    if dealer is Dealer.BLACKJACK:
        return -wager
    if kind >= HandKind.TWENTY_ONE:
        return _paid(rules, total, bonus_odds(rules, kind))
    if dealer is Dealer.BUST or kind > dealer + 1:
        return _paid(rules, total, rules.win_pays)
    return 0 if kind == dealer + 1 else -total


def _literal(rules: TableRules, dealer: Dealer, wager: Cents, total: Cents) -> int:
    """A two-card 21 of a split hand that counts as a blackjack. Decision: 0001."""
    if rules.split_two_card_21 is SplitTwoCard21.MA_LITERAL_3TO2:
        return _paid(rules, total, rules.blackjack_pays)
    if dealer is Dealer.BLACKJACK:
        return -wager
    return 0 if rules.split_two_card_21 is SplitTwoCard21.MD_LITERAL_PUSH else _paid(rules, total, rules.win_pays)


def bonus_odds(rules: TableRules, kind: HandKind) -> Odds:
    """What a 21 of this kind pays; even money where the paytable has no line for it."""
    shape = next((shape for shape, number in BONUS_KINDS.items() if number is kind), None)
    row = next((row for row in rules.bonus_21 if row.line == shape), None)
    return row.pays if row is not None and isinstance(row.pays, Odds) else rules.win_pays


def _paid(rules: TableRules, amount: Cents, odds: Odds) -> Cents:
    return rounded(amount * odds.payout, rules.chip_denominations, rules.rounding_mode)


def surrender_refund(rules: TableRules, wager: Cents) -> Cents:
    """What comes back of a surrendered wager once the house has its share. Decision: 0087."""
    lost = wager * rules.surrender_share
    returned = rounded(wager - lost, rules.chip_denominations, rules.rounding_mode)
    return min(returned, wager)


def insurance_amount(rules: TableRules, wager: Cents) -> Cents:
    """The most that may stand on insurance beside a wager: half of it, as nearly as chips can make it.

    Where half cannot be made, the documents round up to the next playable unit or say nothing. The wager itself lies
    there in chips, so amounts up to it are enough to look at.
    """
    playable = _playable(rules.chip_denominations, wager)
    half = wager * rules.insurance_share
    if rules.insurance_round_up:
        return Cents(int(playable[playable >= ceil(half)][0]))
    return Cents(int(playable[playable <= floor(half)][-1]))


def _playable(chips: Chips, most: Cents) -> Ints:
    """Every amount from nought to this one that chips can make, in order."""
    is_made = np.zeros(most // chips.unit + 1, dtype=np.bool_)
    is_made[0] = True
    for chip in chips.denominations:
        step = chip // chips.unit
        while step < is_made.size:  # one more chip, then two, then four: any number of them
            is_made[step:] |= is_made[:-step]
            step *= 2
    return np.flatnonzero(is_made) * chips.unit


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
