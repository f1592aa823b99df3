"""Several hands before a late blackjack: the bound holds on tiny shoes, where the error is largest. Decision: 0244."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from siete.odds.base.definition.given_play import exact_value
from siete.odds.base.game import Game
from siete.odds.base.laws.late_bounds import late_bound
from siete.odds.base.policy import Given
from siete.odds.base.shoe import Shoe
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.strategy import Cell, Strategy, StrategyRow, Table
from tests.odds.base import tiny


def late_rules(choices: dict[str, Any]) -> TableRules:
    """No hole card, and two hands of a split at most, so that tiny shoes are enough."""
    made = table_rules("ma", {"hole_card_procedure": "no_hole", **choices})
    return replace(made, max_additional_splits=0, max_additional_splits_aces=0)


def doubling(seed: int) -> Strategy:
    """A wild strategy that splits every pair, doubles all it can, and rescues what was doubled."""
    wild = tiny.strategy(random.Random(seed), rescues=True)

    def row(each: StrategyRow) -> StrategyRow:
        text = {Table.PAIRS: "P", Table.HARD: "D/H", Table.SOFT: "D/H", Table.DOUBLED_1: "X"}.get(each.table)
        return (
            each if text is None else StrategyRow(table=each.table, name=each.name, cells=(Cell.from_text(text),) * 10)
        )

    return Strategy(name="rescues", rows=tuple(row(each) for each in wild.rows if each.table is not Table.CARDS))


@pytest.mark.parametrize(
    ("choices", "text"),
    [
        ({}, "As:4 Kd:5 9h:3"),
        ({}, "As:3 Kd:5 8h:4"),
        ({"dealer_bj_collect": "busted_plus_one"}, "Kd:6 8h:5 As:2"),
    ],
)
def test_the_error_stays_within_the_bound(choices: dict[str, Any], text: str) -> None:
    rules, shoe = late_rules(choices), Shoe.from_text(text)
    strategy = doubling(1)
    game = Game(rules, shoe, Given(strategy))
    error = abs(game.value() - float(exact_value(rules, strategy, shoe)))
    bound = late_bound(game)
    assert 0 < bound < 0.5
    assert error <= bound + 1e-12
    assert error > 1e-9, "a case that the bound is not needed for proves nothing"


def test_there_is_nothing_to_bound_where_the_dealer_looks() -> None:
    game = Game(table_rules("ma"), Shoe.from_text("As:4 Kd:5 9h:3"), Given(doubling(1)))
    game.value()
    assert late_bound(game) == 0.0
