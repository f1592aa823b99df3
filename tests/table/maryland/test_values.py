"""Values of Maryland's tables that no round can show: our own defaults, and switches that are off."""

from __future__ import annotations

import pytest

from siete.rules.submission import table_rules
from tests.table.maryland.both import RULE_SETS


@pytest.mark.data("MD-8.C", "MDD-8.C")
@pytest.mark.parametrize("rules", RULE_SETS)
def test_chips_run_from_half_a_dollar_to_five_hundred(rules: str) -> None:
    assert table_rules(rules).chip_denominations.denominations == (50, 100, 500, 2500, 10000, 50000)


@pytest.mark.data("MD-6.A", "MDD-6.A", "MD-7.H.1.a", "MDD-7.H.1.a", "MD-10.C", "MDD-10.C")
@pytest.mark.parametrize("name", ["match_play_coupons", "insurance_after_paid_blackjack", "double_double"])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_what_maryland_does_not_have_is_off(rules: str, name: str) -> None:
    assert getattr(table_rules(rules), name) is False


@pytest.mark.data("MD-12.D.5")
@pytest.mark.parametrize("paytable", ["A", "B", "C", "D"])
def test_our_bonus_spin_wheels_weigh_forty_thousand_in_all(paytable: str) -> None:
    wheel = table_rules("md", {"spin_paytable": paytable}).spin_wheel
    assert wheel is not None
    assert sum(weight for _, weight in wheel.segments) == 40_000


@pytest.mark.data("MD-12.E.2")
def test_our_xtreme_16_wheels_weigh_a_thousand_and_a_hundred_in_all() -> None:
    rules = table_rules("md")
    assert rules.xtreme_wheel is not None
    assert rules.xtreme_community_wheel is not None
    assert sum(weight for _, weight in rules.xtreme_wheel.segments) == 1000
    assert sum(weight for _, weight in rules.xtreme_community_wheel.segments) == 100
