"""How much insurance the simulator puts beside a wager: the engine's limit, found by another way."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siete.money import Cents, Chips
from siete.rules.submission import table_rules
from siete.sim.compiler.payouts import insurance_amount
from siete.table.wagers.insurance import most

MD = table_rules("md")


@pytest.mark.parametrize(
    ("rules", "wager", "amount"),
    [("md", 1000, 500), ("md", 1050, 550), ("md", 150, 100), ("ma", 1050, 550), ("wa", 1050, 500), ("wa", 150, 50)],
)
def test_half_is_rounded_to_what_chips_make(rules: str, wager: int, amount: int) -> None:
    assert insurance_amount(table_rules(rules), Cents(wager)) == amount


@given(
    chips=st.sets(st.sampled_from([25, 50, 100, 200, 300, 500, 700, 2500]), min_size=1),
    count=st.integers(1, 40),
    rounds_up=st.booleans(),
)
def test_as_the_engine_finds_it(chips: set[int], count: int, rounds_up: bool) -> None:
    denominations = Chips(tuple(Cents(chip) for chip in sorted(chips)))
    rules = replace(MD, chip_denominations=denominations, insurance_round_up=rounds_up)
    wager = Cents(count * max(chips))
    assert insurance_amount(rules, wager) == most(wager, rules)
