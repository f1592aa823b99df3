"""The law of split rounds against rounds dealt: deviation and every result. Decision: 0126."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from siete.odds.base.game import Game
from siete.odds.base.jit import Floats
from siete.odds.base.laws.split_laws import Law
from siete.odds.base.method import DEVIATION_ERROR, EVENT_ERROR, EVENT_SHARE
from siete.odds.base.reach import Course, courses
from siete.odds.base.results import _split_law, _sums, results
from siete.odds.base.shoe import Shoe
from siete.odds.base.states import states
from siete.odds.base.terms import hits_soft_17
from siete.odds.base.versus_up_card import most_hands
from siete.rules.submission import table_rules
from tests.odds.base.dealt_splits import deal


@dataclass(frozen=True)
class Dealt:
    """Split rounds dealt beside their law, against each up card and for each pair."""

    game: Game
    parts: tuple[tuple[float, dict[float, float], Floats], ...]
    """How often such rounds are, their law, and the results of those dealt."""


def _split_laws(game: Game) -> Iterator[tuple[Course, int, Law]]:
    """The law of the rounds that are split, for each up card and pair."""
    for course in courses(game):
        for pair, found in _sums(course, {}).items():
            if pair >= 0:
                yield course, pair, _split_law(game, course, pair, found)


def _dealt(name: str, choices: dict[str, Any], rounds: int) -> Dealt:
    rules = replace(table_rules(name, choices), bonus_on_split=False)
    game = Game(rules, Shoe.full(rules.decks))
    splits = sum(sum(course.splits.values()) for course in courses(game))
    parts = []
    for number, (course, pair, law) in enumerate(_split_laws(game)):
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
        parts.append((weight, law, dealt))
    return Dealt(game, tuple(parts))


def _difference(found: Dealt) -> tuple[float, float]:
    """How much larger the deviation is by the law than by rounds dealt, and one standard error of that."""
    more, variance = 0.0, 0.0
    for weight, law, dealt in found.parts:
        squares = dealt**2
        more += weight * (sum(part * result * result for result, part in law.items()) - float(squares.mean()))
        variance += weight**2 * float(squares.var()) / dealt.size
    twice = 2.0 * results(found.game).standard_deviation
    return more / twice, float(np.sqrt(variance)) / twice


def _events(found: Dealt) -> dict[float, tuple[float, float, float]]:
    """By result: its chance by the law, how much more often it was dealt, and one standard error of that."""
    events: dict[float, list[float]] = {}
    for weight, law, dealt in found.parts:
        for result, part in law.items():
            sums = events.setdefault(result, [0.0, 0.0, 0.0])
            sums[0] += weight * part
            sums[1] += weight * (float((dealt == result).mean()) - part)
            sums[2] += weight**2 * part * (1.0 - part) / dealt.size
    return {result: (part, more, variance**0.5) for result, (part, more, variance) in events.items()}


def _hold(found: Dealt, sigmas: float) -> None:
    for result, (part, more, error) in _events(found).items():
        if part > 1e-6:
            allowed = min(EVENT_ERROR, EVENT_SHARE * part)
            assert abs(more) < sigmas * error + allowed, f"{result:+g}: {part:.3e}, dealt {more / error:+.1f} sigma"


def test_every_result_comes_as_often_as_the_law_says() -> None:
    """Two decks, where a card that is gone matters most; and the deviation that the law has."""
    found = _dealt("wa", {"decks": 2}, 300_000)
    _hold(found, 3.5)
    difference, error = _difference(found)
    assert abs(difference) < 3 * error + DEVIATION_ERROR
    assert error < 3e-4


@pytest.mark.slow
def test_the_chance_to_lose_three_wagers_is_right_to_a_hundredth() -> None:
    found = _dealt("wa", {"decks": 2}, 1_500_000)
    _hold(found, 3.5)
    part, more, error = _events(found)[-3.0]
    assert error < 0.003 * part
    assert abs(more) < 3.5 * error


@pytest.mark.slow
@pytest.mark.parametrize("choices", [{"decks": 2}, {"double_double": True}], ids=["2 decks", "double-double"])
def test_every_result_comes_as_often_as_the_law_says_at_length(choices: dict[str, Any]) -> None:
    _hold(_dealt("wa", choices, 20_000_000), 2.5)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["md", "wa"])
def test_the_deviation_is_right_as_far_as_some_rounds_tell(name: str) -> None:
    choices = {"double_double": True} if name == "wa" else {}
    difference, error = _difference(_dealt(name, choices, 200_000))
    assert abs(difference) < 3 * error + DEVIATION_ERROR
    assert error < 3e-4


@pytest.mark.slow
@pytest.mark.parametrize(("name", "choices"), [("md", {}), ("wa", {"double_double": True})], ids=["md", "wa"])
def test_the_deviation_is_right_as_far_as_many_rounds_tell(name: str, choices: dict[str, Any]) -> None:
    difference, error = _difference(_dealt(name, choices, 10_000_000))
    assert abs(difference) + 2 * error < DEVIATION_ERROR
