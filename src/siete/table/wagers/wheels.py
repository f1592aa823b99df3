"""What wagers with a wheel share: prizes of symbols, and the wager that comes back with one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from siete.money import Cents
from siete.rules.paytable import Amount, Row
from siete.rules.table_rules import TableRules
from siete.table import events as e
from siete.table.state.box import Bet
from siete.table.wager_place import WagerPlace
from siete.table.wagers.side_wager import LineInWords


def row_amount(row: Row) -> Cents:
    """What a line pays that is no jackpot."""
    assert isinstance(row.pays, Amount), "jackpot lines are paid by their meter"
    return row.pays.cents


def stake_back(place: WagerPlace, bet: Bet, rules: TableRules) -> Iterator[e.Event]:
    """The wager itself comes back with its first prize, only where the operator says so. Decision: 0060."""
    if rules.spin_stake_returned and not bet.is_repaid:
        yield place.paid(bet.amount, line=e.WAGER_BACK, clause="")


def symbols_in_words(title: str, rows: Iterable[Row]) -> Mapping[str, LineInWords]:
    """How a paid symbol reads."""
    return {row.line: LineInWords(f"{title}: {row.line}") for row in rows}
