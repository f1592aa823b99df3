"""Settling hands in Washington, where standard blackjack rules hold unless the document differs."""

from __future__ import annotations

import pytest

from siete.table import events as e
from siete.table.practice import PracticeTable
from tests.table.cases import happened, is_over, money, place, play, result
from tests.table.washington.both import both, clause_of


@both("P1")
@pytest.mark.parametrize(
    ("shoe", "line", "moved"),
    [
        ("9s 9d 9h 9c", "push", (0, 1000, 0)),
        ("9s 9d Kh 9c", "win", (1000, 1000, 0)),
        ("9s Kd 8h 9c", "loss", (0, 0, 1000)),
        ("9s 6d 8h Kc 9h", "dealer bust", (1000, 1000, 0)),
    ],
)
def test_a_hand_wins_pushes_or_loses_by_its_total(rules: str, shoe: str, line: str, moved: tuple[int, ...]) -> None:
    table = play(rules, shoe, "stand")
    assert is_over(table)
    assert (result(table).line, money(table)) == (line, moved)
    assert result(table).clause == clause_of(rules, "P1")


@both("D3.a")
def test_a_hand_below_21_stays_until_the_cards_are_picked_up(rules: str) -> None:
    table = play(rules, "9s 9d Kh 9c", "stand")
    assert not happened(table, e.HandRemoved)
    assert len(happened(table, e.CardsPickedUp)[0].cards) == 4


@both("G4")
def test_a_players_21_beats_a_dealers_21(rules: str) -> None:
    table = play(rules, "9s 9h Ad 7h 7c 6c 5h 4d", "decline", "2: decline", "hit", "2: stand", wagers={1: 10, 2: 10})
    assert happened(table, e.DealerStood)[0].total == 21
    assert money(table) == (1000, 1000, 0)
    assert money(table, box=2) == (0, 0, 1000)


@both("G5")
@pytest.mark.parametrize(("soft17", "drawn"), [("hit", True), ("stand", False)])
def test_the_dealer_hits_or_stands_on_soft_17_as_the_house_chose(rules: str, soft17: str, drawn: bool) -> None:
    table = play(rules, "9s 6d 9h Ac 4c", "stand", dealer_soft17=soft17)
    assert (len([event for event in happened(table, e.CardDealt) if event.box == e.DEALER]) == 3) is drawn
    assert result(table).line == ("loss" if drawn else "win")


@both("G5")
@pytest.mark.parametrize("soft17", ["hit", "stand"])
def test_the_dealer_stands_on_hard_17_and_draws_on_16(rules: str, soft17: str) -> None:
    assert happened(play(rules, "9s 8d 9h 9c 2c", "stand", dealer_soft17=soft17), e.DealerStood)[0].total == 17
    assert happened(play(rules, "9s 7d 9h 9c 2c", "stand", dealer_soft17=soft17), e.DealerStood)[0].total == 18


@both("D0")
def test_the_dealer_draws_nothing_when_no_hand_is_left(rules: str) -> None:
    table = play(rules, "9s 6d 7h Kc 9h", "hit")
    assert is_over(table)
    assert len([event for event in happened(table, e.CardDealt) if event.box == e.DEALER]) == 2


def _settled(table: PracticeTable) -> list[int]:
    settled = [event for event in table.events if isinstance(event, e.WagerCollected | e.WagerReturned)]
    return [event.box for event in settled]


@both("D0")
def test_losers_first_or_box_by_box_and_from_the_end_the_house_chose(rules: str) -> None:
    shoe, decisions = "9s Ks Ks 9d 8h 8h 9h 9c", ["stand", "2: stand", "3: stand"]
    three = {1: 10, 2: 10, 3: 10}
    assert _settled(play(rules, shoe, *decisions, wagers=three)) == [1, 3, 2]
    one_by_one = play(rules, shoe, *decisions, wagers=three, settlement_procedure="position_by_position")
    assert _settled(one_by_one) == [3, 2, 1]
    from_left = {"settlement_procedure": "position_by_position", "settle_direction": "far_left"}
    assert _settled(play(rules, shoe, *decisions, wagers=three, **from_left)) == [1, 2, 3]


@both("D0")
def test_the_cards_go_to_the_rack_at_the_end(rules: str) -> None:
    table = play(rules, "9s 9d 8h 9c", "stand")
    assert [str(card) for card in happened(table, e.CardsPickedUp)[0].cards] == ["9s", "8h", "9d", "9c"]
    assert place(table, e.CardsPickedUp) > place(table, e.WagerCollected)
    assert [str(card) for card in table.state.discards] == ["9s", "8h", "9d", "9c"]
