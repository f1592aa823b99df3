"""The players' turns: what each hand may do, what it is asked, and the cards it is dealt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from siete.cards import Rank
from siete.money import Cents, cents_to_text
from siete.rules.options import BlackjackPaid, CollectBusts, DealerBjCollect, TwentyOnePaid
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Ask, Due, Next, Question, Refusal, Waiting
from siete.table.hand import BEST_TOTAL, is_pair
from siete.table.insuring import may_go, needs_first_cards
from siete.table.state import Box, Hand, HandStatus, Round, Stake, TableState, Wager


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """The first thing due to any hand, from the dealer's left; each hand is finished before the next one begins.

    Clauses: MD-7.H, MD-11.B, MA-7.e, MA-10.b, S13-g.5, S13-j.2. Decision: 0029.
    """
    if current.faults.passed is not None:
        return _ask_passed(current, current.faults.passed, rules)
    if current.faults.offered is not None:
        return _ask_seen(current, current.faults.offered, rules)
    for box in current.boxes:
        for index, hand in enumerate(box.hands):
            if current.faults.late and (box.number, index) in current.faults.late:
                continue
            found = _due_to_hand(current, box, index, hand, rules)
            if found is not None:
                return found
    return _due_to_late(current, rules)


def _ask_passed(current: Round, at: tuple[int, int], rules: TableRules) -> Next:
    """The remedy for a card that was asked for and not dealt. Clauses: MD-13.O, MDD-13.O."""
    box = current.box(at[0])
    assert box is not None, "a hand dealt past is in play"
    return Waiting((_ask(box, at[1], box.decider, Question.LATE_CARD),), rules.order("card_skipped"))


def _ask_seen(current: Round, at: tuple[int, int], rules: TableRules) -> Next:
    """Whether the hand that asked for a card takes the one that was seen. Decision: 0080."""
    box = current.box(at[0])
    assert box is not None, "a hand that asked for a card is in play"
    return Waiting((_ask(box, at[1], box.decider, Question.SEEN_CARD),), rules.order("drawn_exposed"))


def _due_to_late(current: Round, rules: TableRules) -> Next:
    """Hands that chose to have their missed card last; it comes before the dealer's own.

    Clauses: MD-13.O.1, MDD-13.O.1, MA-15.i.1, S13-o.9-1. Decision: 0083.
    """
    for number, index in current.faults.late:
        box = current.box(number)
        assert box is not None, "a late hand is in play"
        found = _due_to_hand(current, box, index, box.hands[index], rules)
        if isinstance(found, Due) and isinstance(found.command, c.Deal) and box.hands[index].awaits:
            return Due(found.command, rules.order("skipped_later"))
        if found is not None:
            return found
    return None


def _due_to_hand(current: Round, box: Box, index: int, hand: Hand, rules: TableRules) -> Next:
    if not hand.is_open:
        return _due_after_payment(current, box, index, hand, rules)
    if hand.status is HandStatus.PLAYING:
        return _due_in_play(current, box, index, hand, rules)
    is_taken_now = rules.collect_busts is CollectBusts.IMMEDIATE and not _may_meet_blackjack(current, hand, rules)
    if hand.status is HandStatus.BUST and is_taken_now:
        return Due(c.CollectBust(box=box.number, hand=index), rules.order("bust"))
    if hand.status is HandStatus.SURRENDERED and current.up.rank not in rules.surrender_parked_up_cards:
        return Due(c.SettleSurrender(box=box.number, hand=index), rules.order("surrender_at_once"))
    is_21 = hand.status is HandStatus.STOOD and hand.total.total == BEST_TOTAL
    if is_21 and rules.twenty_one_paid is TwentyOnePaid.AT_ONCE:
        return Due(c.PayHand(box=box.number, hand=index), rules.order("pay_21"))
    return None


def _may_meet_blackjack(current: Round, hand: Hand, rules: TableRules) -> bool:
    """Whether a dealer blackjack not yet looked for could give part of a bust hand's wagers back. Decision: 0015."""
    is_late = current.peek is None and (current.up.rank is Rank.ACE or current.up.rank.is_face)
    has_more = hand.is_split or hand.doublings > 0
    return is_late and has_more and rules.dealer_bj_collect is DealerBjCollect.ORIGINAL_ONLY


def _due_after_payment(current: Round, box: Box, index: int, hand: Hand, rules: TableRules) -> Next:
    """Remove the cards of a hand paid in mid-round, unless a super bonus or a down card wager keeps them.

    Clauses: MD-7.H.1.a, WA3-D2.a, WA3-D3.a, WA3-D10.d, WA3-D10.f, WA2-D2.a, WA2-D3.a, WA2-D10.d, WA2-D10.f.
    """
    if hand.is_removed or hand.status is HandStatus.BUST or any(stake.is_lost for stake in hand.stakes):
        return None
    is_early = rules.blackjack_paid is BlackjackPaid.BEFORE_PEEK and may_go(box, current, rules)
    is_safe = rules.blackjack_paid is BlackjackPaid.AT_ONCE_IF_SAFE and current.up.rank not in rules.peek_up_cards
    if hand.is_blackjack and (is_early or is_safe):
        return Due(c.RemoveHand(box=box.number, hand=index), rules.order("remove_blackjack"))
    is_21 = hand.status is HandStatus.STOOD and hand.total.total == BEST_TOTAL
    if not is_21 or rules.twenty_one_paid is not TwentyOnePaid.AT_ONCE or needs_first_cards(box):
        return None
    if (box.number, index) in current.super_bonuses:
        return None
    return Due(c.RemoveHand(box=box.number, hand=index), rules.order("pay_21"))


def _due_in_play(current: Round, box: Box, index: int, hand: Hand, rules: TableRules) -> Next:
    follow = _due_to_followers(box, index, hand, rules)
    if follow is not None:
        return follow
    if hand.awaits:
        steps = {"hit": "deal_hit", "double": "deal_double", "card": "deal_split"}
        return Due(c.Deal(box=box.number, hand=index), rules.order(steps[hand.awaits]))
    if hand.is_blackjack and not hand.is_held:
        return _due_to_blackjack(current, box, rules)
    if hand.doublings:
        asks = tuple(_ask(box, index, stake.player, Question.DOUBLED) for stake in _undecided_doublers(hand))
        return Waiting(asks, rules.order("rescue"))
    return Waiting((_ask(box, index, box.decider, Question.PLAY),), rules.order("turn"))


def _due_to_blackjack(current: Round, box: Box, rules: TableRules) -> Due | None:
    """Pay a blackjack in its turn, or announce it and let it wait for the hole card.

    Clauses: MD-7.H.1.a, MDD-7.H.1.a, MD-7.H.1.b, MDD-7.H.1.b, MD-7.H.1.b.i, MDD-7.H.1.b.i,
    MD-7.H.1.b.ii, MDD-7.H.1.b.ii, MD-7.H.1.b.iii, MDD-7.H.1.b.iii. Decision: 0006.
    """
    pay = Due(c.PayHand(box=box.number), rules.order("pay_blackjack"))
    if rules.blackjack_paid is not BlackjackPaid.AT_ONCE_IF_SAFE:
        return pay if rules.blackjack_paid is BlackjackPaid.BEFORE_PEEK else None
    is_safe = current.up.rank not in rules.peek_up_cards
    if not box.is_blackjack_announced:
        step = "pay_blackjack" if is_safe else "announce_blackjack"
        return Due(c.AnnounceBlackjack(box=box.number), rules.order(step))
    return pay if is_safe else None


def _ask(box: Box, index: int, player: str, question: Question) -> Ask:
    return Ask(player=player, box=box.number, hand=index, question=question)


def _undecided_doublers(hand: Hand) -> list[Stake]:
    return [stake for stake in hand.stakes if stake.is_open and stake.doubles and not stake.is_answered]


def _due_to_followers(box: Box, index: int, hand: Hand, rules: TableRules) -> Next:
    """Other bettors on the box answer a double or a split before its card is dealt.

    Clauses: MA-13.d.1, MA-13.e, S13-m.4-1, S13-m.5. Decisions: 0027, 0030.
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
        return Waiting(asks, rules.order("fund_split"))
    if len(decider.doubles) > hand.doublings:
        asks = tuple(_ask(box, index, player, Question.FOLLOW_DOUBLE) for player in others)
        return Waiting(asks, rules.order("follow_double"))
    return None


# --- what a hand may do ----------------------------------------------------------------------------------------


def may_hit(hand: Hand, rules: TableRules) -> bool:
    """Whether the hand may draw: below 21, or on a soft 21 where the rule set leaves that open.

    Clauses: MD-7.J, MD-7.J.1, MDD-7.J.1, MD-7.J.2, MA-12.a, MA-12.a.1, S13-l.1, S13-l.1.i, WA3-D3, WA3-G6.b.
    Decision: 0010.
    """
    if hand.doublings or hand.is_blackjack or _is_closed_ace(hand, rules):
        return False
    total = hand.total
    return total.total < BEST_TOTAL or (total.total == BEST_TOTAL and total.is_soft and rules.hit_soft21)


def may_double(hand: Hand, rules: TableRules) -> bool:
    """Whether the hand may be doubled (again) on the cards it holds now.

    Clauses: MD-7.K, MDD-7.K, MD-10.A.a, MD-10.B, MD-10.C, MD-11.C, MA-9.a.1, MA-10.c.1, MA-12.a.2, S13-i.1-1,
    S13-j.3-1, S13-l.1.ii, WA3-G7.a, WA3-G8.b, WA3-G8.c, WA3-G8.d, WA3-D2.c, WA3-D3.b, WA3-D5.a, WA3-D6.a, WA3-D6.b,
    WA3-D6.c, WA2-G8.b, WA2-G8.d, WA2-D6.a, WA2-D6.c. Decisions: 0010, 0022.
    """
    if hand.doublings >= rules.max_doublings or (hand.doublings and not rules.double_double):
        return False
    if len(hand.cards) < rules.double_min_cards or _is_closed_ace(hand, rules):
        return False
    if hand.is_blackjack:
        return rules.double_blackjack
    total = hand.total
    return total.total < BEST_TOTAL or (total.total == BEST_TOTAL and total.is_soft and rules.double_soft21)


def _is_closed_ace(hand: Hand, rules: TableRules) -> bool:
    """Whether this is a split ace that may take no further card."""
    return hand.is_split and hand.cards[0].rank is Rank.ACE and not rules.split_aces_draw


def may_split(box: Box, hand: Hand, rules: TableRules) -> bool:
    """Whether the hand is a pair by value and the box has splits left.

    Clauses: MD-11.A.a, MD-11.D, MA-10.a.1, MA-10.c.2, S13-j.1-1, S13-j.3-2, WA3-G6.a, WA3-D4.a. Decision: 0028.
    """
    if hand.doublings or not is_pair(hand.cards):
        return False
    is_aces = hand.cards[0].rank is Rank.ACE
    further = rules.max_additional_splits_aces if is_aces else rules.max_additional_splits
    return len(box.hands) - 1 < 1 + further


def may_surrender(box: Box, hand: Hand, rules: TableRules) -> bool:
    """Whether surrender is still the first decision on the first two cards.

    Clauses: MD-9.A, MD-9.B, MA-8.a.0, MA-8.a.00, S13-h.1-1, S13-h.1-2, WA3-G9.b, WA3-G9.c, WA3-D7.b1, WA3-D9.a,
    WA3-D9.b, WA2-G9.b, WA2-D7.b1. Decision: 0023.
    """
    is_first = len(hand.cards) == 2 and not hand.is_split and not hand.doublings
    return rules.surrender_offered and is_first and not hand.is_blackjack


def may_rescue(hand: Hand, stake: Stake, rules: TableRules) -> bool:
    """Whether a bettor may take the last doubled portion back: a doubled hand, not bust and no 21 paid at once.

    Clauses: MD-10.H, MA-9.d, S13-i.4, WA3-G7.b, WA3-D7.a1, WA3-D7.a3, WA3-D7.b2, WA2-D7.b2.
    Decisions: 0022, 0024, 0025.
    """
    most = BEST_TOTAL - 1 if rules.twenty_one_paid is TwentyOnePaid.AT_ONCE else BEST_TOTAL
    return rules.rescue and bool(stake.doubles) and hand.total.total <= most and hand.doublings > 0


def double_limits(hand: Hand, stake: Stake, rules: TableRules) -> tuple[Cents, Cents]:
    """Least and most a bettor may double by.

    Clauses: MD-10.A.b, MA-9.a.2, S13-i.1-2, WA3-G8.f, WA3-G8.g, WA3-D5.c, WA3-D5.d1, WA3-D5.d2, WA3-D6.d, WA3-D6.e.
    Decisions: 0026, 0027.
    """
    if hand.doublings:
        most = min(stake.total, rules.dd_cap) if rules.dd_cap is not None else stake.total
        return most, most
    if not rules.double_for_less:
        return stake.amount, stake.amount
    return rules.double_min or rules.chip_denominations.smallest, stake.amount


def must_stand(box: Box, hand: Hand, rules: TableRules) -> bool:
    """Whether nothing is left to decide on a hand that has just been dealt a card and is not bust."""
    if hand.doublings:
        is_paid_now = rules.twenty_one_paid is TwentyOnePaid.AT_ONCE and hand.total.total == BEST_TOTAL
        can_rescue = rules.rescue and not is_paid_now
        return not can_rescue and not may_double(hand, rules)
    if len(hand.cards) == 2 and not hand.is_split:
        return False
    return not (may_hit(hand, rules) or may_double(hand, rules) or may_split(box, hand, rules))


# --- decisions -------------------------------------------------------------------------------------------------


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


def refuse_question(ask: Ask, command: c.PlayerCommand, rules: TableRules) -> Refusal | None:
    """Whether the command answers another question than the one that was asked."""
    if type(command) in _ANSWERS[ask.question]:
        return None
    if isinstance(command, c.TakeInsurance | c.DeclineInsurance):
        return Refusal("command/insurance-closed", "Insurance is not open.", clause=rules.order("insurance_time"))
    allowed = ", ".join(sorted(answer.__name__ for answer in _ANSWERS[ask.question]))
    sentence = f"{type(command).__name__} does not answer {ask.question.value}; {allowed} do."
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
        allowed = cents_to_text(least) if least == most else f"{cents_to_text(least)} to {cents_to_text(most)}"
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
    sentence = "Surrender is the first decision on the first two cards, or none."
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
    waits = [stake.player for stake in _undecided_doublers(hand) if stake.player != command.player]
    if waits:
        yield e.BettorAnswered(player=command.player, box=box.number, hand=ask.hand, clause=rules.order("stand"))
    else:
        yield e.HandStood(box=box.number, hand=ask.hand, clause=rules.order("stand"))


def _rescue(box: Box, ask: Ask, hand: Hand, stake: Stake, rules: TableRules) -> Iterator[e.Event]:
    """The last doubled portion comes back, full, lesser or capped; all else the bettor has on the hand is lost.

    Clauses: WA3-G8.h, WA3-G8.i, WA3-D6.e, WA3-D7.a2, WA2-G8.h, WA2-G8.i, WA2-D6.e, WA2-D7.a2. Decision: 0025.
    """
    clause = rules.order("rescue")
    last = stake.doubles[-1]
    at: Any = {"box": box.number, "hand": ask.hand}
    yield e.WagerRescued(player=stake.player, **at, amount=last, clause=clause)
    yield e.WagerCollected(
        player=stake.player, **at, wager=Wager.BASE, amount=Cents(stake.total - last), line="rescued", clause=clause
    )
    if not [each for each in _undecided_doublers(hand) if each is not stake]:
        yield e.HandStood(**at, clause=clause)
