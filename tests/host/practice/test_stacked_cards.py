"""Stacking a practice table's shoe."""

from __future__ import annotations

import pytest

from siete.cards import cards_from_text
from siete.errors import ParseError
from siete.host.chance.shuffling import Chance
from siete.host.practice.stacked_cards import stack
from siete.host.streams import PracticeStreams
from siete.host.turn import Automation, LoadedTable, Turn
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table.due import Refusal
from siete.table.practice import PracticeTable
from siete.table.state.cards import stacked_shoe

RULES = table_rules("md")


def turn_at(table: PracticeTable) -> Turn:
    loaded = LoadedTable(streams=PracticeStreams("practice", "house"), rules=table.rules, state=table.state)
    return Turn(loaded, Automation(chance=Chance("seed")), "2026-01-01T00:00:00.000Z")


@pytest.fixture
def table() -> PracticeTable:
    return PracticeTable(RULES, shoe="", chips={"ana": 100})


def test_the_stack_lies_on_top_of_a_whole_shoe(table: PracticeTable) -> None:
    turn = turn_at(table)
    stack(turn, "7s 7h 7d")
    assert turn.state.shoe is not None
    assert [str(card) for card in turn.state.shoe[:3]] == ["7s", "7h", "7d"]
    assert len(turn.state.shoe) == RULES.decks * RULES.cards_per_deck


def test_what_lies_behind_the_stack_is_shuffled(table: PracticeTable) -> None:
    """Whoever plays on after the stacked hand plays with cards by chance, not in the deck's own order."""
    turn, again = turn_at(table), turn_at(table)
    stack(turn, "7s 7h 7d")
    stack(again, "7s 7h 7d")
    own = stacked_shoe(cards_from_text("7s 7h 7d"), RULES)
    assert turn.state.shoe == again.state.shoe, "the same seed shuffles them alike"
    assert turn.state.shoe is not None
    assert turn.state.shoe != own
    assert sum(one == other for one, other in zip(turn.state.shoe, own, strict=True)) < len(own) // 4
    assert sorted(map(str, turn.state.shoe)) == sorted(map(str, own))


def test_not_while_cards_are_out(table: PracticeTable) -> None:
    table.wager("ana", 1, 25)
    table.deal()
    with pytest.raises(Refusal, match="before the first card"):
        stack(turn_at(table), "7s")


def test_wagers_alone_do_not_hinder(table: PracticeTable) -> None:
    table.do(c.StartRound())
    table.wager("ana", 1, 25)
    turn = turn_at(table)
    stack(turn, "7s")
    assert len(turn.events) == 1


@pytest.mark.parametrize("cards", ["7s " * 7, "Ts"])
def test_cards_that_the_shoe_does_not_hold(table: PracticeTable, cards: str) -> None:
    with pytest.raises(Refusal, match="does not hold"):
        stack(turn_at(table), cards)


def test_what_is_no_card(table: PracticeTable) -> None:
    with pytest.raises(ParseError):
        stack(turn_at(table), "seven")
