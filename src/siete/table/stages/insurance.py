"""Before the players' turns: early blackjacks, insurance, and the look under an ace or a face card."""

from __future__ import annotations

from collections.abc import Iterator

from siete.money import cents_to_text, rounded
from siete.rules.options import BlackjackPaid, HoleCardProcedure, InsuranceCollect
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import settling_order
from siete.table.due import Ask, Due, Next, Question, Refusal, Waiting, hand_due, step_due
from siete.table.hand import is_blackjack
from siete.table.stages.outcome import has_dealer_blackjack
from siete.table.state.box import Box
from siete.table.state.round import Insurance, Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.wager_place import WagerPlace
from siete.table.wagers import insurance, registry


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """What comes between the deal and the players' turns.

    Clauses: MD-7.G, MD-7.G.2.a, MA-7.i.3, MA-11.b.4, S13-g.9-3, S13-k.2-4, WA3-P1, WA2-P1. Decisions: 0013, 0019, 0020,
    0021.
    """
    if current.peek is None:
        return _early_blackjacks(current, rules) or _insurance(current, rules) or _peek(current, rules)
    if current.peek is False and rules.insurance_collect is InsuranceCollect.READER:
        return _lost_insurance(current, rules)
    return None


def _early_blackjacks(current: Round, rules: TableRules) -> Next:
    """Where blackjacks are paid before the peek: ask the holder, pay, and remove what need not stay."""
    if rules.blackjack_paid is not BlackjackPaid.BEFORE_PEEK:
        return None
    for box in current.boxes:
        hand = box.hands[0]
        if not hand.is_blackjack or hand.is_held or hand.is_removed or len(box.hands) > 1:
            continue
        if not box.is_blackjack_asked and rules.double_blackjack:
            ask = Ask(player=box.decider, box=box.number, hand=0, question=Question.BLACKJACK)
            return Waiting((ask,), rules.clause_of(Step.ASK_BLACKJACK))
        if hand.is_open:
            return hand_due(c.PayHand, box.number, 0, rules.clause_of(Step.PAY_BLACKJACK))
        if may_go(box, current, rules):
            return hand_due(c.RemoveHand, box.number, 0, rules.clause_of(Step.REMOVE_BLACKJACK))
    return None


def may_go(box: Box, current: Round, rules: TableRules) -> bool:
    """Whether a paid blackjack's cards may leave: not while it may be insured, is, or a down card wager needs them."""
    if needs_first_cards(box):
        return False
    if insurance.is_offered(current, rules) and current.insurance is not Insurance.CLOSED:
        return False
    return not any(bet.wager is Wager.INSURANCE for bet in settling_order.open_bets(box))


def needs_first_cards(box: Box) -> bool:
    """Whether a live wager still looks at the box's first two cards. Decision: 0042."""
    sides = ((bet.wager, registry.find(bet.wager)) for bet in settling_order.open_bets(box))
    return any(side is not None and wager in side.waits_for_second_card for wager, side in sides)


def _insurance(current: Round, rules: TableRules) -> Next:
    if current.insurance is Insurance.CLOSED or not insurance.is_offered(current, rules):
        return None
    if current.insurance is Insurance.NONE:
        return step_due(c.OfferInsurance, rules.clause_of(Step.OFFER_INSURANCE))
    asks = tuple(
        Ask(player=player, box=box.number, question=Question.INSURANCE)
        for box in current.boxes
        for player in insurance.bettors(box, rules)
        if player not in box.asked_insurance
    )
    if asks:
        return Waiting(asks, rules.clause_of(Step.INSURE))
    return step_due(c.CloseInsurance, rules.clause_of(Step.CLOSE_INSURANCE))


def looks(current: Round, rules: TableRules) -> bool:
    """Whether the dealer looks under this up card before the players' turns."""
    procedures = (HoleCardProcedure.HOLE_READER, HoleCardProcedure.HOLE_PEEK)
    is_able = rules.hole_card_procedure in procedures and not current.faults.is_without_reader
    return is_able and current.up.rank in rules.peek_up_cards


def _peek(current: Round, rules: TableRules) -> Next:
    return step_due(c.Peek, rules.clause_of(Step.PEEK)) if looks(current, rules) else None


def _lost_insurance(current: Round, rules: TableRules) -> Next:
    for box in settling_order.settling(current, rules):
        for bet in settling_order.open_bets(box):
            if bet.wager is Wager.INSURANCE:
                step = c.SettleWager(box=box.number, player=bet.player, wager=bet.wager)
                return Due(step, rules.clause_of(Step.INSURANCE_LOST))
    return None


def due_at_disclosure(current: Round, rules: TableRules) -> Next:
    """Insurance still on the layout when the dealer's second card is face up. Decision: 0018."""
    found = _lost_insurance(current, rules)
    if isinstance(found, Due) and has_dealer_blackjack(current):
        return Due(found.command, rules.clause_of(Step.INSURANCE_WON))
    return found


def settle_insurance(state: TableState, rules: TableRules, command: c.SettleWager, clause: str) -> Iterator[e.Event]:
    """Insurance pays when the dealer has a blackjack and is collected when not.

    Clauses: MD-8.A.b, MDD-8.A.b, MD-8.F, MA-11.a.2, MA-11.d, S13-k.1-2, S13-k.4.
    """
    assert state.round is not None, "insurance is settled within a round"
    box = state.round.box(command.box)
    bet = box.bet(command.player, Wager.INSURANCE) if box else None
    assert box is not None and bet is not None, "a due step names a live wager"
    place = WagerPlace.of_bet(box, bet)
    if state.round.peek or has_dealer_blackjack(state.round):
        won = rounded(bet.amount * rules.insurance_pays.payout, rules.chip_denominations, rules.rounding_mode)
        yield place.paid(won, line="insurance", clause=clause)
        yield place.returned(bet.amount, clause=clause)
    else:
        yield place.collected(bet.amount, line="no blackjack", clause=clause)


def take_blackjack(state: TableState, rules: TableRules, command: c.TakeBlackjack) -> Iterator[e.Event]:
    """The blackjack is to be paid."""
    yield e.BlackjackHeld(box=command.box, is_held=False, clause=rules.clause_of(Step.PAY_BLACKJACK))


def hold_blackjack(state: TableState, rules: TableRules, command: c.HoldBlackjack) -> Iterator[e.Event]:
    """The blackjack is kept to be doubled."""
    yield e.BlackjackHeld(box=command.box, is_held=True, clause=rules.clause_of(Step.ASK_BLACKJACK))


def refuse_insurance(state: TableState, rules: TableRules, command: c.TakeInsurance) -> Refusal | None:
    """Why this much insurance is not allowed."""
    assert state.round is not None, "insurance is asked for within a round"
    box = state.round.box(command.box)
    assert box is not None, "the turn has been checked"
    most = insurance.most(box.original(command.player), rules)
    if not 0 < command.amount <= most:
        sentence = f"Insurance of {cents_to_text(command.amount)} is not allowed; at most {cents_to_text(most)}."
        return Refusal("command/insurance-limit", sentence, clause=rules.clause_of(Step.INSURE))
    if not rules.chip_denominations.may_pay(command.amount):
        sentence = f"{cents_to_text(command.amount)} cannot be made up of the table's chips."
        return Refusal("command/not-in-chips", sentence, clause=rules.clause_of(Step.CHIPS))
    if state.racks[command.player] < command.amount:
        return Refusal(
            "command/not-enough-chips", "The rack does not hold that much.", clause=rules.clause_of(Step.CHIPS)
        )
    return None


def take_insurance(state: TableState, rules: TableRules, command: c.TakeInsurance) -> Iterator[e.Event]:
    """Insurance on the layout."""
    yield e.WagerPlaced(
        player=command.player,
        box=command.box,
        wager=Wager.INSURANCE,
        amount=command.amount,
        clause=rules.clause_of(Step.INSURE),
    )


def decline_insurance(state: TableState, rules: TableRules, command: c.DeclineInsurance) -> Iterator[e.Event]:
    """No insurance."""
    yield e.InsuranceDeclined(player=command.player, box=command.box, clause=rules.clause_of(Step.INSURE))


def offer(state: TableState, rules: TableRules, command: c.OfferInsurance, clause: str) -> Iterator[e.Event]:
    """Insurance opens."""
    yield e.InsuranceOffered(clause=clause)


def close(state: TableState, rules: TableRules, command: c.CloseInsurance, clause: str) -> Iterator[e.Event]:
    """Insurance closes."""
    yield e.InsuranceClosed(clause=clause)


def peek(state: TableState, rules: TableRules, command: c.Peek, clause: str) -> Iterator[e.Event]:
    """The dealer learns whether there is a blackjack, and nothing else."""
    assert state.round is not None, "the dealer peeks within a round"
    is_known = len(state.round.dealer) > 1
    answer = is_blackjack(state.round.dealer, is_split=False) if is_known else command.is_blackjack
    if answer is None:
        raise Refusal("command/card-missing", "The hole card is not known; say what the look showed.", clause=clause)
    yield e.HoleCardChecked(is_blackjack=answer, clause=clause)
