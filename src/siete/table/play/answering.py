"""What follows from an answer that is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import couponing
from siete.table import events as e
from siete.table.due import Ask, Question
from siete.table.play.turns import undecided_doublers
from siete.table.state import Box, Hand, Stake, TableState, Wager


def answer(state: TableState, rules: TableRules, box: Box, ask: Ask, command: c.PlayerCommand) -> Iterator[e.Event]:
    """The events of an answer that is allowed."""
    hand = box.hands[ask.hand]
    at: Any = {"box": box.number, "hand": ask.hand}
    stake = next(each for each in hand.stakes if each.player == command.player and each.is_open)
    match command:
        case c.Hit():
            yield e.HitAsked(**at, clause=rules.order("hit"))
        case c.Stand():
            yield from _stand(box, ask, hand, command, rules)
        case c.Double(amount=amount):
            yield e.WagerDoubled(player=command.player, **at, amount=amount, clause=rules.order("double"))
            if not _others_open(hand, stake):
                yield e.DoubleAsked(**at, clause=rules.order("deal_double"))
        case c.StayOut():
            yield e.BettorAnswered(player=command.player, **at, clause=rules.order("follow_double"))
            if not _others_open(hand, stake):
                yield e.DoubleAsked(**at, clause=rules.order("deal_double"))
        case c.Split():
            if ask.question is Question.PLAY:
                yield e.HandSplit(**at, clause=rules.order("split"))
            yield e.SplitFunded(player=command.player, **at, amount=stake.amount, clause=rules.order("split_amount"))
        case c.RideHand(rides=rides):
            yield e.SplitRidden(player=command.player, **at, rides=rides, clause=rules.order("fund_split"))
        case c.Surrender():
            yield e.HandSurrendered(**at, clause=rules.order("surrender"))
        case c.Rescue():
            yield from _rescue(box, ask, hand, stake, rules)


def _others_open(hand: Hand, stake: Stake) -> bool:
    """Whether another bettor on the hand has still to answer; one card serves them all.

    Clauses: MA-13.d.2, S13-m.4-2.
    """
    return any(each.is_open and not each.is_answered and each is not stake for each in hand.stakes)


def _stand(box: Box, ask: Ask, hand: Hand, command: c.Stand, rules: TableRules) -> Iterator[e.Event]:
    if hand.is_held and hand.is_blackjack:
        yield e.BlackjackHeld(box=box.number, is_held=False, clause=rules.order("pay_blackjack"))
        return
    waits = [stake.player for stake in undecided_doublers(hand) if stake.player != command.player]
    if waits:
        yield e.BettorAnswered(player=command.player, box=box.number, hand=ask.hand, clause=rules.order("stand"))
    else:
        yield e.HandStood(box=box.number, hand=ask.hand, clause=rules.order("stand"))


def _rescue(box: Box, ask: Ask, hand: Hand, stake: Stake, rules: TableRules) -> Iterator[e.Event]:
    """The last doubled portion comes back, full, lesser or capped; all else the bettor has on the hand is lost.

    Clauses: MD-10.H, MDD-10.H, MA-9.d, S13-i.4, WA3-G8.h, WA3-G8.i, WA3-D6.e, WA3-D7.a2, WA2-G8.h, WA2-G8.i, WA2-D6.e,
    WA2-D7.a2. Decision: 0025.
    """
    clause = rules.order("rescue")
    last = stake.doubles[-1]
    at: Any = {"box": box.number, "hand": ask.hand}
    yield e.WagerRescued(player=stake.player, **at, amount=last, clause=clause)
    yield from couponing.lost(stake, {**at, "player": stake.player, "wager": Wager.BASE}, clause)
    yield e.WagerCollected(
        player=stake.player, **at, wager=Wager.BASE, amount=Cents(stake.total - last), line="rescued", clause=clause
    )
    if not [each for each in undecided_doublers(hand) if each is not stake]:
        yield e.HandStood(**at, clause=clause)
