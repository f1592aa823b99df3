"""Prizes that the operator sets for `$` lines."""

from __future__ import annotations

from siete.rules.side_games.jackpot_amounts import dollar_prize
from tests.rules.checks import rules_of


def test_a_dollar_prize_belongs_to_its_line() -> None:
    rules = rules_of("wa", dollar_prize_two_suited={"basis": "odds", "value": 77, "funded_by": "jackpot"})
    assert dollar_prize(rules, "two-suited").per_dollar == 77
    assert dollar_prize(rules, "four-of-a-rank").per_dollar == 50
    assert dollar_prize(rules, "three-suited") == dollar_prize(rules, "three-suited-up-or-down")
