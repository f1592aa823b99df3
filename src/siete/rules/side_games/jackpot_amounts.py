"""What jackpot games have in dollars: the prizes behind `$` lines, and what each meter starts at."""

from __future__ import annotations

from siete.money import Cents
from siete.rules.options import JackpotType
from siete.rules.paytable_lines import JackpotLine
from siete.rules.table_rules import TableRules
from siete.rules.value_kinds import DollarPrize


def dollar_prize(rules: TableRules, line: str) -> DollarPrize:
    """The prize that the operator set for a `$` line. Clauses: WA3-TA.3, WA3-TB.4, WA3-TC.4. Decision: 0054."""
    prizes = {
        JackpotLine.FOUR_OF_A_RANK: rules.dollar_prize_four_of_a_rank,
        JackpotLine.TWO_SUITED: rules.dollar_prize_two_suited,
        JackpotLine.THREE_SUITED: rules.dollar_prize_three_suited,
        JackpotLine.THREE_SUITED_UP_OR_DOWN: rules.dollar_prize_three_suited,
    }
    prize = prizes[JackpotLine(line)]
    assert prize is not None, "a table with a $ line has a prize for it"
    return prize


def start_amounts(rules: TableRules, game: int) -> tuple[Cents, Cents]:
    """What the jackpot of a game, 0 or 1, starts at and is reset to; each game has its own.

    A house jackpot is posted, and is always put back to what is posted.

    Clauses: WA3-J3.a, WA3-J11.b. Decisions: 0052, 0053.
    """
    seed, reset = rules.meter_seed, rules.meter_reset
    assert seed is not None and reset is not None, "a table with jackpot games has their amounts"
    if game and rules.second_meter_seed is not None:
        seed = reset = rules.second_meter_seed
    if game and rules.second_meter_reset is not None:
        reset = rules.second_meter_reset
    return (seed, seed) if rules.jackpot_type is JackpotType.HOUSE else (seed, reset)
