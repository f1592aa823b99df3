"""The players' turns: what is due to each hand, and whom it is asked."""

from __future__ import annotations

from siete.cards import Rank
from siete.rules.options import BlackjackPaid, CollectBusts, DealerBjCollect, TwentyOnePaid
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.due import Ask, Due, Next, Question, Waiting, card_due, hand_due
from siete.table.hand import BEST_TOTAL, is_super_bonus
from siete.table.stages.insurance import may_go, needs_first_cards
from siete.table.stages.prizes import instruction
from siete.table.state.box import Box
from siete.table.state.hand import Hand, HandStatus, Stake
from siete.table.state.round import Round
from siete.table.state.table import TableState


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """The first thing due to any hand, from the dealer's left; each hand is finished before the next one begins.

    Decision: 0029.
    """
    if current.faults.passed is not None:
        return _ask_passed(current, current.faults.passed, rules)
    if current.faults.offered is not None:
        return _ask_seen(current, current.faults.offered, rules)
    late = current.faults.late
    for box in current.boxes:
        for index, hand in enumerate(box.hands):
            if late and (box.number, index) in late:
                continue
            found = _due_to_hand(current, box, index, hand, rules)
            if found is not None:
                return found
    return _due_to_late(current, rules) if late else None


def _ask_passed(current: Round, at: tuple[int, int], rules: TableRules) -> Next:
    """The remedy for a card that was asked for and not dealt."""
    box = current.box(at[0])
    assert box is not None, "a hand dealt past is in play"
    return Waiting((_ask(box, at[1], box.decider, Question.LATE_CARD),), rules.clause_of(Step.CARD_SKIPPED))


def _ask_seen(current: Round, at: tuple[int, int], rules: TableRules) -> Next:
    """Whether the hand that asked for a card takes the one that was seen. Decision: 0080."""
    box = current.box(at[0])
    assert box is not None, "a hand that asked for a card is in play"
    return Waiting((_ask(box, at[1], box.decider, Question.SEEN_CARD),), rules.clause_of(Step.DRAWN_EXPOSED))


def _due_to_late(current: Round, rules: TableRules) -> Next:
    """Hands that chose to have their missed card last; it comes before the dealer's own.

    Decision: 0083.
    """
    for number, index in current.faults.late:
        box = current.box(number)
        assert box is not None, "a late hand is in play"
        found = _due_to_hand(current, box, index, box.hands[index], rules)
        if isinstance(found, Due) and isinstance(found.command, c.Deal) and box.hands[index].awaits:
            return Due(found.command, rules.clause_of(Step.SKIPPED_LATER))
        if found is not None:
            return found
    return None


def _due_to_hand(current: Round, box: Box, index: int, hand: Hand, rules: TableRules) -> Next:
    if not hand.is_open:
        return _due_after_payment(current, box, index, hand, rules)
    if hand.status is HandStatus.PLAYING:
        return _due_in_play(current, box, index, hand, rules)
    if hand.status is HandStatus.BUST:
        is_taken_now = rules.collect_busts is CollectBusts.IMMEDIATE and not _may_meet_blackjack(current, hand, rules)
        if not is_taken_now:
            return None
        return hand_due(c.CollectBust, box.number, index, rules.clause_of(Step.BUST))
    if hand.status is HandStatus.SURRENDERED and current.up.rank not in rules.surrender_parked_up_cards:
        return hand_due(c.SettleSurrender, box.number, index, rules.clause_of(Step.SURRENDER_AT_ONCE))
    is_21 = hand.status is HandStatus.STOOD and hand.total.total == BEST_TOTAL
    if is_21 and rules.twenty_one_paid is TwentyOnePaid.AT_ONCE:
        order = instruction(current, box.number, index, c.BONUS, rules) if _is_sevens(current, hand, rules) else None
        if order is not None:
            return order
        return hand_due(c.PayHand, box.number, index, rules.clause_of(Step.PAY_21))
    return None


def _is_sevens(current: Round, hand: Hand, rules: TableRules) -> bool:
    """Whether it is the hand of the super bonus, neither doubled nor split."""
    is_plain = not hand.doublings and not hand.is_split
    return is_plain and is_super_bonus(hand.cards, current.up, rules.super_bonus_shape)


def _may_meet_blackjack(current: Round, hand: Hand, rules: TableRules) -> bool:
    """Whether a dealer blackjack not yet looked for could give part of a bust hand's wagers back. Decision: 0015."""
    is_late = current.peek is None and (current.up.rank is Rank.ACE or current.up.rank.is_face)
    has_more = hand.is_split or hand.doublings > 0
    return is_late and has_more and rules.dealer_bj_collect is DealerBjCollect.ORIGINAL_ONLY


def _due_after_payment(current: Round, box: Box, index: int, hand: Hand, rules: TableRules) -> Next:
    """Remove the cards of a hand paid in mid-round, unless a super bonus or a down card wager keeps them.

    Clauses: WA3-D3.a, WA3-D10.d, WA3-D10.f, WA2-D3.a, WA2-D10.d, WA2-D10.f.
    """
    if hand.is_removed or hand.status is HandStatus.BUST or any(stake.is_lost for stake in hand.stakes):
        return None
    is_early = rules.blackjack_paid is BlackjackPaid.BEFORE_PEEK and may_go(box, current, rules)
    is_safe = rules.blackjack_paid is BlackjackPaid.AT_ONCE_IF_SAFE and current.up.rank not in rules.peek_up_cards
    if hand.is_blackjack and (is_early or is_safe):
        return hand_due(c.RemoveHand, box.number, index, rules.clause_of(Step.REMOVE_BLACKJACK))
    is_21 = hand.status is HandStatus.STOOD and hand.total.total == BEST_TOTAL
    if not is_21 or rules.twenty_one_paid is not TwentyOnePaid.AT_ONCE or needs_first_cards(box):
        return None
    if (box.number, index) in current.super_bonuses:
        return None
    return hand_due(c.RemoveHand, box.number, index, rules.clause_of(Step.PAY_21))


def _due_in_play(current: Round, box: Box, index: int, hand: Hand, rules: TableRules) -> Next:
    follow = _due_to_followers(box, index, hand, rules)
    if follow is not None:
        return follow
    if hand.awaits:
        steps = {"hit": Step.DEAL_HIT, "double": Step.DEAL_DOUBLE, "card": Step.DEAL_SPLIT}
        return card_due(box.number, index, rules.clause_of(steps[hand.awaits]))
    if hand.is_blackjack and not hand.is_held:
        return _due_to_blackjack(current, box, rules)
    if hand.doublings:
        asks = tuple(_ask(box, index, stake.player, Question.DOUBLED) for stake in undecided_doublers(hand))
        return Waiting(asks, rules.clause_of(Step.RESCUE))
    return Waiting((_ask(box, index, box.decider, Question.PLAY),), rules.clause_of(Step.TURN))


def _due_to_blackjack(current: Round, box: Box, rules: TableRules) -> Due | None:
    """Pay a blackjack in its turn, or announce it and let it wait for the hole card.

    Clauses: MD-7.H.1.b.ii, MDD-7.H.1.b.ii, MD-7.H.1.b.iii, MDD-7.H.1.b.iii, WA3-D2.c, WA2-D2.c.
    Decision: 0006.
    """
    pay = hand_due(c.PayHand, box.number, 0, rules.clause_of(Step.PAY_BLACKJACK))
    if rules.blackjack_paid is not BlackjackPaid.AT_ONCE_IF_SAFE:
        return pay if rules.blackjack_paid is BlackjackPaid.BEFORE_PEEK else None
    is_safe = current.up.rank not in rules.peek_up_cards
    if not box.is_blackjack_announced:
        step = Step.PAY_BLACKJACK if is_safe else Step.ANNOUNCE_BLACKJACK
        return Due(c.AnnounceBlackjack(box=box.number), rules.clause_of(step))
    return pay if is_safe else None


def _ask(box: Box, index: int, player: str, question: Question) -> Ask:
    return Ask(player=player, box=box.number, hand=index, question=question)


def undecided_doublers(hand: Hand) -> list[Stake]:
    return [stake for stake in hand.stakes if stake.is_open and stake.doubles and not stake.is_answered]


def _due_to_followers(box: Box, index: int, hand: Hand, rules: TableRules) -> Next:
    """Other bettors on the box answer a double or a split before its card is dealt.

    Decisions: 0027, 0030.
    """
    if len(hand.stakes) < 2:
        return None
    decider = next((stake for stake in hand.stakes if stake.player == box.decider), None)
    if decider is None or not decider.is_answered or hand.awaits in ("hit", "double"):
        return None
    others = [stake.player for stake in hand.stakes if stake.is_open and not stake.is_answered]
    if not others:
        return None
    if hand.awaits == "card":
        asks = tuple(_ask(box, index, player, Question.FOLLOW_SPLIT) for player in others)
        return Waiting(asks, rules.clause_of(Step.FUND_SPLIT))
    if len(decider.doubles) > hand.doublings:
        asks = tuple(_ask(box, index, player, Question.FOLLOW_DOUBLE) for player in others)
        return Waiting(asks, rules.clause_of(Step.FOLLOW_DOUBLE))
    return None
