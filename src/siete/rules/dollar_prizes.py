"""The operator's prizes behind the `$` lines of paytables."""

from __future__ import annotations

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
