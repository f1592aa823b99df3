"""Why a player who is asked may not answer like this."""

from __future__ import annotations

from siete.money import Cents, cents_to_text
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.due import Ask, Question, Refusal
from siete.table.hand import is_pair
from siete.table.stages.play.asked_hand import AskedHand
from siete.table.stages.play.options import double_limits, may_double, may_hit, may_rescue, may_split, may_surrender
from siete.table.state.hand import Hand
from siete.table.words import limits_in_words, name_in_words, question_in_words


def refuse_decision(asked: AskedHand, command: c.PlayerCommand) -> Refusal | None:
    """Why the player who is asked may not answer like this."""
    return refuse_question(asked.ask, command, asked.rules) or _refuse_answer(asked, command)


def _refuse_answer(asked: AskedHand, command: c.PlayerCommand) -> Refusal | None:
    """Why an answer to the question that was asked is not allowed to this hand."""
    match command:
        case c.Hit():
            return _refuse_hit(asked)
        case c.Double():
            return _refuse_double(asked, command.amount)
        case c.Split():
            return _refuse_split(asked)
        case c.Surrender():
            return _refuse_surrender(asked)
        case c.Rescue():
            return _refuse_rescue(asked)
        case c.RideHand():
            return _refuse_ride(asked, command.rides)
        case c.RefuseCard():
            return _refuse_refusal(asked)
    return None


def may_answer(question: Question, kind: type[c.PlayerCommand]) -> bool:
    """Whether commands of this kind answer the question at all."""
    return kind in _ANSWERS[question]


def refuse_question(ask: Ask, command: c.PlayerCommand, rules: TableRules) -> Refusal | None:
    """Whether the command answers another question than the one that was asked."""
    if may_answer(ask.question, type(command)):
        return None
    if isinstance(command, c.TakeInsurance | c.DeclineInsurance):
        return Refusal(
            "command/insurance-closed", "Insurance is not open.", clause=rules.clause_of(Step.INSURANCE_TIME)
        )
    allowed = ", ".join(map(name_in_words, _ANSWERS[ask.question]))
    sentence = f"It is for {question_in_words(ask)}: {allowed}."
    step = Step.SURRENDER_FIRST if isinstance(command, c.Surrender) else Step.TURN
    return Refusal("command/not-an-answer", sentence, clause=rules.clause_of(step))


_ANSWERS: dict[Question, tuple[type[c.PlayerCommand], ...]] = {
    Question.BLACKJACK: (c.TakeBlackjack, c.HoldBlackjack),
    Question.INSURANCE: (c.TakeInsurance, c.DeclineInsurance),
    Question.RETURN: (c.ReturnToTable, c.AskFaceUp),
    Question.LOOK: (c.LookOver, c.AskFaceUp, c.AskBatchSpread),
    Question.CUT: (c.CutCards, c.RefuseCut),
    Question.PLAY: (c.Hit, c.Stand, c.Double, c.Split, c.Surrender, c.RefuseCard),
    Question.DOUBLED: (c.Stand, c.Rescue, c.Double),
    Question.FOLLOW_DOUBLE: (c.Double, c.StayOut),
    Question.FOLLOW_SPLIT: (c.Split, c.RideHand),
    Question.SEEN_CARD: (c.AcceptCard, c.RefuseCard),
    Question.SECOND_CARD: (c.AcceptCard, c.RefuseCard),
    Question.LATE_CARD: (c.AcceptCard, c.RefuseCard),
}


def _refuse_hit(asked: AskedHand) -> Refusal | None:
    if may_hit(asked.hand, asked.rules):
        return None
    return Refusal(
        "command/may-not-hit",
        f"A hand of {_shown(asked.hand)} takes no card.",
        clause=asked.rules.clause_of(Step.NO_HIT),
    )


def _refuse_refusal(asked: AskedHand) -> Refusal | None:
    """A card can be refused while one lies there that was seen too early, or was missed."""
    is_offered = asked.ask.question is not Question.PLAY or (
        asked.state.round is not None and asked.state.round.faults.seen is not None
    )
    if is_offered:
        return None
    return Refusal("command/not-an-answer", "There is no card to refuse.", clause=asked.rules.clause_of(Step.TURN))


def _shown(hand: Hand) -> str:
    total = hand.total
    return f"{'soft ' if total.is_soft else ''}{total.total}"


def _refuse_double(asked: AskedHand, amount: Cents) -> Refusal | None:
    is_following = asked.ask.question is Question.FOLLOW_DOUBLE
    if not is_following and not may_double(asked.hand, asked.rules):
        step = Step.DOUBLE_AGAIN if asked.hand.doublings else Step.DOUBLE
        return Refusal(
            "command/may-not-double",
            f"A hand of {_shown(asked.hand)} may not be doubled.",
            clause=asked.rules.clause_of(step),
        )
    least, most = double_limits(asked.hand, asked.stake, asked.rules)
    if not least <= amount <= most:
        allowed = limits_in_words(least, most)
        sentence = f"Doubling by {cents_to_text(amount)} is not allowed; it takes {allowed}."
        return Refusal("command/double-amount", sentence, clause=asked.rules.clause_of(Step.DOUBLE_AMOUNT))
    return _refuse_rack(asked, amount)


def _refuse_rack(asked: AskedHand, amount: Cents) -> Refusal | None:
    clause = asked.rules.clause_of(Step.CHIPS)
    if not asked.rules.chip_denominations.may_pay(amount):
        return Refusal(
            "command/not-in-chips", f"{cents_to_text(amount)} cannot be made up of the table's chips.", clause=clause
        )
    rack = asked.state.racks[asked.ask.player]
    if rack < amount:
        sentence = f"{cents_to_text(amount)} is more than your rack of {cents_to_text(rack)}."
        return Refusal("command/not-enough-chips", sentence, clause=clause)
    return None


def _refuse_split(asked: AskedHand) -> Refusal | None:
    if asked.ask.question is Question.PLAY and not may_split(asked.box, asked.hand, asked.rules):
        if is_pair(asked.hand.cards) and not asked.hand.doublings:
            return Refusal(
                "command/split-limit",
                "This box may not be split again.",
                clause=asked.rules.clause_of(Step.SPLIT_LIMIT),
            )
        return Refusal(
            "command/may-not-split",
            "Only two cards of equal value may be split.",
            clause=asked.rules.clause_of(Step.SPLIT),
        )
    return _refuse_rack(asked, asked.stake.amount)


def _refuse_surrender(asked: AskedHand) -> Refusal | None:
    if may_surrender(asked.box, asked.hand, asked.rules):
        return None
    sentence = "Only a box's first two cards may be surrendered."
    return Refusal("command/may-not-surrender", sentence, clause=asked.rules.clause_of(Step.SURRENDER_FIRST))


def _refuse_rescue(asked: AskedHand) -> Refusal | None:
    if may_rescue(asked.hand, asked.stake, asked.rules):
        return None
    return Refusal(
        "command/may-not-rescue", "There is no double to rescue here.", clause=asked.rules.clause_of(Step.RESCUE_BUST)
    )


def _refuse_ride(asked: AskedHand, rides: int) -> Refusal | None:
    if rides in (0, 1):
        return None
    return Refusal(
        "command/no-such-hand",
        "Choose the first or the second hand: 0 or 1.",
        clause=asked.rules.clause_of(Step.FUND_SPLIT),
    )
