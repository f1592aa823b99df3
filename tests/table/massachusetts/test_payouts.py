"""What a winning hand pays: even money, 3 to 2 for a blackjack, and the bonus lines of a 21 that was not doubled."""

from __future__ import annotations

import pytest

from tests.table.cases import money, play, result
from tests.table.massachusetts.common import both, by, every_procedure, stack

LINES = [
    pytest.param("6s", "7h", "8d", 15, "MA-5.f.1", "S13-e.6.i", marks=pytest.mark.clause("MA-5.f.1", "S13-e.6.i")),
    pytest.param("8d", "6h", "7d", 15, "MA-5.f.1", "S13-e.6.i", marks=pytest.mark.clause("MA-5.f.1", "S13-e.6.i")),
    *(
        pytest.param(
            f"6{suit}",
            f"8{suit}",
            f"7{suit}",
            20,
            "MA-5.f.2a",
            "S13-e.6.ii-1",
            marks=pytest.mark.clause("MA-5.f.2a", "S13-e.6.ii-1"),
        )
        for suit in "hdc"
    ),
    pytest.param(
        "7s", "6s", "8s", 30, "MA-5.f.2b", "S13-e.6.ii-2", marks=pytest.mark.clause("MA-5.f.2b", "S13-e.6.ii-2")
    ),
    pytest.param("7s", "7s", "7h", 15, "MA-5.f.3", "S13-e.6.iii", marks=pytest.mark.clause("MA-5.f.3", "S13-e.6.iii")),
    *(
        pytest.param(
            f"7{suit}",
            f"7{suit}",
            f"7{suit}",
            20,
            "MA-5.f.4a",
            "S13-e.6.iv-1",
            marks=pytest.mark.clause("MA-5.f.4a", "S13-e.6.iv-1"),
        )
        for suit in "hdc"
    ),
    pytest.param(
        "7s", "7s", "7s", 30, "MA-5.f.4b", "S13-e.6.iv-2", marks=pytest.mark.clause("MA-5.f.4b", "S13-e.6.iv-2")
    ),
    pytest.param(
        "2s", "3h", "4d 5c 7c", 15, "MA-5.f.5", "S13-e.6.v", marks=pytest.mark.clause("MA-5.f.5", "S13-e.6.v")
    ),
    pytest.param(
        "2s", "3h", "4d 2c 3c 7d", 20, "MA-5.f.6", "S13-e.6.vi", marks=pytest.mark.clause("MA-5.f.6", "S13-e.6.vi")
    ),
    pytest.param(
        "2s", "3h", "4d 2c 3c 2h 5d", 30, "MA-5.f.7", "S13-e.6.vii", marks=pytest.mark.clause("MA-5.f.7", "S13-e.6.vii")
    ),
    pytest.param(
        "2s",
        "3h",
        "4d 2c 3c 2h 2d 3s",
        30,
        "MA-5.f.7",
        "S13-e.6.vii",
        marks=pytest.mark.clause("MA-5.f.7", "S13-e.6.vii"),
    ),
]


@both
@every_procedure
@pytest.mark.parametrize(("first", "second", "draws", "pays", "ma", "s13"), LINES)
def test_each_line_of_a_21_has_its_odds(
    rules: str, procedure: str, first: str, second: str, draws: str, pays: int, ma: str, s13: str
) -> None:
    shoe = stack(procedure, hand=f"{first} {second}", dealer="6h Kd 9c", draws=draws)
    table = play(rules, shoe, *["hit"] * len(draws.split()), hole_card_procedure=procedure)
    assert money(table) == (pays * 100, 1000, 0)
    assert result(table).clause == by(rules, ma, s13)


@pytest.mark.clause("MA-5.f", "S13-e.6", "MA-5.e.3", "S13-e.5-3")
@both
@pytest.mark.parametrize(("first", "second", "draws", "pays", "ma", "s13"), [tuple(line.values) for line in LINES])
def test_the_same_hand_doubled_pays_even_money(
    rules: str, first: str, second: str, draws: str, pays: int, ma: str, s13: str
) -> None:
    hits = len(draws.split()) - 1
    table = play(rules, f"{first} 6h {second} Kd {draws} 9c", *["hit"] * hits, "double 10", "stand")
    assert money(table) == (2000, 2000, 0)


@pytest.mark.clause("MA-5.f", "S13-e.6")
@both
def test_bonus_odds_need_a_21(rules: str) -> None:
    five = play(rules, "2s 6h 3h Kd 4d 2c 9c 7d", "hit", "hit", "hit", "stand")
    assert money(five) == (1000, 1000, 0)
    assert result(five).line == "dealer bust"
    four = play(rules, "2s 6h 3h Kd 9d 7c 9c", "hit", "hit")
    assert (money(four), result(four).line) == ((1000, 1000, 0), "21")


@pytest.mark.clause("MA-10.e", "S13-j.5", "MA-5.f", "S13-e.6")
@both
@pytest.mark.parametrize(
    ("shoe", "decisions", "pays"),
    [
        ("6s 9h 6h Kd 7d 8c 9c", ["split", "hit", "stand"], 15),
        ("6s 9h 6h Kd 7s 8s 9c", ["split", "hit", "stand"], 30),
        ("6s 9h 6h Kd 2c 3h 4d 6c 9c", ["split", "hit", "hit", "hit", "stand"], 15),
    ],
)
def test_a_split_hand_that_was_not_doubled_keeps_the_bonus_odds(
    rules: str, shoe: str, decisions: list[str], pays: int
) -> None:
    assert money(play(rules, shoe, *decisions), hand=0) == (pays * 100, 1000, 0)


@pytest.mark.clause("MA-5.e.2", "S13-e.5-2")
@both
@every_procedure
@pytest.mark.parametrize("dealer", ["9h Kd", "6h Kd 9c", "9h 5d 7c"])
def test_a_blackjack_pays_three_to_two_whatever_the_dealer_has(rules: str, procedure: str, dealer: str) -> None:
    shoe = stack(procedure, hand="As Kd", dealer=dealer)
    assert money(play(rules, shoe, hole_card_procedure=procedure)) == (1500, 1000, 0)


@pytest.mark.clause("MA-5.e.2", "S13-e.5-2")
@both
def test_an_odd_three_to_two_is_never_paid_short(rules: str) -> None:
    table = play(rules, "As 6h Kd 9d", wagers=15, chip_denominations=[1, 5, 25], table_min=10)
    assert money(table) == (2300, 1500, 0)


@pytest.mark.clause("MA-5.e.3", "S13-e.5-3")
@both
@pytest.mark.parametrize(
    ("shoe", "decisions"),
    [
        ("9s 6h 9d Kd 9c", ["stand"]),
        ("9s 9h 9d 8d", ["stand"]),
        ("9s 9h 2d 8d Kc", ["hit"]),
        ("9s 6h 9d Kd 9c Kc Kh", ["split", "stand", "stand"]),
    ],
)
def test_every_other_win_pays_even_money(rules: str, shoe: str, decisions: list[str]) -> None:
    assert money(play(rules, shoe, *decisions)) == (1000, 1000, 0)
