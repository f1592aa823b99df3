"""Settling hands: at once where the rules say so, else at the end, in the order the operator chose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siete.money import Cents
from siete.rules.options import MtdDownSettle, SettlementProcedure, SuperBonusPaid
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import couponing, seek, side_wagers
from siete.table import events as e
from siete.table.due import Due, Next
from siete.table.hand import is_super_bonus
from siete.table.outcome import (
    Result,
    against_blackjack,
    has_dealer_blackjack,
    outcome,
    payout,
    super_bonus_award,
    surrender_refund,
)
from siete.table.state import Box, Hand, Round, Stake, TableState, Wager


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """The next hand to settle: losers first, or position by position; then down card wagers.

    Clauses: MD-7.R.1, MD-7.R.2, MDD-7.R.1, MDD-7.R.2, MA-5.e.1, S13-e.5-1. Decision: 0086.
    """
    waiting = [
        (box, index, hand)
        for box in seek.settling(current, rules)
        for index, hand in seek.hands(box, rules)
        if hand.is_open
    ]
    if waiting and rules.settlement_procedure is SettlementProcedure.LOSERS_FIRST:
        waiting.sort(key=lambda each: not _loses(each[2], current, rules))
    for box, index, _ in waiting:
        return Due(c.SettleHand(box=box.number, hand=index), rules.order("settle"))
    return side_wagers.due_down_card(current, rules, at=MtdDownSettle.BASE_GAME)


def _loses(hand: Hand, current: Round, rules: TableRules) -> bool:
    stake = next(stake for stake in hand.stakes if stake.is_open)
    return outcome(hand, stake, current, rules).result is Result.LOSS


def settle(state: TableState, rules: TableRules, command: c.SettleHand, clause: str) -> Iterator[e.Event]:
    """Collect, return or pay every wager on a hand."""
    current, box, hand = _found(state, command.box, command.hand)
    for stake in hand.stakes:
        if stake.is_open:
            yield from _settle_stake(current, box, command.hand, hand, stake, rules)
    if rules.super_bonus_paid is SuperBonusPaid.SETTLEMENT:
        yield from _super_bonus(current, command.box, command.hand, hand, rules)


def _found(state: TableState, number: int, index: int) -> tuple[Round, Box, Hand]:
    assert state.round is not None, "hands are settled within a round"
    box = state.round.box(number)
    assert box is not None, "a due step names a box in play"
    return state.round, box, box.hands[index]


def _settle_stake(
    current: Round, box: Box, index: int, hand: Hand, stake: Stake, rules: TableRules
) -> Iterator[e.Event]:
    end = outcome(hand, stake, current, rules)
    at: Any = {"player": stake.player, "box": box.number, "hand": index, "wager": Wager.BASE}
    if end.result is Result.WIN:
        assert end.odds is not None, "a winning line has odds"
        won = payout(stake, end.odds, rules)
        yield e.WagerPaid(**at, amount=won, line=end.line, clause=end.clause)
        yield from couponing.won(stake, at, end.odds, end.line, rules)
        yield e.WagerReturned(**at, amount=stake.total, line=end.line, clause=end.clause)
    elif end.result is Result.PUSH:
        yield from couponing.kept(stake, at, end.clause)
        yield e.WagerReturned(**at, amount=stake.total, line=end.line, clause=end.clause)
    elif has_dealer_blackjack(current) and not current.peek:
        yield from _lose_to_blackjack(current, box, index, stake, end.clause, rules)
    else:
        yield from couponing.lost(stake, at, end.clause)
        yield e.WagerCollected(**at, amount=stake.total, line=end.line, clause=end.clause)


def _lose_to_blackjack(
    current: Round, box: Box, index: int, stake: Stake, clause: str, rules: TableRules
) -> Iterator[e.Event]:
    """A blackjack that no look foretold takes one original wager; the rest goes back."""
    taken = against_blackjack(current, box, index, stake, rules)
    at: Any = {
        "player": stake.player,
        "box": box.number,
        "hand": index,
        "wager": Wager.BASE,
        "line": "dealer blackjack",
    }
    yield from couponing.lost(stake, at, clause) if taken.collected else couponing.kept(stake, at, taken.clause)
    if taken.returned:
        closes = not taken.collected
        yield e.WagerReturned(**at, amount=taken.returned, closes=closes, clause=taken.clause)
    if taken.collected:
        yield e.WagerCollected(**at, amount=taken.collected, clause=clause)


def pay(state: TableState, rules: TableRules, command: c.PayHand, clause: str) -> Iterator[e.Event]:
    """Pay a blackjack or a 21 before the round is over."""
    current, box, hand = _found(state, command.box, command.hand)
    for stake in hand.stakes:
        if stake.is_open:
            yield from _settle_stake(current, box, command.hand, hand, stake, rules)
    if rules.super_bonus_paid is SuperBonusPaid.AFTER_ROUND:
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
            at: Any = {"player": stake.player, "box": box.number, "hand": command.hand, "wager": Wager.BASE}
            yield from couponing.lost(stake, at, clause)
            yield e.WagerCollected(**at, amount=stake.total, line="bust", clause=clause)


def settle_surrender(
    state: TableState, rules: TableRules, command: c.SettleSurrender, clause: str
) -> Iterator[e.Event]:
    """Half goes back and half is taken; all is taken when the dealer turned out to have a blackjack.

    Clauses: MD-9.C.1, MD-9.C.2, MD-9.C.2.a, MD-9.C.2.b, MD-9.D, MDD-9.D, MA-8.a.1, MA-8.a.2a, MA-8.a.2b, MA-8.b,
    S13-h.1.i, S13-h.1.ii-1, S13-h.1.ii-2, S13-h.2, WA3-D9.a, WA3-D9.c, WA3-G9.d, WA2-D9.c. Decision: 0014.
    """
    current, box, hand = _found(state, command.box, command.hand)
    for stake in hand.stakes:
        refund = Cents(0) if has_dealer_blackjack(current) else surrender_refund(stake, rules)
        at: Any = {"player": stake.player, "box": box.number, "hand": command.hand, "wager": Wager.BASE}
        yield from couponing.lost(stake, at, clause)
        at |= {"line": "surrender", "clause": clause}
        if refund:
            yield e.WagerReturned(**at, amount=refund, closes=False)
        yield e.WagerCollected(**at, amount=Cents(stake.amount - refund))


def _super_bonus(current: Round, box: int, index: int, hand: Hand, rules: TableRules) -> Iterator[e.Event]:
    """Note a super bonus; where it is paid at settlement, pay it.

    Clauses: MD-12.C, MA-5.g.1, S13-e.7-1, WA3-D10.d, WA3-D10.f, WA3-D4.c2, WA3-G10.e, WA3-G10.f.
    Decisions: 0032-0034.
    """
    awards = [(stake.player, super_bonus_award(hand, stake, current, rules)) for stake in hand.stakes]
    is_paid = any(award for _, award in awards)
    is_void = bool(hand.doublings) or hand.is_split
    is_unpaid_hand = not is_void and is_super_bonus(hand.cards, current.up, rules.super_bonus_shape)
    if is_paid or (is_unpaid_hand and not rules.envy_requires_paid_super):
        clause = rules.order("super_bonus")
        yield e.SuperBonusWon(box=box, hand=index, clause=clause)
        if rules.super_bonus_paid is SuperBonusPaid.SETTLEMENT:
            for player, award in awards:
                if award:
                    yield e.SuperBonusPaid(player=player, box=box, hand=index, amount=award, clause=clause)
