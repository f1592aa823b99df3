"""An automatic player: answers every question by a strategy, takes no insurance, and is paid for blackjacks.

Around the round it wants to play on, has looked at the cards, leaves the cut to others, and takes a card that is
offered after a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator

from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.strategy import Play, Situation, Strategy
from siete.table import commands as c
from siete.table.decide import refusal
from siete.table.due import Ask, Question
from siete.table.stages.play import double_limits
from siete.table.state.hand import Hand
from siete.table.state.table import TableState


def answer(state: TableState, rules: TableRules, ask: Ask, strategy: Strategy) -> c.PlayerCommand:
    """What a player who follows the strategy answers; of its plays, the first that the rules permit."""
    return next(each for each in _answers(state, rules, ask, strategy) if refusal(state, rules, each) is None)


def _answers(state: TableState, rules: TableRules, ask: Ask, strategy: Strategy) -> Iterator[c.PlayerCommand]:
    fixed: dict[Question, c.PlayerCommand] = {
        Question.BLACKJACK: c.TakeBlackjack(player=ask.player, box=ask.box),
        Question.INSURANCE: c.DeclineInsurance(player=ask.player, box=ask.box),
        Question.FOLLOW_DOUBLE: c.StayOut(player=ask.player, box=ask.box),
        Question.FOLLOW_SPLIT: c.RideHand(player=ask.player, box=ask.box, rides=0),
        Question.LOOK: c.LookOver(player=ask.player, box=ask.box),
        Question.RETURN: c.ReturnToTable(player=ask.player, box=ask.box),
        Question.CUT: c.RefuseCut(player=ask.player, box=ask.box),
        Question.SEEN_CARD: c.AcceptCard(player=ask.player, box=ask.box),
        Question.SECOND_CARD: c.AcceptCard(player=ask.player, box=ask.box),
        Question.LATE_CARD: c.AcceptCard(player=ask.player, box=ask.box),
    }
    if ask.question in fixed:
        yield fixed[ask.question]
        return
    assert state.round is not None, "questions are asked within a round"
    box = state.round.box(ask.box)
    assert box is not None, "questions are asked about boxes in play"
    hand = box.hands[ask.hand]
    most = _most(hand, ask.player, rules)
    for play in strategy.preferences(_situation(hand, state)):
        yield _command(play, ask.player, ask.box, most)
    # Where no play of the strategy is allowed, the hand stands.
    yield c.Stand(player=ask.player, box=ask.box)


def _situation(hand: Hand, state: TableState) -> Situation:
    assert state.round is not None, "hands are played within a round"
    return Situation(cards=hand.cards, up=state.round.up, is_split=hand.is_split, doublings=hand.doublings)


def _most(hand: Hand, player: str, rules: TableRules) -> Cents:
    stake = next(each for each in hand.stakes if each.player == player and each.is_open)
    return double_limits(hand, stake, rules)[1]


def _command(play: Play, player: str, box: int, most: Cents) -> c.PlayerCommand:
    if play is Play.DOUBLE:
        return c.Double(player=player, box=box, amount=most)
    kinds: dict[Play, type[c.Hit | c.Stand | c.Split | c.Surrender | c.Rescue]] = {
        Play.HIT: c.Hit,
        Play.STAND: c.Stand,
        Play.SPLIT: c.Split,
        Play.SURRENDER: c.Surrender,
        Play.RESCUE: c.Rescue,
    }
    return kinds[play](player=player, box=box)
