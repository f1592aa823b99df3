"""Why an answer to a question before a player is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from siete.cards import Card
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
    if not may_answer(asked.ask.question, type(command)):
        up = asked.state.round.up if asked.state.round is not None else None
        return _not_an_answer(asked.ask, command, asked.rules, _open_answers(asked), up)
    return _refuse_answer(asked, command)


def _open_answers(asked: AskedHand) -> Iterator[type[c.PlayerCommand]]:
    """The answers that this hand may be given now; others are not weighed, for a hand that is paid has no stake."""
    is_following = asked.ask.question in (Question.FOLLOW_DOUBLE, Question.FOLLOW_SPLIT)
    is_open: dict[type[c.PlayerCommand], Callable[[], bool]] = {
        c.Hit: lambda: may_hit(asked.hand, asked.rules),
        c.Double: lambda: is_following or may_double(asked.hand, asked.rules),
        c.Split: lambda: is_following or may_split(asked.box, asked.hand, asked.rules),
        c.Surrender: lambda: may_surrender(asked.box, asked.hand, asked.rules),
        c.Rescue: lambda: may_rescue(asked.hand, asked.stake, asked.rules),
        c.RefuseCard: lambda: _refuse_refusal(asked) is None,
    }
    return (kind for kind in _ANSWERS[asked.ask.question] if kind not in is_open or is_open[kind]())


def _refuse_answer(asked: AskedHand, command: c.PlayerCommand) -> Refusal | None:
    """Why an answer to the question that was asked is not allowed to this hand."""
    match command:
        case c.Hit():
            return _refuse_hit(asked)
        case c.Double():
            return _refuse_double(asked, command.amount)
        case c.Split():
            return _refuse_split(asked, command.amount)
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
    return _not_an_answer(ask, command, rules, _ANSWERS[ask.question])


def _not_an_answer(
    ask: Ask,
    command: c.PlayerCommand,
    rules: TableRules,
    answers: Iterable[type[c.PlayerCommand]],
    up: Card | None = None,
) -> Refusal:
    """The refusal of a command that does not answer the question, with the answers that would."""
    if isinstance(command, c.TakeInsurance | c.DeclineInsurance):
        return insurance_closed(up, rules)
    allowed = ", ".join(map(name_in_words, answers))
    sentence = f"It is for {question_in_words(ask)}: {allowed}."
    asking = _STEPS_OF_QUESTIONS.get(ask.question, Step.TURN)
    is_early = ask.question is Question.INSURANCE and isinstance(command, c.Split | c.Rescue)
    step = asking if is_early else _STEPS_OF_OTHERS.get(type(command), asking)
    if isinstance(command, c.Hit) and ask.question is Question.DOUBLED:
        step = Step.DOUBLED_AGAIN if rules.double_double else Step.DOUBLED
    return Refusal("command/not-an-answer", sentence, clause=rules.clause_of(step) or rules.clause_of(Step.TURN))


def insurance_closed(up: Card | None, rules: TableRules) -> Refusal:
    """Insurance is not open: the up card does not allow it, or its time is over."""
    is_time = up is None or up.rank in rules.insurance_up_cards
    clause = rules.clause_of(Step.INSURANCE_TIME) if is_time else rules.clause("insurance_up_cards")
    return Refusal("command/insurance-closed", "Insurance is not open.", clause=clause)


_STEPS_OF_OTHERS: dict[type[c.PlayerCommand], Step] = {
    c.Surrender: Step.SURRENDER_FIRST,
    c.Split: Step.SPLIT,
    c.Rescue: Step.RESCUE,
}
"""The step that says when a decision is open, for one that comes at another time."""
_STEPS_OF_QUESTIONS: dict[Question, Step] = {
    Question.BLACKJACK: Step.ASK_BLACKJACK,
    Question.INSURANCE: Step.INSURE,
    Question.RETURN: Step.IDLE_SPREAD,
    Question.LOOK: Step.OPEN_LOOK,
    Question.CUT: Step.OFFER_CUT,
    Question.DOUBLED: Step.RESCUE,
    Question.FOLLOW_DOUBLE: Step.FOLLOW_DOUBLE,
    Question.FOLLOW_SPLIT: Step.FUND_SPLIT,
    Question.SEEN_CARD: Step.DRAWN_EXPOSED,
    Question.SECOND_CARD: Step.ONE_CARD,
    Question.LATE_CARD: Step.CARD_SKIPPED,
}
"""The step that asks, where it is not simply somebody's turn."""


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
        return Refusal(
            "command/may-not-double",
            _no_double(asked.hand, asked.rules),
            clause=_double_clause(asked.hand, asked.rules),
        )
    least, most = double_limits(asked.hand, asked.stake, asked.rules)
    if not least <= amount <= most:
        allowed = limits_in_words(least, most)
        sentence = f"Doubling by {cents_to_text(amount)} is not allowed; it takes {allowed}."
        return Refusal("command/double-amount", sentence, clause=_amount_clause(asked.rules, is_more=amount > most))
    return _refuse_rack(asked, amount)


def _no_double(hand: Hand, rules: TableRules) -> str:
    if not hand.doublings:
        return f"A hand of {_shown(hand)} may not be doubled."
    most = rules.max_doublings
    return f"A hand may be doubled {'once' if most == 1 else f'{most} times'}."


def _double_clause(hand: Hand, rules: TableRules) -> str:
    """Why a hand may not be doubled: not at all, or not again."""
    if not hand.doublings:
        return rules.clause_of(Step.DOUBLE)
    return rules.clause_of(Step.DOUBLE_AGAIN) if rules.double_double else rules.clause("double_double")


def _amount_clause(rules: TableRules, *, is_more: bool) -> str:
    """What a double may amount to: as much as the wager, or less; so much exactly where it may be doubled again."""
    if rules.double_double:
        return rules.clause_of(Step.DOUBLE_AMOUNT)
    return rules.clause_of(Step.DOUBLE_MOST) if is_more else rules.clause("double_for_less")


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


def _refuse_split(asked: AskedHand, amount: Cents) -> Refusal | None:
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
    if amount not in (0, asked.stake.amount):
        sentence = f"A split for {cents_to_text(amount)} is not allowed; it takes {cents_to_text(asked.stake.amount)}."
        return Refusal("command/split-amount", sentence, clause=asked.rules.clause_of(Step.SPLIT_AMOUNT))
    return _refuse_rack(asked, asked.stake.amount)


def _refuse_surrender(asked: AskedHand) -> Refusal | None:
    if may_surrender(asked.box, asked.hand, asked.rules):
        return None
    sentence = "Only a box's first two cards may be surrendered."
    if asked.hand.is_blackjack:
        sentence = "A blackjack wins and is not surrendered."
    return Refusal("command/may-not-surrender", sentence, clause=asked.rules.clause_of(Step.SURRENDER_FIRST))


def _refuse_rescue(asked: AskedHand) -> Refusal | None:
    if may_rescue(asked.hand, asked.stake, asked.rules):
        return None
    return Refusal(
        "command/may-not-rescue", "There is no double to rescue here.", clause=asked.rules.clause_of(Step.RESCUE)
    )


def _refuse_ride(asked: AskedHand, rides: int) -> Refusal | None:
    if rides in (0, 1):
        return None
    return Refusal(
        "command/no-such-hand",
        "Choose the first or the second hand: 0 or 1.",
        clause=asked.rules.clause_of(Step.FUND_SPLIT),
    )
