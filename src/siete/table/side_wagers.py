"""Settling side wagers: match the dealer and jackpots, as soon as the cards face up decide them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siete.money import Cents, Odds, rounded
from siete.rules.kinds import Funding
from siete.rules.lines import SuperBonusShape
from siete.rules.options import JackpotType, MtdDownSettle, MtdSequence, MtdSettle, SuperBonusPaid
from siete.rules.paytable import MeterShare, OperatorPrize
from siete.rules.prizes import dollar_prize
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import couponing, seek
from siete.table import events as e
from siete.table.due import Due, Next
from siete.table.hand import Match, is_super_bonus_draw
from siete.table.state import Bet, Box, Round, TableState, Wager
from siete.table.wagers import jackpot, match_the_dealer, wheels


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """Settle what the up card and the bonus cards decide, then let the base game begin.

    Clauses: MD-7.F, MD-7.F.1, MA-6.d.1, MA-6.d.2, S13-f.4-1, S13-f.4-2, WA3-D12.e, WA3-D12.f, WA3-D12.g, WA3-D12.h,
    WA3-J5.a, WA3-J5.b, WA3-J6.b, WA2-D12.e, WA2-D12.h, WA2-J5.a, WA2-J6.b. Decisions: 0017, 0037, 0043.
    """
    if current.match_done:
        return None
    for step, spots in (("settle_match", (Wager.MATCH_UP,)), ("settle_bonus_cards", match_the_dealer.BONUS)):
        for box, bet in _matches(current, rules, spots):
            return Due(_settle(box, bet), rules.order(step))
    return _jackpots(current, rules) or Due(c.BeginBaseGame(), rules.order("begin_base"))


def due_down_card(current: Round, rules: TableRules, *, at: MtdDownSettle) -> Next:
    """Settle what waited for the down card: jackpot lines at once, down card wagers when the house settles them."""
    if at is MtdDownSettle.EXPOSURE:
        found = _jackpots(current, rules)
        if found is not None:
            return found
    if rules.mtd_down_settle is at:
        for box, bet in _matches(current, rules, (Wager.MATCH_DOWN,)):
            return Due(_settle(box, bet), rules.order("settle_down"))
    return None


def _settle(box: Box, bet: Bet) -> c.SettleWager:
    return c.SettleWager(box=box.number, player=bet.player, wager=bet.wager)


def _matches(current: Round, rules: TableRules, spots: tuple[Wager, ...]) -> Iterator[tuple[Box, Bet]]:
    """Match-the-dealer wagers on these spots in the order of settling."""
    boxes = seek.settling(current, rules)
    pairs = [(box, bet) for box in boxes for spot in spots for bet in seek.open_bets(box) if bet.wager is spot]
    if rules.mtd_sequence is MtdSequence.BY_CARD:
        pairs.sort(key=lambda pair: spots.index(pair[1].wager))
    if rules.mtd_settle is MtdSettle.LOSERS_THEN_WINNERS:
        pairs.sort(key=lambda pair: bool(_match_payments(current, pair[0], pair[1], rules)))
    yield from pairs


def _match_payments(current: Round, box: Box, bet: Bet, rules: TableRules) -> tuple[match_the_dealer.Payment, ...]:
    card = match_the_dealer.dealer_card(bet.wager, current)
    assert card is not None, "a spot is settled when its card is face up"
    return match_the_dealer.payments(box, card, bet.amount, rules)


def _jackpots(current: Round, rules: TableRules) -> Next:
    for box in seek.settling(current, rules) if rules.jackpot_games else ():
        for bet in seek.open_bets(box):
            if bet.wager in jackpot.WAGERS and _jackpot_lines(current, box, bet, rules) is not None:
                return Due(_settle(box, bet), rules.order("settle_jackpot"))
    return None


def _jackpot_lines(current: Round, box: Box, bet: Bet, rules: TableRules) -> tuple[str, ...] | None:
    down = match_the_dealer.dealer_card(Wager.MATCH_DOWN, current)
    return jackpot.lines(box.first_cards, current.up, down, jackpot.paytable(bet.wager, rules), rules)


def begin(state: TableState, rules: TableRules, command: c.BeginBaseGame, clause: str) -> Iterator[e.Event]:
    """The base game begins; where a clause orders it, the seat buttons show who will spin the wheel.

    Where the floor has a super bonus paid after the round, it hears of every chance of one.
    Clauses: MA-16.d.1, WA3-D10.c, WA3-D10.e, WA2-D10.c, WA2-D10.e.
    """
    yield e.MatchesSettled(clause=clause)
    assert state.round is not None, "the base game is within a round"
    for box in state.round.boxes if rules.order("show_spin") else ():
        for bet in seek.open_bets(box):
            if bet.wager is Wager.SPIN and wheels.wins_spin(box):
                yield e.SeatButtonPressed(player=bet.player, box=box.number, clause=rules.order("show_spin"))
    if rules.super_bonus_paid is SuperBonusPaid.AFTER_ROUND:
        for box in state.round.boxes:
            if is_super_bonus_draw(box.first_cards, state.round.up, rules.super_bonus_shape):
                step = _ALERTS[rules.super_bonus_shape]
                yield e.SuperBonusAlerted(box=box.number, clause=rules.order(step))


_ALERTS = {
    SuperBonusShape.SUITED_SEVENS: "alert_suited_sevens",
    SuperBonusShape.HEART_CLUB_DIAMOND_SEVENS: "alert_mixed_sevens",
}


def settle(state: TableState, rules: TableRules, command: c.SettleWager, clause: str) -> Iterator[e.Event]:
    """Pay or collect one match-the-dealer or jackpot wager, and touch no other. Clauses: MA-6.f, S13-f.6."""
    assert state.round is not None, "wagers are settled within a round"
    box = state.round.box(command.box)
    bet = box.bet(command.player, command.wager) if box else None
    assert box is not None and bet is not None, "a due step names a live wager"
    if command.wager in jackpot.WAGERS:
        yield from _settle_jackpot(state.round, box, bet, rules)
        return
    paid = _match_payments(state.round, box, bet, rules)
    what: Any = {"player": bet.player, "box": box.number, "hand": 0, "wager": bet.wager}
    for payment in paid:
        yield e.WagerPaid(**what, amount=payment.amount, line=payment.line, clause=payment.clause)
    yield from _coupon(bet, paid, what, clause, rules)
    if paid:
        yield e.WagerReturned(**what, amount=bet.amount, clause=clause)
    else:
        yield e.WagerCollected(**what, amount=bet.amount, line="no match", clause=clause)


def _coupon(
    bet: Bet, paid: tuple[match_the_dealer.Payment, ...], at: dict[str, Any], clause: str, rules: TableRules
) -> Iterator[e.Event]:
    """A coupon beside the wager wins once, for the better of its matches, or is lost with it."""
    if not bet.coupon:
        return
    assert rules.mtd_odds is not None, "an offered wager has odds"
    if not paid:
        yield from couponing.lost(bet, at, clause)
        return
    best = max(paid, key=lambda each: each.amount)
    odds = rules.mtd_odds.suited if best.line == Match.SUITED.value else rules.mtd_odds.unsuited
    yield from couponing.won(bet, at, odds, best.line, rules)


def _settle_jackpot(current: Round, box: Box, bet: Bet, rules: TableRules) -> Iterator[e.Event]:
    """Fixed lines are paid now, parts of the meter noted for their turn; the wager itself is kept. Decision: 0095."""
    table = jackpot.paytable(bet.wager, rules)
    made = _jackpot_lines(current, box, bet, rules) or ()
    for line in made:
        row = table.row(line)
        if isinstance(row.pays, MeterShare) or _from_meter(line, row.pays, rules):
            yield e.AwardWon(player=bet.player, box=box.number, wager=bet.wager, line=line, clause=row.clause)
        else:
            amount = jackpot_amount(bet, line, row.pays, rules)
            yield e.WagerPaid(
                player=bet.player, box=box.number, hand=0, wager=bet.wager, amount=amount, line=line, clause=row.clause
            )
    yield e.WagerCollected(
        player=bet.player,
        box=box.number,
        hand=0,
        wager=bet.wager,
        amount=bet.amount,
        line="" if made else "no line",
        clause=rules.order("settle_jackpot"),
    )


def _from_meter(line: str, pays: object, rules: TableRules) -> bool:
    """Whether a `$` prize is paid out of a progressive. Clauses: WA3-TA.alt1.c, WA3-TB.7, WA3-TC.3."""
    is_prize = isinstance(pays, OperatorPrize) and dollar_prize(rules, line).funded_by is Funding.JACKPOT
    return is_prize and rules.jackpot_type is JackpotType.PROGRESSIVE


def jackpot_amount(bet: Bet, line: str, pays: object, rules: TableRules) -> Cents:
    """What a fixed or `$` line pays for this wager. Clauses: WA3-TA.5, WA3-TB.6, WA3-TC.6."""
    if isinstance(pays, Odds):
        return rounded(bet.amount * pays.returned, rules.chip_denominations, rules.rounding_mode)
    return Cents(dollar_prize(rules, line).per_dollar * bet.amount)
