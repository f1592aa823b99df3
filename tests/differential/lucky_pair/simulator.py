"""Lucky Pair in the simulator: the line of every three cards."""

from __future__ import annotations

from siete.cards import Card
from siete.money import Cents, rounded
from siete.rules.table_rules import TableRules
from siete.sim.wagers.first_card_wager import FirstCardWager


def _limits(rules: TableRules, base: Cents) -> tuple[Cents, Cents] | None:
    amount = rules.value("lucky-pair.wager")
    return None if amount is None else (amount, amount)


def _line_of(rules: TableRules, one: Card, two: Card, up: Card) -> str:
    ranks = {one.rank, two.rank, up.rank}
    if len(ranks) == 1:
        return "three of a rank"
    if one.rank is two.rank:
        return "same card twice" if one.suit is two.suit else "pair"
    return "no pair"


def _net_of(rules: TableRules, amount: Cents, line: str) -> int:
    for row in rules.value("lucky-pair.pays"):
        if row.line == line:
            return rounded(amount * row.pays.payout, rules.chip_denominations, rules.rounding_mode)
    return -amount


WAGER = FirstCardWager(
    name="lucky-pair",
    lines=("no pair", "pair", "same card twice", "three of a rank"),
    limits=_limits,
    line_of=_line_of,
    net_of=_net_of,
)
