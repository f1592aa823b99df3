"""Published figures of the base game, what options are worth, and figures that must agree with one another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from siete.odds.base import solution
from siete.odds.base.game import Game
from siete.odds.base.results import results
from siete.odds.base.shoe import Shoe
from siete.odds.base.solution import figure, house_edge
from siete.rules.options import HoleCardProcedure, SplitTwoCard21
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from tests.few import first_few


def washington(decks: int = 6, *, soft17: str = "hit", **choices: Any) -> TableRules:
    return table_rules("wa", {"decks": decks, "dealer_soft17": soft17, **choices})


PUBLISHED = (
    (washington(6), 0.0078),
    (washington(8), 0.0080),
    (washington(6, soft17="stand"), 0.0037),
    (washington(8, soft17="stand"), 0.0038),
    (washington(6, double_double=True), 0.0042),
    (washington(8, double_double=True), 0.0045),
)
"""House edges published by the Wizard of Odds: late surrender, four hands, split aces drawn to, no super bonus."""


@pytest.mark.parametrize("published", first_few(PUBLISHED[1::2], PUBLISHED), ids=lambda each: f"{each[1]}")
def test_a_published_edge(published: tuple[TableRules, float]) -> None:
    rules, edge = published
    assert house_edge(rules) == pytest.approx(edge, abs=0.0001)


def test_the_game_solved_last_is_at_hand_and_no_other() -> None:
    """Edge, figure and chart of new rules are asked for one after another, and each would solve it again."""
    rules, other = washington(8), washington(8, soft17="stand")
    game = solution._game(rules)
    assert solution._game(washington(8)) is game
    assert solution._game(rules, None) is game, "whoever names no strategy asks for the same"
    assert solution._game(other).rules is other
    assert solution._game(rules) is not game


PINNED = {
    "md": 0.00389351877,
    "ma": 0.00364389260,
    "wa": 0.00776781091,
}


@pytest.mark.parametrize(("name", "edge"), PINNED.items())
def test_our_own_figures_stay(name: str, edge: float) -> None:
    assert house_edge(table_rules(name)) == pytest.approx(edge, abs=2e-8)


OPTIONS: tuple[tuple[dict[str, Any], float | None], ...] = (
    ({"surrender_offered": False}, 0.00018),
    ({"split_aces_draw": False}, 0.0028),
    ({"rescue": False}, None),
    ({"bonus_on_split": False}, None),
    ({"double_soft21": False}, None),
    ({"max_additional_splits": 0, "max_additional_splits_aces": 0}, None),
)


@pytest.mark.parametrize("option", first_few(OPTIONS[1:2], OPTIONS), ids=lambda each: str(each[0]))
def test_to_lose_an_option_never_helps(option: tuple[dict[str, Any], float | None]) -> None:
    without, published = option
    rules = washington()
    cost = house_edge(replace(rules, **without)) - house_edge(rules)
    assert cost >= -1e-12
    if published is not None:
        assert cost == pytest.approx(published, abs=0.0001)


def test_without_a_look_only_surrender_and_rescue_differ() -> None:
    """A late blackjack takes one wager whatever was added, so little depends on when it is found."""
    reader = replace(table_rules("ma"), surrender_offered=False, rescue=False)
    late = replace(reader, hole_card_procedure=HoleCardProcedure.NO_HOLE)
    unseen = replace(reader, hole_card_procedure=HoleCardProcedure.HOLE_NO_PEEK)
    assert house_edge(late) == pytest.approx(house_edge(reader), abs=1e-12)
    assert house_edge(unseen) == house_edge(late)


def test_the_literal_readings_of_a_split_ace_and_ten() -> None:
    """Maryland's letter takes wins away; that of Massachusetts adds some."""
    md, ma = table_rules("md"), table_rules("ma")
    assert house_edge(replace(md, split_two_card_21=SplitTwoCard21.MD_LITERAL_PUSH)) > house_edge(md)
    assert house_edge(replace(ma, split_two_card_21=SplitTwoCard21.MA_LITERAL_3TO2)) < house_edge(ma)


GAMES = {
    "2": washington(2),
    "wa": washington(),
    "dd": washington(double_double=True),
    "md": table_rules("md"),
}


@pytest.mark.parametrize("name", first_few(["2"], [*GAMES]))
def test_results_agree_with_the_value(name: str) -> None:
    rules = GAMES[name]
    game = Game(rules, Shoe.full(rules.decks))
    found = results(game)
    assert sum(found.law.values()) == pytest.approx(1.0, abs=1e-12)
    mean = sum(result * part for result, part in found.law.items())
    # Hands of one split round are taken for independent given the dealer's hand; all else is exact.
    assert mean == pytest.approx(found.value, abs=2e-4 if rules.decks == 2 else 3e-5)
    assert 1.1 < found.standard_deviation < 1.35
    assert 1.1 < found.average_wager < 1.25
    assert all(part > 0 for part, _ in found.lines.values())


def test_bonus_lines_of_a_suited_hand_are_three_to_one_in_number() -> None:
    """Of suited 7-7-7, clubs, diamonds and hearts pay the one line and spades the other."""
    lines = results(Game(table_rules("md"), Shoe.full(6))).lines
    assert lines["777-suited"][0] == pytest.approx(3 * lines["777-spades"][0], rel=0.01)
    assert lines["678-suited"][0] == pytest.approx(3 * lines["678-spades"][0], rel=0.05)


def test_the_figure() -> None:
    found = figure(washington())
    shown = found.to_json()
    assert shown["wager"] == "base"
    assert shown["strategy"] == "own-cards"
    assert shown["house_edge"] == pytest.approx(0.00776781, abs=1e-8)
    events = shown["events"]
    assert isinstance(events, list)
    assert sum(event["probability"] for event in events) == pytest.approx(1.0, abs=1e-12)
    assert {"standard_deviation", "average_wager", "bonus_lines"} <= set(shown)
    assert figure(washington()).to_json() == shown, "the kept figure is the one first made"
