"""A dealer blackjack that nobody looked for, where bust wagers are collected at once."""

from __future__ import annotations

import pytest

from siete.table.practice import PracticeTable


def _lost(name: str, shoe: str, *decisions: str, **choices: str) -> float:
    table = PracticeTable(name, shoe=shoe, chips={"ana": 500}, collect_busts="immediate", **choices)
    table.wager("ana", 1, 25)
    table.deal()
    for decision in decisions:
        table.decide(1, decision, 25 if decision == "double" else 0)
    assert table.state.round is None, "the round is over"
    return (500_00 - table.state.racks["ana"]) / 100


@pytest.mark.parametrize("name", ["ma", "s13"])
@pytest.mark.parametrize("procedure", ["no_hole", "hole_no_peek"])
def test_a_doubled_hand_that_is_bust_loses_only_the_original_wager(name: str, procedure: str) -> None:
    shoe = "Kh Ks 6d 9c Ad" if procedure == "no_hole" else "Kh Ks 6d Ad 9c"
    assert _lost(name, shoe, "double", hole_card_procedure=procedure) == 25
    no_blackjack = shoe.replace("Ad", "8d")
    assert _lost(name, no_blackjack, "double", hole_card_procedure=procedure) == 50


@pytest.mark.parametrize("name", ["ma", "s13"])
def test_split_hands_that_are_bust_lose_one_original_wager_together(name: str) -> None:
    shoe = "8h Ks 8d 7c Kh 6d Jh Ad"
    assert _lost(name, shoe, "split", "hit", "hit", hole_card_procedure="no_hole") == 25


def test_by_the_other_reading_bust_wagers_are_lost_whole() -> None:
    choices = {"hole_card_procedure": "no_hole", "dealer_bj_collect": "busted_plus_one"}
    assert _lost("ma", "Kh Ks 6d 9c Ad", "double", **choices) == 50
