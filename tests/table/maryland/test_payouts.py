"""Chapter 12, A and B: what winning hands pay."""

from __future__ import annotations

import pytest

from siete.table import events as e
from tests.table.cases import happened, is_over, money, play, result
from tests.table.maryland.both import RULE_SETS, both, own

BONUS = [
    ("MD-12.B.1", "678-mixed", "6c 7d 8h", (3, 2)),
    ("MD-12.B.1", "678-mixed", "8s 6s 7d", (3, 2)),
    ("MD-12.B.2", "678-suited", "7d 8d 6d", (2, 1)),
    ("MD-12.B.2", "678-suited", "6h 7h 8h", (2, 1)),
    ("MD-12.B.2", "678-suited", "8c 7c 6c", (2, 1)),
    ("MD-12.B.3", "678-spades", "8s 6s 7s", (3, 1)),
    ("MD-12.B.4", "777-mixed", "7s 7d 7s", (3, 2)),
    ("MD-12.B.4", "777-mixed", "7h 7d 7c", (3, 2)),
    ("MD-12.B.5", "777-suited", "7d 7d 7d", (2, 1)),
    ("MD-12.B.5", "777-suited", "7h 7h 7h", (2, 1)),
    ("MD-12.B.6", "777-spades", "7s 7s 7s", (3, 1)),
    ("MD-12.B.7", "21-in-5", "2c 3d 4h 5c 7d", (3, 2)),
    ("MD-12.B.7", "21-in-5", "Ac 2d 3h 4c Ad", (3, 2)),
    ("MD-12.B.8", "21-in-6", "2c 3d 4h 2h 3c 7d", (2, 1)),
    ("MD-12.B.9", "21-in-7", "2c 3d 4h 2h 3c 2d 5d", (3, 1)),
    ("MD-12.B.9", "21-in-7", "2c 3d 2h 2d 3c 2s 3s 4d", (3, 1)),
]


@pytest.mark.parametrize(
    ("rules", "clause", "line", "cards", "odds"),
    [
        pytest.param(rules, own(rules, clause), line, cards, odds, marks=pytest.mark.clause(own(rules, clause)))
        for rules in RULE_SETS
        for clause, line, cards, odds in BONUS
    ],
)
def test_a_bonus_21_pays_its_line(rules: str, clause: str, line: str, cards: str, odds: tuple[int, int]) -> None:
    first, second, *draws = cards.split()
    table = play(rules, f"{first} 9h {second} 9s {' '.join(draws)}", *["hit"] * len(draws))
    assert is_over(table)
    found = result(table)
    assert (found.payout, found.returned) == (1000 * odds[0] // odds[1], 1000)
    assert (found.line, found.clause) == (line, clause)


@pytest.mark.parametrize("cards", ["9c 5d 7h", "6c 6d 9h", "Kc 5d 6h", "2c 3d 9h 7c", "5c 5d 5h 6c", "6c 7d 2h 6h"])
@both("MD-12.B", "MD-12.A.1")
def test_another_21_pays_even_money(rules: str, cards: str) -> None:
    first, second, *draws = cards.split()
    table = play(rules, f"{first} 9h {second} 9s {' '.join(draws)}", *["hit"] * len(draws))
    assert money(table) == (1000, 1000, 0)
    assert result(table).line == "21"


@pytest.mark.parametrize("cards", ["2c 3d 4h 5h 6c", "2c 2d 3h 3c 4h 6d", "7d 7d 6d", "6s 6s 8s"])
@both("MD-12.B")
def test_a_bonus_is_for_21_only(rules: str, cards: str) -> None:
    first, second, *draws = cards.split()
    table = play(rules, f"{first} 9h {second} 9s {' '.join(draws)}", *["hit"] * len(draws), "stand")
    assert money(table) == (1000, 1000, 0)
    assert result(table).line == "win"


@both("MD-12.A.1")
def test_a_win_pays_even_money(rules: str) -> None:
    table = play(rules, "Kc 9s Qd 9h", "stand", wagers=35)
    assert money(table) == (3500, 3500, 0)


@pytest.mark.parametrize(("wager", "paid"), [(10, 1500), (5, 750), (25, 3750), (7, 1050)])
@both("MD-12.A.2")
def test_a_blackjack_pays_three_to_two(rules: str, wager: int, paid: int) -> None:
    for up in ("6s", "Ks"):
        table = play(rules, f"Ac {up} Kd 9h 9s", wagers=wager)
        assert money(table) == (paid, wager * 100, 0)


@both("MD-12.A.2")
def test_a_payout_that_chips_cannot_make_is_rounded_for_the_player(rules: str) -> None:
    table = play(rules, "Ac 6s Kd 9h 9s", wagers=15, chip_denominations=[1, 5, 25], table_min=10)
    assert money(table) == (2300, 1500, 0)


@both("MD-7.O.2")
def test_a_losing_hand_is_paid_nothing(rules: str) -> None:
    table = play(rules, "Kc 9s 7d Kh", "stand")
    assert not happened(table, e.WagerPaid)
    assert money(table) == (0, 0, 1000)
