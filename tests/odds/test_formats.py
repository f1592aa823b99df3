"""Figures as people read them."""

from __future__ import annotations

import pytest

from siete.odds.formats import dollars


@pytest.mark.parametrize(
    ("amount", "text"),
    [(0, "$0"), (1, "$1"), (0.5, "$0.500000"), (0.0000125, "$0.000013"), (2.5, "$2.50"), (12_345.678, "$12,345.68")],
)
def test_an_amount_below_a_dollar_is_told_to_the_millionth(amount: float, text: str) -> None:
    assert dollars(amount) == text
