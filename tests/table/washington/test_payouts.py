"""Bonus 21 in Washington, with two decks and with more."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.cases import money, play, result
from tests.table.washington.both import both, clause_of

LINES = {
    "G11.a": ("2s 9d 3h Kc 4s 5h 7c", 3, "21-in-5", 3, 2),
    "G11.b": ("2s 9d 3h Kc 2h 4s 3d 7c", 4, "21-in-6", 2, 1),
    "G11.c": ("2s 9d 3h Kc 2h 2d 3d 3c 6c", 5, "21-in-7", 3, 1),
    "G11.d": ("6s 9d 7h Kc 8c", 1, "678-mixed", 3, 2),
    "G11.e": ("6h 9d 8h Kc 7h", 1, "678-suited", 2, 1),
    "G11.f": ("8s 9d 7s Kc 6s", 1, "678-spades", 3, 1),
}
"""By clause: shoe, hits, line, and the odds in the document."""

SEVENS = {
    "G11.g": ("7s 9d 7h Kc 7c", 1, "777-mixed", 3, 2),
    "G11.h": ("7h 9d 7h Kc 7h", 1, "777-suited", 2, 1),
    "G11.i": ("7s 9d 7s Kc 7s", 1, "777-spades", 3, 1),
}

EIGHT_CARDS = "2s 9d 2h Kc 2d 2c 3d 3c 3h 4h"


def _lines(lines: dict[str, Any]) -> list[Any]:
    return [
        pytest.param(rules, clause, *line, id=f"{rules} {line[2]}", marks=pytest.mark.clause(*_proved(rules, clause)))
        for clause, line in lines.items()
        for rules in ("wa", "wa-v002")
    ]


def _proved(rules: str, clause: str) -> list[str]:
    return [clause_of(rules, clause), clause_of(rules, "D11")]


NAMES = ("rules", "clause", "shoe", "hits", "line", "pays", "for_each")


@pytest.mark.parametrize("decks", [2, 4, 5, 6, 8])
@pytest.mark.parametrize(NAMES, _lines(LINES))
def test_a_bonus_line_pays_with_any_number_of_decks(
    rules: str, clause: str, shoe: str, hits: int, line: str, pays: int, for_each: int, decks: int
) -> None:
    table = play(rules, shoe, *["hit"] * hits, decks=decks)
    assert (result(table).line, result(table).clause) == (line, clause_of(rules, clause))
    assert money(table) == (1000 * pays // for_each, 1000, 0)


@pytest.mark.parametrize("decks", [4, 5, 6, 8])
@pytest.mark.parametrize(NAMES, _lines(SEVENS))
def test_sevens_pay_by_suit_with_four_decks_or_more(
    rules: str, clause: str, shoe: str, hits: int, line: str, pays: int, for_each: int, decks: int
) -> None:
    table = play(rules, shoe, *["hit"] * hits, decks=decks)
    assert (result(table).line, result(table).clause) == (line, clause_of(rules, clause))
    assert money(table) == (1000 * pays // for_each, 1000, 0)


@both("G11.j", "D11")
@pytest.mark.parametrize("shoe", ["7s 9d 7h Kc 7c", "7s 9d 7s Kc 7c"])
def test_sevens_pay_2_to_1_with_two_decks(rules: str, shoe: str) -> None:
    table = play(rules, shoe, "hit", decks=2)
    assert (result(table).clause, money(table)) == (clause_of(rules, "G11.j"), (2000, 1000, 0))


@both("G11.c")
def test_eight_cards_pay_like_seven(rules: str) -> None:
    table = play(rules, EIGHT_CARDS, *["hit"] * 6)
    assert (result(table).line, money(table)) == ("21-in-7", (3000, 1000, 0))


@both("G11", "D5.b")
@pytest.mark.parametrize(("shoe", "hits"), [("2s 9d 3h Kc 4s 5h 7c", 2), ("6h 9d 8h Kc 7h", 0), ("7s 9d 7s Kc 7s", 0)])
def test_a_doubled_hand_gets_even_money_on_all_of_its_wager(rules: str, shoe: str, hits: int) -> None:
    table = play(rules, shoe, *["hit"] * hits, "double 10")
    assert (result(table).line, money(table)) == ("21", (2000, 2000, 0))


@both("D5.b")
def test_a_double_double_wins_even_money_on_all_of_its_wager(rules: str) -> None:
    table = play(rules, "2s 9d 3h 8c 2h 3c Kd", "double 10", "double 20", "double 40", "stand", double_double=True)
    assert (result(table).line, money(table)) == ("win", (8000, 8000, 0))
