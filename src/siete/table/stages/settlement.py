"""Settling hands: at once where the rules say so, else at the end, in the order the operator chose."""

from __future__ import annotations

from collections.abc import Iterator

from siete.money import Cents
from siete.rules.options import SettlementProcedure, SuperBonusTiming
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import settling_order
from siete.table.due import Next, hand_due
from siete.table.hand import is_super_bonus
from siete.table.stages.outcome import (
    HandResult,
    Taken,
    against_blackjack,
    has_dealer_blackjack,
    outcome,
    payout,
    super_bonus_award,
    surrender_refund,
)
from siete.table.state.box import Box
from siete.table.state.hand import Hand, Stake
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.wager_place import WagerPlace
from siete.table.wagers import coupons, registry
from siete.table.wagers.side_wager import Moment


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """The next hand to settle: losers first, or position by position; then down card wagers.

    Decision: 0086.
    """
    waiting = [
        (box, index, hand)
        for box in settling_order.settling(current, rules)
        for index, hand in settling_order.hands(box, rules)
        if hand.is_open
    ]
    if len(waiting) > 1 and rules.settlement_procedure is SettlementProcedure.LOSERS_FIRST:
        waiting.sort(key=lambda each: not _loses(each[2], current, rules))
    for box, index, _ in waiting:
        return hand_due(c.SettleHand, box.number, index, rules.clause_of(Step.SETTLE))
    return registry.due(Moment.BASE_GAME, current, rules)


def _loses(hand: Hand, current: Round, rules: TableRules) -> bool:
    stake = next(stake for stake in hand.stakes if stake.is_open)
    return outcome(hand, stake, current, rules).result is HandResult.LOSS


def settle(state: TableState, rules: TableRules, command: c.SettleHand, clause: str) -> Iterator[e.Event]:
    """Collect, return or pay every wager on a hand."""
    current, box, hand = _found(state, command.box, command.hand)
    for stake in hand.stakes:
        if stake.is_open:
            yield from _settle_stake(current, box, command.hand, stake, rules)
    if rules.super_bonus_paid is SuperBonusTiming.SETTLEMENT:
        yield from _super_bonus(current, command.box, command.hand, hand, rules)


def _found(state: TableState, number: int, index: int) -> tuple[Round, Box, Hand]:
    assert state.round is not None, "hands are settled within a round"
    box = state.round.box(number)
    assert box is not None, "a due step names a box in play"
    return state.round, box, box.hands[index]


def _settle_stake(current: Round, box: Box, index: int, stake: Stake, rules: TableRules) -> Iterator[e.Event]:
    end = outcome(box.hands[index], stake, current, rules)
    place = WagerPlace.of_stake(box, index, stake)
    if end.result is HandResult.WIN:
        assert end.odds is not None, "a winning line has odds"
        won = payout(stake, end.odds, rules)
        yield place.paid(won, line=end.line, clause=end.clause)
        yield from coupons.won(stake, place, end.odds, end.line, rules)
        yield place.returned(stake.total, line=end.line, clause=end.clause)
    elif end.result is HandResult.PUSH:
        yield from coupons.kept(stake, place, end.clause)
        yield place.returned(stake.total, line=end.line, clause=end.clause)
    elif has_dealer_blackjack(current) and not current.peek:
        taken = against_blackjack(current, box, index, stake, rules)
        yield from _lose_to_blackjack(taken, stake, place, taken.only_original or end.clause)
    else:
        yield from coupons.lost(stake, place, end.clause)
        yield place.collected(stake.total, line=end.line, clause=end.clause)


def _lose_to_blackjack(taken: Taken, stake: Stake, place: WagerPlace, clause: str) -> Iterator[e.Event]:
    """A blackjack that no look foretold takes one original wager; the rest goes back."""
    line = "dealer blackjack"
    yield from coupons.lost(stake, place, clause) if taken.collected else coupons.kept(stake, place, taken.clause)
    if taken.returned:
        yield place.returned(taken.returned, line=line, closes=not taken.collected, clause=taken.clause)
    if taken.collected:
        yield place.collected(taken.collected, line=line, clause=clause)


def pay(state: TableState, rules: TableRules, command: c.PayHand, clause: str) -> Iterator[e.Event]:
    """Pay a blackjack or a 21 before the round is over."""
    current, box, hand = _found(state, command.box, command.hand)
    for stake in hand.stakes:
        if stake.is_open:
            yield from _settle_stake(current, box, command.hand, stake, rules)
    if rules.super_bonus_paid is SuperBonusTiming.AFTER_ROUND:
        yield from _super_bonus(current, command.box, command.hand, hand, rules)


def announce_blackjack(
    state: TableState, rules: TableRules, command: c.AnnounceBlackjack, clause: str
) -> Iterator[e.Event]:
    """The blackjack is announced; its cards and its wager stay. Decision: 0006."""
    yield e.BlackjackAnnounced(box=command.box, clause=clause)


def remove(state: TableState, rules: TableRules, command: c.RemoveHand, clause: str) -> Iterator[e.Event]:
    """The cards go to the discard rack."""
    yield e.HandRemoved(box=command.box, hand=command.hand, clause=clause)


def collect_bust(state: TableState, rules: TableRules, command: c.CollectBust, clause: str) -> Iterator[e.Event]:
    """A bust hand's wagers are taken. Decision: 0004."""
    _, box, hand = _found(state, command.box, command.hand)
    for stake in hand.stakes:
        if stake.is_open:
            place = WagerPlace.of_stake(box, command.hand, stake)
            yield from coupons.lost(stake, place, clause)
            yield place.collected(stake.total, line="bust", clause=clause)


def settle_surrender(
    state: TableState, rules: TableRules, command: c.SettleSurrender, clause: str
) -> Iterator[e.Event]:
    """Half goes back and half is taken; all is taken when the dealer turned out to have a blackjack.

    Clauses: MD-9.C.2, MD-9.C.2.a, MD-9.C.2.b, MD-9.D, MDD-9.D, MA-8.a.2a, MA-8.a.2b, MA-8.b, S13-h.1.ii-1,
    S13-h.1.ii-2, S13-h.2, WA3-D9.c, WA3-G9.d, WA2-D9.c. Decision: 0014.
    """
    current, box, hand = _found(state, command.box, command.hand)
    for stake in hand.stakes:
        refund = Cents(0) if has_dealer_blackjack(current) else surrender_refund(stake, rules)
        place = WagerPlace.of_stake(box, command.hand, stake)
        yield from coupons.lost(stake, place, clause)
        if refund:
            yield place.returned(refund, line="surrender", closes=False, clause=clause)
        yield place.collected(Cents(stake.amount - refund), line="surrender", clause=clause)


def _super_bonus(current: Round, box: int, index: int, hand: Hand, rules: TableRules) -> Iterator[e.Event]:
    """Note a super bonus; where it is paid at settlement, pay it.

    Clauses: WA3-D10.d, WA3-D10.f, WA3-D4.c2, WA3-G10.e, WA3-G10.f.
    Decisions: 0032-0034.
    """
    awards = [(stake.player, super_bonus_award(hand, stake, current, rules)) for stake in hand.stakes]
    is_paid = any(award for _, award in awards)
    is_void = bool(hand.doublings) or hand.is_split
    is_unpaid_hand = not is_void and is_super_bonus(hand.cards, current.up, rules.super_bonus_shape)
    if is_paid or (is_unpaid_hand and not rules.envy_requires_paid_super):
        clause = rules.clause_of(Step.SUPER_BONUS)
        yield e.SuperBonusWon(box=box, hand=index, clause=clause)
        if rules.super_bonus_paid is SuperBonusTiming.SETTLEMENT:
            for player, award in awards:
                if award:
                    yield e.SuperBonusPaid(player=player, box=box, hand=index, amount=award, clause=clause)
