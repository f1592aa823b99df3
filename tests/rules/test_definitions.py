"""Definitions that only a round can show: what a push is, and what is none although the totals are equal."""

from __future__ import annotations

import pytest

from tests.table.cases import answer, asked, money, play
from tests.table.massachusetts.common import stack

BACK, EVEN, BLACKJACK = (0, 1000, 0), (1000, 1000, 0), (1500, 1000, 0)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("ma", marks=pytest.mark.clause("MA-1.push")),
        pytest.param("s13", marks=pytest.mark.clause("S13-a.1.iii")),
    ],
)
@pytest.mark.parametrize(
    ("hand", "dealer", "draws", "outcome"),
    [
        ("9s 8d", "9h 8c", "", BACK),
        ("Ks Jd", "Qh Kc", "", BACK),
        ("As 6d", "9h 8c", "", BACK),
        ("9s 3d", "9h 8c", "5h", BACK),
        ("9s 2d", "6h 7c 8d", "Kh", EVEN),  # a tie at 21 is the player's
        ("As Kd", "Ah Qc", "", BLACKJACK),  # so is a tie of blackjacks
        ("9s 9d", "9h 8c", "", EVEN),
    ],
)
def test_a_push_is_an_equal_total_except_at_21_or_with_a_blackjack(
    rules: str, hand: str, dealer: str, draws: str, outcome: tuple[int, int, int]
) -> None:
    procedure = "hole_no_peek"
    table = play(rules, stack(procedure, hand=hand, dealer=dealer, draws=draws), hole_card_procedure=procedure)
    if asked(table) and asked(table)[0][2] == "insurance":
        answer(table, "decline")
    for _ in draws.split():
        answer(table, "hit")
    if asked(table):
        answer(table, "stand")
    assert money(table) == outcome
