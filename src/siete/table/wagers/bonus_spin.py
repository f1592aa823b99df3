"""Bonus Spin: a blackjack on the box spins the wheel, which pays its symbol; some symbols pay everybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from siete.cards import Rank
from siete.money import Cents, cents_to_text
from siete.rules.options import After100pct, JackpotType, SpinOrder, SpinTiming, SpinTrigger
from siete.rules.paytable import MeterShare, Row, Wheel
from siete.rules.side_games.spin_games import SpinGame, spin_games
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
METERS = {Wager.SPIN: "spin", Wager.SECOND_SPIN: "spin-2"}
"""The spots, one for each size of the wager, and the meter of each."""
_PARAMETERS = (
    ("meter_seed", "meter_reset", "meter_increment", "reserve_increment", "meter_cap"),
    ("second_spin_seed", "second_spin_reset", "second_spin_increment", "second_spin_reserve", "second_spin_cap"),
)
"""Where the terms of each meter stand."""


def games(rules: TableRules) -> dict[Wager, SpinGame]:
    """What lies behind each spot of the table."""
    return dict(zip(METERS, spin_games(rules), strict=False))


def offered(rules: TableRules) -> tuple[Wager, ...]:
    """The one spot, or one for each of two sizes. Decision: 0056."""
    return tuple(games(rules)) if rules.spin_offered else ()


def limits(wager: Wager, rules: TableRules, base: Cents) -> Limits:
    """The one amount that the spot takes."""
    amount = games(rules)[wager].amount
    return amount, amount


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
        step = c.Spin(box=box.number, player=bet.player, wager=bet.wager) if wins_spin(box) else settle_step(box, bet)
        return Due(step, rules.clause_of(Step.SPIN))
    return None


def begin(current: Round, rules: TableRules) -> Iterator[e.Event]:
    """Where a clause orders it, the seat buttons show who will spin the wheel."""
    for box in current.boxes if rules.clause_of(Step.SHOW_SPIN) else ():
        for bet in open_bets(box):
            if bet.wager in METERS and wins_spin(box):
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
    game = games(rules)[command.wager]
    row = _row(command.symbols[0], game) if len(command.symbols) == 1 else None
    if row is None:
        shown = ", ".join(command.symbols) or "symbol of that name"
        raise Refusal(
            "command/no-such-symbol", f"The wheel has no {shown}.", clause=rules.clause("spin_wheel") or clause
        )
    box = current.box(command.box)
    assert box is not None, "a due step names a box in play"
    bet = box.bet(command.player, command.wager)
    assert bet is not None, "a due step names a live wager"
    place = WagerPlace.of_bet(box, bet)
    yield place.wheel_spun(command.symbols, clause=clause)
    if not isinstance(row.pays, MeterShare):
        yield place.paid(row_amount(row), line=row.line, clause=row.clause)
    elif game.jackpot is JackpotType.PROGRESSIVE:
        yield place.award_won(line=row.line, clause=row.clause)
    else:
        yield _fixed_prize(place, row, game)
    yield from stake_back(place, bet, rules)
    for other, theirs in _others(current, command.player, rules) if row.community else ():
        shared = _shared_row(row, game, games(rules)[theirs.wager])
        yield WagerPlace.of_bet(other, theirs).paid(shared.community, line=shared.line, clause=shared.clause)
        yield from _stake_back_to_others(other, theirs, rules)


def _shared_row(row: Row, spun: SpinGame, theirs: SpinGame) -> Row:
    """The community line of the bettor's own size that stands where the spun one stands in its list.

    Decision: 0056.
    """
    place = [each.line for each in spun.pays if each.community].index(row.line)
    return [each for each in theirs.pays if each.community][place]


def _fixed_prize(place: WagerPlace, row: Row, game: SpinGame) -> e.Event:
    """A fixed prize in chips, or merchandise, of which nothing is paid in chips.

    Decision: 0192.
    """
    assert game.seed is not None, "a fixed prize has its value"
    if game.jackpot is not JackpotType.MERCHANDISE:
        return place.paid(game.seed, line=row.line, clause=row.clause)
    return place.handed_over(game.prize or "merchandise", game.seed, line=row.line, clause=row.clause)


def _row(symbol: str, game: SpinGame) -> Row | None:
    """The line of a symbol; None for a symbol that the wheel has not."""
    on_wheel = any(name == symbol for name, _ in game.wheel.segments)
    return next((row for row in game.pays if row.line == symbol and on_wheel), None)


def _stake_back_to_others(box: Box, bet: Bet, rules: TableRules) -> Iterator[e.Event]:
    """A community prize brings a wager back, unless a prize of its own is still to do so. Decision: 0060."""
    if not (bet.is_open and wins_spin(box)):
        yield from stake_back(WagerPlace.of_bet(box, bet), bet, rules)


def _others(current: Round, player: str, rules: TableRules) -> list[tuple[Box, Bet]]:
    """Everybody else who wagered on the wheel this round, once, with a box of theirs."""
    found: dict[str, tuple[Box, Bet]] = {}
    for box in settling(current, rules):
        for bet in box.bets:
            if bet.wager in METERS and bet.player != player:
                found.setdefault(bet.player, (box, bet))
    return list(found.values())


def _stops(wager: Wager, current: Round, rules: TableRules) -> tuple[Wheel, ...]:
    return (games(rules)[wager].wheel,)


def _shown(rules: TableRules) -> Iterator[WheelShown]:
    for wager, game in games(rules).items():
        yield WheelShown(name=wager.value, wheel=game.wheel, pays=game.pays)


def _meters(rules: TableRules) -> Iterator[MeterTerms]:
    """The meter of each size."""
    played = games(rules) if rules.spin_offered else {}
    for (wager, game), parameters in zip(played.items(), _PARAMETERS, strict=False):
        if game.seed is not None and game.reset is not None:
            yield MeterTerms(
                name=METERS[wager],
                title=f"{_title(wager, rules)} progressive",
                wager=wager,
                seed=game.seed,
                reset=game.reset,
                rate=game.increment,
                reserve_rate=game.reserve,
                cap=game.cap,
                after=rules.after_100pct or After100pct.RESEED,
                is_fed=game.jackpot is JackpotType.PROGRESSIVE,
                clause=rules.clause_of(Step.CONTRIBUTE),
                parameters=parameters,
            )


def _title(wager: Wager, rules: TableRules) -> str:
    """The wager's name; with its amount where there are two sizes."""
    played = games(rules)
    return TITLE if len(played) == 1 else f"{TITLE} {cents_to_text(played[wager].amount)}"


def _named(spot: Spot, rules: TableRules) -> Spot:
    played = games(rules)
    if len(played) == 1:
        return spot
    amount = cents_to_text(played[spot.wager].amount)
    return replace(spot, title=_title(spot.wager, rules), short=f"Spin {amount}", mark=amount)


def _panels(rules: TableRules) -> Iterator[Panel]:
    for wager, game in games(rules).items():
        rows, clause = _with_prize(rows_in_words(rules, game.pays), game), game.pays.rows[0].clause
        yield Panel(wager=wager, title=TITLE, note=cents_to_text(game.amount), rows=rows, clause=clause)


def _with_prize(rows: tuple[tuple[str, str], ...], game: SpinGame) -> tuple[tuple[str, str], ...]:
    """The paytable with the fixed prize by its name and value, where the jackpot is no meter."""
    if game.jackpot is JackpotType.PROGRESSIVE or game.seed is None:
        return rows
    return tuple((line, game.prize_in_words if line == "jackpot" else pays) for line, pays in rows)


def _lines(wager: Wager, rules: TableRules) -> Mapping[str, LineInWords]:
    ace = {"ace": LineInWords("An ace")} if rules.spin_ace_pays else {}
    symbols = [row for game in games(rules).values() for row in game.pays]  # a community prize has its own line
    return {**symbols_in_words(_title(wager, rules), symbols), **ace}


WAGER = SideWager(
    spots=(
        Spot(wager=Wager.SPIN, title=TITLE, short="Spin", mark="SP", key="b"),
        Spot(wager=Wager.SECOND_SPIN, title=f"{TITLE}, other size", short="Spin 2", mark="S2", key="B"),
    ),
    named=_named,
    is_one_of=True,
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
    progressive=Progressive(
        names={meter: wager for wager, meter in METERS.items()},
        meters=_meters,
        meter_of=lambda award: METERS[award.wager],
    ),
)
