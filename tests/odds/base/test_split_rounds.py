"""The law of split rounds, which takes hands for independent, against rounds dealt. Decision: 0126."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from siete.odds.base.game import Game
from siete.odds.base.method import DEVIATION_ERROR
from siete.odds.base.reach import courses
from siete.odds.base.results import results, split_laws
from siete.odds.base.shoe import Shoe
from siete.odds.base.states import states
from siete.odds.base.terms import hits_soft_17
from siete.odds.base.versus_up_card import most_hands
from siete.rules.submission import table_rules
from tests.odds.base.dealt_splits import deal


def _difference(name: str, choices: dict[str, Any], rounds: int) -> tuple[float, float]:
    """How much larger the deviation is by the law than by rounds dealt, and one standard error of that."""
    rules = replace(table_rules(name, choices), bonus_on_split=False)
    game = Game(rules, Shoe.full(rules.decks))
    splits = sum(sum(course.splits.values()) for course in courses(game))
    more, variance = 0.0, 0.0
    for number, (course, pair, law) in enumerate(split_laws(game)):
        weight = course.splits[pair]
        by_value, level = course.by_value, course.by_value.split(pair)[0]
        dealt = deal(
            number,
            max(500, int(rounds * weight / splits)),
            states(),
            by_value.shoe,
            pair,
            by_value.up.value,
            by_value.up.barred,
            level.values.play,
            most_hands(rules, pair),
            hits_soft_17(rules),
        )
        squares = dealt**2
        more += weight * (sum(part * result * result for result, part in law.items()) - float(squares.mean()))
        variance += weight**2 * float(squares.var()) / dealt.size
    twice = 2.0 * results(game).standard_deviation
    return more / twice, float(np.sqrt(variance)) / twice


@pytest.mark.parametrize(("name", "choices"), [("md", {}), ("wa", {"double_double": True})], ids=["md", "wa"])
def test_the_deviation_is_right_as_far_as_some_rounds_tell(name: str, choices: dict[str, Any]) -> None:
    difference, error = _difference(name, choices, 200_000)
    assert abs(difference) < 3 * error + DEVIATION_ERROR
    assert error < 3e-4


@pytest.mark.slow
@pytest.mark.parametrize(("name", "choices"), [("md", {}), ("wa", {"double_double": True})], ids=["md", "wa"])
def test_the_deviation_is_right_as_far_as_many_rounds_tell(name: str, choices: dict[str, Any]) -> None:
    difference, error = _difference(name, choices, 10_000_000)
    assert abs(difference) + 2 * error < DEVIATION_ERROR
