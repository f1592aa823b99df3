"""Bonus Spin: a blackjack on the box spins the wheel, which pays its symbol; some symbols pay everybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from siete.cards import Rank
from siete.money import Cents, cents_to_text
from siete.rules.jackpot_amounts import fixed_prize_in_words
from siete.rules.options import After100pct, JackpotType, SpinOrder, SpinTiming, SpinTrigger
from siete.rules.paytable import MeterShare, Row, Wheel
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Due, Next, Refusal
from siete.table.hand import is_blackjack
from siete.table.settling_order import open_bets, settling
from siete.table.state.box import Bet, Box
from siete.table.state.round import Round
from siete.table.state.wager import Wager
from siete.table.wager_place import WagerPlace
from siete.table.wagers.descriptions import rows_in_words
from siete.table.wagers.side_wager import (
    Limits,
    LineInWords,
    MeterTerms,
    Moment,
    Panel,
    Progressive,
    SideWager,
    Spot,
    WheelGame,
    WheelShown,
    open_in_order,
    settle_step,
)
from siete.table.wagers.wheels import row_amount, stake_back, symbols_in_words

TITLE = "Bonus Spin"
METER = "spin"


def offered(rules: TableRules) -> tuple[Wager, ...]:
    """The one spot."""
    return (Wager.SPIN,) if rules.spin_offered else ()


def limits(wager: Wager, rules: TableRules, base: Cents) -> Limits:
    """The one amount the wager may have."""
    assert rules.spin_wager is not None, "an offered wager has its amount"
    return rules.spin_wager, rules.spin_wager


def wins_spin(box: Box) -> bool:
    """Whether the box's first two cards are a blackjack. Clauses: MD-6.G.2, MA-16.d.1."""
    return is_blackjack(box.first_cards, is_split=False)


def wins_ace(box: Box, rules: TableRules) -> bool:
    """Whether an ace among the first two cards pays by itself, where they are no blackjack, which spins the wheel.

    Clauses: MA-16.c. Decision: 0065.
    """
    has_ace = any(card.rank is Rank.ACE for card in box.first_cards)
    return has_ace and rules.spin_trigger is SpinTrigger.ACE_OR_BLACKJACK


_MOMENTS = {SpinTiming.END_OF_ROUND: Moment.PRIZES}
_ORDERS = {SpinOrder.SETTLEMENT_ORDER: open_in_order}


def due(moment: Moment, current: Round, rules: TableRules) -> Next:
    """After the prizes, spin for each blackjack and settle the rest, box by box. Decision: 0059."""
    if rules.spin_timing is None or moment is not _MOMENTS[rules.spin_timing] or rules.spin_order is None:
        return None
    for box, bet in _ORDERS[rules.spin_order](current, rules, WAGER.wagers):
        step = c.Spin(box=box.number, player=bet.player, wager=Wager.SPIN) if wins_spin(box) else settle_step(box, bet)
        return Due(step, rules.clause_of(Step.SPIN))
    return None


def begin(current: Round, rules: TableRules) -> Iterator[e.Event]:
    """Where a clause orders it, the seat buttons show who will spin the wheel."""
    for box in current.boxes if rules.clause_of(Step.SHOW_SPIN) else ():
        for bet in open_bets(box):
            if bet.wager is Wager.SPIN and wins_spin(box):
                yield e.SeatButtonPressed(player=bet.player, box=box.number, clause=rules.clause_of(Step.SHOW_SPIN))


def settle(current: Round, box: Box, bet: Bet, rules: TableRules, clause: str) -> Iterator[e.Event]:
    """A wager that earned no spin: lost, or paid for an ace where that pays by itself."""
    place = WagerPlace.of_bet(box, bet)
    if wins_ace(box, rules) and rules.spin_ace_pays:
        yield place.paid(rules.spin_ace_pays, line="ace", clause=rules.clause_of(Step.SPIN_ACE))
        yield from stake_back(place, bet, rules)
    lacked = "no ace" if rules.spin_trigger is SpinTrigger.ACE_OR_BLACKJACK else "no blackjack"
    yield place.wheel_spun(line=lacked, clause=rules.clause("spin_trigger") or clause)


def spin(current: Round, rules: TableRules, command: c.Spin, clause: str) -> Iterator[e.Event]:
    """Pay for one player's spin: an amount, a fixed prize, or the meter; a community symbol pays the others too.

    Clauses: MD-12.D.8.a. Decision: 0058.
    """
    row = _row(command.symbols[0], rules) if len(command.symbols) == 1 else None
    if row is None:
        raise Refusal("command/no-such-symbol", f"The wheel has no {command.symbols}.", clause=clause)
    box = current.box(command.box)
    assert box is not None, "a due step names a box in play"
    bet = box.bet(command.player, Wager.SPIN)
    assert bet is not None, "a due step names a live wager"
    place = WagerPlace.of_bet(box, bet)
    yield place.wheel_spun(command.symbols, clause=clause)
    if not isinstance(row.pays, MeterShare):
        yield place.paid(row_amount(row), line=row.line, clause=row.clause)
    elif rules.jackpot_type is JackpotType.PROGRESSIVE:
        yield place.award_won(line=row.line, clause=row.clause)
    else:
        yield _fixed_prize(place, row, rules)
    yield from stake_back(place, bet, rules)
    for other, theirs in _others(current, command.player, rules) if row.community else ():
        yield WagerPlace.of_bet(other, theirs).paid(row.community, line=row.line, clause=row.clause)
        yield from _stake_back_to_others(other, theirs, rules)


def _fixed_prize(place: WagerPlace, row: Row, rules: TableRules) -> e.Event:
    """A fixed prize in chips, or merchandise, of which nothing is paid in chips.

    Decision: 0192.
    """
    assert rules.meter_seed is not None, "a fixed prize has its value"
    if rules.jackpot_type is not JackpotType.MERCHANDISE:
        return place.paid(rules.meter_seed, line=row.line, clause=row.clause)
    return place.handed_over(rules.jackpot_prize or "merchandise", rules.meter_seed, line=row.line, clause=row.clause)


def _row(symbol: str, rules: TableRules) -> Row | None:
    """The line of a symbol; None for a symbol that the wheel has not."""
    on_wheel = rules.spin_wheel is not None and any(name == symbol for name, _ in rules.spin_wheel.segments)
    return next((row for row in rules.spin_pays or () if row.line == symbol and on_wheel), None)


def _stake_back_to_others(box: Box, bet: Bet, rules: TableRules) -> Iterator[e.Event]:
    """A community prize brings a wager back, unless a prize of its own is still to do so. Decision: 0060."""
    if not (bet.is_open and wins_spin(box)):
        yield from stake_back(WagerPlace.of_bet(box, bet), bet, rules)


def _others(current: Round, player: str, rules: TableRules) -> list[tuple[Box, Bet]]:
    """Everybody else who wagered on the wheel this round, once, with a box of theirs."""
    found: dict[str, tuple[Box, Bet]] = {}
    for box in settling(current, rules):
        for bet in box.bets:
            if bet.wager is Wager.SPIN and bet.player != player:
                found.setdefault(bet.player, (box, bet))
    return list(found.values())


def _stops(current: Round, rules: TableRules) -> tuple[Wheel, ...]:
    assert rules.spin_wheel is not None, "an offered wager has its wheel"
    return (rules.spin_wheel,)


def _shown(rules: TableRules) -> Iterator[WheelShown]:
    if rules.spin_wheel is not None and rules.spin_pays is not None:
        yield WheelShown(name=Wager.SPIN.value, wheel=rules.spin_wheel, pays=rules.spin_pays)


def _meters(rules: TableRules) -> Iterator[MeterTerms]:
    if rules.spin_offered and rules.meter_seed is not None and rules.meter_reset is not None:
        yield MeterTerms(
            name=METER,
            title="Bonus Spin progressive",
            wager=Wager.SPIN,
            seed=rules.meter_seed,
            reset=rules.meter_reset,
            rate=rules.meter_increment or Fraction(0),
            reserve_rate=rules.reserve_increment or Fraction(0),
            cap=rules.meter_cap,
            after=rules.after_100pct or After100pct.RESEED,
            is_fed=rules.jackpot_type is JackpotType.PROGRESSIVE,
            clause=rules.clause_of(Step.CONTRIBUTE),
        )


def _panels(rules: TableRules) -> Iterator[Panel]:
    if rules.spin_pays is not None and rules.spin_wager is not None:
        rows, clause = _with_prize(rows_in_words(rules, rules.spin_pays), rules), rules.clause("spin_pays")
        yield Panel(wager=Wager.SPIN, title=TITLE, note=cents_to_text(rules.spin_wager), rows=rows, clause=clause)


def _with_prize(rows: tuple[tuple[str, str], ...], rules: TableRules) -> tuple[tuple[str, str], ...]:
    """The paytable with the fixed prize by its name and value, where the jackpot is no meter."""
    if rules.jackpot_type is JackpotType.PROGRESSIVE or rules.meter_seed is None:
        return rows
    return tuple((line, fixed_prize_in_words(rules) if line == "jackpot" else pays) for line, pays in rows)


def _lines(wager: Wager, rules: TableRules) -> Mapping[str, LineInWords]:
    ace = {"ace": LineInWords("An ace")} if rules.spin_ace_pays else {}
    return {**symbols_in_words(TITLE, rules.spin_pays or ()), **ace}


WAGER = SideWager(
    spots=(Spot(wager=Wager.SPIN, title=TITLE, short="Spin", mark="SP", key="b"),),
    offered=offered,
    limits=limits,
    limit_clause=lambda rules: rules.clause_or_step("spin_wager", Step.PLACE_SIDE),
    due=due,
    settle=settle,
    panels=_panels,
    lines=_lines,
    place_step=Step.PLACE_SPIN,
    is_locked_out=True,
    is_taken=True,
    begin=begin,
    wheel=WheelGame(spin=spin, stops=_stops, shown=_shown),
    progressive=Progressive(names={METER: Wager.SPIN}, meters=_meters, meter_of=lambda award: METER),
)
