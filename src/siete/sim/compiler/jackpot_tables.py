"""Jackpot games and wheels as numbers: which lines a table has, what each pays, what waits for a meter."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from siete.money import Cents, Odds, rounded
from siete.rules.options import HotspotSelection, JackpotType, SpinTrigger
from siete.rules.paytable import Amount, MeterShare, Pay, Paytable, Wheel
from siete.rules.paytable_lines import JackpotJudge
from siete.rules.paytable_lines import JackpotLine as L
from siete.rules.side_games.jackpot_amounts import dollar_prize
from siete.rules.table_rules import TableRules
from siete.rules.value_kinds import Funding
from siete.sim.codes import JACKPOT_LINES, LINE

Ints = NDArray[np.int64]

FROM_METER = -1
"""The pay of a line that waits for a meter."""
FROM_SECOND_METER = -2
NO_LINE = len(JACKPOT_LINES)


class JudgeCode(IntEnum):
    """How a table reads the cards; top lines that are told apart differently count as different judges."""

    UP_STANDARD = 0
    UP_THREE_ACES = 1
    UP_CROWNED = 2
    UP_THEN_BOTH = 3
    TWO_DECKS = 4
    EACH_STANDARD = 5
    EACH_ALTERNATE = 6
    FOUR_CARDS = 7


def judge_of(table: Paytable) -> JudgeCode:
    """The judge of a paytable, from its kind and the lines it has."""
    made = {row.line for row in table}
    if table.judge == JackpotJudge.UP_CARD_THEN_BOTH:
        return JudgeCode.UP_THEN_BOTH
    if table.judge == JackpotJudge.FOUR_CARDS:
        return JudgeCode.FOUR_CARDS
    if table.judge == JackpotJudge.UP_CARD:
        if L.TWO_SUITED in made:
            return JudgeCode.UP_STANDARD
        return JudgeCode.UP_THREE_ACES if L.THREE_ACES_OF_SPADES in made else JudgeCode.UP_CROWNED
    if L.ACE_KING_OF_SPADES_BOTH in made:
        return JudgeCode.TWO_DECKS
    return JudgeCode.EACH_STANDARD if L.TWO_SUITED_UP_AND_DOWN in made else JudgeCode.EACH_ALTERNATE


def line_pays(rules: TableRules, game: int) -> Ints:
    """What each line of a game gives back, in cents; the wager itself is kept. Decisions: 0054, 0095."""
    pays = np.zeros(NO_LINE + 1, dtype=np.int64)
    wager = rules.jackpot_wager[game]
    for row in rules.jackpot_pays[game]:
        pays[LINE[L(row.line)]] = _line_pay(rules, row.line, row.pays, wager)
    return pays


def _line_pay(rules: TableRules, line: str, pays: Pay, wager: Cents) -> int:
    """What a line gives back; the operator's prizes come out of the meter only where it grows and funds them."""
    if isinstance(pays, MeterShare):
        return FROM_METER
    if isinstance(pays, Odds):
        return rounded(wager * pays.returned, rules.chip_denominations, rules.rounding_mode)
    prize = dollar_prize(rules, line)
    if prize.funded_by is Funding.JACKPOT and rules.jackpot_type is JackpotType.PROGRESSIVE:
        return FROM_METER
    return prize.per_dollar * wager


@dataclass(frozen=True, slots=True)
class WheelTable:
    """A wheel: its symbols, the sum of weights up to each, and what each pays to the spinner and to others."""

    symbols: tuple[str, ...]
    sums: Ints
    pays: Ints
    community: Ints


_EMPTY = np.zeros(1, dtype=np.int64)
NO_WHEEL = WheelTable((), _EMPTY, _EMPTY, _EMPTY)


def wheel_table(wheel: Wheel | None, table: Paytable | None, prize: Cents | None) -> WheelTable:
    """A wheel's numbers; `prize` is what a jackpot symbol pays where no meter stands behind it."""
    if wheel is None or table is None:
        return NO_WHEEL
    symbols = tuple(symbol for symbol, _ in wheel.segments)
    rows = [table.row(symbol) for symbol in symbols]
    pays = [_symbol_pay(row.line, row.pays, prize) for row in rows]
    return WheelTable(
        symbols=symbols,
        sums=np.cumsum([weight for _, weight in wheel.segments], dtype=np.int64),
        pays=np.array(pays, dtype=np.int64),
        community=np.array([row.community for row in rows], dtype=np.int64),
    )


def _symbol_pay(line: str, pays: Pay, prize: Cents | None) -> int:
    if isinstance(pays, Amount):
        return pays.cents
    if prize is not None:
        return prize
    return FROM_SECOND_METER if line == "jackpot 2" else FROM_METER


def spin_table(rules: TableRules) -> WheelTable:
    """The wheel of the bonus spin."""
    is_fixed = rules.jackpot_type is not JackpotType.PROGRESSIVE
    return wheel_table(rules.spin_wheel, rules.spin_pays, rules.meter_seed if is_fixed else None)


def pays_an_ace(rules: TableRules) -> int:
    """What an ace without a blackjack pays on the bonus spin."""
    is_on = rules.spin_trigger is SpinTrigger.ACE_OR_BLACKJACK and rules.spin_ace_pays
    return int(rules.spin_ace_pays or 0) if is_on else 0


def hot_spots(rules: TableRules, boxes: int) -> int:
    """Among how many positions the hot spot is drawn; those with wagers are the first ones."""
    is_all = rules.xtreme_hotspot_selection is HotspotSelection.ALL_POSITIONS
    return rules.positions if is_all else boxes
