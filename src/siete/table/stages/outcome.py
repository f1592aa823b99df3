"""Who wins a hand, at what odds, and which line pays it; bonus 21, super bonus and a late dealer blackjack."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from siete.money import Cents, Odds, rounded
from siete.rules.options import DealerBjCollect, SplitTwoCard21, TwentyOnePaid
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table.frozen.fast_init import quicken
from siete.table.hand import BEST_TOTAL, HandTotal, bonus_shape, is_blackjack, is_super_bonus
from siete.table.state.box import Box
from siete.table.state.hand import Hand, HandStatus, Stake
from siete.table.state.round import Round


class HandResult(StrEnum):
    """How a wager on a hand ends."""

    WIN = "win"
    PUSH = "push"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a wager ends: what it pays on top, on which line, by which clause."""

    result: HandResult
    line: str
    clause: str
    odds: Odds | None = None


quicken(Outcome)


def has_dealer_blackjack(current: Round) -> bool:
    """Whether the dealer's two cards, both known to the table, are a blackjack. Decision: 0002."""
    return not current.is_hole_hidden and is_blackjack(current.dealer, is_split=False)


def is_doubled(hand: Hand, stake: Stake, rules: TableRules) -> bool:
    """Whether bonus odds see this wager as doubled; a bettor who did not double may keep them. Decision: 0094."""
    return bool(stake.doubles) or (hand.doublings > 0 and not rules.undoubled_bettor_keeps_bonus)


def outcome(hand: Hand, stake: Stake, current: Round, rules: TableRules) -> Outcome:
    """How a wager on the hand ends against the dealer's cards as they lie.

    Clauses: MA-1.push, S13-a.1.iii.
    """
    if hand.status is HandStatus.BUST:
        return Outcome(HandResult.LOSS, "bust", rules.clause_of(Step.BUST))
    total, dealer = hand.total.total, HandTotal.of(current.dealer).total
    if hand.is_blackjack:
        is_21 = dealer == BEST_TOTAL and not current.is_hole_hidden
        clause = rules.clause_of(Step.BLACKJACK_WINS if is_21 else Step.BLACKJACK_ANY)
        return Outcome(HandResult.WIN, "blackjack", clause, rules.blackjack_pays)
    literal = rules.split_two_card_21
    is_split_natural = hand.is_split and len(hand.cards) == 2 and total == BEST_TOTAL
    if is_split_natural and literal is SplitTwoCard21.MA_LITERAL_3TO2 and dealer == BEST_TOTAL:
        return Outcome(HandResult.WIN, "split two-card 21", rules.clause_of(Step.BLACKJACK_WINS), rules.blackjack_pays)
    if has_dealer_blackjack(current):
        step = Step.LOSE_TO_BLACKJACK if total == BEST_TOTAL else Step.LOSE
        return Outcome(HandResult.LOSS, "dealer blackjack", rules.clause_of(step))
    if is_split_natural and literal is SplitTwoCard21.MD_LITERAL_PUSH and dealer == BEST_TOTAL:
        return Outcome(HandResult.PUSH, "push", rules.clause_of(Step.PUSH))
    if total == BEST_TOTAL:
        return _twenty_one(hand, stake, dealer, rules)
    if dealer > BEST_TOTAL:
        return Outcome(HandResult.WIN, "dealer bust", rules.clause_of(Step.DEALER_BUST), rules.win_pays)
    if total == dealer:
        return Outcome(HandResult.PUSH, "push", rules.clause_of(Step.PUSH))
    if total > dealer:
        return Outcome(HandResult.WIN, "win", rules.clause_of(Step.WIN), rules.win_pays)
    return Outcome(HandResult.LOSS, "loss", rules.clause_of(Step.LOSE))


def _twenty_one(hand: Hand, stake: Stake, dealer: int, rules: TableRules) -> Outcome:
    """What a 21 pays: the one highest bonus line it may have, or even money."""
    may_bonus = rules.bonus_on_doubled or not is_doubled(hand, stake, rules)
    shape = bonus_shape(hand.cards) if may_bonus and (rules.bonus_on_split or not hand.is_split) else None
    row = next((row for row in rules.bonus_21 if row.line == shape), None)
    if row is None or not isinstance(row.pays, Odds):
        return Outcome(HandResult.WIN, "21", rules.clause_of(_step_of_21(hand, dealer, rules)), rules.win_pays)
    return Outcome(HandResult.WIN, row.line, row.clause, row.pays)


def _step_of_21(hand: Hand, dealer: int, rules: TableRules) -> Step:
    """Why a 21 wins: at once, against a 21, or like any other hand."""
    if rules.twenty_one_paid is TwentyOnePaid.AT_ONCE:
        return Step.PAY_21
    if dealer == BEST_TOTAL:
        return Step.SPLIT_21 if hand.is_split and len(hand.cards) == 2 else Step.TWENTY_ONE_WINS
    return Step.DEALER_BUST if dealer > BEST_TOTAL else Step.WIN


def payout(stake: Stake, odds: Odds, rules: TableRules) -> Cents:
    """What a winning wager is paid on top of itself. Decision: 0087."""
    return rounded(stake.total * odds.payout, rules.chip_denominations, rules.rounding_mode)


def surrender_refund(stake: Stake, rules: TableRules) -> Cents:
    """What a surrendered wager gets back; an odd half is rounded for the player. Decision: 0087."""
    refund = stake.amount * (1 - rules.surrender_share)
    return min(rounded(Fraction(refund), rules.chip_denominations, rules.rounding_mode), stake.amount)


def super_bonus_award(hand: Hand, stake: Stake, current: Round, rules: TableRules) -> Cents:
    """What the super bonus pays on this wager; nothing for other hands, doubled or split ones, or small wagers.

    Decision: 0031.
    """
    if not is_super_bonus(hand.cards, current.up, rules.super_bonus_shape):
        return Cents(0)
    if (hand.doublings and not rules.super_bonus_on_doubled) or (hand.is_split and not rules.super_bonus_on_split):
        return Cents(0)
    tiers = [award for least, award in rules.super_bonus_tiers if stake.amount >= least]
    return tiers[-1] if tiers else Cents(0)


@dataclass(frozen=True, slots=True)
class Taken:
    """What a late dealer blackjack collects of a wager, and what it gives back."""

    collected: Cents
    returned: Cents
    clause: str
    """The clause by which something comes back."""
    only_original: str = ""
    """The clause by which no more than the original wager of a doubled or split hand is collected."""


def against_blackjack(current: Round, box: Box, index: int, stake: Stake, rules: TableRules) -> Taken:
    """What the dealer's late blackjack takes from a bettor's wager on one hand of a box.

    One original wager a bettor and box in all; what was split or doubled comes back, bust or not. A hand
    already lost to a rescue or a bust counts as the one. Decision: 0015.

    """
    hand = box.hands[index]
    if rules.dealer_bj_collect is DealerBjCollect.BUSTED_PLUS_ONE and hand.status is HandStatus.BUST:
        return Taken(stake.total, Cents(0), rules.clause_of(Step.BUST))
    if _original_is_lost(current, box, index, stake.player, rules):
        return Taken(Cents(0), stake.total, rules.clause_of(Step.SPLIT_RETURNED))
    added = Cents(stake.total - stake.amount)
    return Taken(stake.amount, added, rules.clause_of(Step.DOUBLE_RETURNED), _only_original(hand, stake, rules))


def _only_original(hand: Hand, stake: Stake, rules: TableRules) -> str:
    """The clause that takes one wager of a doubled or split hand; a 21 loses to a blackjack by a clause of its own."""
    if hand.total.total == BEST_TOTAL or not (stake.doubles or hand.is_split):
        return ""
    return rules.clause_of(Step.DOUBLE_RETURNED if stake.doubles else Step.SPLIT_RETURNED)


def _original_is_lost(current: Round, box: Box, index: int, player: str, rules: TableRules) -> bool:
    """Whether the bettor has already lost one wager on this box, or will on a hand before this one."""
    busts_count = rules.dealer_bj_collect is DealerBjCollect.ORIGINAL_ONLY
    for place, hand in enumerate(box.hands):
        if hand.status is HandStatus.BUST and not busts_count:
            continue
        for stake in hand.stakes:
            if stake.player != player:
                continue
            loses = stake.is_open and place < index and outcome(hand, stake, current, rules).result is HandResult.LOSS
            if stake.is_lost or loses:
                return True
    return False
