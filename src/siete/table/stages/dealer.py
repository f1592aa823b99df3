"""The dealer's own hand: the second card, what waits for it, and the draw to 17."""

from __future__ import annotations

from collections.abc import Iterator

from siete.cards import Rank
from siete.rules.options import DealerBjCollect, HoleCardProcedure, Soft17, SplitTwoCard21
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import settling_order
from siete.table.due import Next, Refusal, card_due, hand_due, step_due
from siete.table.hand import BEST_TOTAL, HandTotal
from siete.table.stages import insurance, side_wagers
from siete.table.stages.outcome import has_dealer_blackjack
from siete.table.state.hand import Hand, HandStatus
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager

STANDS = 17
"""The total at which the dealer stops."""


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """Show the second card, settle what waited for it, and draw.

    Clauses: MD-7.L.2, MDD-7.L.2, MA-7.g.2, S13-g.7-2. Decision: 0011.
    """
    if current.is_hole_hidden:
        return step_due(c.TurnHoleCard, rules.clause_of(Step.DEALER_BLACKJACK if current.peek else Step.TURN_HOLE))
    if len(current.dealer) == 1:
        if current.is_second_card_skipped:
            return None
        if _needs_second_card(current, rules):
            return card_due(e.DEALER, 0, rules.clause_of(Step.DEALER_SECOND))
        return step_due(c.SkipSecondCard, rules.clause_of(Step.SKIP_SECOND))
    return (
        insurance.due_at_disclosure(current, rules)
        or _parked(current, rules)
        or side_wagers.due_at_second_card(current, rules)
        or _draw(current, rules)
    )


def _live(current: Round) -> Iterator[Hand]:
    return (hand for box in current.boxes for hand in box.hands if hand.is_open)


def _needs_second_card(current: Round, rules: TableRules) -> bool:
    """Whether the dealer's total matters, or a blackjack that the up card leaves open."""
    if _needs_total(current, rules):
        return True
    if any(bet.wager is Wager.INSURANCE for box in current.boxes for bet in settling_order.open_bets(box)):
        return True
    may_be_blackjack = current.up.rank is Rank.ACE or current.up.rank.is_face
    return may_be_blackjack and any(_minds_blackjack(hand, rules) for hand in _live(current))


def _minds_blackjack(hand: Hand, rules: TableRules) -> bool:
    """Whether a dealer's blackjack would change what becomes of a hand, its insurance apart."""
    if hand.status is not HandStatus.BUST:
        return not hand.is_blackjack
    gets_back = rules.dealer_bj_collect is DealerBjCollect.ORIGINAL_ONLY
    return gets_back and (hand.is_split or hand.doublings > 0)


def _parked(current: Round, rules: TableRules) -> Next:
    for box in settling_order.settling(current, rules):
        for index, hand in settling_order.hands(box, rules):
            if hand.status is HandStatus.SURRENDERED and hand.is_open:
                step = Step.SURRENDER_LOST if has_dealer_blackjack(current) else Step.SURRENDER_HALVED
                return hand_due(c.SettleSurrender, box.number, index, rules.clause_of(step))
    return None


def _draw(current: Round, rules: TableRules) -> Next:
    if current.are_dealer_cards_done or has_dealer_blackjack(current):
        return None
    if not _needs_total(current, rules):
        return step_due(c.StandDealer, rules.clause_of(Step.DEALER_DONE))
    if draws(HandTotal.of(current.dealer), rules):
        return card_due(e.DEALER, 0, rules.clause_of(Step.DEALER_DRAWS))
    return step_due(c.StandDealer, rules.clause_of(Step.DEALER_STANDS))


def _needs_total(current: Round, rules: TableRules) -> bool:
    """Whether the dealer's total decides a live hand: one below 21, or a split two-card 21 taken at its word.

    Decisions: 0001, 0011.
    """
    is_literal = rules.split_two_card_21 is not SplitTwoCard21.ORDINARY21
    for hand in _live(current):
        is_split_natural = is_literal and hand.is_split and len(hand.cards) == 2
        if hand.status is HandStatus.STOOD and (hand.total.total < BEST_TOTAL or is_split_natural):
            return True
    return False


def draws(total: HandTotal, rules: TableRules) -> bool:
    """Whether the dealer takes a card on this total."""
    if total.total == STANDS and total.is_soft:
        return rules.dealer_soft17 is Soft17.HIT
    return total.total < STANDS


def turn_hole(state: TableState, rules: TableRules, command: c.TurnHoleCard, clause: str) -> Iterator[e.Event]:
    """The hole card is turned face up."""
    assert state.round is not None, "a hole card is turned within a round"
    card = next(iter(state.round.dealer[1:]), command.card)
    if card is None:
        raise Refusal("command/card-missing", "The hole card is not known; name the card.", clause=clause)
    yield e.CardsTurned(is_hole=True, card=card, clause=clause)


def skip_second(state: TableState, rules: TableRules, command: c.SkipSecondCard, clause: str) -> Iterator[e.Event]:
    """No second card."""
    yield e.SecondCardSkipped(clause=clause)


def stand(state: TableState, rules: TableRules, command: c.StandDealer, clause: str) -> Iterator[e.Event]:
    """The dealer's cards are final."""
    assert state.round is not None, "the dealer stands within a round"
    yield e.DealerStood(total=HandTotal.of(state.round.dealer).total, clause=clause)


def has_hole_card(rules: TableRules) -> bool:
    """Whether the dealer takes a second card before the players' turns."""
    return rules.hole_card_procedure is not HoleCardProcedure.NO_HOLE
