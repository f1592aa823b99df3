"""Paytables of side wagers in words: what a layout shows of them."""

from __future__ import annotations

from collections.abc import Iterable

from siete.money import Cents, cents_to_text
from siete.rules.paytable import MeterShare, OperatorPrize, Row
from siete.rules.side_games.jackpot_amounts import dollar_prize
from siete.rules.table_rules import TableRules

NO_WAGER = Cents(0)


def rows_in_words(rules: TableRules, table: Iterable[Row], wager: Cents = NO_WAGER) -> tuple[tuple[str, str], ...]:
    """Each line of a paytable and what it pays; the wager matters where the operator sets a prize per dollar."""
    return tuple((line_in_words(row.line), _pays(rules, row, wager)) for row in table)


def line_in_words(line: str) -> str:
    """The name of a line as people read it."""
    return line.replace("-", " ")


def _pays(rules: TableRules, row: Row, wager: Cents) -> str:
    if isinstance(row.pays, OperatorPrize):
        return cents_to_text(Cents(dollar_prize(rules, row.line).per_dollar * wager))
    others = f", others {cents_to_text(row.community)}" if row.community else ""
    return f"{row.pays} of the meter" if isinstance(row.pays, MeterShare) else f"{row.pays}{others}"
