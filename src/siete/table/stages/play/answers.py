"""What follows from an answer that is allowed."""

from __future__ import annotations

from collections.abc import Iterator

from siete.money import Cents
from siete.rules.steps import Step
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Question
from siete.table.stages.play.asked_hand import AskedHand
from siete.table.stages.play.turns import undecided_doublers
from siete.table.state.hand import Hand, Stake
from siete.table.wager_place import WagerPlace
from siete.table.wagers import coupons


def answer(asked: AskedHand, command: c.PlayerCommand) -> Iterator[e.Event]:
    """The events of an answer that is allowed."""
    rules, hand, stake = asked.rules, asked.hand, asked.stake
    number, index, player = asked.box.number, asked.ask.hand, asked.ask.player
    match command:
        case c.Hit():
            yield e.HitAsked(box=number, hand=index, clause=rules.clause_of(Step.HIT))
        case c.Stand():
            yield from _stand(asked)
        case c.Double(amount=amount):
            yield e.WagerDoubled(
                player=player, box=number, hand=index, amount=amount, clause=rules.clause_of(Step.DOUBLE)
            )
            if not _others_open(hand, stake):
                yield e.DoubleAsked(box=number, hand=index, clause=rules.clause_of(Step.DEAL_DOUBLE))
        case c.StayOut():
            yield e.BettorAnswered(player=player, box=number, hand=index, clause=rules.clause_of(Step.FOLLOW_DOUBLE))
            if not _others_open(hand, stake):
                yield e.DoubleAsked(box=number, hand=index, clause=rules.clause_of(Step.DEAL_DOUBLE))
        case c.Split():
            if asked.ask.question is Question.PLAY:
                yield e.HandSplit(box=number, hand=index, clause=rules.clause_of(Step.SPLIT))
            yield e.SplitFunded(
                player=player, box=number, hand=index, amount=stake.amount, clause=rules.clause_of(Step.SPLIT_AMOUNT)
            )
        case c.RideHand(rides=rides):
            yield e.SplitRidden(
                player=player, box=number, hand=index, rides=rides, clause=rules.clause_of(Step.FUND_SPLIT)
            )
        case c.Surrender():
            yield e.HandSurrendered(box=number, hand=index, clause=rules.clause_of(Step.SURRENDER))
        case c.Rescue():
            yield from _rescue(asked)


def _others_open(hand: Hand, stake: Stake) -> bool:
    """Whether another bettor on the hand has still to answer; one card serves them all.

    Clauses: MA-13.d.2, S13-m.4-2.
    """
    return any(each.is_open and not each.is_answered and each is not stake for each in hand.stakes)


def _stand(asked: AskedHand) -> Iterator[e.Event]:
    box, ask, hand, rules = asked.box, asked.ask, asked.hand, asked.rules
    if hand.is_held and hand.is_blackjack:
        yield e.BlackjackHeld(box=box.number, is_held=False, clause=rules.clause_of(Step.PAY_BLACKJACK))
        return
    waits = [stake.player for stake in undecided_doublers(hand) if stake.player != ask.player]
    if waits:
        yield e.BettorAnswered(player=ask.player, box=box.number, hand=ask.hand, clause=rules.clause_of(Step.STAND))
    else:
        yield e.HandStood(box=box.number, hand=ask.hand, clause=rules.clause_of(Step.STAND))


def _rescue(asked: AskedHand) -> Iterator[e.Event]:
    """The last doubled portion comes back, full, lesser or capped; all else the bettor has on the hand is lost.

    Clauses: WA3-G8.h, WA3-G8.i, WA3-D6.e, WA3-D7.a2, WA2-G8.h, WA2-G8.i, WA2-D6.e, WA2-D7.a2. Decision: 0025.
    """
    box, ask, stake = asked.box, asked.ask, asked.stake
    clause = asked.rules.clause_of(Step.RESCUE)
    last = stake.doubles[-1]
    place = WagerPlace.of_stake(box, ask.hand, stake)
    yield e.WagerRescued(player=stake.player, box=box.number, hand=ask.hand, amount=last, clause=clause)
    yield from coupons.lost(stake, place, clause)
    yield place.collected(Cents(stake.total - last), line="rescued", clause=clause)
    if not [each for each in undecided_doublers(asked.hand) if each is not stake]:
        yield e.HandStood(box=box.number, hand=ask.hand, clause=clause)
