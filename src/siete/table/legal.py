"""What a player may do now, as templates with minimum, maximum and step; never a list of all amounts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.automatic import next_due
from siete.table.decide import refusal, refuse_asked
from siete.table.due import Ask, Question, Refusal, Waiting
from siete.table.frozen.fast_init import quicken
from siete.table.stages import betting, coupons, play, shuffling
from siete.table.stages.outcome import surrender_refund
from siete.table.state.hand import Hand, Stake
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.wagers import insurance, registry


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A command that is allowed; where it takes an amount, any multiple of `step` from `least` to `most`."""

    command: c.PlayerCommand
    """The command with its least amount."""
    least: Cents = Cents(0)
    most: Cents = Cents(0)
    step: Cents = Cents(0)
    at_stake: Cents = Cents(0)
    """What surrender would lose of the wager, or rescue save of it."""


quicken(Template)


def legal(state: TableState, rules: TableRules, player: str) -> tuple[Template, ...]:
    """Everything this player may do now."""
    return tuple(template for template, why in weighed(state, rules, player) if why is None)


def weighed(state: TableState, rules: TableRules, player: str) -> Iterator[tuple[Template, Refusal | None]]:
    """Everything this player may do now, and what they might want to do and may not, with the reason."""
    due = next_due(state, rules)
    if isinstance(due, Waiting):
        for ask in due.asks:
            if ask.player == player and not _is_dying(state, ask):
                for template in _answers(state, rules, ask):
                    yield template, refuse_asked(state, rules, ask, template.command)
    elif state.round is not None and not state.round.are_wagers_closed:
        for template in _wagers(state, rules, player):
            yield template, refusal(state, rules, template.command)


def _is_dying(state: TableState, ask: Ask) -> bool:
    """Whether the hand's money has gone back and the hand not yet: a table seen between the events of one step."""
    box = state.round.box(ask.box) if state.round is not None else None
    if box is None or ask.question in _BESIDE_HANDS:
        return False
    return not any(stake.is_open for stake in box.hands[ask.hand].stakes if stake.player == ask.player)


_BESIDE_HANDS = (Question.INSURANCE, Question.CUT, Question.LOOK, Question.RETURN)
"""What is not asked about one hand: whoever's hand is settled may still be offered the cut of a shoe that ran out."""


def _answers(state: TableState, rules: TableRules, ask: Ask) -> Iterator[Template]:
    if ask.question in (Question.LOOK, Question.RETURN):
        first = c.LookOver if ask.question is Question.LOOK else c.ReturnToTable
        for answer in (first, c.AskFaceUp, c.AskBatchSpread):
            yield Template(command=answer(player=ask.player, box=ask.box))
        return
    if ask.question is Question.CUT:
        assert state.pack is not None and state.pack.order is not None, "a stack is offered to be cut"
        least, most = shuffling.cut_limits(rules, len(state.pack.order))
        cut = c.CutCards(player=ask.player, box=ask.box, at=least)
        yield Template(command=cut, least=Cents(least), most=Cents(most), step=Cents(1))
        yield Template(command=c.RefuseCut(player=ask.player, box=ask.box))
        return
    if ask.question in (Question.SEEN_CARD, Question.SECOND_CARD, Question.LATE_CARD):
        for reply in (c.AcceptCard, c.RefuseCard):
            yield Template(command=reply(player=ask.player, box=ask.box))
        return
    assert state.round is not None, "questions are asked within a round"
    box = state.round.box(ask.box)
    assert box is not None, "questions are asked about boxes in play"
    rack, unit = state.racks[ask.player], rules.chip_denominations.unit
    if ask.question is Question.BLACKJACK:
        for blackjack in (c.TakeBlackjack, c.HoldBlackjack):
            yield Template(command=blackjack(player=ask.player, box=ask.box))
    elif ask.question is Question.INSURANCE:
        most = insurance.most(box.original(ask.player), rules)
        least = min(rules.chip_denominations.smallest, most)
        take = c.TakeInsurance(player=ask.player, box=ask.box, amount=least)
        yield Template(command=take, least=least, most=min(most, rack), step=unit)
        yield Template(command=c.DeclineInsurance(player=ask.player, box=ask.box))
    else:
        yield from _plays(rules, ask, box.hands[ask.hand], rack)


def _plays(rules: TableRules, ask: Ask, hand: Hand, rack: Cents) -> Iterator[Template]:
    stake = next(each for each in hand.stakes if each.player == ask.player and each.is_open)
    least, most = play.double_limits(hand, stake, rules)
    double = c.Double(player=ask.player, box=ask.box, amount=least)
    yield Template(command=double, least=least, most=max(least, min(most, rack)), step=rules.chip_denominations.unit)
    wanted = PLAYS if ask.question in (Question.PLAY, Question.DOUBLED) else ()
    for answer in (*PLAYS, c.StayOut, c.RefuseCard):
        if answer in wanted or play.may_answer(ask.question, answer):
            at_stake = _at_stake(answer, stake, rules)
            yield Template(command=answer(player=ask.player, box=ask.box), at_stake=at_stake)
    for rides in (0, 1) if play.may_answer(ask.question, c.RideHand) else ():
        yield Template(command=c.RideHand(player=ask.player, box=ask.box, rides=rides))


def _at_stake(answer: type[c.PlayerCommand], stake: Stake, rules: TableRules) -> Cents:
    if answer is c.Surrender:
        return Cents(stake.amount - surrender_refund(stake, rules))
    return stake.doubles[-1] if answer is c.Rescue and stake.doubles else Cents(0)


PLAYS: tuple[type[c.PlayerCommand], ...] = (c.Hit, c.Stand, c.Split, c.Surrender, c.Rescue)
"""What a player may want to do with a hand, beside doubling it."""


def _wagers(state: TableState, rules: TableRules, player: str) -> Iterator[Template]:
    assert state.round is not None, "wagers are placed within a round"
    rack, unit = state.racks.get(player, Cents(0)), rules.chip_denominations.unit
    spots = registry.offered(rules)
    boxes = {box.number: box for box in state.round.boxes}
    for number in range(1, rules.positions + 1):
        box = boxes.get(number)
        if len(betting.others(box, state, number, player)) >= rules.max_bettors_per_box:
            continue
        held = box.original(player) if box else Cents(0)
        least = max(Cents(rules.table_min - held), rules.chip_denominations.smallest)
        most = min(Cents(rules.table_max - held), rack)
        base = c.PlaceWager(player=player, box=number, amount=least)
        yield Template(command=base, least=least, most=max(least, most), step=unit)
        if box is None or not held:  # everything else needs a base wager
            continue
        for wager in spots:
            limits = betting.side_limits(box, rules, player, wager)
            if limits is not None and box.bet(player, wager) is None:
                side = c.PlaceWager(player=player, box=number, wager=wager, amount=limits[0])
                yield Template(command=side, least=limits[0], most=max(limits[0], min(limits[1], rack)), step=unit)
        for wager in coupons.spots(rules):
            worth = coupons.most(box, player, wager)
            if worth is not None:
                smallest = rules.chip_denominations.smallest
                coupon = c.PlaceCoupon(player=player, box=number, wager=wager, amount=smallest)
                yield Template(command=coupon, least=smallest, most=worth, step=unit)
        for wager in (Wager.BASE, *spots):
            if betting.held(box, player, wager) or state.round.calls:
                yield Template(command=c.WithdrawWager(player=player, box=number, wager=wager))
