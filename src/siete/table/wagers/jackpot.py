"""Washington jackpots: fixed lines are paid as soon as the cards decide them, parts of a meter after the hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from siete.money import Cents, Odds, cents_to_text, rounded
from siete.rules.options import After100pct, JackpotType
from siete.rules.paytable import MeterShare, OperatorPrize, Paytable
from siete.rules.paytable_lines import JackpotLine
from siete.rules.side_games.jackpot_amounts import dollar_prize, start_amounts
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.rules.value_kinds import Funding
from siete.table import events as e
from siete.table.due import Due, Next
from siete.table.state.box import Bet, Box
from siete.table.state.round import Award, Round
from siete.table.state.wager import Wager
from siete.table.wager_place import WagerPlace
from siete.table.wagers.descriptions import line_in_words, rows_in_words
from siete.table.wagers.jackpot_lines import lines
from siete.table.wagers.side_wager import (
    Limits,
    LineInWords,
    MeterTerms,
    Moment,
    Panel,
    PaysAward,
    Progressive,
    SideWager,
    Spot,
    open_in_order,
    settle_step,
)

WAGERS = (Wager.JACKPOT_1, Wager.JACKPOT_2)
_TITLES = ("Jackpot", "Second jackpot")
_STARTS = (("meter_seed", "meter_reset"), ("second_meter_seed", "second_meter_reset"))


def offered(rules: TableRules) -> tuple[Wager, ...]:
    """The jackpot spots of the layout."""
    return WAGERS[: rules.jackpot_games]


def limits(wager: Wager, rules: TableRules, base: Cents) -> Limits:
    """The one amount that a game takes."""
    fixed = rules.jackpot_wager[WAGERS.index(wager)]
    return fixed, fixed


def paytable(wager: Wager, rules: TableRules) -> Paytable:
    """The paytable of a game."""
    return rules.jackpot_pays[WAGERS.index(wager)]


def due(moment: Moment, current: Round, rules: TableRules) -> Next:
    """Settle what the cards face up decide: before play, or when the dealer's second card comes. Decision: 0043."""
    if moment not in (Moment.BEFORE_PLAY, Moment.SECOND_CARD) or not rules.jackpot_games:
        return None
    for box, bet in open_in_order(current, rules, WAGERS):
        if _lines_made(current, box, bet, rules) is not None:
            return Due(settle_step(box, bet), rules.clause_of(Step.SETTLE_JACKPOT))
    return None


def _lines_made(current: Round, box: Box, bet: Bet, rules: TableRules) -> tuple[JackpotLine, ...] | None:
    is_down_seen = len(current.dealer) > 1 and not current.is_hole_hidden
    down = current.dealer[1] if is_down_seen else None
    return lines(box.first_cards, current.up, down, paytable(bet.wager, rules), rules)


def settle(current: Round, box: Box, bet: Bet, rules: TableRules, clause: str) -> Iterator[e.Event]:
    """Fixed lines are paid now, parts of the meter noted for their turn; the wager itself is kept. Decision: 0095."""
    place = WagerPlace.of_bet(box, bet)
    table = paytable(bet.wager, rules)
    made = _lines_made(current, box, bet, rules) or ()
    for line in made:
        row = table.row(line)
        if isinstance(row.pays, MeterShare) or _from_meter(line, row.pays, rules):
            yield place.award_won(line=line, clause=row.clause)
        else:
            yield place.paid(line_amount(bet, line, row.pays, rules), line=line, clause=row.clause)
    yield place.collected(bet.amount, line="" if made else "no line", clause=rules.clause_of(Step.SETTLE_JACKPOT))


def _from_meter(line: str, pays: object, rules: TableRules) -> bool:
    """Whether a `$` prize is paid out of a progressive. Clauses: WA3-TA.alt1.c, WA3-TB.7, WA3-TC.3."""
    is_prize = isinstance(pays, OperatorPrize) and dollar_prize(rules, line).funded_by is Funding.JACKPOT
    return is_prize and rules.jackpot_type is JackpotType.PROGRESSIVE


def line_amount(bet: Bet, line: str, pays: object, rules: TableRules) -> Cents:
    """What a fixed or `$` line pays for this wager. Clauses: WA3-TA.5, WA3-TB.6, WA3-TC.6."""
    if isinstance(pays, Odds):
        return rounded(bet.amount * pays.returned, rules.chip_denominations, rules.rounding_mode)
    return Cents(dollar_prize(rules, line).per_dollar * bet.amount)


def _meters(rules: TableRules) -> Iterator[MeterTerms]:
    for game, (wager, title) in enumerate(zip(offered(rules), _TITLES, strict=False)):
        seed, reset = start_amounts(rules, game)
        yield MeterTerms(
            name=wager.value,
            title=title,
            wager=wager,
            seed=seed,
            reset=reset,
            rate=rules.meter_increment or Fraction(0),
            reserve_rate=rules.reserve_increment or Fraction(0),
            cap=rules.meter_cap,
            after=rules.after_100pct or After100pct.RESEED,
            is_fed=rules.jackpot_type is JackpotType.PROGRESSIVE,
            clause=rules.clause_of(Step.CONTRIBUTE),
            parameters=(*_STARTS[game], "meter_increment", "reserve_increment", "meter_cap"),
        )


def _place(award: Award, rules: TableRules) -> tuple[int, ...]:
    """Box by box, then game by game, then line by line."""
    rows = [row.line for row in paytable(award.wager, rules)]
    return award.box, WAGERS.index(award.wager), rows.index(award.line)


def _is_whole(award: PaysAward, rules: TableRules) -> bool:
    pays = paytable(award.wager, rules).row(award.line).pays
    return isinstance(pays, MeterShare) and pays.percent == 100


def _award_amount(award: PaysAward, shown: Cents, rules: TableRules) -> Cents:
    pays = paytable(award.wager, rules).row(award.line).pays
    if isinstance(pays, OperatorPrize):
        prize = dollar_prize(rules, award.line)
        assert prize.funded_by is Funding.JACKPOT, "house prizes are paid at once"
        wager = rules.jackpot_wager[WAGERS.index(award.wager)]
        return Cents(prize.per_dollar * wager)
    assert isinstance(pays, MeterShare), "only parts of a meter wait for it"
    return Cents(shown * pays.percent // 100)


def _panels(rules: TableRules) -> Iterator[Panel]:
    for wager, title in zip(offered(rules), _TITLES, strict=False):
        table, (amount, _) = paytable(wager, rules), limits(wager, rules, Cents(0))
        note = f"{cents_to_text(amount)}, table {table.id}"
        clause = table.clause or rules.clause("jackpot_pays")
        yield Panel(wager=wager, title=title, note=note, rows=rows_in_words(rules, table, amount), clause=clause)


def _lines(wager: Wager, rules: TableRules) -> Mapping[str, LineInWords]:
    return {row.line: LineInWords(line_in_words(row.line), str(row.pays)) for row in paytable(wager, rules)}


WAGER = SideWager(
    spots=(
        Spot(wager=Wager.JACKPOT_1, title=_TITLES[0], short="Jackpot", mark="JP", key="j"),
        Spot(wager=Wager.JACKPOT_2, title=_TITLES[1], short="Jackpot 2", mark="J2", key="J"),
    ),
    offered=offered,
    limits=limits,
    limit_clause=lambda rules: rules.clause("jackpot_wager"),
    place_step=Step.PLACE_JACKPOT,
    due=due,
    settle=settle,
    panels=_panels,
    lines=_lines,
    is_locked_out=True,
    waits_for_second_card=WAGERS,
    progressive=Progressive(
        names={wager.value: wager for wager in WAGERS},
        meters=_meters,
        meter_of=lambda award: award.wager.value,
        amount=_award_amount,
        is_whole=_is_whole,
        place=_place,
        posted=lambda rules: rules.jackpot_type is JackpotType.HOUSE,
        line_clause=lambda award, rules: paytable(award.wager, rules).row(award.line).clause,
    ),
)
