"""Match the Dealer: each of a player's first two cards against the up card, the down card or a bonus card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from siete.cards import Card
from siete.money import Cents, Odds, rounded
from siete.rules.options import MtdDownSettle, MtdMandatory, MtdSequence, MtdSettle
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import events as e
from siete.table.due import Due, Next
from siete.table.hand import Match, match_of
from siete.table.settling_order import open_bets, settling
from siete.table.state.box import Bet, Box
from siete.table.state.round import Round
from siete.table.state.wager import Wager
from siete.table.wager_place import WagerPlace
from siete.table.wagers import coupons
from siete.table.wagers.side_wager import Limits, LineInWords, Moment, Panel, SideWager, Spot, settle_step

BONUS = (Wager.MATCH_BONUS_1, Wager.MATCH_BONUS_2, Wager.MATCH_BONUS_3, Wager.MATCH_BONUS_4, Wager.MATCH_BONUS_5)


def offered(rules: TableRules) -> tuple[Wager, ...]:
    """The spots a player may wager on.

    Clauses: WA3-D12.a, WA2-D12.a.
    """
    if not rules.mtd_offered:
        return ()
    down = (Wager.MATCH_DOWN,) if rules.mtd_down_card else ()
    return (Wager.MATCH_UP, *down, *BONUS[: rules.mtd_bonus_cards])


def limits(wager: Wager, rules: TableRules, base: Cents) -> Limits:
    """The smallest and the largest wager beside this base wager."""
    assert rules.mtd_min is not None and rules.mtd_max is not None, "an offered wager has limits"
    return rules.mtd_min, min(rules.mtd_max, base) if rules.mtd_max_by_base else rules.mtd_max


def required(rules: TableRules) -> tuple[Wager, ...]:
    """The spots that a base wager needs beside it. Decision: 0041."""
    if rules.mtd_mandatory in (None, MtdMandatory.NONE):
        return ()
    return offered(rules)[: 1 if rules.mtd_mandatory is MtdMandatory.UP_CARD else None]


def due(moment: Moment, current: Round, rules: TableRules) -> Next:
    """Settle up card and bonus card wagers before play, down card wagers when the house does. Decisions: 0017, 0037."""
    if moment is Moment.BEFORE_PLAY:
        up_card = _first(current, rules, (Wager.MATCH_UP,), Step.SETTLE_MATCH)
        return up_card or _first(current, rules, BONUS, Step.SETTLE_BONUS_CARDS)
    if rules.mtd_down_settle is not None and moment is _DOWN_CARD[rules.mtd_down_settle]:
        return _first(current, rules, (Wager.MATCH_DOWN,), Step.SETTLE_DOWN)
    return None


_DOWN_CARD = {MtdDownSettle.EXPOSURE: Moment.EXPOSURE, MtdDownSettle.BASE_GAME: Moment.BASE_GAME}


def _first(current: Round, rules: TableRules, spots: tuple[Wager, ...], step: Step) -> Next:
    for box, bet in _in_order(current, rules, spots):
        return Due(settle_step(box, bet), rules.clause_of(step))
    return None


def _in_order(current: Round, rules: TableRules, spots: tuple[Wager, ...]) -> list[tuple[Box, Bet]]:
    """Wagers on these spots in the order of settling."""
    boxes = settling(current, rules)
    pairs = [(box, bet) for box in boxes for spot in spots for bet in open_bets(box) if bet.wager is spot]
    if rules.mtd_sequence is MtdSequence.BY_CARD:
        pairs.sort(key=lambda pair: spots.index(pair[1].wager))
    if rules.mtd_settle is MtdSettle.LOSERS_THEN_WINNERS:
        pairs.sort(key=lambda pair: bool(_payments(current, pair[0], pair[1], rules)))
    return pairs


def dealer_card(wager: Wager, current: Round) -> Card | None:
    """The card a spot is matched with; None while it is not face up."""
    if wager is Wager.MATCH_UP:
        return None if current.is_up_hidden or not current.dealer else current.up
    if wager is Wager.MATCH_DOWN:
        return current.dealer[1] if len(current.dealer) > 1 and not current.is_hole_hidden else None
    if current.are_bonus_cards_hidden:
        return None
    place = BONUS.index(wager)
    return current.bonus_cards[place] if place < len(current.bonus_cards) else None


@dataclass(frozen=True, slots=True)
class MatchPayment:
    """One line of a wager that won."""

    line: str
    amount: Cents
    clause: str


def payments(box: Box, card: Card, amount: Cents, rules: TableRules) -> tuple[MatchPayment, ...]:
    """What the wager is paid for each of the first two cards that matches; both may.

    Clauses: MD-7.F.1.a, MDD-7.F.1.a, MD-7.F.1.c, MDD-7.F.1.c, MA-6.a.2, S13-f.1-2, WA3-G12.b, WA3-G12.c, WA3-G12.d,
    WA3-G12.f, WA3-D12.e, WA3-D12.f, WA3-D12.i, WA2-G12.b, WA2-G12.c, WA2-G12.f, WA2-D12.e, WA2-D12.i.
    """
    assert rules.mtd_odds is not None, "an offered wager has odds"
    odds: dict[Match, Odds] = {Match.SUITED: rules.mtd_odds.suited, Match.UNSUITED: rules.mtd_odds.unsuited}
    clauses = rules.clauses.get("mtd_odds") or ("",)
    by_match = {Match.UNSUITED: clauses[0], Match.SUITED: clauses[-1]}
    matches = [match_of(first, card) for first in box.first_cards]
    won = [match for match in matches if match is not Match.NONE]
    paid = {match: rounded(amount * odds[match].payout, rules.chip_denominations, rules.rounding_mode) for match in won}
    return tuple(MatchPayment(match.value, paid[match], by_match[match]) for match in won)


def _payments(current: Round, box: Box, bet: Bet, rules: TableRules) -> tuple[MatchPayment, ...]:
    card = dealer_card(bet.wager, current)
    assert card is not None, "a spot is settled when its card is face up"
    return payments(box, card, bet.amount, rules)


def settle(current: Round, box: Box, bet: Bet, rules: TableRules, clause: str) -> Iterator[e.Event]:
    """Pay every match, or collect the wager; the base wager is not touched. Clauses: MA-6.f, S13-f.6."""
    paid = _payments(current, box, bet, rules)
    place = WagerPlace.of_bet(box, bet)
    for payment in paid:
        yield place.paid(payment.amount, line=payment.line, clause=payment.clause)
    yield from _coupon(bet, paid, place, clause, rules)
    if paid:
        yield place.returned(bet.amount, clause=clause)
    else:
        lost = rules.clause_of(Step.MATCH_LOST) or clause
        yield place.collected(bet.amount, line="no match", clause=lost)


def _coupon(
    bet: Bet, paid: tuple[MatchPayment, ...], place: WagerPlace, clause: str, rules: TableRules
) -> Iterator[e.Event]:
    """A coupon beside the wager wins once, for the better of its matches, or is lost with it."""
    if not bet.coupon:
        return
    assert rules.mtd_odds is not None, "an offered wager has odds"
    if not paid:
        yield from coupons.lost(bet, place, clause)
        return
    best = max(paid, key=lambda each: each.amount)
    odds = rules.mtd_odds.suited if best.line == Match.SUITED.value else rules.mtd_odds.unsuited
    yield from coupons.won(bet, place, odds, best.line, rules)


def _panels(rules: TableRules) -> Iterator[Panel]:
    if rules.mtd_odds is None:
        return
    suited, unsuited = str(rules.mtd_odds.suited), str(rules.mtd_odds.unsuited)
    rows = (("same rank and suit", suited), ("same rank, another suit", unsuited))
    cards = f" + {rules.mtd_bonus_cards} Bonus Cards" if rules.mtd_bonus_cards else ""
    note = f"{suited}, {unsuited}{cards}"
    clause = rules.clause("mtd_odds")
    yield Panel(wager=Wager.MATCH_UP, title="Match the Dealer", note=note, rows=rows, clause=clause)


def _lines(wager: Wager, rules: TableRules) -> Mapping[str, LineInWords]:
    assert rules.mtd_odds is not None, "an offered wager has odds"
    return {
        Match.SUITED.value: LineInWords("Suited match", str(rules.mtd_odds.suited)),
        Match.UNSUITED.value: LineInWords("Match", str(rules.mtd_odds.unsuited)),
    }


WAGER = SideWager(
    spots=(
        Spot(wager=Wager.MATCH_UP, title="Match the Dealer", short="Match", mark="UP", key="m"),
        Spot(wager=Wager.MATCH_DOWN, title="Match, down card", short="Down", mark="DN", key="w"),
        *(
            Spot(wager=wager, title=f"Bonus Card {number}", short=f"Card {number}", mark=f"C{number}", key=str(number))
            for number, wager in enumerate(BONUS, start=1)
        ),
    ),
    offered=offered,
    limits=limits,
    limit_clause=lambda rules: rules.clause_or_step("mtd_max", Step.PLACE_SIDE),
    least_clause=lambda rules: rules.clause_or_step("mtd_min", Step.PLACE_SIDE),
    due=due,
    settle=settle,
    panels=_panels,
    lines=_lines,
    required=required,
    takes_coupons=True,
    waits_for_second_card=(Wager.MATCH_DOWN,),
)
