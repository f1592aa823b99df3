"""Why a player who is asked may not answer like this."""

from __future__ import annotations

from collections.abc import Callable

from siete.money import Cents, cents_to_text
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.due import Ask, Question, Refusal
from siete.table.hand import is_pair
from siete.table.play.options import double_limits, may_double, may_hit, may_rescue, may_split, may_surrender
from siete.table.state import Box, Hand, Stake, TableState
from siete.table.words import limits_in_words, name_in_words, question_in_words


def refuse_decision(
    state: TableState, rules: TableRules, box: Box, ask: Ask, command: c.PlayerCommand
) -> Refusal | None:
    """Why the player who is asked may not answer like this."""
    wrong = refuse_question(ask, command, rules)
    check = _CHECKS.get(type(command))
    if wrong is not None or check is None:
        return wrong
    hand = box.hands[ask.hand]
    stake = next(each for each in hand.stakes if each.player == command.player and each.is_open)
    return check(state, rules, box, ask, hand, stake, command)


def may_answer(question: Question, kind: type[c.PlayerCommand]) -> bool:
    """Whether commands of this kind answer the question at all."""
    return kind in _ANSWERS[question]


def refuse_question(ask: Ask, command: c.PlayerCommand, rules: TableRules) -> Refusal | None:
    """Whether the command answers another question than the one that was asked."""
    if may_answer(ask.question, type(command)):
        return None
    if isinstance(command, c.TakeInsurance | c.DeclineInsurance):
        return Refusal("command/insurance-closed", "Insurance is not open.", clause=rules.order("insurance_time"))
    allowed = ", ".join(map(name_in_words, _ANSWERS[ask.question]))
    sentence = f"It is for {question_in_words(ask)}: {allowed}."
    step = "surrender_first" if isinstance(command, c.Surrender) else "turn"
    return Refusal("command/not-an-answer", sentence, clause=rules.order(step))


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


def _refuse_hit(
    state: TableState, rules: TableRules, box: Box, ask: Ask, hand: Hand, stake: Stake, command: c.Hit
) -> Refusal | None:
    if may_hit(hand, rules):
        return None
    return Refusal("command/may-not-hit", f"A hand of {_shown(hand)} takes no card.", clause=rules.order("no_hit"))


def _refuse_refusal(
    state: TableState, rules: TableRules, box: Box, ask: Ask, hand: Hand, stake: Stake, command: c.RefuseCard
) -> Refusal | None:
    """A card can be refused while one lies there that was seen too early, or was missed."""
    is_offered = ask.question is not Question.PLAY or (state.round is not None and state.round.faults.seen is not None)
    if is_offered:
        return None
    return Refusal("command/not-an-answer", "There is no card to refuse.", clause=rules.order("turn"))


def _shown(hand: Hand) -> str:
    total = hand.total
    return f"{'soft ' if total.is_soft else ''}{total.total}"


def _refuse_double(
    state: TableState, rules: TableRules, box: Box, ask: Ask, hand: Hand, stake: Stake, command: c.Double
) -> Refusal | None:
    is_following = ask.question is Question.FOLLOW_DOUBLE
    if not is_following and not may_double(hand, rules):
        step = "double_again" if hand.doublings else "double"
        return Refusal(
            "command/may-not-double", f"A hand of {_shown(hand)} may not be doubled.", clause=rules.order(step)
        )
    least, most = double_limits(hand, stake, rules)
    if not least <= command.amount <= most:
        allowed = limits_in_words(least, most)
        sentence = f"Doubling by {cents_to_text(command.amount)} is not allowed; it takes {allowed}."
        return Refusal("command/double-amount", sentence, clause=rules.order("double_amount"))
    return _refuse_rack(state, rules, command.player, command.amount)


def _refuse_rack(state: TableState, rules: TableRules, player: str, amount: Cents) -> Refusal | None:
    if not rules.chip_denominations.may_pay(amount):
        sentence = f"{cents_to_text(amount)} cannot be made of the table's chips."
        return Refusal("command/not-in-chips", sentence, clause=rules.order("chips"))
    if state.racks[player] < amount:
        sentence = f"{cents_to_text(amount)} is more than the {cents_to_text(state.racks[player])} in the rack."
        return Refusal("command/not-enough-chips", sentence, clause=rules.order("chips"))
    return None


def _refuse_split(
    state: TableState, rules: TableRules, box: Box, ask: Ask, hand: Hand, stake: Stake, command: c.Split
) -> Refusal | None:
    if ask.question is Question.PLAY and not may_split(box, hand, rules):
        if is_pair(hand.cards) and not hand.doublings:
            return Refusal("command/split-limit", "This box may not be split again.", clause=rules.order("split_limit"))
        return Refusal(
            "command/may-not-split", "Only two cards of equal value may be split.", clause=rules.order("split")
        )
    return _refuse_rack(state, rules, command.player, stake.amount)


def _refuse_surrender(
    state: TableState, rules: TableRules, box: Box, ask: Ask, hand: Hand, stake: Stake, command: c.Surrender
) -> Refusal | None:
    if may_surrender(box, hand, rules):
        return None
    sentence = "Only a box's first two cards may be surrendered."
    return Refusal("command/may-not-surrender", sentence, clause=rules.order("surrender_first"))


def _refuse_rescue(
    state: TableState, rules: TableRules, box: Box, ask: Ask, hand: Hand, stake: Stake, command: c.Rescue
) -> Refusal | None:
    if may_rescue(hand, stake, rules):
        return None
    return Refusal("command/may-not-rescue", "There is no double to rescue here.", clause=rules.order("rescue_bust"))


def _refuse_ride(
    state: TableState, rules: TableRules, box: Box, ask: Ask, hand: Hand, stake: Stake, command: c.RideHand
) -> Refusal | None:
    if command.rides in (0, 1):
        return None
    return Refusal("command/no-such-hand", "A wager rides on hand 0 or hand 1.", clause=rules.order("fund_split"))


_CHECKS: dict[type[c.PlayerCommand], Callable[..., Refusal | None]] = {
    c.RefuseCard: _refuse_refusal,
    c.Hit: _refuse_hit,
    c.Double: _refuse_double,
    c.Split: _refuse_split,
    c.Surrender: _refuse_surrender,
    c.Rescue: _refuse_rescue,
    c.RideHand: _refuse_ride,
}
