"""What both environments read from their keywords: amounts in dollars, and the unit of rewards."""

from __future__ import annotations

from decimal import Decimal

from siete.errors import SieteError
from siete.money import Cents, cents_from_text
from siete.rules.table_rules import TableRules


def cents_of(dollars: int | Decimal) -> Cents:
    """An amount in dollars."""
    return cents_from_text(str(dollars))


def least_wager(rules: TableRules) -> Cents:
    """The smallest base wager that the table's chips can make."""
    chips = rules.chip_denominations
    return chips.next_payable(Cents(max(rules.table_min, chips.smallest)))


def reward_is_in_cents(reward: str) -> bool:
    """Whether rewards are cents and not wagers."""
    if reward not in ("wagers", "cents"):
        raise SieteError("environment/reward", f"A reward is in wagers or cents, not in {reward!r}.")
    return reward == "cents"
