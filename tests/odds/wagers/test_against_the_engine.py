"""Two implementations that share no code read the same four cards: the engine's judge and that of the odds."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from siete.odds.four_cards import FirstCards
from siete.rules.submission import table_rules
from siete.table.wagers import jackpot_lines
from tests.odds.wagers.test_jackpot_judges import CARDS, JUDGES

TABLES: dict[str, tuple[str, dict[str, object]]] = {
    "3c": ("3c/1", {}),
    "3c alt1": ("3c/1", {"table3_top": "alt1"}),
    "3c alt2": ("3c/1", {"table3_top": "alt2"}),
    "4a": ("4a/1", {"decks": 2}),
    "4a replaced": ("4a/1", {"decks": 2, "t4a_top_keeps_fixed": False}),
    "4d": ("4d/1", {}),
    "4d alt1": ("4d/1", {"table4_top": "alt1"}),
    "5c": ("5c/1", {}),
    "6": ("6/1", {}),
    "6 any two": ("6/1", {"t6_suited_match_scope": "any_two_cards"}),
}


def test_every_judge_is_compared() -> None:
    assert set(TABLES) == set(JUDGES)


@pytest.mark.parametrize("name", TABLES)
def test_jackpot_lines(name: str) -> None:
    id, overrides = TABLES[name]
    rules = table_rules("wa", {"jackpot_paytable": id, **overrides})
    for first, second, up, down in product(CARDS, repeat=4):
        if max(Counter((first, second, up, down)).values()) <= rules.decks:
            lines = jackpot_lines.lines((first, second), up, down, rules.jackpot_pays[0], rules)
            assert lines is not None
            assert sorted(lines) == sorted(JUDGES[name](FirstCards((first, second), up, down)))
